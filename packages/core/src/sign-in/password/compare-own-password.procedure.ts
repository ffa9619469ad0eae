import type { Caller, CallerSession } from "../../account/session/caller-store.js";
import { PresentedSession } from "../../account/session/presented-session.js";
import type { Client } from "../../kernel/client.js";
import { AuthError } from "../../kernel/errors.js";
import type { Secret } from "../../kernel/secret.js";
import type { Env } from "../../store/env.js";
import { checkPassword } from "./check-password.procedure.js";
import type { Password } from "./password-store.js";
import { type AttemptSubject, forgetPasswordFailures } from "./spend-password-attempt.js";

export interface OwnPassword {
  readonly given: Secret;
  /** Null when the caller has none: the comparison costs the same. */
  readonly stored: Password | null;
  readonly client: Client;
}

/**
 * Checks that a password is the caller's own. All paths share one budget of wrong attempts per
 * session.
 *
 * @throws {AuthError} `INVALID_PASSWORD`, `TOO_MANY_REQUESTS`, `BUSY`, `UNAUTHORIZED` for a wrong
 * one when the session has ended meanwhile, or has another token
 */
export async function compareOwnPassword(
  env: Env,
  { user, session }: Caller,
  { given, stored, client }: OwnPassword,
): Promise<void> {
  const subject: AttemptSubject = { known: true, sessionId: session.id };
  const find = () => Promise.resolve(stored);
  const { right } = await checkPassword(env, { email: user.email, given, find, subject, client });
  // The change that came first has given the session a new token: the password is not what was
  // wrong.
  if (!right)
    throw new AuthError((await isStillLive(env, session)) ? "INVALID_PASSWORD" : "UNAUTHORIZED");
  await env.store.transaction((tx) => forgetPasswordFailures(tx, env, subject));
}

const isStillLive = async ({ store, clock }: Env, session: CallerSession): Promise<boolean> =>
  (await store.sessions.findLive(PresentedSession.tokenHashOf(session), clock.now())) !== null;
