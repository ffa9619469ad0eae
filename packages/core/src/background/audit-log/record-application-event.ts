import type { Client } from "../../kernel/client.js";
import type { AuditEntryId, OrganizationId, UserId } from "../../kernel/ids.js";
import type { World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import type { ApplicationEvent } from "./audit-store.js";
import { AUDIT_EVENTS } from "./events.js";

/** An event of the application, for the audit log. */
export interface ApplicationEntry {
  /** `noun.verb_past`, such as `billing.plan_changed`. The noun is none of the library's own, such as `user`. */
  readonly event: string;
  /** Who did it, in whose activity it is shown. Null when no user did. */
  readonly userId: UserId | null;
  /** The organization in whose log it is shown. Null when it concerns none. */
  readonly organizationId: OrganizationId | null;
  /** The client of the request; null when no request causes it. */
  readonly client: Client | null;
  /** Up to 20 fields. Entries are kept and exported: no secret, no email address, no name. */
  readonly detail: Readonly<Record<string, string | number>>;
}

const NOUNS: ReadonlySet<string> = new Set(
  Object.keys(AUDIT_EVENTS).map((event) => event.split(".")[0]!),
);
const MAX_FIELDS = 20;
const MAX_DETAIL_LENGTH = 1_024;

/**
 * Appends an event of the application. Returns false, and appends nothing, when the user is gone: no erasure would ever blank the entry.
 * @throws {RangeError} for an event or a detail that is none.
 */
export async function recordApplicationEvent(
  tx: Tx,
  { clock, random }: World,
  { event, userId, organizationId, client, detail }: ApplicationEntry,
): Promise<boolean> {
  checkEvent(event);
  checkDetail(detail);
  if (userId && !(await tx.users.lock(userId))) return false;
  await tx.audit.append({
    id: random.id<AuditEntryId>(),
    at: clock.now(),
    event,
    userId,
    organizationId,
    ipAddress: client?.ipAddress ?? null,
    userAgent: client?.userAgent ?? null,
    detail,
  });
  return true;
}

function checkEvent(event: string): asserts event is ApplicationEvent {
  const [, noun = ""] = /^([a-z][a-z_]{0,31})\.[a-z][a-z_]{0,31}$/.exec(event) ?? [];
  if (noun === "") throw new RangeError(`auditLog: ${event} is not of the form noun.verb_past`);
  if (NOUNS.has(noun)) throw new RangeError(`auditLog: the events of ${noun} are the library's`);
}

function checkDetail(detail: ApplicationEntry["detail"]): void {
  const fields = Object.values(detail);
  const isPlain = fields.every(
    (value) => typeof value === "string" || (typeof value === "number" && Number.isFinite(value)),
  );
  if (!isPlain || fields.length > MAX_FIELDS || JSON.stringify(detail).length > MAX_DETAIL_LENGTH)
    throw new RangeError(
      `auditLog: a detail has up to ${MAX_FIELDS} texts and numbers, ${MAX_DETAIL_LENGTH} characters as JSON`,
    );
}
