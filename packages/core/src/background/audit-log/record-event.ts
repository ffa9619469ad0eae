import type { Client } from "../../kernel/client.js";
import type { AuditEntryId, OrganizationId, UserId } from "../../kernel/ids.js";
import type { World } from "../../store/env.js";
import type { EmailAddress } from "../../kernel/email-address.js";
import type { Tx } from "../../store/store.js";
import type { CounterStore } from "../rate-limit/counter-store.js";
import type { AuditEntry, AuditStore } from "./audit-store.js";
import type { AuditDetail, AuditEvent, RefusedAttempt } from "./events.js";

export interface HappenedTo<E extends AuditEvent> {
  readonly event: E;
  readonly userId: UserId;
  readonly organizationId?: OrganizationId;
  readonly client: Client | null;
  readonly detail: AuditDetail<E>;
}

/** The entry for something that happens now. */
export function describeEvent<E extends AuditEvent>(
  { clock, random }: World,
  { event, organizationId, client, detail }: Omit<HappenedTo<E>, "userId">,
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

/** Appends an audit entry, in the transaction that causes it. */
export async function recordEvent<E extends AuditEvent>(
  { audit }: { readonly audit: AuditStore },
  world: World,
  happened: HappenedTo<E>,
): Promise<void> {
  await audit.append({ ...describeEvent(world, happened), userId: happened.userId });
}

/** Appends the entry of a change, unless an equal one was entered a short while ago: repeating a change must not grow the log without bound. */
export async function recordChange<E extends AuditEvent>(
  tx: Tx,
  world: World,
  happened: HappenedTo<E>,
): Promise<void> {
  if (await isFirstEntry(tx.counters, world, happened.userId, happened))
    await recordEvent(tx, world, happened);
}

/**
 * Appends the entry of a refused attempt at the account with an email address, if there is one, unless an equal entry was made a short
 * while ago. Costs the same if there is none.
 */
export async function recordRefusedAttempt<E extends RefusedAttempt>(
  { audit, counters }: Pick<Tx, "audit" | "counters">,
  world: World,
  { email, ...refused }: Omit<HappenedTo<E>, "userId"> & { readonly email: EmailAddress },
): Promise<void> {
  if (await isFirstEntry(counters, world, email, refused))
    await audit.appendRefusal(email, describeEvent(world, refused));
}

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
