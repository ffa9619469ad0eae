import type { Client } from "../../kernel/client.js";
import type { EmailAddress } from "../../kernel/email-address.js";
import { maskEmailAddress } from "../../kernel/email-address.js";
import { AuthError } from "../../kernel/errors.js";
import { Secret } from "../../kernel/secret.js";
import { recordRefusedAttempt } from "../../background/audit-log/record-event.js";
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
  /** The address whose password it is said to be, known or not. */
  readonly email: EmailAddress;
  readonly given: Secret;
  /** The stored one; null for nobody, and for somebody without. */
  readonly stored: Password | null;
  readonly subject: AttemptSubject;
  readonly client: Client;
}

const WRONG: PasswordCheck = { right: false, outdated: false };

/**
 * Compares a password, on every path that takes one: counted first, then compared with the same work whether or not there is one, and what it
 * counted stays counted unless it was right. Throws `TOO_MANY_REQUESTS` and `BUSY`. A right one is cleared with `forgetPasswordFailures`.
 */
export async function checkPassword(
  env: Env,
  { email, given, stored, subject, client }: PasswordCheckInput,
): Promise<PasswordCheck> {
  const { store, policy, passwordHasher, logger } = env;
  const verdict = await store.transaction((tx) => spendPasswordAttempt(tx, env, subject));
  if (!verdict.allowed) {
    logger.warn("authn_login_lock", { method: "password", to: maskEmailAddress(email) });
    throw new AuthError("TOO_MANY_REQUESTS", { retryAt: verdict.retryAt });
  }
  const check = await compare();
  if (check.right) return check;
  await recordRefusedAttempt(store, env, { event: "password.refused", email, client, detail: {} });
  logger.warn("authn_login_fail", { method: "password", to: maskEmailAddress(email) });
  return check;

  async function compare(): Promise<PasswordCheck> {
    const password = normalisePassword(given.reveal());
    // Nobody can have set one that long; hashing it would only cost.
    if (judgeLength(password, policy) === "PASSWORD_TOO_LONG") return WRONG;
    try {
      return await passwordHasher.verify(new Secret(password), stored?.hash ?? null);
    } catch (busy) {
      // Nothing was compared, so nothing was guessed.
      await store.transaction((tx) => refundPasswordAttempt(tx, env, subject));
      throw busy;
    }
  }
}
