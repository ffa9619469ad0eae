import { recordEvent } from "../../background/audit-log/record-event.js";
import type { Client } from "../../kernel/client.js";
import { isPast, MINUTE, wholeUnits } from "../../kernel/duration.js";
import { maskEmailAddress, type EmailAddress } from "../../kernel/email-address.js";
import { AuthError } from "../../kernel/errors.js";
import type { Secret } from "../../kernel/secret.js";
import { enqueueMail } from "../../background/mail/enqueue-mail.js";
import { enqueueNotice } from "../../background/mail/enqueue-notice.js";
import { issueLink } from "../mailed-link/issue-link.js";
import type { MailedLink } from "../mailed-link/mailed-link-store.js";
import { compareCode, type Guess } from "../email-otp/compare-code.procedure.js";
import { issueCode } from "../email-otp/issue-code.procedure.js";
import { hashPassword, judgeNewPassword } from "../password/hash-new-password.procedure.js";
import type { Env } from "../../store/env.js";
import { removalsOf } from "../../store/ownership.js";
import type { PasswordHash } from "../../ports/password-hasher.js";
import type { Tx } from "../../store/store.js";
import { refundGuess, spendMailBudget } from "../../background/rate-limit/spend-budget.js";
import { proveMailbox } from "../../account/user/prove-mailbox.js";
import type { LockedUser } from "../../account/user/user-store.js";

export type PasswordReset = ReturnType<typeof createPasswordReset>;

export function createPasswordReset(env: Env) {
  const { store, clock, digest, policy, logger } = env;

  /** Mails a link that sets a new password, if the address belongs to a user. The same answer and the same work in every case. */
  async function requestLink(
    email: EmailAddress,
    redirectTo: string | null,
    client: Client,
  ): Promise<void> {
    const budget = await spendMailBudget(store.counters, env, {
      email,
      purpose: "password-reset",
      client,
    });
    // The newest link stays good: nobody can take it away by asking for more than is mailed.
    if (!budget.spent) return;
    await store.transaction(async (tx) => {
      const user = await tx.users.findByEmail(email);
      const lifetime = policy.passwordResetLifetime;
      const link = await issueLink(tx, env, {
        purpose: "password-reset",
        subject: email,
        email,
        userId: user?.id ?? null,
        redirectTo,
        lifetime,
      });
      const data = {
        token: link.token.reveal(),
        redirectTo,
        minutes: wholeUnits(lifetime, MINUTE),
      };
      const wanted = user !== null;
      const mail = {
        template: "password-reset-link",
        to: email,
        data,
        carries: { kind: "mailed-link", id: link.id },
      } as const;
      await enqueueMail(tx, env, wanted ? mail : { template: "none", to: email }, link.expiresAt);
    });
    env.nudge();
    logger.info("password_reset_requested", { to: maskEmailAddress(email) });
  }

  /** The live link with that token; changes nothing. Throws `INVALID_TOKEN`. */
  async function inspectLink(token: Secret): Promise<MailedLink> {
    const link = await store.mailedLinks.find("password-reset", digest.token(token));
    if (!link || link.userId === null || isPast(link.expiresAt, clock.now()))
      throw new AuthError("INVALID_TOKEN");
    return link;
  }

  /** Sets a new password by a mailed link, ends every session and signs nobody in. Throws `INVALID_TOKEN` and those of a new password, which leave the link alive. */
  async function byLink(
    { token, next }: { readonly token: Secret; readonly next: Secret },
    client: Client,
  ): Promise<void> {
    const link = await inspectLink(token);
    await judgeNewPassword(env, next, link.email);
    const hash = await hashPassword(env, next);
    await store.transaction(async (tx) => {
      const user = await tx.users.lock(link.userId!);
      if (
        !user ||
        user.email !== link.email ||
        !(await tx.mailedLinks.consume(link.id, clock.now()))
      )
        throw new AuthError("INVALID_TOKEN");
      await setPassword(tx, { user, hash, client });
    });
    finish(link.email);
  }

  /** Mails a code that sets a new password, if the address belongs to a user. The same answer and the same work in every case. */
  async function requestCode(email: EmailAddress, client: Client): Promise<void> {
    await issueCode(env, { email, type: "forget-password", client });
  }

  /** The same as `byLink`, by a code. Throws `INVALID_OTP`, `OTP_EXPIRED`, `TOO_MANY_ATTEMPTS` and those of a new password, which leave the code alive. */
  async function byCode(
    { email, otp, next }: Guess & { readonly next: Secret },
    client: Client,
  ): Promise<void> {
    // Judged first: whether a password will do says nothing about the address, and a right code is not to be spent on a form that is refused.
    await judgeNewPassword(env, next, email);
    const issued = await compareCode(env, { email, otp }, { type: "forget-password", client });
    await refundGuess(store.counters, env, email, client);
    const hash = await hashPassword(env, next);
    await store.transaction(async (tx) => {
      const user = await tx.users.lockByEmail(email);
      if (!user || !(await tx.oneTimeCodes.consume(issued.id, clock.now())))
        throw new AuthError("INVALID_OTP");
      await setPassword(tx, { user, hash, client });
    });
    finish(email);
  }

  async function setPassword(
    tx: Tx,
    {
      user,
      hash,
      client,
    }: { readonly user: LockedUser; readonly hash: PasswordHash; readonly client: Client },
  ): Promise<void> {
    const owner = await proveMailbox(tx, env, { user, client });
    await tx.passwords.replace({ userId: owner.id, hash, updatedAt: clock.now() });
    for (const remove of removalsOf("endedByReset")) await remove(tx, { user: owner });
    await recordEvent(tx, env, { event: "password.reset", userId: owner.id, client, detail: {} });
    await enqueueNotice(tx, env, owner, "password-reset-done");
  }

  function finish(email: EmailAddress): void {
    env.nudge();
    logger.info("authn_password_change", { to: maskEmailAddress(email), by: "reset" });
  }

  return { requestLink, inspectLink, byLink, requestCode, byCode };
}
