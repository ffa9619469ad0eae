import { requireGrant, type Granted } from "../access-control/granted.js";
import type { ApplicationEvent } from "../../background/audit-log/application-event.js";
import {
  recordApplicationEvent,
  type ApplicationEntry,
} from "../../background/audit-log/record-application-event.js";
import type { Env } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import type { Caller } from "../../account/session/caller-store.js";
import type { AuditEntry, AuditPosition } from "../../background/audit-log/audit-store.js";

/** A page of audit entries, newest first. */
export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  /** Where the following page begins; null on the last page. */
  readonly next: AuditPosition | null;
}

/** Which page of audit entries. */
export interface PageRequest {
  /** The `next` of the page before; null for the first page. */
  readonly after: AuditPosition | null;
  /** How many entries at most. */
  readonly limit: number;
}

/** Reads the audit log, and takes the application's own events. Every other entry is written by the use case that causes it. */
export interface AuditLog {
  /**
   * Appends an event of the application, in the transaction that causes it. Its subscribers (`on`) and the endpoints of webhooks are told after the commit: within
   * `policy.workerPoll`, or at once when you call `worker.nudge()` then. The user's row is locked, so call it before you lock an organization.
   * @returns false, and appends nothing, when the user is gone
   * @throws {RangeError} for an event that is not of the form `noun.verb_past` or has a noun of the library, and for a detail that is too large.
   * @example
   * const events = defineEvents({ "billing.plan_changed": { detail: ["from", "to"] } });
   * await auth.auditLog.record(tx, {
   *   event: events["billing.plan_changed"],
   *   userId,
   *   organizationId,
   *   client,
   *   detail: { from: "free", to: "team" },
   * });
   */
  record<E extends string | ApplicationEvent>(tx: Tx, entry: ApplicationEntry<E>): Promise<boolean>;
  /** Returns a page of what happened to the caller's own account. */
  activity(caller: Caller, page: PageRequest): Promise<AuditPage>;
  /** Returns a page of what happened in an organization, by any user. */
  ofOrganization(granted: Granted<"org:audit:read">, page: PageRequest): Promise<AuditPage>;
}

export function createAuditLog(env: Env): AuditLog {
  const { store } = env;
  return {
    record: (tx, entry) => recordApplicationEvent(tx, env, entry),
    activity: ({ user }, { after, limit }) =>
      readPage(limit, (rows) => store.audit.listByUser(user.id, after, rows)),
    async ofOrganization(granted, { after, limit }) {
      const { organizationId } = requireGrant(granted, "org:audit:read");
      return readPage(limit, (rows) => store.audit.listByOrganization(organizationId, after, rows));
    },
  };
}

async function readPage(
  limit: number,
  read: (rows: number) => Promise<readonly AuditEntry[]>,
): Promise<AuditPage> {
  // One more than asked for tells whether there is a next page.
  const found = await read(limit + 1);
  const entries = found.slice(0, limit);
  const last = entries.at(-1);
  return { entries, next: found.length > limit && last ? { at: last.at, id: last.id } : null };
}
