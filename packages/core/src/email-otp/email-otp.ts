import { describeEvent } from "../audit-log/record-event.js";
import type { Client } from "../client/client.js";
import { after, MINUTE } from "../kernel/duration.js";
import { maskEmailAddress, type EmailAddress } from "../kernel/email-address.js";
import { AuthError, type ErrorCode } from "../kernel/errors.js";
import type { OneTimeCodeId } from "../kernel/ids.js";
import type { Secret } from "../kernel/secret.js";
import { enqueueMail } from "../mail/enqueue-mail.js";
import type { Env } from "../ports/env.js";
import { refundGuess, spendGuess, spendMailBudget } from "../rate-limit/spend-budget.js";
import { openSession, type SignedIn } from "../session/open-session.js";
import { admitMailboxOwner } from "../user/admit-mailbox-owner.js";
import { judgeCode } from "./code-verdict.js";
import type { CodeType, OneTimeCode } from "./one-time-code-store.js";

export interface Guess {
  readonly email: EmailAddress;
  readonly otp: Secret;
}

export type EmailOtp = ReturnType<typeof createEmailOtp>;

const contextOf = (email: EmailAddress, type: CodeType): string => `${type} ${email}`;

export function createEmailOtp(env: Env) {
  const { store, clock, random, digest, policy, logger } = env;

  /** Mails a fresh code, which replaces any earlier one. Does the same whether or not the address is known. Throws `TOO_MANY_REQUESTS`. */
  async function send(email: EmailAddress, type: CodeType, client: Client): Promise<void> {
    const budget = await spendMailBudget(store.counters, env, { email, purpose: type, client });
    if (!budget.spent) throw new AuthError("TOO_MANY_REQUESTS", { retryAt: budget.resetsAt });

    const code = random.digits(policy.codeDigits);
    const id = random.id() as OneTimeCodeId;
    const createdAt = clock.now();
    const expiresAt = after(createdAt, policy.codeLifetime);
    const codeHash = digest.code(code, contextOf(email, type));
    const data = { code: code.reveal(), minutes: policy.codeLifetime / MINUTE };
    await store.transaction(async (tx) => {
      await tx.oneTimeCodes.replace({ id, email, type, codeHash, attemptsLeft: policy.codeTries, createdAt, expiresAt });
      await enqueueMail(tx, env, { template: "sign-in-code", to: email, data, carries: { kind: "one-time-code", id } }, expiresAt);
    });
    env.nudge();
    logger.info("code_requested", { type, to: maskEmailAddress(email) });
  }

  /** Says whether the code is right, for one try, without using it. Throws like `signIn`. */
  async function check(guess: Guess, type: CodeType, client: Client): Promise<void> {
    await compare(guess, type, client);
    await refundGuess(store.counters, env, guess.email, client);
  }

  /**
   * Exchanges a code for a session; creates the user, with the address verified, when there is none.
   * Throws `INVALID_OTP`, `OTP_EXPIRED` or `TOO_MANY_ATTEMPTS`. Of many racing calls with one code exactly one succeeds.
   */
  async function signIn({ name = "", ...guess }: Guess & { readonly name?: string }, client: Client): Promise<SignedIn> {
    const issued = await compare(guess, "sign-in", client);
    const signedIn = await store.transaction(async (tx) => {
      // The user first: every transaction takes its locks in the same order.
      const user = await admitMailboxOwner(tx, env, { email: guess.email, name, method: "email-otp", client });
      if (!(await tx.oneTimeCodes.consume(issued.id, clock.now()))) throw new AuthError("INVALID_OTP");
      await refundGuess(tx.counters, env, guess.email, client);
      return openSession(tx, env, { user, method: "email-otp", client, remembered: true });
    });
    logger.info("authn_login_success", { method: "email-otp", userId: signedIn.user.id });
    return signedIn;
  }

  /** The code that `guess` matches. What it counts stays counted when it throws: everything here is committed before the verdict. */
  async function compare({ email, otp }: Guess, type: CodeType, client: Client): Promise<OneTimeCode> {
    const refuse = (code: ErrorCode) => {
      logger.warn("authn_login_fail", { method: "email-otp", type, code, to: maskEmailAddress(email) });
      return new AuthError(code);
    };
    const verdict = judgeCode(await store.oneTimeCodes.spendAttempt(email, type), clock.now());
    if (!verdict.comparable) throw refuse(verdict.because);
    await spendGuess(store.counters, env, email, client);
    if (digest.codeMatches(otp, contextOf(email, type), verdict.issued.codeHash)) return verdict.issued;
    await store.audit.appendForAddress(email, describeEvent(env, { event: "code.refused", client, detail: { type } }));
    throw refuse("INVALID_OTP");
  }

  return { send, check, signIn };
}
