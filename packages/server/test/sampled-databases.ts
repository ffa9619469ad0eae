import { runSampling, sample } from "@acme/auth-testing/sampling";
import { DATABASES, type DatabaseName } from "./service.js";

/**
 * Returns the databases over which a suite runs: both in a whole run, and one in a sample. Which one changes from suite to suite and from seed to seed, so that
 * each run has suites over both, and two runs with consecutive seeds take every suite over both.
 * @param title The title of the suite.
 * @param wanted The only database, where the environment names one.
 */
export function databasesFor(
  title: string,
  { extent, seed } = runSampling(),
  wanted = process.env["DATABASE"],
): readonly DatabaseName[] {
  const only = DATABASES.find((database) => database === wanted);
  if (only) return [only];
  return sample(DATABASES, DATABASES.length, { extent, seed: seed + numberOf(title) });
}

/** Returns a number that differs from suite to suite. */
export const numberOf = (title: string): number =>
  Buffer.from(title).reduce((sum, byte) => sum + byte, 0);
