/**
 * How much of the long lists a run of the tests takes: a `sample` of their cases, `all` of them, or
 * the repetitions of a long `proof` as well.
 */
export type Extent = "sample" | "all" | "proof";

/** How many cases a run of the tests takes, and which. */
export interface Sampling {
  readonly extent: Extent;
  /** A non-negative integer that says which cases a sample takes. */
  readonly seed: number;
}

const EXTENTS: readonly Extent[] = ["sample", "all", "proof"];
const MAX_SEED = 2 ** 31 - 1;

/**
 * Returns the sampling that `TESTS` and `SEED` ask for. Without `SEED` it is `anySeed`, without
 * `TESTS` it is a sample.
 *
 * @throws {Error} when one of them has no such value.
 */
export function readSampling(
  env: Readonly<Record<string, string | undefined>>,
  anySeed = 0,
): Sampling {
  const { TESTS = "sample", SEED = String(anySeed) } = env;
  const extent = EXTENTS.find((one) => one === TESTS);
  if (!extent) throw new Error(`TESTS is one of ${EXTENTS.join(", ")}, not "${TESTS}".`);
  const seed = Number(SEED);
  if (!/^\d+$/.test(SEED) || seed > MAX_SEED)
    throw new Error(`SEED is an integer from 0 to ${MAX_SEED}, not "${SEED}".`);
  return { extent, seed };
}

/** The sampling of this run, which `vitest.config.ts` has put into the environment. */
export const runSampling = (): Sampling => readSampling(process.env);

/**
 * Returns the cases of a long list that this run takes: all of them, or for a sample each
 * `oneIn`-th, from where the seed says. Any `oneIn` consecutive seeds take every case exactly once.
 * Of a list that is not empty there is always one.
 */
export function sample<T>(
  cases: readonly T[],
  oneIn: number,
  { extent, seed } = runSampling(),
): readonly T[] {
  if (extent !== "sample") return cases;
  const step = Math.max(1, Math.min(oneIn, cases.length));
  return cases.filter((_, index) => index % step === seed % step);
}

/** Returns how often this run repeats what is repeated. */
export const repetitions = (
  counts: Readonly<Record<Extent, number>>,
  { extent } = runSampling(),
): number => counts[extent];
