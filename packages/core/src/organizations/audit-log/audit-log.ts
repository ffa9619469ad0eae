import { requireGrant, type Granted } from "../access-control/granted.js";
import type { Env } from "../../store/env.js";
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

/** Reads the audit log. Entries are written by the use cases that cause them. */
export interface AuditLog {
  /** Returns a page of what happened to the caller's own account. */
  activity(caller: Caller, page: PageRequest): Promise<AuditPage>;
  /** Returns a page of what happened in an organization, by any user. */
  ofOrganization(granted: Granted<"org:audit:read">, page: PageRequest): Promise<AuditPage>;
}

export function createAuditLog({ store }: Env): AuditLog {
  return {
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
