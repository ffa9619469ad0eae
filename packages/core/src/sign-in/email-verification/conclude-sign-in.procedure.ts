import { isWithheld, type SignedIn } from "../../account/session/open-session.js";
import { withheldRefusal } from "../../account/session/withheld-refusal.js";
import type { User } from "../../account/user/user-store.js";
import type { Client } from "../../kernel/client.js";
import type { AuthError } from "../../kernel/errors.js";
import type { Withheld } from "../../store/authentication.js";
import type { Env } from "../../store/env.js";
import type { SignInMethod } from "../../store/sign-in-methods.js";
import { resendVerification } from "./resend-verification.procedure.js";

/** A sign-in whose credential was right, and what came of it. */
export interface ConcludedSignIn {
  /** The session, or why none was opened. */
  readonly opened: SignedIn | Withheld;
  readonly user: Pick<User, "id" | "email">;
  readonly method: SignInMethod;
  /** Where the page of the verification link sends the browser. Default: nowhere. */
  readonly redirectTo?: string | null;
  readonly client: Client;
}

/**
 * Logs the sign-in and returns its session. Where none was opened because the email address is not
 * verified, mails the verification link again. Call it after the transaction, so that the
 * credential stays used up.
 * @throws {AuthError} `ACCOUNT_SUSPENDED`, `EMAIL_NOT_VERIFIED`, an error of the gate of a feature
 */
export async function concludeSignIn(env: Env, signIn: ConcludedSignIn): Promise<SignedIn> {
  const { opened, user, method } = signIn;
  if (isWithheld(opened)) throw await refuseWithheld(env, opened, signIn);
  env.logger.info("authn_login_success", { method, userId: user.id });
  return opened;
}

/** Logs a withheld sign-in, and returns its refusal. */
async function refuseWithheld(
  env: Env,
  withheld: Withheld,
  { user, method, redirectTo = null, client }: ConcludedSignIn,
): Promise<AuthError> {
  if (withheld.withheld === "unverified")
    await resendVerification(env, { userId: user.id, email: user.email, redirectTo }, client);
  const refusal = withheldRefusal(withheld);
  env.logger.warn("authn_login_fail", { method, code: refusal.code, userId: user.id });
  return refusal;
}
