import type { Scale, Work } from "../benchmark.js";
import { type FigureTable, type Results, tableOf } from "../figures.js";
import { type Running, startProcess } from "../processes/start-process.js";
import { drive, type Load, type Sample, type Turn } from "./drive.js";

/** Takes turns A B A B …: whatever else the machine does meanwhile, all of them feel it alike. */
export async function interleave<Round>(
  entrants: Readonly<Record<string, () => Promise<Round>>>,
  rounds: number,
  results = new Map<string, Round[]>(),
): Promise<Results<Round>> {
  for (let round = 0; round < rounds; round++)
    for (const [name, measure] of Object.entries(entrants))
      results.set(name, [...(results.get(name) ?? []), await measure()]);
  return results;
}

/** A sample with what it cost the process that served it. */
export type CostedSample = Sample & Work;

/** Loads a process, and asks what that cost. */
export async function driveAndCost(
  running: Running,
  load: Omit<Load, "port">,
): Promise<CostedSample> {
  const before = await running.cpu();
  const sample = await drive({ ...load, port: running.port });
  return { ...sample, cpu: ((await running.cpu()) - before) / sample.turns };
}

const SLICE_MS = 200;
/** However slow the machine is. */
const PATIENCE = 10;

/**
 * Loads a process until it has had that much processor time. Code is compiled by how often it ran,
 * and on a busy machine a while of load runs it less often: what is measured afterwards would be
 * the compiler.
 */
export async function warmUp(running: Running, milliseconds: number, turn: Turn): Promise<void> {
  const enough = (await running.cpu()) + milliseconds * 1_000;
  const deadline = performance.now() + milliseconds * PATIENCE;
  while ((await running.cpu()) < enough && performance.now() < deadline)
    await drive({ port: running.port, connections: 16, milliseconds: SLICE_MS, turn });
}

export interface Contender {
  readonly name: string;
  /** The file in `contenders`, where it is not the name. */
  readonly program?: string;
  readonly database: string;
  readonly turn: (running: Running) => Turn;
}

/** What came of a race, by the number of connections. */
export type Races = ReadonlyMap<number, Results<CostedSample>>;

/**
 * Races the contenders at each number of connections. Every generation has new processes: how fast
 * one is depends a little on how it happened to be compiled, so that rounds in one process agree
 * better with each other than with the next run.
 */
export async function race(
  contenders: readonly Contender[],
  connections: readonly number[],
  { rounds, generations, roundMs, warmUpMs }: Scale,
): Promise<Races> {
  const races = new Map(connections.map((each) => [each, new Map<string, CostedSample[]>()]));
  for (let generation = 0; generation < generations; generation++) {
    const started = await Promise.all(
      contenders.map(async ({ name, program = name, database, turn }) => {
        const running = await startProcess(program, { database });
        return { name, running, turn: turn(running) };
      }),
    );
    for (const { running, turn } of started) await warmUp(running, warmUpMs, turn);
    for (const [count, results] of races) {
      const entrants = started.map(({ name, running, turn }) => {
        const load = { connections: count, milliseconds: roundMs, turn };
        return [name, () => driveAndCost(running, load)] as const;
      });
      await interleave(Object.fromEntries(entrants), Math.ceil(rounds / generations), results);
    }
    await Promise.all(started.map(({ running }) => running.stop()));
  }
  return races;
}

/** What every contender of a race came to; `unit` is what a turn is, in the plural. */
export const raceTable = (
  about: Omit<FigureTable, "rows">,
  unit: string,
  results: Results<CostedSample>,
): FigureTable =>
  tableOf(about, results, {
    [`${unit}/s`]: ({ perSecond }) => perSecond,
    "p50 ms": ({ p50 }) => p50,
    "p99 ms": ({ p99 }) => p99,
    "CPU µs": ({ cpu }) => cpu,
  });
