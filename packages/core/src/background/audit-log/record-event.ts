import type { Client } from "../../kernel/client.js";
import type { AuditEntryId, OrganizationId, UserId } from "../../kernel/ids.js";
import type { World } from "../../store/env.js";
import type { EmailAddress } from "../../kernel/email-address.js";
import type { Tx } from "../../store/store.js";
import type { CounterStore } from "../rate-limit/counter-store.js";
import type { OperatorText } from "../../kernel/operator-text.js";
import type { Created, CreationEvent, AuthEvent } from "../../store/subscriber.js";
import { askSubscribers, enqueueEvent } from "../events/publish-event.js";
import type { AuditEntry } from "./audit-store.js";
import {
  isRefusedAttempt,
  type AuditDetail,
  type AuditEvent,
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
 * Appends an audit entry, in the transaction that causes it, and publishes the event to the subscribers of the application. Every event comes through here or
 * through `recordRefusedAttempt`.
 * @throws {AuthError} an error of `defineErrors`, with which a subscriber refuses a creation
 */
export async function recordEvent<E extends AuditEvent>(
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
  await enqueueEvent(tx, world, { event, isTold: true });
}

/** What subscribers are told of an entry. The worker has no client, and in a refused attempt it is not known who tried. */
const eventOf = <E extends AuditEvent>(
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
 * Publishes a change, and appends its entry unless an equal one was entered a short while ago: repeating a change must not grow the log without bound, and subscribers
 * must hear of each.
 */
export async function recordChange<E extends Exclude<AuditEvent, RefusableEvent>>(
  tx: Tx,
  world: World,
  happened: HappenedTo<E>,
): Promise<void> {
  if (await isFirstEntry(tx.counters, world, happened.userId, happened))
    return recordEvent(tx, world, happened);
  const event = eventOf(describeEvent(world, happened), happened);
  await enqueueEvent(tx, world, { event, isTold: true });
}

/**
 * Appends the entry of a refused attempt at the account with an email address, if there is one, unless an equal entry was made a short
 * while ago. Costs the same if there is none.
 */
export async function recordRefusedAttempt<E extends RefusedAttempt>(
  tx: Tx,
  world: World,
  { email, ...refused }: RefusedAt<E>,
): Promise<void> {
  if (!(await isFirstEntry(tx.counters, world, email, refused))) return;
  const entry = describeEvent(world, refused);
  await tx.audit.appendRefusal(email, entry);
  if (world.subscribers.after(refused.event).length === 0 && !world.webhooks) return;
  const user = await tx.users.findByEmail(email);
  await enqueueEvent(tx, world, {
    event: eventOf(entry, { ...refused, userId: user?.id ?? null }),
    isTold: user !== null,
  });
}

/** Costs what the entry of a creation costs, in a transaction that its caller rolls back: nothing is published. */
export const enterInVain = <E extends RefusedAttempt>(
  tx: Tx,
  world: World,
  { email, ...refused }: RefusedAt<E>,
): Promise<void> => tx.audit.appendRefusal(email, describeEvent(world, refused));

/** Lets the first refusal at a new account be entered, whatever was refused to an earlier one with its email address. Costs what counting a refusal costs. */
export const forgetRefusedAttempt = (
  { counters }: Pick<Tx, "counters">,
  world: World,
  { email, ...refused }: Entered & { readonly email: EmailAddress },
): Promise<void> => counters.reset(repeatKey(world, email, refused));

/** What makes two entries equal. */
type Entered = Pick<AuditEntry, "event" | "detail"> & { readonly organizationId?: OrganizationId };

/** Whether no equal event was entered for the same user or email address within `policy.auditRepeatsEvery`. Counts this one. */
export async function isFirstEntry(
  counters: CounterStore,
  world: World,
  whose: string,
  entered: Entered,
): Promise<boolean> {
  const { clock, policy } = world;
  return (
    await counters.spend(repeatKey(world, whose, entered), 1, policy.auditRepeatsEvery, clock.now())
  ).spent;
}

/** The counter may outlive the user, and does not say whose it was. */
const repeatKey = (
  { digest }: World,
  whose: string,
  { event, organizationId, detail }: Entered,
): string =>
  `audit/${digest.pseudonym(JSON.stringify([whose, event, organizationId ?? null, detail]))}`;
