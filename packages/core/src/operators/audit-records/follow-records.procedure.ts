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

/**
 * Yields the newest entries that are there, oldest first, and then each new one. What it holds does
 * not grow with what was recorded while its reader was busy: besides the first entries and a page
 * or two, it holds the ids of the last half minute.
 */
export async function* followRecords(
  env: Env,
  filter: AuditRecordFilter,
  { limit, signal }: Pick<FollowRequest, "limit" | "signal">,
): AsyncGenerator<NamedRecord> {
  const { store, clock, policy } = env;
  let looked = clock.now();
  // First of all, so that no entry is lost that is committed between this look and the next.
  const seen: Seen = new Map();
  for await (const page of pagesSince(env, filter, longBefore(looked)))
    for (const { id, at } of page) seen.set(id, at);
  const query = { ...filter, after: null };
  const newest = limit > 0 ? await store.audit.listNamedRecords(query, limit) : [];
  for (const { id, at } of newest) seen.set(id, at);
  yield* newest.toReversed();
  for (;;) {
    await pause(env, policy.workerPoll, signal);
    if (signal.aborted) return;
    // From the look before, not from now: the reader may have been busy, or stopped, for long.
    const since = longBefore(looked);
    looked = clock.now();
    const look = { seen, since, looked, signal };
    for await (const page of unseenSince(env, filter, look)) yield* page;
  }
}

/** When the entries were that the next look finds again, by their ids. */
type Seen = Map<AuditEntryId, Date>;

const longBefore = (looked: Date): Date => after(looked, -COMMITTED_WITHIN_MS);

interface Look {
  readonly seen: Seen;
  readonly since: Date;
  readonly looked: Date;
  readonly signal: StopSignal;
}

/** Yields the entries of that time and later that were not seen, oldest first, page by page. */
async function* unseenSince(
  env: Env,
  filter: AuditRecordFilter,
  { seen, since, looked, signal }: Look,
): AsyncGenerator<readonly NamedRecord[]> {
  for (const [id, at] of seen) if (at < since) seen.delete(id);
  for await (const page of pagesSince(env, filter, since)) {
    const found = page.filter(({ id }) => !seen.has(id));
    for (const { id, at } of found) if (at >= longBefore(looked)) seen.set(id, at);
    yield found;
    if (signal.aborted) return;
  }
}

/**
 * Yields the entries of that time and later that the filter means, oldest first, page by page. The
 * store lists the newest first, so a span of time that has more than a page is halved. Only what is
 * of one and the same millisecond is one page, however much it is.
 */
async function* pagesSince(
  { store }: Env,
  filter: AuditRecordFilter,
  since: Date,
): AsyncGenerator<readonly NamedRecord[]> {
  const list = (span: Span, last: NamedRecord | null, limit: number) =>
    store.audit.listNamedRecords({ ...filter, ...span, after: last }, limit);
  const first = filter.from && filter.from > since ? filter.from : since;
  // The last is the oldest.
  const spans: Span[] = [{ from: first, to: filter.to }];
  for (let span = spans.pop(); span; span = spans.pop()) {
    const page = await list(span, null, ROWS_PER_PAGE);
    const [newest] = page;
    if (!newest || page.length < ROWS_PER_PAGE) {
      yield page.toReversed();
      continue;
    }
    const { from } = span;
    const to = after(newest.at, 1);
    const middle = after(from, Math.floor((to.getTime() - from.getTime()) / 2));
    if (middle > from) {
      spans.push({ from: middle, to }, { from, to: middle });
      continue;
    }
    const all: NamedRecord[] = [];
    const read = (last: NamedRecord | null, limit: number) => list({ from, to }, last, limit);
    for await (const rows of readPages<NamedRecord>(ROWS_PER_PAGE, read)) all.push(...rows);
    yield all.reverse();
  }
}

/** From a time on, and before another; null: until now. */
interface Span {
  readonly from: Date;
  readonly to: Date | null;
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
