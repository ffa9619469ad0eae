/** A mutant meets so many of the tests that reach it, the nearest first. */
const TESTS_PER_MUTANT = 60;
/** So many test files meet a mutant in what a module does while it is loaded: each loads everything again. */
const FILES_PER_LOADED_MUTANT = 6;

/** @typedef {import("./shapes.js").Measured} Measured */
/** @typedef {import("./shapes.js").Mutant} Mutant */
/** @typedef {import("./shapes.js").TestsOfFile} TestsOfFile */
/**
 * @typedef {object} Reach What the tests of a file reach.
 * @property {string} file
 * @property {ReadonlyMap<string, ReadonlySet<string>>} testsOf The names of the tests, by the id of the mutant.
 * @property {ReadonlyMap<string, number>} perFile How many mutants of each source file.
 * @property {readonly string[]} alone The names of all its tests that pass by themselves.
 */

/**
 * Counts only tests that pass by themselves. What a hook of a suite reaches, each of its tests reaches.
 * @param {Measured} measured
 * @param {ReadonlyMap<string, string>} fileOf The source file of a mutant.
 * @returns {Reach}
 */
export function reachOf({ file, alone, covered }, fileOf) {
  /** @type {Map<string, Set<string>>} */
  const testsOf = new Map();
  for (const [name, ids] of Object.entries(covered)) {
    const tests = alone.filter((test) => isIn(test, name));
    for (const id of tests.length > 0 ? ids : []) {
      const known = testsOf.get(id) ?? new Set();
      for (const test of tests) known.add(test);
      testsOf.set(id, known);
    }
  }
  const perFile = new Map();
  for (const id of testsOf.keys())
    perFile.set(fileOf.get(id), (perFile.get(fileOf.get(id)) ?? 0) + 1);
  return { file, testsOf, perFile, alone };
}

/** @param {string} test @param {string} name Of a test, or of a suite. */
function isIn(test, name) {
  if (!name.startsWith("suite:")) return test === name;
  const suite = name.slice("suite:".length);
  return suite === "" || test.startsWith(`${suite} > `);
}

/**
 * The tests that a mutant meets.
 * @param {Mutant} mutant @param {readonly Reach[]} reach
 */
export function testsFor({ id, file }, reach) {
  const chosen = /** @type {TestsOfFile[]} */ ([]);
  let left = TESTS_PER_MUTANT;
  for (const one of nearest(reach, file)) {
    const tests = [...(one.testsOf.get(id) ?? [])].slice(0, left);
    if (tests.length > 0) chosen.push({ file: one.file, tests, reload: false });
    left -= tests.length;
  }
  return chosen;
}

/**
 * The tests that a mutant meets whose place is passed while its module is loaded: those beside its file, then those of the files that reach most of the rest of the module.
 * @param {Mutant} mutant @param {readonly Reach[]} reach
 * @returns {readonly TestsOfFile[]}
 */
export const testsForLoaded = ({ file }, reach) =>
  nearest(reach, file)
    .toSorted(
      (a, b) => Number(a.far > 0) - Number(b.far > 0) || b.alike - a.alike || b.much - a.much,
    )
    .slice(0, FILES_PER_LOADED_MUTANT)
    .map((one) => ({ file: one.file, tests: one.alone.slice(0, TESTS_PER_MUTANT), reload: true }));

/** Those beside the file first, those over HTTP last; of two the one whose name is more like that of the file, then the one that reaches more of it. @param {readonly Reach[]} reach @param {string} file */
function nearest(reach, file) {
  const words = wordsOf(file.split("/").slice(-2).join("-"));
  return reach
    .map((one) => ({
      ...one,
      far: distance(one.file, file),
      alike: wordsOf(one.file.split("/").at(-1) ?? "").filter((word) => words.includes(word))
        .length,
      much: one.perFile.get(file) ?? 0,
    }))
    .toSorted((a, b) => a.far - b.far || b.alike - a.alike || b.much - a.much);
}

/** The words of a name, without the s of a plural. @param {string} name */
const wordsOf = (name) =>
  name
    .replace(/(\.procedure)?(\.test)?\.ts$/, "")
    .split("-")
    .map((word) => word.replace(/s$/, ""));

/** @param {string} test @param {string} source */
function distance(test, source) {
  const here = test.split("/").slice(0, -1);
  const there = source.split("/").slice(0, -1);
  const common = there.findIndex((folder, index) => folder !== here[index]);
  if (common === -1) return 0;
  return there.length - common + (test.startsWith("packages/server/") ? 100 : 0);
}
