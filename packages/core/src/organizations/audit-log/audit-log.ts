import type { Caller } from "../../account/session/caller-store.js";
import type { ApplicationEvent } from "../../background/audit-log/application-event.js";
import type { AuditPosition } from "../../background/audit-log/audit-store.js";
import {
  type ApplicationEntry,
  recordApplicationEvent,
} from "../../background/audit-log/record-application-event.js";
import type { Client } from "../../kernel/client.js";
import type { Env } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import { type Granted, requireGrant } from "../access-control/granted.js";
import {
  type AuditDownloadRequest,
  type AuditSelection,
  createAuditDownload,
} from "./download-entries.procedure.js";
import { type AuditPage, readPage } from "./read-page.procedure.js";
import type { ShownAuditEntry } from "./shown-entry.js";

export type { AuditDownloadRequest, AuditSelection } from "./download-entries.procedure.js";
export type { AuditPage } from "./read-page.procedure.js";

/** Which page of the audit entries of an organization. */
export interface OrganizationPageRequest extends AuditSelection {
  /** The `next` of the page before; null for the first page. */
  readonly after: AuditPosition | null;
  /** How many entries at most. */
  readonly limit: number;
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
  ofOrganization(
    granted: Granted<"org:audit:read">,
    page: OrganizationPageRequest,
  ): Promise<AuditPage>;
  /**
   * Returns what happened in an organization, newest first, as pages that are read one after the
   * other: `policy.auditDownloadRows` entries at most, and none that is made after the call. The
   * download is in the audit log, as `audit.exported`. A user may begin
   * `policy.auditDownloadsPerHour` of them in one organization; `policy.downloadsAtOnce` run at once
   * for one organization and client network, each until its pages were read to the end or its
   * iterator has returned.
   * @throws {AuthError} `TOO_MANY_REQUESTS`
   * @example
   * const granted = await auth.accessControl.authorize(caller, "org:audit:read", client);
   * const pages = await auth.auditLog.download(granted, { format: "ndjson" }, client);
   * for await (const entries of pages)
   *   for (const entry of entries) file.write(`${JSON.stringify(entry)}\n`);
   */
  download(
    granted: Granted<"org:audit:read">,
    request: AuditDownloadRequest,
    client: Client,
  ): Promise<AsyncIterable<readonly ShownAuditEntry[]>>;
}

export function createAuditLog(env: Env): AuditLog {
  return {
    record: (tx, entry) => recordApplicationEvent(tx, env, entry),
    activity: ({ user }, { after, limit, event }) =>
      readPage(env, { userId: user.id }, { after, limit, event }),
    async ofOrganization(granted, page) {
      const { organizationId } = requireGrant(granted, "org:audit:read");
      return readPage(env, { organizationId }, page);
    },
    download: createAuditDownload(env),
  };
}
