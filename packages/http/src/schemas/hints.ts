import type { AuthenticatorHint } from "@acme/auth-core";
import { once, z } from "../kernel/zod.js";
import { textField } from "./fields.js";

const HINTS = [
  "security-key",
  "client-device",
  "hybrid",
] as const satisfies readonly AuthenticatorHint[];

/** Which authenticators the browser is to offer first, each once. */
export const hintsField = once(() =>
  z
    .array(z.enum(HINTS))
    .max(HINTS.length)
    .refine((hints) => new Set(hints).size === hints.length, "A hint is given once.")
    .describe("Which authenticators the browser should offer first, the likeliest first."),
);

/** The same in a query: separated by commas. */
export const hintsInQuery = once(() =>
  textField()
    .transform((text) => text.split(","))
    .pipe(hintsField())
    .meta({
      description: "The hints, separated by commas.",
      examples: ["client-device,hybrid"],
    }),
);
