import { recordEvent } from "../../background/audit-log/record-event.js";
import type { Client } from "../../kernel/client.js";
import { AuthError } from "../../kernel/errors.js";
import type { EmailAddress } from "../../kernel/email-address.js";
import type { Env } from "../../store/env.js";
import { refundGuess } from "../../background/rate-limit/spend-budget.js";
import { openSession, type SignedIn } from "../../account/session/open-session.js";
import { requireMethod } from "../../account/sign-in-method/require-method.js";
import { admitMailboxOwner } from "../../account/user/admit-mailbox-owner.js";
import type { User } from "../../account/user/user-store.js";
import { compareCode, type Guess } from "./compare-code.procedure.js";
import { issueCode } from "./issue-code.procedure.js";
import type { CodeType } from "./one-time-code-store.js";

export type EmailOtp = ReturnType<typeof createEmailOtp>;

export function createEmailOtp(env: Env) {
  const { store, clock, choices, logger } = env;

  /** Mails a fresh code, which replaces any earlier one. Does the same whether or not the address is known. Throws `TOO_MANY_REQUESTS`. */
  async function send(email: EmailAddress, type: CodeType, client: Client): Promise<void> {
    if (type === "sign-in") requireMethod(choices, "emailOtp");
    const budget = await issueCode(env, { email, type, client });
    if (!budget.spent) throw new AuthError("TOO_MANY_REQUESTS", { retryAt: budget.resetsAt });
  }

  /** Says whether the code is right, for one try, without using it. Throws like `signIn`. */
  async function check(guess: Guess, type: CodeType, client: Client): Promise<void> {
    await compareCode(env, guess, { type, client });
    await refundGuess(store.counters, env, guess.email, client);
  }

  /**
   * Exchanges a code for a session; creates the user, with the address verified, when there is none.
   * Throws `INVALID_OTP`, `OTP_EXPIRED` or `TOO_MANY_ATTEMPTS`. Of many racing calls with one code exactly one succeeds.
   */
  async function signIn(
    { name = "", ...guess }: Guess & { readonly name?: string },
    client: Client,
  ): Promise<SignedIn> {
    requireMethod(choices, "emailOtp");
    const issued = await compareCode(env, guess, { type: "sign-in", client });
    const signedIn = await store.transaction(async (tx) => {
      // The user first: every transaction takes its locks in the same order. The code before the account is touched: it is one of the things that go.
      const known = await tx.users.lockByEmail(guess.email);
      if (!(await tx.oneTimeCodes.consume(issued.id, clock.now())))
        throw new AuthError("INVALID_OTP");
      const { user } = await admitMailboxOwner(tx, env, {
        email: guess.email,
        known,
        name,
        method: "email-otp",
        client,
      });
      await refundGuess(tx.counters, env, guess.email, client);
      return openSession(tx, env, { user, method: "email-otp", client });
    });
    env.nudge();
    logger.info("authn_login_success", { method: "email-otp", userId: signedIn.user.id });
    return signedIn;
  }

  /** Verifies the address by a code of its own type; opens no session and removes nothing. Throws like `signIn`. */
  async function verifyEmail(guess: Guess, client: Client): Promise<User> {
    const issued = await compareCode(env, guess, { type: "email-verification", client });
    const user = await store.transaction(async (tx) => {
      const locked = await tx.users.lockByEmail(guess.email);
      const now = clock.now();
      if (!locked || !(await tx.oneTimeCodes.consume(issued.id, now)))
        throw new AuthError("INVALID_OTP");
      await refundGuess(tx.counters, env, guess.email, client);
      if (locked.emailVerified) return locked;
      await tx.users.markVerified(locked.id, now);
      await recordEvent(tx, env, {
        event: "email.verified",
        userId: locked.id,
        client,
        detail: {},
      });
      return { ...locked, emailVerified: true, updatedAt: now };
    });
    logger.info("email_verified", { userId: user.id });
    return user;
  }

  return { send, check, signIn, verifyEmail };
}
