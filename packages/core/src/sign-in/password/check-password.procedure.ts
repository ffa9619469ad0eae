import type { Client } from "../../kernel/client.js";
import { maskEmailAddress, type EmailAddress } from "../../kernel/email-address.js";
import { AuthError } from "../../kernel/errors.js";
import { Secret } from "../../kernel/secret.js";
import { noteRefusedAttemptAt } from "../../background/audit-log/note-event.procedure.js";
import type { Env } from "../../store/env.js";
import type { PasswordCheck } from "../../ports/password-hasher.js";
import { judgeLength, normalisePassword } from "./password-rules.js";
import type { Password } from "./password-store.js";
import {
  refundPasswordAttempt,
  spendPasswordAttempt,
  type AttemptSubject,
} from "./spend-password-attempt.js";

export interface PasswordCheckInput {
  /** The email address whose password it claims to be; there may be no such user. */
  readonly email: EmailAddress;
  readonly given: Secret;
  /** The stored password; null when there is no such user, or the user has none. */
  readonly stored: Password | null;
  readonly subject: AttemptSubject;
  readonly client: Client;
}

const WRONG: PasswordCheck = { right: false, outdated: false };

/**
 * Compares a password; every path that takes one comes here. The attempt is counted first, and stays counted unless the caller
 * clears it with `forgetPasswordFailures`. The work is the same whether or not there is a stored password.
 *
 * @throws {AuthError} `TOO_MANY_REQUESTS`, `BUSY`
 */
export async function checkPassword(env: Env, input: PasswordCheckInput): Promise<PasswordCheck> {
  const { store, logger } = env;
  const { email, subject, client } = input;
  // Counting an attempt and giving it back are two transactions, which a crowd that is refused anyway would make the database wait for.
  if (env.passwordHasher.isFull()) throw new AuthError("BUSY");
  const verdict = await store.transaction((tx) => spendPasswordAttempt(tx, env, subject));
  if (!verdict.allowed) {
    logger.warn("authn_login_lock", { method: "password", to: maskEmailAddress(email) });
    throw new AuthError("TOO_MANY_REQUESTS", { retryAt: verdict.retryAt });
  }
  const check = await compare(env, input);
  if (check.right) return check;
  await noteRefusedAttemptAt(store, env, { event: "password.refused", email, client, detail: {} });
  logger.warn("authn_login_fail", { method: "password", to: maskEmailAddress(email) });
  return check;
}

async function compare(
  env: Env,
  { given, stored, subject }: PasswordCheckInput,
): Promise<PasswordCheck> {
  const { store, policy, passwordHasher } = env;
  const password = normalisePassword(given.reveal());
  // No user can have set one that long: hashing it would only cost.
  if (judgeLength(password, policy) === "PASSWORD_TOO_LONG") return WRONG;
  try {
    return await passwordHasher.verify(new Secret(password), stored?.hash ?? null);
  } catch (busy) {
    // Nothing was compared, so nothing was guessed.
    await store.transaction((tx) => refundPasswordAttempt(tx, env, subject));
    throw busy;
  }
}
