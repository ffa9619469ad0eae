import type { WithheldSession } from "../../account/session/open-session.js";
import { refuseSuspended } from "../../account/session/refuse-suspended.js";
import type { User } from "../../account/user/user-store.js";
import type { Client } from "../../kernel/client.js";
import { AuthError } from "../../kernel/errors.js";
import type { SignInMethod } from "../../kernel/sign-in-method.js";
import type { Env } from "../../store/env.js";
import { resendVerification } from "./resend-verification.procedure.js";

/** A sign-in whose credential was right, and why it opens no session. */
export interface RefusedSignIn {
  readonly withheld: WithheldSession;
  readonly user: Pick<User, "id" | "email">;
  readonly method: SignInMethod;
  /** Where the page of the verification link sends the browser. Default: nowhere. */
  readonly redirectTo?: string | null;
  readonly client: Client;
}

/**
 * Logs the sign-in, mails the verification link again where the email address is not verified, and returns the refusal. Call it after the transaction, so that
 * the credential stays used up.
 */
export async function refuseSignIn(
  env: Env,
  { withheld, user, method, redirectTo = null, client }: RefusedSignIn,
): Promise<AuthError> {
  if (withheld === "suspended") return refuseSuspended(env.logger, { userId: user.id, method });
  const code = "EMAIL_NOT_VERIFIED";
  await resendVerification(env, { userId: user.id, email: user.email, redirectTo }, client);
  env.logger.warn("authn_login_fail", { method, code, userId: user.id });
  return new AuthError(code);
}
