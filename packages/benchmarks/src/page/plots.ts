import type { FigureTable } from "../figures.js";
import type { Bar, BarChart, Tone } from "./bar-chart.js";

/** A chart, and the name of its file without `.svg`. */
export interface Plot {
  readonly name: string;
  readonly chart: BarChart;
}

/** Which column of which tables a plot shows; a group for each table, by its title in the plot. */
interface PlotSource {
  readonly name: string;
  readonly title: string;
  readonly unit: string;
  readonly groups: readonly (readonly [title: string, table: string, column: string])[];
}

const SOURCES: readonly PlotSource[] = [
  {
    name: "checks-per-second",
    title: "Session checks with 16 connections",
    unit: "checks per second, more is better",
    groups: [
      ["SQLite", "session-check/SQLite/16", "checks/s"],
      ["Postgres", "session-check/Postgres/16", "checks/s"],
    ],
  },
  {
    name: "start",
    title: "From the start of the process to its first answer",
    unit: "ms, less is better",
    groups: [
      ["A service of its own, SQLite", "start", "ms"],
      ["An application, SQLite", "embedding-start", "ms"],
    ],
  },
];

/**
 * The plots of what was measured. A group whose table is missing is left out, and so is a plot
 * without groups.
 */
export function plotsOf(tables: readonly FigureTable[]): readonly Plot[] {
  return SOURCES.map(({ name, title, unit, groups }) => ({
    name,
    chart: {
      title,
      unit,
      groups: groups
        .map(([group, table, column]) => ({
          name: group,
          bars: barsOf(
            tables.find(({ id }) => id === table),
            column,
          ),
        }))
        .filter(({ bars }) => bars.length > 0),
    },
  })).filter(({ chart }) => chart.groups.length > 0);
}

const barsOf = (table: FigureTable | undefined, column: string): readonly Bar[] =>
  (table?.rows ?? []).flatMap(({ name, figures }) => {
    const figure = figures[column];
    return figure ? [{ name, figure, tone: toneOf(name) }] : [];
  });

const toneOf = (name: string): Tone =>
  name.startsWith("better-auth")
    ? "theirs"
    : /^(bare|hand-written|without)/.test(name)
      ? "byHand"
      : "ours";
