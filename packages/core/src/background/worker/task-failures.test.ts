import { expect, it } from "vitest";
import { silentLogger } from "../../platform/console-logger.js";
import type { StoreHealth } from "../../store/store.js";
import { createReportFailure } from "./task-failures.js";

const WAITS = {
  task: "mail",
  problem: "The database lacks migrations. Run store.migrate(), or auth-server migrate.",
};

/**
 * Reports that a task fails while the database says, one after the other, that it is in these
 * states; null: it says nothing.
 */
async function reportIn(...states: readonly (StoreHealth | null)[]) {
  const told: unknown[] = [];
  const behind: boolean[] = [];
  const logger = {
    ...silentLogger,
    error: (event: string, fields?: object, cause?: unknown) =>
      void told.push([event, fields, cause]),
  };
  let state: StoreHealth | null = null;
  const health = () =>
    state === null ? Promise.reject(new Error("out of reach")) : Promise.resolve(state);
  const report = createReportFailure(health, logger);
  for (state of states) behind.push(await report("mail", "why"));
  return { told, behind };
}

it("a database that lacks migrations is told of once, and again after a failure of another kind", async () => {
  const { told, behind } = await reportIn(
    "migrations_pending",
    "migrations_pending",
    "ready",
    "migrations_pending",
  );
  expect(told).toEqual([
    ["worker_waits", WAITS, "why"],
    ["task_failed", { task: "mail" }, "why"],
    ["worker_waits", WAITS, "why"],
  ]);
  expect(behind).toEqual([true, true, false, true]);
});

it("a database that does not say how it is lacks no migrations, and each failure is told", async () => {
  const { told, behind } = await reportIn(null, null);
  expect(told).toEqual(Array(2).fill(["task_failed", { task: "mail" }, "why"]));
  expect(behind).toEqual([false, false]);
});
