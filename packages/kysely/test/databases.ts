import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runStoreOptions } from "@acme/auth-testing/pooling";
import { createDatabase } from "@acme/auth-testing/postgres";
import type {} from "@acme/auth-testing/postgres-global-setup";
import type { StoreFixture } from "@acme/auth-testing/store-contract";
import { CompiledQuery } from "kysely";
import { Pool, type PoolConfig } from "pg";
import { inject } from "vitest";
import type { FeatureList, StoresOf } from "../src/feature-tables.js";
import { guardedStore, kyselyOf, type KyselyStore } from "../src/index.js";
import { LIFETIMES } from "../src/lifetimes.js";
import { createPostgresStore } from "../src/postgres.js";
import type { SqliteOptions } from "../src/sqlite.js";
import { createSqliteStore } from "./sqlite-driver.js";
import { startTransactionPooler } from "./transaction-pooler.js";

/** Children before the parents they refer to: the tables are listed the other way round. */
const childrenFirst = (features: FeatureList): readonly string[] =>
  [LIFETIMES, ...features.map(({ lifetimes }) => lifetimes)].flatMap(Object.keys).toReversed();

const wipe = (store: KyselyStore, features: FeatureList = []): Promise<void> =>
  store.transaction(async (tx) => {
    for (const table of childrenFirst(features))
      await kyselyOf(tx).executeQuery(CompiledQuery.raw(`delete from ${table}`));
  });
/**
 * Every table in one statement: each test begins with it, and thirty statements took longer than
 * many a test.
 */
export function wipePostgres(store: KyselyStore, features: FeatureList = []): Promise<void> {
  const deletions = childrenFirst(features).map((table) => `of_${table} as (delete from ${table})`);
  return store.transaction(async (tx) => {
    await kyselyOf(tx).executeQuery(CompiledQuery.raw(`with ${deletions.join(", ")} select 1`));
  });
}

export const newFolder = (): string => mkdtempSync(join(tmpdir(), "auth-kysely-"));
export const removeFolder = (folder: string): void =>
  rmSync(folder, { recursive: true, force: true });

/** `S` are the stores of features. */
export type Database<S extends object = object> = StoreFixture<S> & {
  readonly store: KyselyStore<S>;
};

export async function openMemory<const Features extends FeatureList = readonly []>(
  features?: Features,
): Promise<Database<StoresOf<Features>>> {
  const store = guardedStore(createSqliteStore(":memory:", { ...(features && { features }) }));
  await store.migrate();
  return { store, rivals: [], wipe: () => wipe(store, features), close: store.close };
}

export async function openFile<const Features extends FeatureList = readonly []>(
  options: SqliteOptions<Features> = {},
): Promise<Database<StoresOf<Features>> & { readonly file: string }> {
  const folder = newFolder();
  const file = join(folder, "auth.db");
  const store = guardedStore(createSqliteStore(file, options));
  await store.migrate();
  // A second store of this process has handles of its own, as another process has.
  const rival = createSqliteStore(file, options);
  const close = async (): Promise<void> => {
    await Promise.all([store.close(), rival.close()]);
    removeFolder(folder);
  };
  return { file, store, rivals: [rival], wipe: () => wipe(store, options.features), close };
}

export const newPool = async (options: PoolConfig = {}): Promise<Pool> =>
  new Pool({ connectionString: await createDatabase(inject("postgresUrl")), ...options });

export async function openPostgres<const Features extends FeatureList = readonly []>(
  options: PoolConfig = {},
  features?: Features,
): Promise<Database<StoresOf<Features>> & { readonly pool: Pool }> {
  const pool = await newPool(options);
  const store = guardedStore(
    createPostgresStore(pool, { ...runStoreOptions(), ...(features && { features }) }),
  );
  await store.migrate();
  return { pool, store, rivals: [], wipe: () => wipePostgres(store, features), close: store.close };
}

/** More connections of clients than the pooler has to the server. */
export async function openPooledPostgres(): Promise<Database> {
  const pooler = await startTransactionPooler(await createDatabase(inject("postgresUrl")), 4);
  const pool = new Pool({ connectionString: pooler.url, max: 10 });
  const store = guardedStore(createPostgresStore(pool, { pooling: "transaction" }));
  await store.migrate();
  const close = async (): Promise<void> => {
    await store.close();
    await pooler.stop();
  };
  return { store, rivals: [], wipe: () => wipePostgres(store), close };
}
