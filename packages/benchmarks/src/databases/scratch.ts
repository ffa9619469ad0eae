import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { joinOutcomes, type Outcome } from "../benchmark.js";

/** Runs `work` with a folder of its own, which is gone afterwards. */
export async function withFolder<Result>(
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "benchmark-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export type Engine = "SQLite" | "Postgres";
/** Makes an empty database, and returns its file or its URL. */
export type NewDatabase = () => Promise<string>;

/** Runs `work` over SQLite files, then over databases of a private Postgres server. */
export async function onBothEngines(
  work: (engine: Engine, newDatabase: NewDatabase) => Promise<Outcome>,
): Promise<Outcome> {
  let files = 0;
  const onSqlite = await withFolder((folder) =>
    work("SQLite", async () => join(folder, `${++files}.db`)),
  );
  const { startPostgres } = await import("@acme/auth-testing/postgres");
  const cluster = await startPostgres();
  try {
    return joinOutcomes([onSqlite, await work("Postgres", () => cluster.createDatabase())]);
  } finally {
    await cluster.stop();
  }
}
