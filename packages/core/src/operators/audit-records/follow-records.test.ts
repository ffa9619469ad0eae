import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { createFixedClock } from "@acme/auth-testing";
import { expect, it, vi } from "vitest";
import { createTestAuth } from "../../../test/worlds.js";
import type { NamedRecord } from "../../background/audit-log/audit-store.js";
import { after, HOUR, MINUTE, SECOND } from "../../kernel/duration.js";
import type { AuditEntryId } from "../../kernel/ids.js";
import type { Scheduler } from "../../ports/scheduler.js";

const ROWS_PER_PAGE = 500;

const ENTRY = {
  event: "user.updated",
  userId: null,
  organizationId: null,
  ipAddress: null,
  userAgent: null,
  detail: {},
} as const;

/** A scheduler for which each time has come at once. */
const hasty: Scheduler = {
  after(_milliseconds, task) {
    const timer = setImmediate(task);
    return () => clearImmediate(timer);
  },
  yieldToEventLoop: () => new Promise((resolve) => setImmediate(resolve)),
};

async function openWorld() {
  const store = await openMemoryStore();
  const clock = createFixedClock();
  const auth = createTestAuth({ store, ports: { clock, scheduler: hasty } });
  /** Enters an event at each of these times. */
  const enter = (...times: readonly Date[]): Promise<readonly AuditEntryId[]> =>
    store.transaction(async (tx) => {
      const ids: AuditEntryId[] = [];
      for (const at of times) {
        const id = auth.random.id<AuditEntryId>();
        await tx.audit.append({ ...ENTRY, id, at });
        ids.push(id);
      }
      return ids;
    });
  const stop = new AbortController();
  const { signal } = stop;
  const records = auth.operators.followRecords({ limit: 1, signal })[Symbol.asyncIterator]();
  const next = async (): Promise<NamedRecord | undefined> => {
    const result = await records.next();
    return result.done ? undefined : result.value;
  };
  return { store, clock, enter, next, stop };
}

it("a reader that stopped for long is shown all of it, in order and once", async () => {
  const { store, clock, enter, next, stop } = await openWorld();
  const start = clock.now();
  await enter(start);
  await next();
  const lists = vi.spyOn(store.audit, "listNamedRecords");
  const spread = Array.from({ length: 4_000 }, (_, index) => after(start, 1 + index * SECOND));
  const moment = after(start, 50 * MINUTE);
  const crowd = Array.from({ length: 2 * ROWS_PER_PAGE + 1 }, () => moment);
  await enter(...spread, ...crowd);
  clock.advance(2 * HOUR);

  const shown = [await next()];
  // Before the first is shown, less is read than there is.
  expect(lists.mock.calls.length).toBeLessThan(spread.length / ROWS_PER_PAGE);
  while (shown.length < spread.length + crowd.length) shown.push(await next());
  const keys = shown.map((entry) => `${entry?.at.toISOString()} ${entry?.id}`);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys).toEqual(keys.toSorted());

  // What was committed late in the meantime, and nothing of before, comes next.
  const [late] = await enter(after(clock.now(), -10 * SECOND));
  expect(await next()).toMatchObject({ id: late });
  const [last] = await enter(clock.now());
  expect(await next()).toMatchObject({ id: last });
  stop.abort();
  expect(await next()).toBeUndefined();
});

it("a reader that ends within a gap is shown the page under way, and no other", async () => {
  const { clock, enter, next, stop } = await openWorld();
  const start = clock.now();
  await enter(start);
  await next();
  await enter(...Array.from({ length: 2_000 }, (_, index) => after(start, 1 + index * SECOND)));
  clock.advance(HOUR);
  await next();
  stop.abort();
  let more = 1;
  while (await next()) more++;
  expect(more).toBeLessThan(ROWS_PER_PAGE);
});
