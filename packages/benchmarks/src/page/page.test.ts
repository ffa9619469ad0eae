import { describe, expect, it } from "vitest";
import type { Measurement } from "../results/measurement.js";
import { performanceDocuments } from "./page.js";

const figure = { median: 1, least: 0.5, most: 2 };
const measurement: Measurement = {
  benchmark: "session-check",
  at: "2026-01-01T00:00:00.000Z",
  seconds: 1,
  scale: "full",
  machine: { node: "v20", processors: 2, model: "a processor", load: 0 },
  tables: [
    {
      id: "session-check/sqlite/16",
      title: "session-check, sqlite",
      rows: [{ name: "acme-express", figures: { "checks/s": figure, "CPU µs": figure } }],
    },
  ],
  goals: [
    { id: "a", what: "met", bound: { atLeast: 1 }, unit: "×", measured: figure, byRate: figure },
    { id: "b", what: "missed", bound: { atMost: 0.9 }, unit: "ms", measured: figure },
  ],
};

describe("the page about performance", () => {
  const documents = performanceDocuments([measurement]);
  const page = documents["docs/performance.md"]!;

  it("has a row for each goal: what was measured, whether it is met, and the command", () => {
    expect(page).toContain(
      "| met | ≥ 1 × | 1.00 (0.500–2.00) | 1.00 | yes | `npm run bench -- session-check` |",
    );
    expect(page).toContain("| missed | ≤ 0.9 ms | 1.00 (0.500–2.00) |  | **no** |");
    expect(page).toContain("1 of 2 are met");
  });

  it("says why a goal is missed, with a record, below the table that misses one and nowhere else", () => {
    expect(page).toMatch(
      /\| \*\*no\*\* \|.*\n\n\*\*What is missed, and why\.\*\* .*decisions\/0053-/,
    );
    const goals = measurement.goals.filter(({ what }) => what === "met");
    const met = performanceDocuments([{ ...measurement, goals }])["docs/performance.md"];
    expect(met).not.toContain("What is missed");
  });

  it("warns of short rounds and of a machine with other work, and of nothing else", () => {
    const { machine } = measurement;
    const pageOf = (change: Partial<Measurement>) =>
      performanceDocuments([measurement, { ...measurement, ...change }])["docs/performance.md"];
    expect(page).not.toContain("with care");
    expect(pageOf({ scale: "quick" })).toContain("Of 2 benchmarks, 1 ran with short rounds and 0");
    expect(pageOf({ machine: { ...machine, load: 2.1 } })).toContain("short rounds and 1 on");
  });

  it("shows every plot that it comes with, and each with a text alternative", () => {
    const plots = Object.keys(documents).filter((path) => path.endsWith(".svg"));
    expect(plots).toEqual([
      "docs/performance/checks-per-second.svg",
      "docs/performance/cost-of-a-check.svg",
    ]);
    for (const path of plots) expect(page).toContain(`](${path.replace("docs/", "")})`);
    expect(page).toContain("![Session checks with 16 connections, checks per second");
  });
});
