import { FULL, QUICK, type Benchmark, type Scale } from "./benchmark.js";
import { codeCycle } from "./benchmarks/code-cycle.js";
import { embeddingStart } from "./benchmarks/embedding-start.js";
import { install } from "./benchmarks/install.js";
import { longHistory } from "./benchmarks/long-history.js";
import { passkeyAssertion } from "./benchmarks/passkey-assertion.js";
import { sessionCheckGrowth } from "./benchmarks/session-check-growth.js";
import { sessionCheck } from "./benchmarks/session-check.js";
import { passwordSignIn } from "./benchmarks/sign-in.js";
import { start } from "./benchmarks/start.js";
import { underArgon2 } from "./benchmarks/under-argon2.js";
import { readCommand } from "./command-line.js";
import { renderGoals } from "./figures/goal.js";
import { renderTable } from "./figures/table.js";
import { compareRuns } from "./results/agreement.js";
import { goalsIn, thisMachine, type Measurement } from "./results/measurement.js";
import { latestOf, readResults, writeResults } from "./results/results-file.js";

/** In the order in which they run and are shown. */
const BENCHMARKS: readonly Benchmark[] = [
  sessionCheck,
  sessionCheckGrowth,
  underArgon2,
  codeCycle,
  passwordSignIn,
  passkeyAssertion,
  start,
  embeddingStart,
  install,
  longHistory,
];
const NAMES = BENCHMARKS.map(({ name }) => name);
const USAGE = `node dist/run.js [name…] [--quick] [--json <file>] [--profile <folder>]
node dist/run.js --table <file>…
node dist/run.js compare <file> <file>
names: ${NAMES.join(", ")}`;

async function measure({ name, run }: Benchmark, scale: Scale): Promise<Measurement> {
  const machine = thisMachine();
  const at = new Date();
  const { tables, goals } = await run(scale);
  const seconds = Math.round((Date.now() - at.getTime()) / 1_000);
  return {
    benchmark: name,
    at: at.toISOString(),
    seconds,
    scale: scale.name,
    machine,
    tables,
    goals,
  };
}

function show({ tables }: Measurement): void {
  for (const table of tables) console.log(renderTable(table));
}

/** Runs the named benchmarks one after the other. A file gets each result as soon as it is there, and keeps what others it has. */
async function measureAll(names: readonly string[], scale: Scale, json: string | null) {
  const { node, processors, model, load } = thisMachine();
  console.log(`Node ${node}, ${processors} × ${model}, load before ${load}`);
  console.log(`${scale.rounds} interleaved rounds of ${scale.roundMs} ms: medians (least–most)\n`);
  const measured: Measurement[] = [];
  const failed: string[] = [];
  for (const benchmark of BENCHMARKS.filter(({ name }) => names.includes(name))) {
    try {
      const measurement = await measure(benchmark, scale);
      measured.push(measurement);
      show(measurement);
      if (json === null) continue;
      const before = await readResults(json).catch(() => []);
      await writeResults(json, latestOf([...before, measurement], NAMES));
    } catch (failure) {
      failed.push(benchmark.name);
      console.error(`${benchmark.name} failed:`, failure);
    }
  }
  console.log(renderGoals(goalsIn(measured)));
  if (failed.length > 0) console.error(`Failed: ${failed.join(", ")}`);
  return failed.length === 0 ? 0 : 1;
}

async function showResults(files: readonly string[]): Promise<number> {
  const measurements = latestOf((await Promise.all(files.map(readResults))).flat(), NAMES);
  measurements.forEach(show);
  console.log(renderGoals(goalsIn(measurements)));
  return 0;
}

async function compare([one, other]: readonly [string, string]): Promise<number> {
  const { text, agrees } = compareRuns(
    goalsIn(await readResults(one)),
    goalsIn(await readResults(other)),
  );
  console.log(text);
  return agrees ? 0 : 1;
}

async function main(): Promise<number> {
  const command = readCommand(process.argv.slice(2), NAMES);
  switch (command.kind) {
    case "measure":
      return measureAll(command.names, command.quick ? QUICK : FULL, command.json);
    case "table":
      return showResults(command.files);
    case "compare":
      return compare(command.files);
    case "mistake":
      console.error(`${command.what}\n${USAGE}`);
      return 2;
  }
}

// Libraries that the runner has loaded may hold timers.
process.exit(await main());
