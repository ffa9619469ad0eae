import type { Store, Stores, Tx } from "@acme/auth-core";
import type { Transaction } from "kysely";
import type { Access, Compiler, Engine, OpenTransaction } from "./engine.js";
import { keyUses } from "./key-uses.js";
import {
  applyMigrations,
  pendingMigrations,
  type PlannedMigration,
  plannedMigrations,
} from "./migrate.js";
import type { MigrationSet } from "./migration-steps.js";
import { OWN_MIGRATIONS } from "./migrations/own-migrations.js";
import { sharedMap } from "./shared-map.js";
import { audit } from "./stores/audit.js";
import { counters } from "./stores/counters.js";
import { deletionRequests } from "./stores/deletion-requests.js";
import { erasures } from "./stores/erasures.js";
import { exportRequests } from "./stores/export-requests.js";
import { failureStreaks } from "./stores/failure-streaks.js";
import { fileChunks } from "./stores/file-chunks.js";
import { invitations } from "./stores/invitations.js";
import { jobs } from "./stores/jobs.js";
import { knownBrowsers } from "./stores/known-browsers.js";
import { linkedAccounts } from "./stores/linked-accounts.js";
import { mailedLinks } from "./stores/mailed-links.js";
import { memberships } from "./stores/memberships.js";
import { oauthStates } from "./stores/oauth-states.js";
import { oneTimeCodes } from "./stores/one-time-codes.js";
import { organizations } from "./stores/organizations.js";
import { outbox } from "./stores/outbox.js";
import { passkeyChallenges } from "./stores/passkey-challenges.js";
import { passkeys } from "./stores/passkeys.js";
import { passwords } from "./stores/passwords.js";
import { sessions } from "./stores/sessions.js";
import { users } from "./stores/users.js";
import { webhookDeliveries } from "./stores/webhook-deliveries.js";
import { webhookEndpoints } from "./stores/webhook-endpoints.js";
import { compileSweep } from "./sweep.js";

/** What both adapters add to the port. */
export interface KyselyStore extends Store {
  /**
   * Brings the schema up to date. Any number of instances may call it at once; each resolves when
   * all is applied. What a newer release has applied stays.
   * @throws {SchemaTooNew} when a newer release has applied what this one does not work with
   */
  readonly migrate: () => Promise<void>;
  /** Returns the migrations that `migrate()` would apply now, in their order. Changes nothing. */
  readonly planMigrations: () => Promise<readonly PlannedMigration[]>;
  /**
   * Waits for the transaction under way and lets go of the database. The store is of no use
   * afterwards.
   */
  readonly close: () => Promise<void>;
}

const engines = sharedMap<Store, Engine>("engines");
const transactions = sharedMap<Tx, OpenTransaction>("transactions");
/** The migrations of an application without which a store is not ready. */
const required = sharedMap<Engine, readonly MigrationSet[]>("required");

/** The statements of every store, compiled once. */
const compileStores = (compiler: Compiler) => ({
  users: users(compiler),
  passwords: passwords(compiler),
  failureStreaks: failureStreaks(compiler),
  mailedLinks: mailedLinks(compiler),
  passkeys: passkeys(compiler),
  passkeyChallenges: passkeyChallenges(compiler),
  linkedAccounts: linkedAccounts(compiler),
  oauthStates: oauthStates(compiler),
  sessions: sessions(compiler),
  knownBrowsers: knownBrowsers(compiler),
  organizations: organizations(compiler),
  memberships: memberships(compiler),
  invitations: invitations(compiler),
  oneTimeCodes: oneTimeCodes(compiler),
  deletionRequests: deletionRequests(compiler),
  erasures: erasures(compiler),
  exportRequests: exportRequests(compiler),
  fileChunks: fileChunks(compiler),
  jobs: jobs(compiler),
  outbox: outbox(compiler),
  counters: counters(compiler),
  audit: audit(compiler),
  webhookEndpoints: webhookEndpoints(compiler),
  webhookDeliveries: webhookDeliveries(compiler),
});

/**
 * The stores of a transaction or of the whole database. Written out: gathered from a list, the
 * twenty took longer than BEGIN and COMMIT. The queues, which have as many methods as ten others,
 * are built when they are asked for.
 */
const storesAt = (compiled: ReturnType<typeof compileStores>, at: Access): Stores => ({
  users: compiled.users(at),
  passwords: compiled.passwords(at),
  failureStreaks: compiled.failureStreaks(at),
  mailedLinks: compiled.mailedLinks(at),
  passkeys: compiled.passkeys(at),
  passkeyChallenges: compiled.passkeyChallenges(at),
  linkedAccounts: compiled.linkedAccounts(at),
  oauthStates: compiled.oauthStates(at),
  sessions: compiled.sessions(at),
  knownBrowsers: compiled.knownBrowsers(at),
  organizations: compiled.organizations(at),
  memberships: compiled.memberships(at),
  invitations: compiled.invitations(at),
  oneTimeCodes: compiled.oneTimeCodes(at),
  deletionRequests: compiled.deletionRequests(at),
  erasures: compiled.erasures(at),
  exportRequests: compiled.exportRequests(at),
  fileChunks: compiled.fileChunks(at),
  get jobs() {
    return compiled.jobs(at);
  },
  get outbox() {
    return compiled.outbox(at);
  },
  counters: compiled.counters(at),
  audit: compiled.audit(at),
  webhookEndpoints: compiled.webhookEndpoints(at),
  get webhookDeliveries() {
    return compiled.webhookDeliveries(at);
  },
});

export function createKyselyStore(engine: Engine): KyselyStore {
  const compiled = compileStores(engine.compiler);
  const sweepAt = compileSweep(engine.compiler);
  const store: KyselyStore = {
    ...storesAt(compiled, engine),
    callers: { find: engine.findCaller },
    sweep: sweepAt(engine),
    transaction: (work) =>
      engine.transaction((open) => {
        const tx = storesAt(compiled, { reads: open, writes: open }) as Tx;
        transactions.set(tx, open);
        return work(tx);
      }),
    async health() {
      for (const set of [OWN_MIGRATIONS, ...(required.get(engine) ?? [])])
        if ((await pendingMigrations(engine, set)).length > 0) return "migrations_pending";
      return "ready";
    },
    listKeyUses: keyUses(engine.compiler)(engine),
    planMigrations: () => plannedMigrations(engine, OWN_MIGRATIONS),
    migrate: () => applyMigrations(engine, OWN_MIGRATIONS),
    close: engine.close,
  };
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

/** Adds an application's tables to what a Kysely transaction knows. */
export interface WithTables {
  /**
   * Returns the same transaction, for the tables that `T` names: an interface or a type, as Kysely
   * describes a database.
   */
  withTables<T extends object>(): Transaction<T>;
}

/**
 * A transaction of Kysely's that knows no tables yet. Kysely's own `withTables` takes no interface;
 * this one takes both.
 */
export type KyselyTransaction = WithTables & Transaction<unknown>;

/**
 * The Kysely transaction behind a `Tx`, so that an application's own rows commit or roll back with
 * ours. Works until the transaction ends, also in another copy of this package of the same major
 * version, as bundlers make one for each route. A unique value that is there already is a
 * `StoreConflict`, on either database. Throws for a `Tx` of another kind of store.
 * @example
 * interface Tables {
 *   note: { id: string; text: string };
 * }
 * await store.transaction((tx) => kyselyOf(tx).withTables<Tables>().insertInto("note").values(note).execute());
 */
export function kyselyOf(tx: Tx): KyselyTransaction {
  const open = transactions.get(tx);
  if (!open) throw new TypeError("this transaction was not opened by @acme/auth-kysely");
  return open.kysely() as unknown as KyselyTransaction;
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
