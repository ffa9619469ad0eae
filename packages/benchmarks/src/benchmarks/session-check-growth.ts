import { join } from "node:path";
import { joinOutcomes, type Benchmark, type Outcome, type Scale } from "../benchmark.js";
import { cookiesOf } from "../databases/people.js";
import { writePostgresPeople } from "../databases/postgres-people.js";
import { withFolder, withPostgres } from "../databases/scratch.js";
import { writeSqlitePeople } from "../databases/sqlite-people.js";
import { figureOf, write } from "../figures/figure.js";
import { loadTable } from "../figures/load-table.js";
import { ratios } from "../figures/statistics.js";
import {
  driveAndCost,
  inGenerations,
  interleave,
  type CostedSample,
  type Results,
} from "../load/interleave.js";
import { checksAt, ME } from "../load/session-checks.js";
import { warmUp } from "../load/warm-up.js";
import { startProcess } from "../processes/start-process.js";

const FEW = 1_000;
const CONNECTIONS = 4;

interface Databases {
  readonly kind: "sqlite" | "postgres";
  /** By how many sessions are in each. */
  readonly bySize: ReadonlyMap<number, string>;
}

/** One race between all sizes, with processes started for it. */
async function race(
  { kind, bySize }: Databases,
  { rounds, roundMs, warmUpMs }: Scale,
): Promise<Results<CostedSample>> {
  const places = ["acme-express", `hand-written-express-${kind}`].flatMap((name) =>
    [...bySize].map(async ([sessions, database]) => ({
      name: `${name}, ${write(sessions)}`,
      running: await startProcess(name, { database }),
      turn: checksAt(ME, cookiesOf(sessions)),
    })),
  );
  const contenders = await Promise.all(places);
  for (const { running, turn } of contenders)
    await warmUp(running, { milliseconds: warmUpMs, turn });
  const entrants = contenders.map(({ name, running, turn }) => ({
    name,
    round: () => driveAndCost(running, { connections: CONNECTIONS, milliseconds: roundMs, turn }),
  }));
  const results = await interleave(entrants, rounds);
  await Promise.all(contenders.map(({ running }) => running.stop()));
  return results;
}

async function compare(databases: Databases, scale: Scale): Promise<Outcome> {
  const { kind } = databases;
  const { manySessions } = scale;
  const races = await inGenerations(
    scale,
    async (rounds) => new Map([[kind, await race(databases, { ...scale, rounds })]]),
  );
  const results = races.get(kind)!;
  const middles = (sessions: number) =>
    results.get(`acme-express, ${write(sessions)}`)!.map(({ p50 }) => p50);
  const table = loadTable(
    {
      id: `session-check-growth/${kind}`,
      title: `session-check-growth, ${kind}, ${CONNECTIONS} connections, by sessions in the table`,
      unit: "checks",
      references: { [`× ${write(FEW)}`]: `acme-express, ${write(FEW)}` },
    },
    results,
  );
  const goal = {
    id: `session-check-growth/${kind}`,
    what: `session check, ${kind}: p50 with ${write(manySessions)} sessions × with ${write(FEW)}`,
    bound: { atMost: 1.3 },
    unit: "×",
    measured: figureOf(ratios(middles(manySessions), middles(FEW))),
  } as const;
  return { tables: [table], goals: [goal] };
}

/** Whether knowing who is asking gets slower as the tables grow. */
export const sessionCheckGrowth: Benchmark = {
  name: "session-check-growth",
  async run(scale) {
    const sizes = [FEW, scale.manySessions];
    const onSqlite = await withFolder(async (folder) => {
      const bySize = new Map(sizes.map((size) => [size, join(folder, `${size}.db`)]));
      for (const [size, file] of bySize) await writeSqlitePeople(file, size);
      return compare({ kind: "sqlite", bySize }, scale);
    });
    const onPostgres = await withPostgres(async (cluster) => {
      const bySize = new Map<number, string>();
      for (const size of sizes) bySize.set(size, await cluster.createDatabase());
      for (const [size, url] of bySize) await writePostgresPeople(url, size);
      return compare({ kind: "postgres", bySize }, scale);
    });
    return joinOutcomes([onSqlite, onPostgres]);
  },
};
