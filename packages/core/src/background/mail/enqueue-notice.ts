import type { Client } from "../../kernel/client.js";
import { after } from "../../kernel/duration.js";
import type { EmailAddress } from "../../kernel/email-address.js";
import type { UserId } from "../../kernel/ids.js";
import type { World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import { noticeLanguage, type NoticeReader } from "../language/reader-language.js";
import { spendNoticeBudget } from "../rate-limit/spend-budget.js";
import { deviceOf } from "./device.js";
import { sealMail } from "./enqueue-mail.js";
import type { PartMail } from "./mail-part.js";
import type { Actor, MailData, NewMail, NoticeName, Occurrence } from "./mails.js";
import { rowOf, type SharedGroup } from "./templates.js";

/** A notice by its template, with what it says besides when, by whom and from where. */
export type Notice = { readonly [T in NoticeName]: NoticeOf<T> }[NoticeName];

type NoticeOf<T extends NoticeName> = Cause & {
  readonly template: T;
} & (keyof MailData[T] extends "deed"
    ? { readonly data?: never }
    : { readonly data: DataOf<MailData[T]> });

/** What only mails of the first release leave out is required of new ones. */
type DataOf<D> = Omit<D, "deed"> &
  Required<Pick<D, keyof D & ("passkey" | "provider" | "organization" | "role" | "byPassword")>>;

/** What caused a notice. */
export interface Cause {
  /** Null when no request causes it. */
  readonly client: Client | null;
  /** Who did it. Null where the mail itself says it. */
  readonly by: Actor | null;
}

/** Who is told: the user as this transaction sees them. */
export interface Recipient extends NoticeReader {
  readonly email: EmailAddress;
  readonly emailVerified: boolean;
}

/**
 * Tells a user by mail what was done to their account; an email that is not verified is told
 * nothing. Which group a notice is of, `templates.ts` says. Beyond the budget of its group the
 * notice waits until the window ends, in the place of the one that waits already. Several users are told in the order of their ids, so that two transactions never wait
 * for each other.
 */
export async function enqueueNotice(
  tx: Tx,
  world: World,
  recipient: Recipient,
  { template, data, ...cause }: Notice,
): Promise<void> {
  const { email, emailVerified } = recipient;
  if (!emailVerified) return;
  const notice = {
    template,
    to: email,
    data: { ...data, deed: describeOccurrence(world, cause) },
    carries: null,
    language: noticeLanguage(recipient),
  } as NewMail;
  await enqueueInGroup(tx, world, { notice, group: rowOf(template).group });
}

/** A notice, and whose budget it counts against. */
interface GroupedNotice {
  readonly notice: NewMail | PartMail;
  readonly group: "own" | SharedGroup;
}

/** Puts a notice into the outbox, at once or when the budget of its group allows it. */
export async function enqueueInGroup(
  tx: Tx,
  world: World,
  { notice, group }: GroupedNotice,
): Promise<void> {
  const isShared = group !== "own";
  const pseudonym = world.digest.pseudonym(notice.to);
  const noticeGroup = `${isShared ? group.name : notice.template}/${pseudonym}`;
  const budget = await spendNoticeBudget(tx.counters, world, noticeGroup);
  const nextAttemptAt = budget.spent ? world.clock.now() : budget.resetsAt;
  const sealed = sealMail(world, notice, after(nextAttemptAt, world.policy.noticeLifetime));
  const row = { ...sealed, noticeGroup, nextAttemptAt, overBudget: !budget.spent };

  await tx.outbox.revokeNotices(noticeGroup, { onlyOverBudget: !isShared }, world.clock.now());
  await (budget.spent ? tx.outbox.enqueue(row) : tx.outbox.replaceOverBudget(row));
}

/**
 * What was done: when, by whom and from where. The device and network of another person are not for
 * the recipient.
 */
export function describeOccurrence({ clock }: World, { client, by }: Cause): Occurrence {
  const isOwn = client !== null && (by === null || (typeof by === "string" && by !== "operator"));
  return {
    at: clock.now().toISOString(),
    by,
    from: isOwn ? { device: deviceOf(client.userAgent), ipAddress: client.ipAddress } : null,
  };
}

/** Tells a user whom the transaction knows by their id only. */
export async function tellUser(tx: Tx, world: World, id: UserId, notice: Notice): Promise<void> {
  const user = await tx.users.findById(id);
  if (user) await enqueueNotice(tx, world, user, notice);
}
