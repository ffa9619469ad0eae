import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { expect, it } from "vitest";
import { loadedMutants, runTests } from "./test-run.mjs";

/** @typedef {import("./shapes.js").JudgeJob} JudgeJob */
/** @typedef {import("./shapes.js").MeasureJob} MeasureJob */

const { root, out, kind, jobs } = JSON.parse(readFileSync(process.env.MUTATION_WORK ?? "", "utf8"));

/** @param {object} line */
const write = (line) => appendFileSync(out, `${JSON.stringify(line)}\n`);
/** @param {string} file @param {Omit<import("./test-run.mjs").Order, "file">} [options] */
const run = (file, options = {}) => runTests({ file: join(root, file), ...options });

/** What modules do while they are loaded. @param {import("./shapes.js").LoadJob} job */
async function load({ id, files }) {
  write({ start: id });
  for (const file of files) await import(join(root, file));
  write({ id, loaded: loadedMutants() });
}

/** What the tests of a file reach, and which of them pass without the others. @param {MeasureJob} job */
async function measure({ file, alone: known }) {
  write({ start: file });
  const { tests, failed, covered, hits } = await run(file, { cover: true });
  // Only tests that share what a hook has made can need each other.
  const shares = Object.keys(covered).some((name) => name.startsWith("suite:"));
  const passed = tests.filter((test) => test.passed).map(({ name }) => name);
  const alone = known ?? (shares ? await passingAlone(file, passed) : passed);
  write({ file, count: tests.length, failed, covered, hits, alone });
}

/** @param {string} file @param {readonly string[]} names */
async function passingAlone(file, names) {
  const alone = [];
  for (const name of names)
    if ((await run(file, { wanted: new Set([name]) })).failed === null) alone.push(name);
  return alone;
}

/** Whether a mutant is noticed. @param {JudgeJob} job */
async function judge({ id, hitLimit, files }) {
  write({ start: id });
  const after = [];
  for (const { file, tests, reload } of files) {
    const options = { wanted: new Set(tests), bail: true, reload };
    const { failed, timedOut } = await run(file, { ...options, mutant: id, hitLimit });
    if (failed !== null && timedOut) {
      write({ id, status: "Timeout", by: file, after });
      // What still runs would disturb the next one.
      process.kill(process.pid, "SIGKILL");
    }
    if (failed !== null && (await isSound(id, file, options)))
      return write({ id, status: "Killed", by: file, after });
    after.push({ file, reload });
  }
  write({ id, status: "Survived", after });
}

/** The mutants that were noticed since tests were last seen to pass without one. @type {string[]} */
let unchecked = [];
let fresh = true;
/**
 * Has the tests that failed run without the mutant, every so often. When they fail then, too, this
 * process is spoilt, and all since the last time is done again in another one.
 * @param {string} id @param {string} file @param {Omit<import("./test-run.mjs").Order, "file">} options
 */
async function isSound(id, file, options) {
  unchecked.push(id);
  if (!fresh && unchecked.length < 20) return true;
  const passes = await passesWithout(file, options);
  if (!passes && !fresh) {
    write({ again: unchecked });
    process.kill(process.pid, "SIGKILL");
  }
  [unchecked, fresh] = [[], false];
  return passes;
}

/** What a failed test has left running may still fail the first runs after it. */
const ATTEMPTS = 3;

/** Whether the tests pass without any mutant. @param {string} file @param {Omit<import("./test-run.mjs").Order, "file">} options */
async function passesWithout(file, options) {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++)
    if ((await run(file, options)).failed === null) return true;
  return false;
}

/** Each run of a test file leaves something behind in Vitest. A process that has grown beyond this is slow; another one goes on with the jobs that are left. */
const FULL_BYTES = 700 * 1024 * 1024;

Reflect.get(globalThis, "mutationRunner").afterwards = async () => {
  for (const job of jobs) {
    await { load, measure, judge }[/** @type {"measure"} */ (kind)](job);
    if (process.memoryUsage.rss() > FULL_BYTES) return;
  }
  write({ done: true });
};

it("has jobs", () => expect(jobs).not.toEqual([]));
