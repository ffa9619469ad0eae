import { availableParallelism, cpus, loadavg } from "node:os";
import type { Outcome, Scale } from "../benchmark.js";
import type { MeasuredGoal } from "../figures/goal.js";

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

export const goalsIn = (measurements: readonly Measurement[]): readonly MeasuredGoal[] =>
  measurements.flatMap(({ benchmark, goals }) => goals.map((goal) => ({ ...goal, benchmark })));
