import { write, writeFigure } from "../figures/figure.js";
import { commandOf, isMet, writeBound, type Goal } from "../figures/goal.js";
import { columnsOf, type FigureTable } from "../figures/table.js";
import { goalsIn, type Measurement } from "../results/measurement.js";
import { describeBarChart, renderBarChart } from "./bar-chart.js";
import { markdown } from "./markdown.js";
import { plotsOf, type Plot } from "./plots.js";
import { PREAMBLE, TERMS } from "./preamble.js";
import { REASONS } from "./reasons.js";

const PAGE = "docs/performance.md";
const PLOTS = "docs/performance";

/** The page about performance and its plots, by their paths from the root. */
export function performanceDocuments(
  measurements: readonly Measurement[],
): Readonly<Record<string, string>> {
  const plots = plotsOf(measurements.flatMap(({ tables }) => tables));
  return {
    [PAGE]: pageOf(measurements, plots),
    ...Object.fromEntries(
      plots.map(({ name, chart }) => [`${PLOTS}/${name}.svg`, renderBarChart(chart)]),
    ),
  };
}

function pageOf(measurements: readonly Measurement[], plots: readonly Plot[]): string {
  const goals = goalsIn(measurements);
  const parts = [
    PREAMBLE,
    `## Goals\n\n${goals.filter(isMet).length} of ${goals.length} are met. Every row names its command.`,
    ...cautionsOf(measurements),
    ...measurements.filter((each) => each.goals.length > 0).map(goalsPart),
    `## Plots\n\nThe bar is the median, the line across its end reaches from the least to the most.`,
    ...plots.map(({ name, chart }) => `![${describeBarChart(chart)}](performance/${name}.svg)`),
    TERMS,
    `## All figures\n\nEach is the median, with the least and the most.`,
    ...measurements.map(figuresPart),
    `## When and where`,
    whenAndWhere(measurements),
  ];
  return `${parts.join("\n\n")}\n`;
}

/** What a reader must know before the figures, when they were not measured as they should be. */
function cautionsOf(measurements: readonly Measurement[]): readonly string[] {
  const quick = measurements.filter(({ scale }) => scale === "quick").length;
  const crowded = measurements.filter(({ machine }) => machine.load > machine.processors).length;
  if (quick + crowded === 0) return [];
  return [
    `**Read them with care.** Of ${measurements.length} benchmarks, ${quick} ran with short rounds and ${crowded} on a machine with more work than processors; [when and where](#when-and-where) says which. Their rates and latencies say little, and their ratios are rough.`,
  ];
}

function goalsPart({ benchmark, goals }: Measurement): string {
  const reason = goals.every(isMet) ? undefined : REASONS[benchmark];
  const table = goalsTable({ benchmark, goals });
  return reason === undefined ? table : `${table}\n\n**What is missed, and why.** ${reason}`;
}

const goalsTable = ({ benchmark, goals }: Pick<Measurement, "benchmark" | "goals">): string =>
  markdown(
    ["work", "goal", "measured (least–most)", "by rates", "met", "command"],
    goals.map((goal) => [
      goal.what,
      `${writeBound(goal.bound)} ${goal.unit}`,
      writeFigure(goal.measured),
      byRates(goal),
      isMet(goal) ? "yes" : "**no**",
      `\`${commandOf(benchmark)}\``,
    ]),
  );

const byRates = ({ byRate }: Goal): string => (byRate ? write(byRate.median) : "");

const figuresPart = ({ benchmark, tables }: Measurement): string =>
  [`### ${benchmark}`, ...tables.map(figuresTable)].join("\n\n");

function figuresTable(table: FigureTable): string {
  const columns = columnsOf(table);
  const rows = table.rows.map(({ name, figures }) => [
    name,
    ...columns.map((column) => (figures[column] ? writeFigure(figures[column]) : "")),
  ]);
  return `${table.title}\n\n${markdown(["", ...columns], rows)}`;
}

const whenAndWhere = (measurements: readonly Measurement[]): string =>
  markdown(
    ["benchmark", "began", "seconds", "rounds", "Node", "processors", "load before"],
    measurements.map(({ benchmark, at, seconds, scale, machine }) => [
      benchmark,
      at,
      String(seconds),
      scale,
      machine.node,
      `${machine.processors} × ${machine.model}`,
      String(machine.load),
    ]),
  );
