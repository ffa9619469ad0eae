import type { AuditRecordFilter, NamedRecord } from "../../background/audit-log/audit-store.js";
import { after, SECOND } from "../../kernel/duration.js";
import type { AuditEntryId } from "../../kernel/ids.js";
import type { Env } from "../../store/env.js";
import { readPages } from "../../store/read-pages.js";

/** What ends something that goes on: an `AbortSignal`. */
export interface StopSignal {
  readonly aborted: boolean;
  /** Calls the listener when it ends. */
  addEventListener(type: "abort", listener: () => void): void;
  /** Calls the listener no more. */
  removeEventListener(type: "abort", listener: () => void): void;
}

/** Which entries are followed. */
export interface FollowRequest extends Partial<Omit<AuditRecordFilter, "to">> {
  /** How many of the entries that are there come first, at most: the newest. */
  readonly limit: number;
  /** Ends it, once what is under way is finished. */
  readonly signal: StopSignal;
}

/**
 * An entry is seen from its commit on, and has the time of its cause: of so long ago, in
 * milliseconds, entries are looked for that were not there before.
 */
const COMMITTED_WITHIN_MS = 30 * SECOND;
const ROWS_PER_PAGE = 500;

/** Yields the newest entries that are there, oldest first, and then each new one. */
export async function* followRecords(
  env: Env,
  filter: AuditRecordFilter,
  { limit, signal }: Pick<FollowRequest, "limit" | "signal">,
): AsyncGenerator<NamedRecord> {
  const { store, clock, policy } = env;
  let looked = clock.now();
  // First of all, so that no entry is lost that is committed between this look and the next.
  const seen = new Map<AuditEntryId, Date>();
  for (const { id, at } of await listSince(env, filter, longBefore(looked))) seen.set(id, at);
  const query = { ...filter, after: null };
  const newest = limit > 0 ? await store.audit.listNamedRecords(query, limit) : [];
  for (let found = newest.toReversed(); ;) {
    for (const entry of found) {
      seen.set(entry.id, entry.at);
      yield entry;
    }
    await pause(env, policy.workerPoll, signal);
    if (signal.aborted) return;
    // From the look before, not from now: the reader may have been busy, or stopped, for long.
    const since = longBefore(looked);
    looked = clock.now();
    for (const [id, at] of seen) if (at < since) seen.delete(id);
    found = (await listSince(env, filter, since)).filter(({ id }) => !seen.has(id));
  }
}

const longBefore = (looked: Date): Date => after(looked, -COMMITTED_WITHIN_MS);

/** The entries of that time and later that the filter means, oldest first. */
async function listSince(
  { store }: Env,
  filter: AuditRecordFilter,
  since: Date,
): Promise<readonly NamedRecord[]> {
  const from = filter.from && filter.from > since ? filter.from : since;
  const read = (last: NamedRecord | null, limit: number) =>
    store.audit.listNamedRecords({ ...filter, from, after: last }, limit);
  const found: NamedRecord[] = [];
  for await (const page of readPages<NamedRecord>(ROWS_PER_PAGE, read)) found.push(...page);
  return found.reverse();
}

/** Waits, and no longer once the signal is aborted. */
const pause = ({ scheduler }: Env, milliseconds: number, signal: StopSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = (): void => {
      cancel();
      signal.removeEventListener("abort", end);
      resolve();
    };
    const cancel = scheduler.after(milliseconds, end);
    signal.addEventListener("abort", end);
  });
