import { AuthError } from "../../kernel/errors.js";
import type { UserId } from "../../kernel/ids.js";
import type { Logger } from "../../ports/logger.js";
import type { SignInMethod } from "../../store/sign-in-methods.js";

export interface SuspendedSignIn {
  readonly userId: UserId;
  readonly method: SignInMethod;
}

/**
 * Logs a sign-in of a suspended user whose credential was right, and returns the refusal. Throw it
 * after the transaction, so that the credential stays used up.
 */
export function refuseSuspended(logger: Logger, { userId, method }: SuspendedSignIn): AuthError {
  logger.warn("authn_login_fail", { method, code: "ACCOUNT_SUSPENDED", userId });
  return new AuthError("ACCOUNT_SUSPENDED");
}
