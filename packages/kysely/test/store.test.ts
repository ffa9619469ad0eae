import { startPostgres, systemPostgres } from "@acme/auth-testing/postgres";
import { sample } from "@acme/auth-testing/sampling";
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

describeStore("SQLite in memory", openMemory);
describeStore("Postgres", () => openPostgres({ max: 10 }));

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

/** Other ways to open the same two databases. */
const VARIANTS: readonly (readonly [name: string, open: () => Promise<Database>])[] = [
  ["a SQLite file", openFile],
  ["Postgres with a pool of one", () => openPostgres({ max: 1 })],
  ["Postgres behind transaction pooling", openPooledPostgres],
  ["Postgres in a far time zone", () => openPostgres({ options: "-c TimeZone=Asia/Kathmandu" })],
  ...(systemPostgres() === null
    ? []
    : [["the Postgres server of this machine", openSystem] as const]),
];

for (const [name, open] of sample(VARIANTS, VARIANTS.length)) describeStore(name, open);
