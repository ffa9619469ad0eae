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

/** What several races measured, each by its own name. */
export type Races<Result> = ReadonlyMap<string, Results<Result>>;

/**
 * Holds the races again and again, each time with processes of a new generation, and joins the rounds. How fast a process is depends a little on how
 * it happened to be compiled and laid out in memory, so that rounds in one process agree better with each other than with the next run.
 */
export async function inGenerations<Result>(
  { rounds, generations }: { readonly rounds: number; readonly generations: number },
  hold: (rounds: number) => Promise<Races<Result>>,
): Promise<Races<Result>> {
  const joined = new Map<string, Map<string, Result[]>>();
  for (let generation = 0; generation < generations; generation++) {
    for (const [race, results] of await hold(Math.ceil(rounds / generations))) {
      const before = joined.get(race) ?? new Map<string, Result[]>();
      joined.set(race, before);
      for (const [name, more] of results) before.set(name, [...(before.get(name) ?? []), ...more]);
    }
  }
  return joined;
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
