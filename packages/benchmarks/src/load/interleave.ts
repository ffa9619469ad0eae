import type { Sample } from "../figures/sample.js";
import type { Running } from "../processes/start-process.js";
import { drive, type Load } from "./drive.js";

export interface Entrant<Result> {
  readonly name: string;
  readonly round: () => Promise<Result>;
}

export type Results<Result> = ReadonlyMap<string, readonly Result[]>;

/** A B A B …: whatever else the machine does meanwhile, all of them feel it alike. */
export async function interleave<Result>(
  entrants: readonly Entrant<Result>[],
  rounds: number,
): Promise<Results<Result>> {
  const results = new Map<string, Result[]>(entrants.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const { name, round: measure } of entrants) results.get(name)!.push(await measure());
  }
  return results;
}

/** A sample with what it cost the process that served it. */
export interface CostedSample extends Sample {
  /** Processor time of the serving process for each turn, in microseconds: hardly moved by what else runs. */
  readonly cpu: number;
}

export async function driveAndCost(
  running: Running,
  load: Omit<Load, "port">,
): Promise<CostedSample> {
  const before = (await running.ask("cpu")) as number;
  const sample = await drive({ ...load, port: running.port });
  const after = (await running.ask("cpu")) as number;
  return { ...sample, cpu: (after - before) / (sample.count + sample.refused) };
}
