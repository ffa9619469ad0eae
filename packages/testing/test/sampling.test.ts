import { describe, expect, it } from "vitest";
import { readSampling, repetitions, sample } from "../src/sampling.js";

const CASES = Array.from({ length: 103 }, (_, index) => index);
const seeded = (seed: number) => ({ extent: "sample", seed }) as const;

describe("a sample of a long list", () => {
  it.each([1, 2, 5, 8, 103])("takes every case once in any %i consecutive seeds", (oneIn) => {
    for (const first of [0, 7, 123_456_789]) {
      const taken = Array.from({ length: oneIn }, (_, turn) =>
        sample(CASES, oneIn, seeded(first + turn)),
      );
      expect(taken.flat().toSorted((one, other) => one - other)).toEqual(CASES);
    }
  });

  it.each([1, 2, 3, 7])("of %i cases is never empty, however few are wanted", (length) => {
    for (let seed = 0; seed < 20; seed++)
      expect(sample(CASES.slice(0, length), 8, seeded(seed)).length).toBeGreaterThan(0);
    expect(sample([], 8, seeded(3))).toEqual([]);
  });

  it("is about one case in so many", () => {
    expect(sample(CASES, 8, seeded(0))).toHaveLength(13);
    expect(sample(CASES, 8, seeded(7))).toHaveLength(12);
  });

  it("is the same for the same seed", () => {
    expect(sample(CASES, 8, seeded(42))).toEqual(sample(CASES, 8, seeded(42)));
    expect(sample(CASES, 8, seeded(42))).not.toEqual(sample(CASES, 8, seeded(43)));
  });

  it.each(["all", "proof"] as const)("is the whole list where the run takes %s", (extent) => {
    for (let seed = 0; seed < 20; seed++) expect(sample(CASES, 8, { extent, seed })).toEqual(CASES);
  });
});

describe("the environment of a run", () => {
  it("asks for a sample by a seed of the run's own, unless it says otherwise", () => {
    expect(readSampling({}, 17)).toEqual({ extent: "sample", seed: 17 });
    expect(readSampling({ TESTS: "all", SEED: "4" }, 17)).toEqual({ extent: "all", seed: 4 });
  });

  it.each([
    { SEED: "-1" },
    { SEED: "1.5" },
    { SEED: "abc" },
    { SEED: "" },
    { SEED: "99999999999" },
    { TESTS: "most" },
  ])("is refused when it says %o", (env) => {
    expect(() => readSampling(env)).toThrow(/^(SEED|TESTS) is /);
  });

  it("says how often a test repeats what it repeats", () => {
    const counts = { sample: 2, all: 20, proof: 100 };
    expect(repetitions(counts, seeded(0))).toBe(2);
    expect(repetitions(counts, { extent: "all", seed: 0 })).toBe(20);
    expect(repetitions(counts, { extent: "proof", seed: 0 })).toBe(100);
  });
});
