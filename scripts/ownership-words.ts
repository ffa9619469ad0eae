import type { Ownership } from "@acme/auth-core/store";

const ERASED = {
  function: "removed",
  last: "deleted last",
  cascade: "deleted with the user's row",
  kept: "stays",
  expires: "expires",
} as const;

/** What becomes of the rows of a store when the account is erased. */
export const erasureOf = ({ erased, words }: Pick<Ownership, "erased" | "words">): string =>
  words?.erased ?? ERASED[typeof erased === "function" ? "function" : erased];
