import { AuthError } from "../../kernel/errors.js";
import type { Choices } from "../../store/env.js";
import type { SignInMethodOption } from "../../store/sign-in-methods.js";

/**
 * Checks that the application offers a sign-in method.
 * @throws {AuthError} `SIGN_IN_METHOD_NOT_OFFERED`
 */
export function requireMethod(
  { signInMethods }: Pick<Choices, "signInMethods">,
  method: SignInMethodOption,
): void {
  if (!signInMethods[method]) throw new AuthError("SIGN_IN_METHOD_NOT_OFFERED");
}
