import { requireMethod } from "../../account/sign-in-method/require-method.js";
import { readerLanguage } from "../../background/language/reader-language.js";
import { refundCodeAttempt, spendMailBudget } from "../../background/rate-limit/spend-budget.js";
import type { Client } from "../../kernel/client.js";
import { type EmailAddress, maskEmailAddress } from "../../kernel/email-address.js";
import { AuthError } from "../../kernel/errors.js";
import type { UserId } from "../../kernel/ids.js";
import type { Secret } from "../../kernel/secret.js";
import type { Env } from "../../store/env.js";
import { type CodeAttempt, compareCode } from "../email-otp/compare-code.procedure.js";
import { issueCode } from "../email-otp/issue-code.procedure.js";
import { findLink } from "../mailed-link/find-link.js";
import type { MailedLink } from "../mailed-link/mailed-link-store.js";
import { hashNewPassword, type JudgedPassword } from "../password/hash-new-password.procedure.js";
import { enqueueResetLink } from "./enqueue-reset-link.js";
import { setPassword } from "./set-password.js";

/** A live link of a user. */
export interface PasswordResetLink extends MailedLink {
  readonly userId: UserId;
}

/** A new password, with the token of the mailed link that allows it. */
export interface ResetByLink {
  /** From the mailed link. */
  readonly token: Secret;
  /** The new password. */
  readonly next: Secret;
}

/** A new password, with the email address and the mailed code that allow it. */
export interface ResetByCode extends CodeAttempt {
  /** The new password. */
  readonly next: Secret;
}

/** Setting a new password by a mailed link or a mailed code, without knowing the present one. */
export interface PasswordReset {
  /**
   * Mails a link that sets a new password, if the email address belongs to a user. The answer and
   * the work are the same in every case. Beyond the mail budget nothing is mailed, and the newest
   * link stays good.
   *
   * @param redirectTo Where the link leads; null for the page of the application.
   * @throws {AuthError} `SIGN_IN_METHOD_NOT_OFFERED` where passwords are not offered,
   * `TOO_MANY_REQUESTS` when the client has caused too many mails.
   * @example
   * await auth.passwordReset.requestLink(email, null, client);
   */
  requestLink(email: EmailAddress, redirectTo: string | null, client: Client): Promise<void>;

  /**
   * Returns the live link with that token. Changes nothing.
   *
   * @throws {AuthError} `INVALID_TOKEN`, for unknown, used and expired links alike,
   * `SIGN_IN_METHOD_NOT_OFFERED`
   */
  inspectLink(token: Secret): Promise<PasswordResetLink>;

  /**
   * Sets a new password by a mailed link, ends every session and opens none. A refused password
   * leaves the link alive. Of many racing calls with one link exactly one succeeds.
   *
   * @throws {AuthError} `INVALID_TOKEN`, `PASSWORD_TOO_SHORT`, `PASSWORD_TOO_LONG`,
   * `PASSWORD_TOO_COMMON`, `BUSY`, `SIGN_IN_METHOD_NOT_OFFERED`
   */
  byLink(input: ResetByLink, client: Client): Promise<JudgedPassword>;

  /**
   * Mails a code that sets a new password, if the email address belongs to a user. The answer and
   * the work are the same in every case.
   *
   * @throws {AuthError} `SIGN_IN_METHOD_NOT_OFFERED`, `TOO_MANY_REQUESTS` when the client has
   * caused too many mails.
   */
  requestCode(email: EmailAddress, client: Client): Promise<void>;

  /**
   * Sets a new password by a mailed code, like `byLink`. A refused password leaves the code alive
   * and costs no attempt.
   *
   * @throws {AuthError} `INVALID_OTP`, `OTP_EXPIRED`, `TOO_MANY_ATTEMPTS`, `PASSWORD_TOO_SHORT`,
   *   `PASSWORD_TOO_LONG`, `PASSWORD_TOO_COMMON`, `BUSY`, `SIGN_IN_METHOD_NOT_OFFERED`
   */
  byCode(input: ResetByCode, client: Client): Promise<JudgedPassword>;
}

export function createPasswordReset(env: Env): PasswordReset {
  const { store, clock, choices, logger } = env;

  async function requestLink(
    email: EmailAddress,
    redirectTo: string | null,
    client: Client,
  ): Promise<void> {
    requireMethod(choices, "password");
    const purpose = "password-reset";
    const budget = await spendMailBudget(store.counters, env, { email, purpose, client });
    // The newest link stays good: an attacker cannot replace it by asking for more than is mailed.
    if (!budget.spent) return;
    await store.transaction(async (tx) => {
      const user = await tx.users.findByEmail(email);
      const template = "password-reset-link";
      const language = readerLanguage(user, client);
      const userId = user?.id ?? null;
      await enqueueResetLink(tx, env, { email, userId, redirectTo, language, template });
    });
    env.nudge();
    logger.info("password_reset_requested", { to: maskEmailAddress(email) });
  }

  async function inspectLink(token: Secret): Promise<PasswordResetLink> {
    requireMethod(choices, "password");
    const link = await findLink(store, env, "password-reset", token);
    if (link.userId === null) throw new AuthError("INVALID_TOKEN");
    return { ...link, userId: link.userId };
  }

  async function byLink({ token, next }: ResetByLink, client: Client): Promise<JudgedPassword> {
    const link = await inspectLink(token);
    const { hash, isCommon } = await hashNewPassword(env, next, link.email);
    await store.transaction(async (tx) => {
      const user = await tx.users.lock(link.userId);
      if (
        !user ||
        user.email !== link.email ||
        !(await tx.mailedLinks.consume(link.id, clock.now()))
      )
        throw new AuthError("INVALID_TOKEN");
      await setPassword(tx, env, { user, hash, client });
    });
    finish(link.email);
    return { isCommon };
  }

  async function requestCode(email: EmailAddress, client: Client): Promise<void> {
    requireMethod(choices, "password");
    await issueCode(env, { email, type: "forget-password", client });
  }

  async function byCode(
    { email, otp, next }: ResetByCode,
    client: Client,
  ): Promise<JudgedPassword> {
    requireMethod(choices, "password");
    // The password first: it says nothing about the email address, and a refused one must not cost
    // an attempt at the code.
    const { hash, isCommon } = await hashNewPassword(env, next, email);
    const { issued, budgets } = await compareCode(
      env,
      { email, otp },
      { type: "forget-password", client },
    );
    await refundCodeAttempt(store, budgets);
    await store.transaction(async (tx) => {
      const user = await tx.users.lockByEmail(email);
      if (!user || !(await tx.oneTimeCodes.consume(issued.id, clock.now())))
        throw new AuthError("INVALID_OTP");
      await setPassword(tx, env, { user, hash, client });
    });
    finish(email);
    return { isCommon };
  }

  function finish(email: EmailAddress): void {
    env.nudge();
    logger.info("authn_password_change", { to: maskEmailAddress(email), by: "reset" });
  }

  return { requestLink, inspectLink, byLink, requestCode, byCode };
}
