import type { Client } from "../../kernel/client.js";
import type { EmailAddress } from "../../kernel/email-address.js";
import type { AuditEntryId, OrganizationId, UserId } from "../../kernel/ids.js";
import type { OperatorText } from "../../kernel/operator-text.js";
import type { World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import type { AuthEvent, Created, CreationEvent } from "../../store/subscriber.js";
import { askSubscribers, enqueueEvent } from "../events/publish-event.js";
import type { AuditEntry } from "./audit-store.js";
import { countRepeat } from "./count-repeat.js";
import {
  type AuditDetail,
  type AuditEvent,
  isRefusedAttempt,
  type RefusableEvent,
  type RefusedAttempt,
} from "./events.js";

interface Happened<E extends AuditEvent> {
  readonly event: E;
  /** The user whose entry it is: who did it. */
  readonly userId: UserId;
  /** The user to whom it was done, when that is another. */
  readonly doneTo?: UserId;
  readonly organizationId?: OrganizationId;
  readonly client: Client | null;
  /** What the operator wrote who caused it; null when none did. */
  readonly operator?: OperatorText | null;
  readonly detail: AuditDetail<E>;
}

/** Something that happened, and for a creation what came into being. */
export type HappenedTo<E extends AuditEvent> = Happened<E> &
  (E extends RefusableEvent ? { readonly created: Created[E] } : unknown);

/** A refused attempt at the account with an email address. */
export type RefusedAt<E extends RefusedAttempt> = Omit<Happened<E>, "userId" | "doneTo"> & {
  readonly email: EmailAddress;
};

/** The entry for something that happens now. */
export function describeEvent<E extends AuditEvent>(
  { clock, random }: World,
  { event, organizationId, client, detail }: Omit<Happened<E>, "userId">,
): Omit<AuditEntry, "userId"> {
  return {
    id: random.id<AuditEntryId>(),
    at: clock.now(),
    event,
    organizationId: organizationId ?? null,
    ipAddress: client?.ipAddress ?? null,
    userAgent: client?.userAgent ?? null,
    detail,
  };
}

/**
 * Appends an audit entry, in the transaction that causes it, and publishes the event to
 * subscribers and to what features hear of it. Every event comes through here, `noteEvent`,
 * `recordRefusedAttempt` or `recordRefusedSignUp`. One that equals another of a short while ago is
 * neither appended nor published, unless it is a change: that is published once more when the time
 * of the first is over.
 * @throws {AuthError} an error of `defineErrors`, with which a subscriber refuses a creation
 */
export async function recordEvent<E extends AuditEvent>(
  tx: Tx,
  world: World,
  happened: HappenedTo<E>,
): Promise<void> {
  const { isFirst, toldAt } = await countRepeat(tx.counters, world, happened.userId, happened);
  if (isFirst) return enterEvent(tx, world, happened);
  if (!toldAt) return;
  const event = eventOf(describeEvent(world, happened), happened);
  await enqueueEvent(tx, world, { event, notifies: true, dueAt: toldAt });
}

/** Does the same with an event that `countRepeat` has called the first. */
export async function enterEvent<E extends AuditEvent>(
  tx: Tx,
  world: World,
  happened: HappenedTo<E>,
): Promise<void> {
  const entry = describeEvent(world, happened);
  const { userId, operator, doneTo } = happened;
  await tx.audit.append({ ...entry, userId }, operator, doneTo);
  const event = eventOf(entry, happened);
  if ("created" in happened)
    await askSubscribers(tx, world, { ...event, created: happened.created } as CreationEvent);
  await enqueueEvent(tx, world, { event, notifies: true });
}

/**
 * What subscribers are told of an entry. The worker has no client, and in a refused attempt it is
 * not known who tried.
 */
export const eventOf = <E extends AuditEvent>(
  { id, at, organizationId, detail }: Omit<AuditEntry, "userId">,
  {
    event,
    userId,
    doneTo,
    client,
  }: Pick<Happened<E>, "event" | "doneTo" | "client"> & { readonly userId: UserId | null },
): AuthEvent =>
  ({
    id,
    event,
    at,
    userId: doneTo ?? userId,
    organizationId,
    actorId: client === null || isRefusedAttempt(event) ? null : userId,
    detail,
  }) as AuthEvent;

/**
 * Appends the entry of a refused attempt at the account with an email address, if there is one.
 * Returns false, and does nothing, where an equal entry was made a short while ago. Costs the same
 * if there is none.
 */
export async function recordRefusedAttempt<E extends RefusedAttempt>(
  tx: Tx,
  world: World,
  { email, ...refused }: RefusedAt<E>,
): Promise<boolean> {
  if (!(await countRepeat(tx.counters, world, email, refused)).isFirst) return false;
  const entry = describeEvent(world, refused);
  await tx.audit.appendRefusal(email, entry);
  if (!isHeard(world, refused.event)) return true;
  const user = await tx.users.findByEmail(email);
  await enqueueEvent(tx, world, {
    event: eventOf(entry, { ...refused, userId: user?.id ?? null }),
    notifies: user !== null,
  });
  return true;
}

/** Whether anyone is told of an event. */
const isHeard = ({ subscribers, hearers }: World, event: AuditEvent): boolean =>
  subscribers.after(event).length > 0 || hearers.length > 0;

/**
 * Appends the entry of a refusal, in a transaction that its caller rolls back: it costs what the
 * entry of a creation costs, and nothing is published.
 */
export const recordRefusal = <E extends RefusedAttempt>(
  tx: Tx,
  world: World,
  { email, ...refused }: RefusedAt<E>,
): Promise<void> => tx.audit.appendRefusal(email, describeEvent(world, refused));
