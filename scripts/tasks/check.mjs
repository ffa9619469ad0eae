import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { packageChecks } from "./package-checks.mjs";
import { staticChecks } from "./static-checks.mjs";

/**
 * @typedef {object} Check
 * @property {string} name
 * @property {() => Promise<string | null>} run What is wrong, ready to be read; null when nothing
 * is.
 * @property {"makes" | "needs"} [packed] Whether it helps to make the packed packages, or looks at
 * them.
 */
/** @typedef {{ name: string, passed: boolean, seconds: number }} Outcome */

/**
 * Everything but the tests; words choose the checks that have them in their names, and what these
 * need. `--report=FILE` also writes the counts in Vitest's JSON.
 * @param {readonly string[]} args
 */
export async function check(args) {
  const words = args.filter((arg) => !arg.startsWith("--"));
  const outcomes = /** @type {Outcome[]} */ ([]);
  for (const stage of chosenFrom([staticChecks(), ...packageChecks()], words))
    outcomes.push(...(await runStage(stage)));
  const report = args.find((arg) => arg.startsWith("--report="));
  const failed = outcomes.filter((outcome) => !outcome.passed);
  if (report)
    writeFileSync(
      report.slice("--report=".length),
      JSON.stringify({
        numTotalTests: outcomes.length,
        numPassedTests: outcomes.length - failed.length,
      }),
    );
  console.log(
    `\n${outcomes.length - failed.length} checks passed, ${failed.length} failed${failed.map(({ name }) => `\n  - ${name}`).join("")}`,
  );
  return failed.length === 0 && outcomes.length > 0 ? 0 : 1;
}

/**
 * @param {readonly (readonly Check[])[]} stages @param {readonly string[]} words None chooses all.
 * @returns {readonly (readonly Check[])[]}
 */
export function chosenFrom(stages, words) {
  const isNamed = (/** @type {Check} */ { name }) =>
    words.length === 0 || words.some((word) => name.includes(word));
  const packs = stages.flat().some((each) => each.packed === "needs" && isNamed(each));
  return stages.map((stage) =>
    stage.filter((each) => isNamed(each) || (packs && each.packed === "makes")),
  );
}

/**
 * The checks of a stage side by side, as many at a time as there are cores.
 * @param {readonly Check[]} checks
 */
async function runStage(checks) {
  const outcomes = /** @type {Outcome[]} */ ([]);
  const waiting = [...checks];
  const runRest = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      outcomes.push(await runOne(next));
  };
  await Promise.all(Array.from({ length: availableParallelism() }, runRest));
  return outcomes;
}

/** @param {Check} check @returns {Promise<Outcome>} */
async function runOne({ name, run }) {
  const start = performance.now();
  const problem = await run().catch((/** @type {unknown} */ thrown) =>
    thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown),
  );
  const seconds = (performance.now() - start) / 1000;
  console.log(
    `${problem === null ? "ok  " : "FAIL"}  ${name.padEnd(44)} ${seconds.toFixed(1).padStart(6)} s`,
  );
  if (problem !== null) console.log(problem.trim().replace(/^/gm, "      "));
  return { name, passed: problem === null, seconds };
}
