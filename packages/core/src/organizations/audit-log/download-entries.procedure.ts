import type { AuditFilter, AuditScope } from "../../background/audit-log/audit-store.js";
import { noteEvent } from "../../background/audit-log/note-event.procedure.js";
import { createConcurrency, endingWith } from "../../background/rate-limit/concurrency.js";
import { requireSpent } from "../../background/rate-limit/spend-budget.js";
import type { Client } from "../../kernel/client.js";
import { after, HOUR } from "../../kernel/duration.js";
import { AuthError } from "../../kernel/errors.js";
import type { UserId } from "../../kernel/ids.js";
import type { Env } from "../../store/env.js";
import { type Granted, requireGrant } from "../access-control/granted.js";
import { type AuditPage, filterOf, readPage } from "./read-page.procedure.js";
import type { ShownAuditEntry } from "./shown-entry.js";

/** Which entries of an organization. Each that is left out, or null, leaves none out. */
export interface AuditSelection {
  /** Only entries of this event, for example `member.removed`. */
  readonly event?: string | null;
  /** Only entries of this user, the `userId` of entries. */
  readonly actor?: UserId | null;
  /** Only entries of this time and later. */
  readonly from?: Date | null;
  /** Only entries before this time. */
  readonly to?: Date | null;
}

/** Which entries of an organization are downloaded, and as what. */
export interface AuditDownloadRequest extends AuditSelection {
  /** The format of the file, which the caller writes: the audit log says it. */
  readonly format: string;
}

/** Which entries are downloaded. */
interface Selected {
  readonly scope: AuditScope;
  readonly filter: AuditFilter;
  /** How many at most. */
  readonly most: number;
}

type DownloadEntries = (
  granted: Granted<"org:audit:read">,
  request: AuditDownloadRequest,
  client: Client,
) => Promise<AsyncIterable<readonly ShownAuditEntry[]>>;

/** Builds the use case `AuditLog.download`. */
export function createAuditDownload(env: Env): DownloadEntries {
  const { store, clock, digest, policy, logger } = env;
  const downloads = createConcurrency(policy.downloadsAtOnce);

  return async function download(granted, { format, ...selection }, client) {
    const { userId, organizationId } = requireGrant(granted, "org:audit:read");
    const end = downloads.begin(`${organizationId} ${client.network}`);
    // A download whose client no longer reads has ended by then.
    if (!end)
      throw new AuthError("TOO_MANY_REQUESTS", {
        retryAt: after(clock.now(), policy.answerTimeout),
      });
    try {
      // Each is entered, so they must not come as fast as requests are answered.
      const budget = `audit-downloads/${digest.pseudonym(`${userId} ${organizationId}`)}`;
      const limit = policy.auditDownloadsPerHour;
      requireSpent(await store.counters.spend(budget, limit, HOUR, clock.now()));
      const filter = filterOf(selection);
      const scope = { organizationId };
      const most = policy.auditDownloadRows;
      const count = await store.audit.countMatching(scope, filter, most);
      // Read before the download is entered: it is not in itself.
      const first = await readRows(env, { scope, filter, most }, null);
      await noteEvent(store, env, {
        event: "audit.exported",
        userId,
        organizationId,
        client,
        detail: { format, filters: describeFilter(filter), count },
      });
      logger.info("audit_exported", { organizationId, userId, format, count });
      return endingWith(pagesFrom(env, { scope, filter, most }, first), end);
    } catch (failure) {
      end();
      throw failure;
    }
  };
}

const readRows = (
  env: Env,
  { scope, filter, most }: Selected,
  after: AuditPage["next"],
): Promise<AuditPage> =>
  readPage(env, scope, { ...filter, after, limit: Math.min(most, env.policy.exportPageRows) });

/** No statement runs while the reader has a page: who stops reading leaves nothing behind. */
async function* pagesFrom(
  env: Env,
  { most, ...selected }: Selected,
  first: AuditPage,
): AsyncGenerator<readonly ShownAuditEntry[]> {
  let left = most;
  for (let page = first; ;) {
    yield page.entries;
    left -= page.entries.length;
    if (page.next === null || left === 0) return;
    page = await readRows(env, { ...selected, most: left }, page.next);
  }
}

/** `event=member.removed from=2026-01-01T00:00:00.000Z`; empty for no filter. */
const describeFilter = (filter: AuditFilter): string =>
  Object.entries(filter)
    .flatMap(([name, value]: [string, string | Date | null]) =>
      value === null ? [] : [`${name}=${value instanceof Date ? value.toISOString() : value}`],
    )
    .join(" ");
