import type { Granted } from "../access-control/access-control.js";
import type { Env } from "../../store/env.js";
import type { Caller } from "../../account/session/caller-store.js";
import type { AuditEntry, AuditPosition } from "../../background/audit-log/audit-store.js";

/** A page of entries, newest first; `next` is where the following page begins, null on the last one. */
export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  readonly next: AuditPosition | null;
}

export interface PageRequest {
  /** Null for the first page. */
  readonly after: AuditPosition | null;
  readonly limit: number;
}

export type AuditLog = ReturnType<typeof createAuditLog>;

export function createAuditLog({ store }: Env) {
  /** What happened to the caller's own account. */
  const activity = ({ user }: Caller, { after, limit }: PageRequest): Promise<AuditPage> =>
    page(limit, (rows) => store.audit.listByUser(user.id, after, rows));

  /** What happened in an organization, whoever did it. */
  const ofOrganization = (
    { organizationId }: Granted<"org:audit:read">,
    { after, limit }: PageRequest,
  ): Promise<AuditPage> =>
    page(limit, (rows) => store.audit.listByOrganization(organizationId, after, rows));

  return { activity, ofOrganization };
}

async function page(
  limit: number,
  read: (rows: number) => Promise<readonly AuditEntry[]>,
): Promise<AuditPage> {
  // One more than asked for tells whether there is a next page.
  const found = await read(limit + 1);
  const entries = found.slice(0, limit);
  const last = entries.at(-1);
  return { entries, next: found.length > limit && last ? { at: last.at, id: last.id } : null };
}
