import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { Measurement } from "./measurement.js";

/** The measurements in a file that `--json` wrote. */
export async function readResults(file: string): Promise<readonly Measurement[]> {
  const { measurements } = JSON.parse(await readFile(file, "utf8")) as {
    measurements: readonly Measurement[];
  };
  return measurements;
}

/** Every benchmark once, each as the last of `measurements` has it, in the order of `names`; one that is not named is gone. */
export function latestOf(
  measurements: readonly Measurement[],
  names: readonly string[],
): readonly Measurement[] {
  const latest = new Map(measurements.map((each) => [each.benchmark, each]));
  return names.flatMap((name) => latest.get(name) ?? []);
}

/** Figures to six digits, so that a file can be read. */
const short = (_key: string, value: unknown): unknown =>
  typeof value === "number" && !Number.isInteger(value) ? Number(value.toPrecision(6)) : value;

/** A line for each row of a table and each goal: what a diff of the file shows is what changed. */
const linesOf = (rows: readonly unknown[]): string =>
  `[\n${rows.map((row) => `  ${JSON.stringify(row, short)}`).join(",\n")}\n]`;

function writeMeasurement({ tables, goals, ...about }: Measurement): string {
  const parts = tables.map(
    ({ rows, ...table }) => `${JSON.stringify(table).slice(0, -1)},"rows":${linesOf(rows)}}`,
  );
  return `${JSON.stringify(about, short).slice(0, -1)},\n"tables":[${parts.join(",\n")}],\n"goals":${linesOf(goals)}}`;
}

export async function writeResults(
  file: string,
  measurements: readonly Measurement[],
): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const text = measurements.map(writeMeasurement).join(",\n");
  await writeFile(file, `{"measurements":[\n${text}\n]}\n`);
}
