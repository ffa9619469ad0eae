import { noteRefusedAttemptAt } from "../../background/audit-log/note-event.procedure.js";
import type { Client } from "../../kernel/client.js";
import { type EmailAddress, maskEmailAddress } from "../../kernel/email-address.js";
import { AuthError } from "../../kernel/errors.js";
import { Secret } from "../../kernel/secret.js";
import type { PasswordCheck, PasswordHash } from "../../ports/password-hasher.js";
import type { Env } from "../../store/env.js";
import { judgeLength, normalisePassword } from "./password-rules.js";
import type { Password } from "./password-store.js";
import { type AttemptSubject, spendPasswordAttempt } from "./spend-password-attempt.js";

export interface PasswordCheckInput {
  /** The email address whose password it claims to be; there may be no such user. */
  readonly email: EmailAddress;
  readonly given: Secret;
  /** Returns the stored password; null when there is no such user, or the user has none. */
  readonly find: () => Promise<Password | null>;
  readonly subject: AttemptSubject;
  readonly client: Client;
}

/** `stored` is what was compared with. */
export interface CheckedPassword extends PasswordCheck {
  readonly stored: Password | null;
}

/**
 * Compares a password; every path that takes one comes here. The attempt is counted first, and
 * stays counted unless the caller clears it with `forgetPasswordFailures`. The work is the same
 * whether or not there is a stored password. One that finds the queue full costs the database
 * nothing: nothing was compared, so nothing was guessed.
 *
 * @throws {AuthError} `TOO_MANY_REQUESTS`, `BUSY`
 */
export async function checkPassword(env: Env, input: PasswordCheckInput): Promise<CheckedPassword> {
  const { store, logger } = env;
  const { email, client } = input;
  const check = await countAndCompare(env, input);
  if (check.right) return check;
  // The answer is that of a wrong password: another one would tell that the account exists.
  if (check.unsupported !== undefined)
    logger.error("password_hash_unsupported", {
      algorithm: check.unsupported,
      to: maskEmailAddress(email),
    });
  const refused = { event: "password.refused", email, client, detail: {} } as const;
  if (await noteRefusedAttemptAt(store, env, refused))
    logger.warn("authn_login_fail", { method: "password", to: maskEmailAddress(email) });
  return check;
}

async function countAndCompare(env: Env, input: PasswordCheckInput): Promise<CheckedPassword> {
  const { policy, passwordHasher } = env;
  const { given, find } = input;
  const password = normalisePassword(given.reveal());
  let stored: Password | null = null;

  async function countAndFind(): Promise<PasswordHash | null> {
    await countAttempt(env, input);
    stored = await find();
    return stored?.hash ?? null;
  }

  // No user can have set one that long: hashing it would only cost.
  if (judgeLength(password, policy) === "PASSWORD_TOO_LONG") {
    await countAndFind();
    return { right: false, outdated: false, stored };
  }
  const check = await passwordHasher.verify(new Secret(password), countAndFind);
  return { ...check, stored };
}

async function countAttempt(env: Env, { email, subject }: PasswordCheckInput): Promise<void> {
  const { store, logger } = env;
  const verdict = await store.transaction((tx) => spendPasswordAttempt(tx, env, subject));
  if (verdict.allowed) return;
  logger.warn("authn_login_lock", { method: "password", to: maskEmailAddress(email) });
  throw new AuthError("TOO_MANY_REQUESTS", { retryAt: verdict.retryAt });
}
