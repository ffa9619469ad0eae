import type { Caller } from "../../account/session/caller-store.js";
import type { ApplicationEvent } from "../../background/audit-log/application-event.js";
import type { AuditPosition, AuditScope } from "../../background/audit-log/audit-store.js";
import {
  type ApplicationEntry,
  recordApplicationEvent,
} from "../../background/audit-log/record-application-event.js";
import { pageOf } from "../../kernel/page.js";
import type { Env } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import { type Granted, requireGrant } from "../access-control/granted.js";
import { showEntry, type ShownAuditEntry } from "./shown-entry.js";

/** A page of audit entries, newest first. */
export interface AuditPage {
  readonly entries: readonly ShownAuditEntry[];
  /** Where the following page begins; null on the last page. */
  readonly next: AuditPosition | null;
}

/** Which page of audit entries. */
export interface PageRequest {
  /** The `next` of the page before; null for the first page. */
  readonly after: AuditPosition | null;
  /** How many entries at most. */
  readonly limit: number;
  /** Only entries of this event, for example `member.removed`. Default: of any. */
  readonly event?: string | null;
}

/**
 * Reads the audit log, and takes the application's own events. Every other entry is written by the
 * use case that causes it.
 */
export interface AuditLog {
  /**
   * Appends an event of the application, in the transaction that causes it. Its subscribers (`on`)
   * and the endpoints of webhooks are told after the commit: within `policy.workerPoll`, or at once
   * when you call `worker.nudge()` then. The user's row is locked, so call it before you lock an
   * organization.
   * @returns false, and appends nothing, when the user is gone
   * @throws {RangeError} for an event that is not of the form `noun.verb_past` or has a noun of the
   * library, and for a detail that is too large.
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
  /**
   * Returns a page of what happened to the caller's own account. Names are as they are now, and
   * null once their owner is erased.
   */
  activity(caller: Caller, page: PageRequest): Promise<AuditPage>;
  /**
   * Returns a page of what happened in an organization, by any user. Names are as they are now, and
   * null once their owner is erased.
   */
  ofOrganization(granted: Granted<"org:audit:read">, page: PageRequest): Promise<AuditPage>;
}

export function createAuditLog(env: Env): AuditLog {
  return {
    record: (tx, entry) => recordApplicationEvent(tx, env, entry),
    activity: ({ user }, page) => readPage(env, { userId: user.id }, page),
    async ofOrganization(granted, page) {
      const { organizationId } = requireGrant(granted, "org:audit:read");
      return readPage(env, { organizationId }, page);
    },
  };
}

async function readPage(
  { store, identityProviders }: Env,
  scope: AuditScope,
  { after, limit, event = null }: PageRequest,
): Promise<AuditPage> {
  const found = await store.audit.listNamed(scope, { after, event }, limit + 1);
  const { rows, last } = pageOf(found, limit);
  const entries = rows.map((named) => showEntry(named, identityProviders));
  return { entries, next: last && { at: last.entry.at, id: last.entry.id } };
}
