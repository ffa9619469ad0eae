import type { UserRecord } from "../../account/user/user-store.js";
import { recordRefusal, recordRefusedAttempt } from "../../background/audit-log/record-event.js";
import { noticeLanguage } from "../../background/language/reader-language.js";
import { enqueueMail } from "../../background/mail/enqueue-mail.js";
import { spendStrangerNotice } from "../../background/rate-limit/spend-budget.js";
import type { Client } from "../../kernel/client.js";
import { after } from "../../kernel/duration.js";
import type { World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import {
  enqueueVerification,
  type VerificationMail,
} from "../email-verification/enqueue-verification.js";

export interface RefusedSignUp {
  /** The user who has the email address; null when the user came into being in this very moment. */
  readonly owner: UserRecord | null;
  readonly verification: VerificationMail;
  /** What a subscriber threw who was asked about the user; null when none did. */
  readonly refusal: Error | null;
  readonly client: Client;
}

/**
 * Tells the owner of a taken email address by mail that a sign-up with it was tried, or mails the
 * verification link again while it is unverified. It takes as many statements as a sign-up with a
 * free email address, so that the two cannot be told apart by their cost. Returns `taken again`
 * where an equal refusal was entered a short while ago. What a subscriber threw is thrown here,
 * after the one entry that the creation would have made before it.
 * @throws {AuthError} an error of `defineErrors`
 */
export async function refuseSignUp(
  tx: Tx,
  world: World,
  { owner, verification, refusal, client }: RefusedSignUp,
): Promise<"taken" | "taken again"> {
  const { to: email } = verification;
  const refused = { event: "user.sign_up_refused", client, detail: { reason: "taken" } } as const;
  if (refusal) {
    await recordRefusal(tx, world, { ...refused, email });
    throw refusal;
  }
  const mayTellOwner = await spendStrangerNotice(tx.counters, world, { email, attempt: "sign-up" });
  const isFirst = await recordRefusedAttempt(tx, world, { ...refused, email });
  const outcome = isFirst ? "taken" : "taken again";
  if (owner?.emailVerified === false) {
    await enqueueVerification(tx, world, verification);
    return outcome;
  }
  await enqueueMail(
    tx,
    world,
    mayTellOwner && owner !== null
      ? {
          template: "sign-up-attempt",
          to: email,
          data: {},
          carries: null,
          language: noticeLanguage(owner),
        }
      : { template: "none", to: email },
    after(world.clock.now(), world.policy.noticeLifetime),
  );
  return outcome;
}
