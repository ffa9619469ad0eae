import type { Client } from "../../kernel/client.js";
import type { AuditEntryId, OrganizationId, UserId } from "../../kernel/ids.js";
import { parseOperatorText } from "../../kernel/operator-text.js";
import type { World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import { enqueueEvent } from "../events/publish-event.js";
import {
  type ApplicationEvent,
  checkApplicationEvent,
  type DetailOf,
} from "./application-event.js";

/** An event of the application, for the audit log. */
export interface ApplicationEntry<E extends string | ApplicationEvent = string | ApplicationEvent> {
  /**
   * One of `defineEvents`, or a name `noun.verb_past`, such as `billing.plan_changed`. The noun is
   * none of the library's own, such as `user`.
   */
  readonly event: E;
  /** Who did it, in whose activity it is shown. Null when no user did. */
  readonly userId: UserId | null;
  /** The organization in whose log it is shown. Null when it concerns none. */
  readonly organizationId: OrganizationId | null;
  /** The client of the request; null when no request causes it. */
  readonly client: Client | null;
  /**
   * Who caused it as an operator, and why, in their own words: 1 to 500 characters, which only
   * operators see. Default: no operator did.
   */
  readonly operator?: string;
  /** Up to 20 fields. Entries are kept and exported: no secret, no email address, no name. */
  readonly detail: DetailOf<E>;
}

const MAX_FIELDS = 20;
const MAX_DETAIL_LENGTH = 1_024;

/**
 * Appends an event of the application and publishes it. Returns false, and does neither, when the
 * user is gone: no erasure would ever blank the entry.
 * @throws {RangeError} for an event or a detail that is none
 * @throws {AuthError} `VALIDATION_ERROR` for the text of an operator that is none
 */
export async function recordApplicationEvent(
  tx: Tx,
  world: World,
  { event: recorded, userId, organizationId, client, operator, detail }: ApplicationEntry,
): Promise<boolean> {
  const event: string = typeof recorded === "string" ? recorded : recorded.name;
  checkApplicationEvent("auditLog", event);
  checkDetail(detail);
  if (userId && !(await tx.users.lock(userId))) return false;
  const id = world.random.id<AuditEntryId>();
  const happened = { id, at: world.clock.now(), event, userId, organizationId, detail };
  const entry = {
    ...happened,
    ipAddress: client?.ipAddress ?? null,
    userAgent: client?.userAgent ?? null,
  };
  const byOperator = operator === undefined ? null : parseOperatorText(operator);
  await tx.audit.append(entry, byOperator);
  const actorId = byOperator === null ? userId : null;
  await enqueueEvent(tx, world, { event: { ...happened, actorId }, notifies: true });
  return true;
}

function checkDetail(detail: ApplicationEntry["detail"]): void {
  const fields = Object.values(detail);
  const isPlain = fields.every((value) => typeof value === "string" || Number.isFinite(value));
  if (!isPlain || fields.length > MAX_FIELDS || JSON.stringify(detail).length > MAX_DETAIL_LENGTH)
    throw new RangeError(
      `auditLog: a detail has up to ${MAX_FIELDS} texts and numbers, ${MAX_DETAIL_LENGTH} characters as JSON`,
    );
}
