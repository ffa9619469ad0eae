import type { Client } from "../client/client.js";
import type { AuditEntryId, OrganizationId, UserId } from "../kernel/ids.js";
import type { World } from "../ports/env.js";
import type { Store } from "../ports/store.js";
import type { AuditEntry, AuditStore } from "./audit-store.js";
import type { AuditDetail, AuditEvent } from "./events.js";

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
    id: random.id() as AuditEntryId,
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

/** Appends an entry for what no transaction causes, unless the user is gone: nobody would ever blank it. */
export async function noteEvent<E extends AuditEvent>(store: Store, world: World, happened: HappenedTo<E>): Promise<void> {
  await store.transaction(async (tx) => {
    if (await tx.users.lock(happened.userId)) await recordEvent(tx, world, happened);
  });
}
