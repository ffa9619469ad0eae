import { sample, type Sampling } from "../packages/testing/src/sampling.js";

/** A sample takes the tests of each fifth tool. What those tests sample themselves has a step that is no multiple of it, so that some seed takes each case. */
const ONE_IN = 5;

/**
 * Returns the test files of the tools in `scripts` that a run leaves out. A sample without words takes
 * some of them: they change seldom, compile and bundle much, and take a sixth of the time of all tests.
 * Any five consecutive seeds take each of them once.
 *
 * @param files The test files of the tools.
 * @param words What the command line asks for: with a word, it says itself what is run.
 */
export function toolsLeftOut(
  files: readonly string[],
  words: readonly string[],
  sampling: Sampling,
): readonly string[] {
  if (words.length > 0) return [];
  const taken = sample(files.toSorted(), ONE_IN, sampling);
  return files.filter((file) => !taken.includes(file));
}
