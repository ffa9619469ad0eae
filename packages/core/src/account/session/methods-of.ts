import type { Session } from "./session-store.js";

/**
 * Returns by what the user of a session proved who they are, the first proof first: sign-in methods,
 * and what the second factor was shown by.
 * @example
 * methodsOf(caller.session); // ["password", "totp"]
 */
export const methodsOf = ({
  methods,
  authenticatedBy,
}: Pick<Session, "methods" | "authenticatedBy">): readonly string[] =>
  methods === null ? [authenticatedBy] : methods.split(" ");
