import { join } from "node:path";
import type { Benchmark } from "../benchmark.js";
import { liveOnce, type Act } from "../capacity/actions.js";
import { openCountedStore, type StatementCount } from "../capacity/counted-store.js";
import { openLibrary } from "../capacity/library.js";
import { measureBytes } from "../capacity/row-bytes.js";
import { withFolder, withPostgres } from "../databases/scratch.js";
import { figureOf, type Figure } from "../figures/figure.js";
import type { FigureTable } from "../figures/table.js";

const LIVES = 3;
const ENGINES = ["SQLite", "Postgres"] as const;
type Engine = (typeof ENGINES)[number];

type Counts = ReadonlyMap<string, readonly StatementCount[]>;

/** What each action sends, over several lives. */
async function countActions(database: string): Promise<Counts> {
  const { store, take } = await openCountedStore(database);
  const library = openLibrary(store);
  const counts = new Map<string, StatementCount[]>();
  const act: Act = async (name, work) => {
    take();
    const done = await work();
    counts.set(name, [...(counts.get(name) ?? []), take()]);
    return done;
  };
  for (let index = 0; index < LIVES; index++) await liveOnce(library, act, index + 1);
  await library.auth.close();
  await store.close();
  return counts;
}

function actionsTable(counts: Readonly<Record<Engine, Counts>>): FigureTable {
  const figuresOf = (name: string): Record<string, Figure> =>
    Object.fromEntries(
      ENGINES.flatMap((engine) =>
        (["statements", "commits"] as const).map((kind) => [
          `${engine} ${kind}`,
          figureOf((counts[engine].get(name) ?? []).map((count) => count[kind])),
        ]),
      ),
    );
  return {
    id: "capacity/statements",
    title: "capacity: what an action sends to the database; commits are those that change rows",
    rows: [...counts.SQLite.keys()].map((name) => ({ name, figures: figuresOf(name) })),
  };
}

type Sizes = ReadonlyMap<string, number>;

const bytesTable = (sizes: Readonly<Record<Engine, Sizes>>, rows: number): FigureTable => ({
  id: "capacity/bytes",
  title: `capacity: bytes per row with its indexes, in tables of ${rows} rows`,
  rows: [...sizes.SQLite.keys()].map((name) => ({
    name,
    figures: Object.fromEntries(
      ENGINES.map((engine) => [engine, figureOf([sizes[engine].get(name) ?? NaN])]),
    ),
  })),
});

/** The constants of the capacity model: what an action asks of the database, and what a row takes there. */
export const capacity: Benchmark = {
  name: "capacity",
  run: ({ manySessions }) =>
    withFolder((folder) =>
      withPostgres(async (cluster) => {
        const rows = manySessions / 10;
        const counts = {
          SQLite: await countActions(join(folder, "actions.db")),
          Postgres: await countActions(await cluster.createDatabase()),
        };
        const sizes = {
          SQLite: await measureBytes(join(folder, "rows.db"), rows),
          Postgres: await measureBytes(await cluster.createDatabase(), rows),
        };
        return { tables: [actionsTable(counts), bytesTable(sizes, rows)], goals: [] };
      }),
    ),
};
