import { availableParallelism, cpus, loadavg } from "node:os";
import { FULL, QUICK, type Benchmark } from "./benchmark.js";
import { codeCycle } from "./benchmarks/code-cycle.js";
import { longHistory } from "./benchmarks/long-history.js";
import { sessionCheckGrowth } from "./benchmarks/session-check-growth.js";
import { sessionCheck } from "./benchmarks/session-check.js";
import { start } from "./benchmarks/start.js";
import { underArgon2 } from "./benchmarks/under-argon2.js";
import { underForms } from "./benchmarks/under-forms.js";
import { underLock } from "./benchmarks/under-lock.js";

const BENCHMARKS: readonly Benchmark[] = [
  sessionCheck,
  sessionCheckGrowth,
  underArgon2,
  underForms,
  underLock,
  codeCycle,
  start,
  longHistory,
];
const USAGE = `node dist/run.js [name…] [--quick] [--profile <folder>]\nnames: ${BENCHMARKS.map(({ name }) => name).join(", ")}`;

const given = process.argv
  .slice(2)
  .filter((text, index, all) => !text.startsWith("--") && all[index - 1] !== "--profile");
const unknown = given.filter((name) => !BENCHMARKS.some((benchmark) => benchmark.name === name));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(", ")}.\n${USAGE}`);
  process.exit(2);
}

const scale = process.argv.includes("--quick") ? QUICK : FULL;
const load = loadavg().map((value) => value.toFixed(2));
console.log(
  `Node ${process.version}, ${availableParallelism()} × ${cpus()[0]?.model ?? "unknown"}, load before ${load.join(" ")}`,
);
console.log(
  `${scale.rounds} interleaved rounds of ${scale.roundMs} ms; medians (least–most); ratios are medians of the rounds' own ratios\n`,
);

for (const { name, run } of BENCHMARKS) {
  if (given.length === 0 || given.includes(name)) await run(scale);
}
// Libraries that the runner has loaded may hold timers.
process.exit(0);
