import { mkdir, readFile, writeFile } from "node:fs/promises";
import { availableParallelism, cpus, loadavg } from "node:os";
import { dirname } from "node:path";
import type { Outcome, Scale } from "./benchmark.js";

/** Where something was measured. */
export interface Machine {
  readonly node: string;
  readonly processors: number;
  readonly model: string;
  /** Processes that wanted a processor in the minute before. */
  readonly load: number;
}

/** What one benchmark measured, when and where. */
export interface Measurement extends Outcome {
  readonly benchmark: string;
  readonly at: string;
  readonly seconds: number;
  readonly scale: Scale["name"];
  readonly machine: Machine;
}

export const thisMachine = (): Machine => ({
  node: process.version,
  processors: availableParallelism(),
  model: cpus()[0]?.model ?? "unknown",
  load: Number(loadavg()[0]!.toFixed(2)),
});

/** Figures to six digits, so that a file can be read. */
const short = (_key: string, value: unknown): unknown =>
  typeof value === "number" && !Number.isInteger(value) ? Number(value.toPrecision(6)) : value;

/** A line for each row of a table and each goal: a diff of the file shows what changed. */
const linesOf = (rows: readonly unknown[]): string =>
  `[\n${rows.map((row) => `  ${JSON.stringify(row, short)}`).join(",\n")}\n]`;

function writeMeasurement({ tables, goals, ...about }: Measurement): string {
  const parts = tables.map(
    ({ rows, ...table }) => `${JSON.stringify(table).slice(0, -1)},"rows":${linesOf(rows)}}`,
  );
  const head = JSON.stringify(about, short).slice(0, -1);
  return `${head},\n"tables":[${parts.join(",\n")}],\n"goals":${linesOf(goals)}}`;
}

/** Writes a measurement into a file, which keeps what it has of the other benchmarks of `names`. */
export async function keepResult(
  file: string,
  measurement: Measurement,
  names: readonly string[],
): Promise<void> {
  const text = await readFile(file, "utf8").catch(() => '{"measurements":[]}');
  const { measurements } = JSON.parse(text) as { readonly measurements: readonly Measurement[] };
  const latest = new Map([...measurements, measurement].map((each) => [each.benchmark, each]));
  const kept = names.flatMap((name) => latest.get(name) ?? []).map(writeMeasurement);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `{"measurements":[\n${kept.join(",\n")}\n]}\n`);
}
