import { AuthError } from "../../kernel/errors.js";
import type { Choices } from "../../store/env.js";

/** Throws `SIGN_IN_METHOD_NOT_OFFERED` where the application has switched this way to sign in off. */
export function requireMethod(
  { signInMethods }: Choices,
  method: keyof Choices["signInMethods"],
): void {
  if (!signInMethods[method]) throw new AuthError("SIGN_IN_METHOD_NOT_OFFERED");
}
