import { join } from "node:path";
import type { Benchmark, Scale } from "../benchmark.js";
import { cookiesOf } from "../databases/people.js";
import { writePostgresPeople } from "../databases/postgres-people.js";
import { withFolder, withPostgres } from "../databases/scratch.js";
import { writeSqlitePeople } from "../databases/sqlite-people.js";
import { renderGoals } from "../figures/goal.js";
import { renderLoad } from "../figures/load-table.js";
import { pairedRatio } from "../figures/statistics.js";
import { whole } from "../figures/table.js";
import { drive } from "../load/drive.js";
import { driveAndCost, interleave } from "../load/interleave.js";
import { checksAt, ME } from "../load/session-checks.js";
import { startProcess } from "../processes/start-process.js";

const FEW = 1_000;
const CONNECTIONS = 4;

interface Databases {
  readonly kind: "sqlite" | "postgres";
  /** By how many sessions are in each. */
  readonly bySize: ReadonlyMap<number, string>;
}

async function compare(
  { kind, bySize }: Databases,
  { rounds, roundMs, warmUpMs, manySessions }: Scale,
): Promise<void> {
  const places = ["acme-express", `hand-written-express-${kind}`].flatMap((name) =>
    [...bySize].map(async ([sessions, database]) => ({
      name: `${name}, ${whole(sessions)}`,
      running: await startProcess(name, { database }),
      turn: checksAt(ME, cookiesOf(sessions)),
    })),
  );
  const contenders = await Promise.all(places);
  for (const { running, turn } of contenders)
    await drive({ port: running.port, connections: 16, milliseconds: warmUpMs * 2, turn });
  const entrants = contenders.map(({ name, running, turn }) => ({
    name,
    round: () => driveAndCost(running, { connections: CONNECTIONS, milliseconds: roundMs, turn }),
  }));
  const results = await interleave(entrants, rounds);

  const medians = (sessions: number) =>
    results.get(`acme-express, ${whole(sessions)}`)!.map(({ p50 }) => p50);
  const references = { [`× ${whole(FEW)}`]: `acme-express, ${whole(FEW)}` };
  console.log(
    renderLoad(
      `session-check-growth, ${kind}, ${CONNECTIONS} connections, by sessions in the table`,
      results,
      { unit: "checks", references },
    ),
  );
  const ratio = pairedRatio(medians(manySessions), medians(FEW));
  console.log(
    renderGoals([
      {
        what: `p50 at ${whole(manySessions)} sessions × p50 at ${whole(FEW)}`,
        ratio,
        bound: { atMost: 1.3 },
      },
    ]),
  );
  await Promise.all(contenders.map(({ running }) => running.stop()));
}

/** Whether knowing who is asking gets slower as the tables grow. */
export const sessionCheckGrowth: Benchmark = {
  name: "session-check-growth",
  async run(scale) {
    const sizes = [FEW, scale.manySessions];
    await withFolder(async (folder) => {
      const bySize = new Map(sizes.map((size) => [size, join(folder, `${size}.db`)]));
      for (const [size, file] of bySize) await writeSqlitePeople(file, size);
      await compare({ kind: "sqlite", bySize }, scale);
    });
    await withPostgres(async (cluster) => {
      const bySize = new Map<number, string>();
      for (const size of sizes) bySize.set(size, await cluster.createDatabase());
      for (const [size, url] of bySize) await writePostgresPeople(url, size);
      await compare({ kind: "postgres", bySize }, scale);
    });
  },
};
