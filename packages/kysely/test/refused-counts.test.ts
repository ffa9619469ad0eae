import { keysOf } from "@acme/auth-testing/keys-of";
import SqliteDatabase from "better-sqlite3";
import { Client } from "pg";
import { afterEach, describe, expect, it } from "vitest";
import type { KyselyStore } from "../src/index.js";
import { openFile, openPostgres } from "./databases.js";
import { NOW } from "./samples.js";

const WINDOW_MS = 10_000;
const LIMIT = 3;

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/**
 * A store, and what another connection sees change whenever a counter, or a lock on one, is
 * written.
 */
const ENGINES = {
  async SQLite() {
    const { store, file, close } = await openFile();
    const onlooker = new SqliteDatabase(file, { readonly: true });
    cleanUps.push(close, () => onlooker.close());
    return { store, version: async () => onlooker.pragma("data_version", { simple: true }) };
  },
  async Postgres() {
    const { store, pool, close } = await openPostgres();
    cleanUps.push(close);
    // The system columns name the place of the row's version, who wrote it and who locked it last.
    return {
      store,
      version: async () =>
        (await pool.query("select ctid, xmin, xmax from auth_counter")).rows as unknown,
    };
  },
} as const;

const spend = (store: KyselyStore, limit: number) =>
  store.counters.spend("requests/somebody", limit, WINDOW_MS, NOW);

describe.each(keysOf(ENGINES))("a counter at its limit, on %s", (engine) => {
  it("is refused without a write, to one caller or to fifty at once", async () => {
    const { store, version } = await ENGINES[engine]();
    const empty = await version();
    for (let count = 1; count <= LIMIT; count++)
      expect(await spend(store, LIMIT)).toMatchObject({ spent: true, count });
    const full = await version();
    expect(full).not.toEqual(empty);
    expect(await spend(store, LIMIT)).toMatchObject({ spent: false, count: LIMIT });
    await Promise.all(Array.from({ length: 50 }, () => spend(store, LIMIT)));
    expect(await version()).toEqual(full);
  });
});

describe("a counter at its limit, on Postgres", () => {
  it("is refused while another transaction holds its row", async () => {
    const { store, pool, close } = await openPostgres();
    cleanUps.push(close);
    await spend(store, 1);
    const holder = new Client({ connectionString: pool.options.connectionString });
    await holder.connect();
    cleanUps.push(() => holder.end());
    await holder.query("begin");
    await holder.query("update auth_counter set count = count + 1");
    expect(await spend(store, 1)).toMatchObject({ spent: false, count: 1 });
  });
});
