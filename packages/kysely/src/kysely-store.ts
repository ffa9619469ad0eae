import type { Store, StoreWith, Tx, TxWith } from "@acme/auth-core";
import type { Stores } from "@acme/auth-core/store";
import { BASE_STORES } from "./base-stores.js";
import { checkFeatures } from "./check-features.js";
import { databaseTime } from "./database-time.js";
import type { BaseCompiler, Engine, OpenTransaction, StoreMaker } from "./engine.js";
import type { FeatureList, FeatureOptions, StoresOf } from "./feature-tables.js";
import { keyUses, SEALED } from "./key-uses.js";
import { type Lifetime, LIFETIMES } from "./lifetimes.js";
import {
  applyMigrations,
  pendingMigrations,
  type PlannedMigration,
  plannedMigrations,
} from "./migrate.js";
import type { MigrationSet } from "./migration-steps.js";
import { OWN_MIGRATIONS } from "./migrations/own-migrations.js";
import { sharedMap } from "./shared-map.js";
import { compileStores, lendStores } from "./stores-at.js";
import { compileSweep } from "./sweep.js";

/** What both adapters add to the port. */
export interface Adapter {
  /**
   * Brings the schema up to date, that of the features too. Any number of instances may call it at
   * once; each resolves when all is applied. What a newer release has applied stays.
   * @throws {SchemaTooNew} when a newer release has applied what this one does not work with
   */
  readonly migrate: () => Promise<void>;
  /** Returns the migrations that `migrate()` would apply now, in their order. Changes nothing. */
  readonly planMigrations: () => Promise<readonly PlannedMigration[]>;
  /** Returns what time it is by the clock of the database. Nothing else of the store reads it. */
  readonly databaseTime: () => Promise<Date>;
  /**
   * Waits for the transaction under way and lets go of the database. The store is of no use
   * afterwards.
   */
  readonly close: () => Promise<void>;
}

/**
 * The store of core with the stores `S` of optional features, and what both adapters add. The
 * stores of a transaction are built when they are read: a copy of a `tx` by spreading has none.
 */
export type KyselyStore<S extends object = object> = StoreWith<S> & Adapter;

const engines = sharedMap<Store, Engine>("engines");
const transactions = sharedMap<Tx, OpenTransaction>("transactions");
/** The migrations of an application without which a store is not ready. */
const required = sharedMap<Engine, readonly MigrationSet[]>("required");

/** What the base and each feature have, under names that no two of them share. */
const joined = <Value>(parts: readonly object[]): Readonly<Record<string, Value>> =>
  Object.assign({}, ...parts) as Record<string, Value>;

/**
 * @throws {RangeError} when a feature names what the base or another feature has
 */
export function createKyselyStore<const Features extends FeatureList = readonly []>(
  engine: Engine,
  { features }: FeatureOptions<Features> = {},
): KyselyStore<StoresOf<Features>> {
  const used = features ?? [];
  checkFeatures(used);
  const makers = joined<StoreMaker<unknown, BaseCompiler>>([
    BASE_STORES,
    ...used.map(({ stores }) => stores),
  ]);
  const storesAt = compileStores(engine.compiler, makers);
  const lifetimes = joined<Lifetime | null>([
    LIFETIMES,
    ...used.map((feature) => feature.lifetimes),
  ]);
  const sealed = [SEALED, ...used.map((feature) => feature.sealed ?? {})];
  const sets = [OWN_MIGRATIONS, ...used.map(({ migrations }) => migrations)];
  let sweep: Store["sweep"] | undefined;
  let listKeyUses: Store["listKeyUses"] | undefined;
  const transaction = <T>(work: (tx: TxWith<StoresOf<Features>>) => Promise<T>): Promise<T> =>
    engine.transaction((open) => {
      const tx = storesAt({ reads: open, writes: open }) as TxWith<StoresOf<Features>>;
      transactions.set(tx, open);
      return work(tx);
    });
  const adapter: Omit<Store, keyof Stores | "transaction"> & Adapter = {
    callers: { find: engine.findCaller },
    sweep: (now, limit, retention) =>
      (sweep ??= compileSweep(engine.compiler, lifetimes)(engine))(now, limit, retention),
    async health() {
      for (const set of [...sets, ...(required.get(engine) ?? [])])
        if ((await pendingMigrations(engine, set)).length > 0) return "migrations_pending";
      return "ready";
    },
    listKeyUses: () => (listKeyUses ??= keyUses(engine.compiler, sealed)(engine))(),
    databaseTime: () => databaseTime(engine),
    async planMigrations() {
      const planned: PlannedMigration[] = [];
      for (const set of sets) planned.push(...(await plannedMigrations(engine, set)));
      return planned;
    },
    async migrate() {
      for (const set of sets) await applyMigrations(engine, set);
    },
    close: engine.close,
  };
  const stores = storesAt(engine) as Stores & StoresOf<Features>;
  const store = lendStores({ ...adapter, transaction }, stores);
  engines.set(store, engine);
  return store;
}

/** Makes `double`, which wraps `store`, stand for the same database. */
export function standFor(double: Store, store: Store): void {
  engines.set(double, engineOf(store));
}

export function engineOf(store: Store): Engine {
  const engine = engines.get(store);
  if (!engine) throw new TypeError("this store was not made by @acme/auth-kysely");
  return engine;
}

/** @throws {TypeError} for a `Tx` of another kind of store */
export function openTransactionOf(tx: Tx): OpenTransaction {
  const open = transactions.get(tx);
  if (!open) throw new TypeError("this transaction was not opened by @acme/auth-kysely");
  return open;
}

/**
 * Applies an application's own migrations to the database behind `store`, as safely as the
 * library's own. They may refer to other tables, and change only those, and indexes, whose names
 * begin with their namespace and `_`.
 * @throws {SchemaTooNew} when a newer release of the application has applied what this one does not
 * work with
 * @throws {Error} for a migration that would change another table, or was changed after it had been
 * applied; nothing is changed then
 */
export async function runMigrations(store: Store, set: MigrationSet): Promise<void> {
  const own = OWN_MIGRATIONS.namespace;
  if (set.namespace === own || set.namespace.startsWith(`${own}_`))
    throw new Error(`"${set.namespace}" is the library's own namespace`);
  await applyMigrations(engineOf(store), set);
}

/**
 * Makes `store` wait for an application's own migrations: until they are applied, `store.health()`
 * is `migrations_pending` and `/readyz` answers 503. It is for programs that do not apply them
 * themselves when they start; call it once, where the store is opened.
 */
export function requireMigrations(store: Store, set: MigrationSet): void {
  const engine = engineOf(store);
  required.set(engine, [...(required.get(engine) ?? []), set]);
}

/**
 * Returns the migrations of an application that `runMigrations` would apply now, in their order.
 * Changes nothing.
 */
export const planMigrations = (
  store: Store,
  set: MigrationSet,
): Promise<readonly PlannedMigration[]> => plannedMigrations(engineOf(store), set);
