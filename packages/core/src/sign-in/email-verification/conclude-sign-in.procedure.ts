import {
  isWithheld,
  type SignedIn,
  type Withheld,
  type WithheldReason,
} from "../../account/session/open-session.js";
import { refuseSuspended } from "../../account/session/refuse-suspended.js";
import type { User } from "../../account/user/user-store.js";
import type { Client } from "../../kernel/client.js";
import { AuthError } from "../../kernel/errors.js";
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
 * @throws {AuthError} `ACCOUNT_SUSPENDED`, `EMAIL_NOT_VERIFIED`
 */
export async function concludeSignIn(env: Env, signIn: ConcludedSignIn): Promise<SignedIn> {
  const { opened, user, method } = signIn;
  if (isWithheld(opened)) throw await REFUSALS[opened.withheld](env, signIn);
  env.logger.info("authn_login_success", { method, userId: user.id });
  return opened;
}

/** Logs each kind of withheld session, and returns its refusal. */
const REFUSALS: Readonly<
  Record<WithheldReason, (env: Env, signIn: ConcludedSignIn) => AuthError | Promise<AuthError>>
> = {
  suspended: (env, { user, method }) => refuseSuspended(env.logger, { userId: user.id, method }),
  unverified: refuseUnverified,
};

async function refuseUnverified(
  env: Env,
  { user, method, redirectTo = null, client }: ConcludedSignIn,
): Promise<AuthError> {
  const code = "EMAIL_NOT_VERIFIED";
  await resendVerification(env, { userId: user.id, email: user.email, redirectTo }, client);
  env.logger.warn("authn_login_fail", { method, code, userId: user.id });
  return new AuthError(code);
}
