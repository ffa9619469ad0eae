import { measureSignIn } from "../../account/session/measure-sign-in.procedure.js";
import { openSession, type SignedIn } from "../../account/session/open-session.js";
import { requireMethod } from "../../account/sign-in-method/require-method.js";
import { admitMailboxOwner } from "../../account/user/admit-mailbox-owner.js";
import { isRefused, signUpNotAllowed } from "../../account/user/check-may-sign-up.js";
import type { User } from "../../account/user/user-store.js";
import { recordEvent } from "../../background/audit-log/record-event.js";
import { refundCodeAttempt, requireSpent } from "../../background/rate-limit/spend-budget.js";
import type { Client } from "../../kernel/client.js";
import { parseDisplayName } from "../../kernel/display-name.js";
import type { EmailAddress } from "../../kernel/email-address.js";
import { AuthError } from "../../kernel/errors.js";
import type { Env } from "../../store/env.js";
import { concludeSignIn } from "../email-verification/conclude-sign-in.procedure.js";
import { type CodeAttempt, compareCode } from "./compare-code.procedure.js";
import { issueCode } from "./issue-code.procedure.js";
import type { CodeType } from "./one-time-code-store.js";

/** The email address and the code of a sign-in. */
export interface CodeSignIn extends CodeAttempt {
  /** The name of the user, if the sign-in creates one. Default: empty. */
  readonly name?: string;
}

/** Sign-in and verification by one-time codes that are mailed. */
export interface EmailOtp {
  /**
   * Mails a new code, which replaces any earlier one of the same type. Does the same work whether
   * or not the email address is known.
   *
   * @throws {AuthError} `TOO_MANY_REQUESTS`, `SIGN_IN_METHOD_NOT_OFFERED`
   * @example
   * await auth.emailOtp.send(email, "sign-in", client);
   */
  send(email: EmailAddress, type: CodeType, client: Client): Promise<void>;

  /**
   * Checks that a code is right, without using it. It costs one attempt.
   *
   * @throws {AuthError} `INVALID_OTP`, `OTP_EXPIRED`, `TOO_MANY_ATTEMPTS`
   */
  check(attempt: CodeAttempt, type: CodeType, client: Client): Promise<void>;

  /**
   * Exchanges a code for a session. Creates the user, with the email address verified, when there
   * is none. Of many racing calls with one code exactly one succeeds. A name that is refused costs
   * no attempt. The code is used up also where `AuthOptions.signUp` refuses a new user.
   *
   * @throws {AuthError} `VALIDATION_ERROR`, `INVALID_OTP`, `OTP_EXPIRED`, `TOO_MANY_ATTEMPTS`,
   * `SIGN_UP_NOT_ALLOWED`, `ACCOUNT_SUSPENDED`, `SIGN_IN_METHOD_NOT_OFFERED`
   */
  signIn(input: CodeSignIn, client: Client): Promise<SignedIn>;

  /**
   * Verifies the email address of a user by a code of the type `email-verification`. Opens no
   * session and removes nothing.
   *
   * @throws {AuthError} `INVALID_OTP`, `OTP_EXPIRED`, `TOO_MANY_ATTEMPTS`
   */
  verifyEmail(attempt: CodeAttempt, client: Client): Promise<User>;
}

export function createEmailOtp(env: Env): EmailOtp {
  const { store, clock, choices, logger } = env;

  async function send(email: EmailAddress, type: CodeType, client: Client): Promise<void> {
    if (type === "sign-in") requireMethod(choices, "emailOtp");
    if (type === "forget-password") requireMethod(choices, "password");
    requireSpent(await issueCode(env, { email, type, client }));
  }

  async function check(attempt: CodeAttempt, type: CodeType, client: Client): Promise<void> {
    const { budgets } = await compareCode(env, attempt, { type, client });
    await refundCodeAttempt(store, budgets);
  }

  async function signIn({ name = "", ...attempt }: CodeSignIn, client: Client): Promise<SignedIn> {
    requireMethod(choices, "emailOtp");
    // Before the code is compared: what is refused for its name costs no attempt.
    const checkedName = parseDisplayName(name);
    const { issued, budgets } = await compareCode(env, attempt, { type: "sign-in", client });
    const outcome = await store.transaction(async (tx) => {
      // The user first, the budgets before the code: every transaction takes its locks in the same
      // order. The code before the account is touched: it is one of the things that go.
      const known = await tx.users.lockByEmail(attempt.email);
      await refundCodeAttempt(tx, budgets);
      if (!(await tx.oneTimeCodes.consume(issued.id, clock.now())))
        throw new AuthError("INVALID_OTP");
      const admitted = await admitMailboxOwner(tx, env, {
        email: attempt.email,
        known,
        name: checkedName,
        method: "email-otp",
        client,
      });
      if (isRefused(admitted)) return admitted;
      const { user, isNew, isProven } = admitted;
      const opened = await openSession(tx, env, { user, isNew, method: "email-otp", client });
      return { user, opened, isProven };
    });
    if (isRefused(outcome)) throw signUpNotAllowed(logger, outcome, "email-otp");
    const { user, opened, isProven } = outcome;
    if (isProven) env.nudge();
    return concludeSignIn(env, { opened, user, method: "email-otp", client });
  }

  async function verifyEmail(attempt: CodeAttempt, client: Client): Promise<User> {
    const { issued, budgets } = await compareCode(env, attempt, {
      type: "email-verification",
      client,
    });
    const user = await store.transaction(async (tx) => {
      const locked = await tx.users.lockByEmail(attempt.email);
      const now = clock.now();
      await refundCodeAttempt(tx, budgets);
      if (!locked || !(await tx.oneTimeCodes.consume(issued.id, now)))
        throw new AuthError("INVALID_OTP");
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

  return {
    send,
    check,
    signIn: measureSignIn(env, { method: "email-otp", signIn }),
    verifyEmail,
  };
}
