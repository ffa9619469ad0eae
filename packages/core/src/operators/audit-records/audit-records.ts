import type {
  AuditPosition,
  AuditRecordFilter,
  AuditRecordQuery,
  NamedRecord,
} from "../../background/audit-log/audit-store.js";
import { pageOf } from "../../kernel/page.js";
import type { Env } from "../../store/env.js";
import { followRecords, type FollowRequest } from "./follow-records.procedure.js";

/** Which page of the whole audit log. */
export interface AuditRecordPageRequest extends Partial<AuditRecordQuery> {
  /** How many entries at most. */
  readonly limit: number;
}

/** A page of the whole audit log, newest first. */
export interface AuditRecordPage {
  readonly entries: readonly NamedRecord[];
  /** Where the following page begins; null on the last page. */
  readonly next: AuditPosition | null;
}

/**
 * The audit log of all users and organizations, with what operators wrote. No method checks who
 * calls it: an application checks before each call that the caller is an operator.
 */
export interface AuditRecords {
  /**
   * Returns a page of the log, newest first.
   * @param page by default all entries, from the newest on
   * @example
   * const page = await auth.operators.listRecords({ event: "user.suspended", limit: 50 });
   */
  listRecords(page: AuditRecordPageRequest): Promise<AuditRecordPage>;
  /**
   * Returns the newest entries that are there, oldest first, and then every new one within
   * `policy.workerPoll` after it was committed, until `signal` is aborted. One whose transaction took
   * longer than half a minute may be missing.
   * @example
   * for await (const { at, event, email } of auth.operators.followRecords({ limit: 10, signal }))
   *   console.log(at.toISOString(), event, email);
   */
  followRecords(request: FollowRequest): AsyncIterable<NamedRecord>;
}

export function createAuditRecords(env: Env): AuditRecords {
  const { store } = env;
  return {
    async listRecords({ limit, after = null, ...filter }) {
      const query = { ...recordFilterOf(filter), after };
      const found = await store.audit.listNamedRecords(query, limit + 1);
      const { rows, last } = pageOf(found, limit);
      return { entries: rows, next: last && { at: last.at, id: last.id } };
    },
    followRecords: ({ limit, signal, ...filter }) =>
      followRecords(env, recordFilterOf(filter), { limit, signal }),
  };
}

/** Returns the filter with null for what is left out. */
const recordFilterOf = ({
  userId = null,
  organizationId = null,
  event = null,
  from = null,
  to = null,
}: Partial<AuditRecordFilter>): AuditRecordFilter => ({ userId, organizationId, event, from, to });
