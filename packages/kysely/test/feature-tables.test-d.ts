import type { Store, StoreWith, TxWith } from "@acme/auth-core";
import { createSqliteStore, openMemoryStore } from "../src/sqlite.js";
import { type Compiler, type FeatureTables, tablesOf } from "../src/tables.js";
import { type WaitingStores, type WaitingTables, waitingTables } from "./waiting-list.js";

const featured = createSqliteStore(":memory:", { features: [waitingTables] });
const bare = createSqliteStore(":memory:");

const takes: (store: StoreWith<WaitingStores>) => void = () => undefined;
takes(featured);
// @ts-expect-error -- a store that was opened without the feature
takes(bare);
// @ts-expect-error -- the same, of one that is in memory
takes(await openMemoryStore());

const stores: readonly Store[] = [bare, featured];
export { stores };

const lists = (tx: TxWith<WaitingStores>) => tx.waitingEntries.list();
void featured.transaction(lists);
// @ts-expect-error -- a transaction of a store without the feature
void bare.transaction(lists);

type Waiting = FeatureTables<WaitingStores, WaitingTables>;
const { migrations } = waitingTables;
const { waitingEntries, waitingCalls } = waitingTables.stores;

export const complete: Waiting = { ...waitingTables };
export const withoutStore: Waiting = {
  name: "waiting",
  migrations,
  // @ts-expect-error -- a store is missing
  stores: { waitingEntries },
  lifetimes: waitingTables.lifetimes,
};
export const withoutLifetime: Waiting = {
  name: "waiting",
  migrations,
  stores: { waitingEntries, waitingCalls },
  // @ts-expect-error -- a table is missing
  lifetimes: { waiting_call: null },
};
export const unknownColumn: Waiting = {
  ...waitingTables,
  // @ts-expect-error -- no column of the table
  lifetimes: { waiting_call: null, waiting_entry: { key: "id", ends: "ended_at" } },
};
export const unknownSealed: Waiting = {
  ...waitingTables,
  // @ts-expect-error -- no column of the table
  sealed: { "waiting/entry": ["waiting_entry", "secret"] },
};
export const plainKind: Waiting = {
  ...waitingTables,
  // @ts-expect-error -- a kind of a feature begins with its name and a slash
  sealed: { entry: ["waiting_entry", "sealed"] },
};

declare const compiler: Compiler;
tablesOf<WaitingTables>(compiler).selectFrom("waiting_entry").select("email");
// @ts-expect-error -- no table of the feature
tablesOf<WaitingTables>(compiler).selectFrom("auth_user");
