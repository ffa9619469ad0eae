import { startPostgres, systemPostgres } from "@acme/auth-testing/postgres";
import { describeStore } from "@acme/auth-testing/store-contract";
import { Pool } from "pg";
import { guardedStore } from "../src/index.js";
import { createPostgresStore } from "../src/postgres.js";
import {
  type Database,
  openFile,
  openMemory,
  openPooledPostgres,
  openPostgres,
  wipePostgres,
} from "./databases.js";
import { openSharedFile } from "./second-process.js";

/** The server of this machine, of another version than the one that the tests bring along. */
async function openSystem(): Promise<Database> {
  const cluster = await startPostgres({ binaries: "system" });
  const store = guardedStore(createPostgresStore(new Pool({ connectionString: cluster.url })));
  await store.migrate();
  const close = async (): Promise<void> => {
    await store.close();
    await cluster.stop();
  };
  return { store, rivals: [], wipe: () => wipePostgres(store), close };
}

type Way = readonly [name: string, open: () => Promise<Database>];

const SQLITE: readonly Way[] = [
  ["SQLite in memory", openMemory],
  ["a SQLite file", openFile],
  ["two processes on one SQLite file", openSharedFile],
];

const POSTGRES: readonly Way[] = [
  ["Postgres", () => openPostgres({ max: 10 })],
  ["Postgres with a pool of one", () => openPostgres({ max: 1 })],
  ["Postgres behind transaction pooling", openPooledPostgres],
  ["Postgres in a far time zone", () => openPostgres({ options: "-c TimeZone=Asia/Kathmandu" })],
  ...(systemPostgres() === null
    ? []
    : ([["the Postgres server of this machine", openSystem]] satisfies readonly Way[])),
];

// A sample opens each of the two databases in one way.
for (const ways of [SQLITE, POSTGRES]) for (const [name, open] of ways) describeStore(name, open);
