import { parseArgs } from "node:util";
import { type Benchmark, FULL, type MeasuredGoal, QUICK, type Scale } from "./benchmark.js";
import { codeCycle } from "./benchmarks/code-cycle.js";
import { embeddingStart } from "./benchmarks/embedding-start.js";
import { install } from "./benchmarks/install.js";
import { longHistory } from "./benchmarks/long-history.js";
import { passkeyAssertion } from "./benchmarks/passkey-assertion.js";
import { sessionCheck } from "./benchmarks/session-check.js";
import { sessionCheckGrowth } from "./benchmarks/session-check-growth.js";
import { passwordSignIn } from "./benchmarks/sign-in.js";
import { start } from "./benchmarks/start.js";
import { underArgon2 } from "./benchmarks/under-argon2.js";
import { figuresTable, goalsTable } from "./page/tables.js";
import { keepResult, thisMachine } from "./results.js";

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
  longHistory,
  install,
];
const NAMES = BENCHMARKS.map(({ name }) => name);

/** Runs one benchmark, prints its figures, and writes them down. */
async function measure({ name, run }: Benchmark, scale: Scale, json: string | undefined) {
  const machine = thisMachine();
  const at = new Date();
  const outcome = await run(scale);
  const seconds = Math.round((Date.now() - at.getTime()) / 1_000);
  for (const table of outcome.tables) console.log(figuresTable(table));
  const about = { benchmark: name, at: at.toISOString(), seconds, scale: scale.name, machine };
  if (json !== undefined) await keepResult(json, { ...about, ...outcome }, NAMES);
  return outcome.goals;
}

/** Runs the named benchmarks, or all of them, one after the other; resolves to the exit code. */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      quick: { type: "boolean", default: false },
      json: { type: "string" },
      // Read by start-process.ts, for the processes that it starts.
      profile: { type: "string" },
    },
  });
  const names = positionals.length > 0 ? positionals : NAMES;
  const unknown = names.filter((name) => !NAMES.includes(name));
  if (unknown.length > 0) {
    console.error(`there is no ${unknown.join(", ")}; there are ${NAMES.join(", ")}`);
    return 2;
  }
  const scale = values.quick ? QUICK : FULL;
  const { node, processors, model, load } = thisMachine();
  console.log(`Node ${node}, ${processors} × ${model}, load before ${load}`);
  console.log(`${scale.rounds} interleaved rounds: medians (least–most)\n`);
  const goals: MeasuredGoal[] = [];
  const failed: string[] = [];
  for (const benchmark of BENCHMARKS.filter(({ name }) => names.includes(name))) {
    try {
      goals.push(...(await measure(benchmark, scale, values.json)));
    } catch (failure) {
      failed.push(benchmark.name);
      console.error(`${benchmark.name} failed:`, failure);
    }
  }
  console.log(goalsTable(goals));
  if (failed.length > 0) console.error(`Failed: ${failed.join(", ")}`);
  return failed.length === 0 ? 0 : 1;
}

// Libraries that the runner has loaded may hold timers.
process.exit(await main());
