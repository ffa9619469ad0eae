import { describe, expect, it } from "vitest";
import type { MeasuredGoal } from "../figures/goal.js";
import { agree, compareRuns } from "./agreement.js";

const goal = (id: string, median: number): MeasuredGoal => ({
  id,
  benchmark: "work",
  what: `the work ${id}`,
  bound: { atLeast: 1 },
  unit: "×",
  measured: { median, least: median - 0.1, most: median + 0.1 },
});

describe("two runs", () => {
  it("agree when the median of one lies within the spread of the other", () => {
    const wide = { median: 1, least: 0.5, most: 1.5 };
    const narrow = { median: 1.4, least: 1.39, most: 1.41 };
    expect(agree(wide, narrow)).toBe(true);
    expect(agree(narrow, wide)).toBe(true);
  });

  it("differ when neither does, even where the spreads overlap", () => {
    expect(
      agree({ median: 1, least: 0.9, most: 1.2 }, { median: 1.3, least: 1.1, most: 1.4 }),
    ).toBe(false);
  });

  it("agree when what is written of both is the same, though nothing spreads", () => {
    const once = (median: number) => ({ median, least: median, most: median });
    expect(agree(once(0.7581), once(0.7584))).toBe(true);
    expect(agree(once(0.758), once(0.759))).toBe(false);
  });

  it("are compared row by row, by the rows that both have", () => {
    const { text, agrees } = compareRuns(
      [goal("a", 1), goal("b", 1), goal("only one", 1)],
      [goal("b", 2), goal("a", 1.05)],
    );
    expect(agrees).toBe(false);
    expect(text).toContain("1 of 2 rows agree");
    expect(text).toMatch(/the work a .*agree/);
    expect(text).toMatch(/the work b .*DIFFER/);
    expect(text).not.toContain("only one");
  });
});
