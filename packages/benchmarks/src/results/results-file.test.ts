import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Measurement } from "./measurement.js";
import { latestOf, readResults, writeResults } from "./results-file.js";

const measured = (benchmark: string, seconds: number): Measurement => ({
  benchmark,
  at: "2026-01-01T00:00:00.000Z",
  seconds,
  scale: "full",
  machine: { node: "v20", processors: 2, model: "a processor", load: 0 },
  tables: [],
  goals: [],
});

it("a benchmark that runs again replaces its own results, and leaves those of the others", () => {
  const before = [measured("start", 1), measured("session-check", 1), measured("gone", 1)];
  expect(latestOf([...before, measured("start", 2)], ["session-check", "start"])).toEqual([
    measured("session-check", 1),
    measured("start", 2),
  ]);
});

it("what is written is read again, to six digits", async () => {
  const folder = await mkdtemp(join(tmpdir(), "results-"));
  const file = join(folder, "deep", "results.json");
  await writeResults(file, [measured("start", 1.23456789)]);
  expect(await readResults(file)).toEqual([measured("start", 1.23457)]);
  await rm(folder, { recursive: true });
});
