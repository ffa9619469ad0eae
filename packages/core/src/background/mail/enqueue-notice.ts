import { after } from "../../kernel/duration.js";
import type { EmailAddress } from "../../kernel/email-address.js";
import type { UserId } from "../../kernel/ids.js";
import type { World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import { spendNoticeBudget } from "../rate-limit/spend-budget.js";
import { sealMail } from "./enqueue-mail.js";
import type { CodeData, Mail, MailData, Nothing, TemplateName } from "./mails.js";

/** Templates that bring no secret and only tell what was done. */
export type NoticeName = {
  [T in TemplateName]: MailData[T] extends CodeData | { readonly token: string } ? never : T;
}[TemplateName];
type PlainNoticeName = { [T in NoticeName]: Nothing extends MailData[T] ? T : never }[NoticeName];

/** A notice by its template, with its data where it has any. */
export type Notice =
  | PlainNoticeName
  | {
      readonly [T in NoticeName]: { readonly template: T; readonly data: MailData[T] };
    }[NoticeName];

/** Who is told: the user as this transaction sees them. */
export interface Recipient {
  readonly email: EmailAddress;
  readonly emailVerified: boolean;
}

/** The notices about a deletion are one group, and each of them tells the present state: an earlier one is of no use any more. */
const DELETION: ReadonlySet<TemplateName> = new Set([
  "deletion-requested",
  "deletion-cancelled",
  "deletion-rejected",
  "account-deleted",
]);

/**
 * Tells a user by mail what was done to their account; an email that is not verified is told nothing. Each template is a group of its own, but those
 * about a deletion are one. Beyond the budget of its group the notice waits until the window ends, in the place of the one that waits already.
 * Several users are told in the order of their ids, so that two transactions never wait for each other.
 */
export async function enqueueNotice(
  tx: Tx,
  world: World,
  { email, emailVerified }: Recipient,
  notice: Notice,
): Promise<void> {
  if (!emailVerified) return;
  const { template, data } = typeof notice === "string" ? { template: notice, data: {} } : notice;
  const isDeletion = DELETION.has(template);
  const noticeGroup = `${isDeletion ? "deletion" : template}/${world.digest.pseudonym(email)}`;
  const budget = await spendNoticeBudget(tx.counters, world, noticeGroup);
  const nextAttemptAt = budget.spent ? world.clock.now() : budget.resetsAt;
  const sealed = sealMail(
    world,
    { template, to: email, data, carries: null } as Mail,
    after(nextAttemptAt, world.policy.noticeLifetime),
  );
  const row = { ...sealed, noticeGroup, nextAttemptAt, overBudget: !budget.spent };

  await tx.outbox.revokeNotices(noticeGroup, { onlyOverBudget: !isDeletion }, world.clock.now());
  await (budget.spent ? tx.outbox.enqueue(row) : tx.outbox.replaceOverBudget(row));
}

/** Tells a user whom the transaction knows by their id only. */
export async function tellUser(tx: Tx, world: World, id: UserId, notice: Notice): Promise<void> {
  const user = await tx.users.findById(id);
  if (user) await enqueueNotice(tx, world, user, notice);
}
