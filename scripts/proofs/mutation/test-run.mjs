import { createRequire } from "node:module";
import process from "node:process";
import { setImmediate } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { vi } from "vitest";

/** @typedef {import("./shapes.js").TestRun} TestRun */
/** @typedef {import("vitest").RunnerTask} Task */
/** @typedef {import("vitest").RunnerTestSuite} Suite */
/**
 * @typedef {object} Order
 * @property {string} file
 * @property {ReadonlySet<string>} [wanted] The names of the tests; all when there is none.
 * @property {string} [mutant] The id of the one that is active.
 * @property {number} [hitLimit]
 * @property {boolean} [cover] Notes which tests reach what.
 * @property {boolean} [bail] Stops at the first failure.
 * @property {boolean} [reload] Loads every module of the sources anew, with the mutant.
 */

const SOURCES = /\/packages\//;
const POSTGRES = /, on postgres/;

/** What the instrumented sources read and write; Stryker's instrumenter chose the names. @type {Record<string, any>} */
const stryker = Reflect.get(globalThis, "__stryker__") ?? {};
Reflect.set(globalThis, "__stryker__", stryker);
stryker.mutantCoverage ??= { static: {}, perTest: {} };

// The same copy as Vitest's own: it keeps what is being collected.
const require = createRequire(createRequire(import.meta.url).resolve("vitest/package.json"));
const { startTests } = await import(pathToFileURL(require.resolve("@vitest/runner")).href);

/** An error that no test waited for: Vitest fails a run for it. */
let unhandled = false;
process.on("unhandledRejection", () => (unhandled = true));
process.on("uncaughtException", () => (unhandled = true));

/** The ids of the mutants whose place was passed so far outside of any test. */
export const loadedMutants = () => Object.keys(stryker.mutantCoverage.static);

/**
 * Runs tests of one file in this process. The test file is evaluated anew; the modules of the sources stay loaded.
 * @param {Order} order
 * @returns {Promise<TestRun>}
 */
export async function runTests(order) {
  const { file, mutant, reload = false } = order;
  const outer = Reflect.get(globalThis, "mutationRunner");
  const { workerState } = outer;
  const before = workerState.filepath;
  workerState.filepath = file;
  unload(workerState.evaluatedModules, (id) => (reload ? SOURCES.test(id) : id === file));
  stryker.mutantCoverage.perTest = clear(stryker.mutantCoverage.perTest);
  stryker.activeMutant = reload ? mutant : undefined;
  unhandled = false;
  const { runner, seen } = watchedRunner(outer, order);
  try {
    await startTests([file], runner);
    // What was left undone surfaces now.
    await setImmediate();
  } finally {
    stryker.activeMutant = undefined;
    stryker.currentTestId = undefined;
    workerState.filepath = before;
    if (reload) unload(workerState.evaluatedModules, (id) => SOURCES.test(id));
    vi.resetConfig();
    vi.restoreAllMocks();
    vi.useRealTimers();
  }
  if (unhandled) seen.failed ??= "an error that no test waited for";
  return { ...seen, ...coverage() };
}

/**
 * The runner that runs the wanted tests and tells nobody but us.
 * @param {any} outer @param {Order} order
 */
function watchedRunner(outer, { wanted, mutant, hitLimit, cover, bail }) {
  const seen = {
    tests: /** @type {{ name: string, passed: boolean }[]} */ ([]),
    failed: /** @type {string | null} */ (null),
    timedOut: false,
  };
  /** @param {string} name */
  const enter = (name) => (stryker.currentTestId = cover ? name : undefined);
  /** @param {Task} task @param {string} name */
  const judge = ({ result }, name) => {
    // Not whether it has errors: of an AggregateError Vitest keeps what it holds, which may be nothing.
    if (result?.state !== "fail") return;
    seen.failed ??= name;
    seen.timedOut ||=
      result.errors?.some(({ message }) => /timed out in|Hit count limit/.test(message)) ?? false;
  };
  const stopped = () => bail === true && (seen.failed !== null || unhandled);
  const silent = async () => {};
  const runner = Object.assign(Object.create(outer), {
    onTaskUpdate: silent,
    onTestAnnotate: silent,
    onTestArtifactRecord: silent,
    onCollectStart: silent,
    cancel: silent,
    /** @param {readonly Suite[]} files */
    onCollected(files) {
      for (const file of files) {
        judge(file, file.name);
        choose(file, wanted);
      }
      Object.assign(stryker, { hitCount: 0, hitLimit, activeMutant: mutant });
    },
    /** @param {Suite} suite */
    async onBeforeRunSuite(suite) {
      if (stopped()) suite.mode = "skip";
      await outer.onBeforeRunSuite.call(runner, suite);
      enter(suiteName(suite));
    },
    /** @param {Suite} suite */
    onAfterRunSuite(suite) {
      judge(suite, suiteName(suite));
      if (suite.suite) enter(suiteName(suite.suite));
    },
    /** @param {Task} test */
    async onBeforeRunTask(test) {
      if (stopped()) test.mode = "skip";
    },
    /** @param {Task} test */
    onBeforeTryTask(test) {
      enter(nameOf(test));
      outer.onBeforeTryTask.call(runner, test);
    },
    /** @param {Task} test */
    onAfterRunTask(test) {
      enter(suiteName(test.suite ?? test.file));
      if (test.mode === "skip") return;
      judge(test, nameOf(test));
      seen.tests.push({ name: nameOf(test), passed: test.result?.state === "pass" });
    },
    onAfterRunFiles: () => outer.snapshotClient.clear(),
  });
  return { runner, seen };
}

/** Leaves the wanted tests to be run, and the suites that have some. @param {Task} task @param {ReadonlySet<string> | undefined} wanted @returns {boolean} */
function choose(task, wanted) {
  if (task.type === "test") {
    const name = nameOf(task);
    if (wanted ? !wanted.has(name) : POSTGRES.test(name)) task.mode = "skip";
  } else if (!task.tasks.map((child) => choose(child, wanted)).some(Boolean)) task.mode = "skip";
  return task.mode !== "skip" && task.mode !== "todo";
}

/** @param {Task} task */
function nameOf(task) {
  const names = [];
  for (let at = /** @type {Task | undefined} */ (task); at && at !== task.file; at = at.suite)
    names.unshift(at.name);
  return names.join(" > ");
}
/** @param {Suite} suite */
const suiteName = (suite) => `suite:${nameOf(suite)}`;

/** Has modules evaluated anew when they are next imported. @param {any} modules @param {(id: string) => boolean} which */
function unload(modules, which) {
  for (const [id, node] of modules.idToModuleMap) {
    if (!which(id)) continue;
    Object.assign(node, { promise: undefined, exports: undefined, evaluated: false });
    node.importers.clear();
  }
}

/** What the tests since `clear` have passed. @returns {Pick<TestRun, "covered" | "hits">} */
function coverage() {
  /** @type {Record<string, string[]>} */
  const covered = {};
  /** @type {Record<string, number>} */
  const hits = {};
  /** @type {[string, Record<string, number>][]} */
  const perTest = Object.entries(stryker.mutantCoverage.perTest);
  for (const [name, counts] of perTest) {
    covered[name] = Object.keys(counts);
    for (const [id, count] of Object.entries(counts)) hits[id] = (hits[id] ?? 0) + count;
  }
  return { covered, hits };
}

/** The sources hold on to the object. @param {Record<string, unknown>} record */
function clear(record) {
  for (const key of Object.keys(record)) delete record[key];
  return record;
}
