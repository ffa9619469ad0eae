import { describe, expect, it } from "vitest";
import { describeBarChart, renderBarChart, type BarChart } from "./bar-chart.js";

const chart: BarChart = {
  title: "Checks & balances",
  unit: "ms",
  groups: [
    {
      name: "SQLite",
      bars: [
        { name: "ours <1>", figure: { median: 50, least: 25, most: 75 }, tone: "ours" },
        { name: "theirs", figure: { median: 100, least: 100, most: 100 }, tone: "theirs" },
      ],
    },
  ],
};

describe("a bar chart", () => {
  it("draws bars in proportion, as long as their medians", () => {
    const widths = [...renderBarChart(chart).matchAll(/<rect [^>]*width="([\d.]+)"/g)].map(
      ([, width]) => Number(width),
    );
    expect(widths[0]! * 2).toBeCloseTo(widths[1]!);
  });

  it("draws the spread only where there is one", () => {
    expect(renderBarChart(chart).match(/class="spread"/g)).toHaveLength(1);
  });

  it("carries its text alternative: every bar with its figure", () => {
    const alternative = describeBarChart(chart);
    expect(alternative).toContain("SQLite: ours <1> 50.0 (25.0–75.0); theirs 100.");
    expect(renderBarChart(chart)).toContain("<desc");
  });

  it("is XML whatever its titles and names are", () => {
    const text = renderBarChart(chart);
    expect(text).toContain("Checks &amp; balances");
    expect(text).toContain("ours &lt;1>");
    expect(text).not.toContain("ours <1>");
  });

  it("follows the reader's preference for dark pages", () => {
    expect(renderBarChart(chart)).toContain("prefers-color-scheme: dark");
  });
});
