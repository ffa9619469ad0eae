import type { FigureTable } from "../figures/table.js";
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
      ["SQLite", "session-check/sqlite/16", "checks/s"],
      ["Postgres", "session-check/postgres/16", "checks/s"],
    ],
  },
  {
    name: "cost-of-a-check",
    title: "Session checks with 16 connections",
    unit: "µs of processor time for each, less is better",
    groups: [
      ["SQLite", "session-check/sqlite/16", "CPU µs"],
      ["Postgres", "session-check/postgres/16", "CPU µs"],
    ],
  },
  {
    name: "latency-under-flood",
    title: "Session checks beside password sign-ins",
    unit: "ms, less is better",
    groups: [
      ["Half of the checks were answered within", "under-argon2/checks", "p50 ms"],
      ["99 of 100 checks were answered within", "under-argon2/checks", "p99 ms"],
    ],
  },
  {
    name: "growth",
    title: "Session checks by the number of sessions in the table",
    unit: "ms for half of the checks, less is better",
    groups: [
      ["SQLite", "session-check-growth/sqlite", "p50 ms"],
      ["Postgres", "session-check-growth/postgres", "p50 ms"],
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

/** The plots of what was measured. A group whose table is missing is left out, and so is a plot without groups. */
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
