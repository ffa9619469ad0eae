import { createFixedClock } from "@acme/auth-testing";
import { afterEach, expect, it, vi } from "vitest";
import { BACKLOG_TIMEOUT_MS, createMeasuring, type Watched } from "../src/metrics/measuring.js";
import { METRICS } from "../src/metrics/metric-table.js";

type Queues = Awaited<ReturnType<Watched["auth"]["worker"]["backlog"]>>;

const clock = createFixedClock();
const EMPTY = { queued: 0, dead: 0, oldestDueAt: null };
const dueSince = (seconds: number) => ({
  queued: 2,
  dead: 1,
  oldestDueAt: new Date(clock.now().getTime() - seconds * 1_000),
});

function measuringOver(backlog: () => Promise<Queues>) {
  const measuring = createMeasuring();
  const worker = { backlog } as Watched["auth"]["worker"];
  const method = { name: "key-card", word: "key card", isOffered: true };
  const signInMethods = { list: () => [method] } as unknown as Watched["auth"]["signInMethods"];
  measuring.watch({ auth: { worker, clock, signInMethods }, pool: null });
  return measuring;
}

afterEach(() => void vi.useRealTimers());

it("a scrape has every metric of the table, and no other", async () => {
  const text = await createMeasuring().text();
  const named = Array.from(text.matchAll(/^# TYPE (\S+) (\S+)$/gm), ([, name, type]) => [
    name,
    type,
  ]);
  expect(Object.fromEntries(named)).toEqual(
    Object.fromEntries(Object.entries(METRICS).map(([name, { type }]) => [name, type])),
  );
});

it("the oldest row is as old as it is late: what is due later is not", async () => {
  const text = await measuringOver(() =>
    Promise.resolve({ mail: dueSince(90), jobs: dueSince(-60), webhooks: EMPTY }),
  ).text();
  expect(text).toContain('auth_queue_oldest_seconds{queue="mail"} 90\n');
  expect(text).toContain('auth_queue_oldest_seconds{queue="jobs"} 0\n');
  expect(text).toContain('auth_queue_oldest_seconds{queue="webhooks"} 0\n');
  expect(text).toContain('auth_queue_rows{queue="mail",state="dead"} 1\n');
});

it("a database that fails or hangs leaves the queues out, is asked once at a time, and keeps no scrape waiting", async () => {
  let asked = 0;
  let answer: (queues: Promise<Queues>) => void = () => {};
  const measuring = measuringOver(() => {
    asked++;
    return new Promise((resolve) => (answer = resolve));
  });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const texts = Promise.all([measuring.text(), measuring.text()]);
  await vi.advanceTimersByTimeAsync(BACKLOG_TIMEOUT_MS);
  expect(asked).toBe(1);
  for (const text of await texts) {
    expect(text).not.toContain("auth_queue_rows{");
    expect(text).toContain('auth_sign_ins_total{method="key-card",outcome="refused"} 0');
  }
  const next = measuring.text();
  expect(asked).toBe(1);
  answer(Promise.resolve({ mail: dueSince(1), jobs: EMPTY, webhooks: EMPTY }));
  expect(await next).toContain('auth_queue_rows{queue="mail",state="queued"} 2\n');

  const failing = measuring.text();
  answer(Promise.reject(new Error("out of reach")));
  expect(await failing).not.toContain("auth_queue_rows{");
});
