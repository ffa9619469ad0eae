import type { Store, Stores, Tx } from "@acme/auth-core";
import type { Transaction } from "kysely";
import type { Access, Compiler, Engine, OpenTransaction } from "./engine.js";
import { applyMigrations, type MigrationSet, pendingMigrations } from "./migrate.js";
import { initial } from "./migrations/0001-initial.js";
import { passwordsAndLinks } from "./migrations/0002-passwords-and-links.js";
import { passkeysAndAccounts } from "./migrations/0003-passkeys-and-accounts.js";
import { invitationsAndMembers } from "./migrations/0004-invitations.js";
import { endOfAccounts } from "./migrations/0005-end-of-accounts.js";
import { accountSafety } from "./migrations/0006-account-safety.js";
import { noticeBudgets } from "./migrations/0007-notice-budgets.js";
import { audit } from "./stores/audit.js";
import { counters } from "./stores/counters.js";
import { deletionRequests } from "./stores/deletion-requests.js";
import { exportRequests } from "./stores/export-requests.js";
import { failureStreaks } from "./stores/failure-streaks.js";
import { fileChunks } from "./stores/file-chunks.js";
import { invitations } from "./stores/invitations.js";
import { jobs } from "./stores/jobs.js";
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
import { compileSweep } from "./sweep.js";

/** What both adapters add to the port. */
export interface KyselyStore extends Store {
  /** Brings the schema up to date. Any number of instances may call it at once; each resolves when all is applied. */
  readonly migrate: () => Promise<void>;
  /** Waits for the transaction under way and lets go of the database. The store is of no use afterwards. */
  readonly close: () => Promise<void>;
}

const OWN_MIGRATIONS: MigrationSet = {
  namespace: "auth",
  migrations: [
    initial,
    passwordsAndLinks,
    passkeysAndAccounts,
    invitationsAndMembers,
    endOfAccounts,
    accountSafety,
    noticeBudgets,
  ],
};

const engines = new WeakMap<Store, Engine>();
const transactions = new WeakMap<Tx, OpenTransaction>();

/** Compiles the statements of one store; what it returns runs them somewhere. */
type StoreFactory<S> = (compiler: Compiler) => (at: Access) => S;

/** Every store by its name. A store of the port that is missing here does not compile. */
const FACTORIES: { readonly [Name in keyof Stores]: StoreFactory<Stores[Name]> } = {
  users,
  passwords,
  failureStreaks,
  mailedLinks,
  passkeys,
  passkeyChallenges,
  linkedAccounts,
  oauthStates,
  sessions,
  organizations,
  memberships,
  invitations,
  oneTimeCodes,
  deletionRequests,
  exportRequests,
  fileChunks,
  jobs,
  outbox,
  counters,
  audit,
};

/** The statements of every store, compiled once; what comes back runs them somewhere. */
function compileStores(compiler: Compiler): (at: Access) => Stores {
  const compiled = Object.entries(FACTORIES).map(
    ([name, factory]) => [name, factory(compiler)] as const,
  );
  return (at) =>
    Object.fromEntries(compiled.map(([name, storeAt]) => [name, storeAt(at)])) as unknown as Stores;
}

export function createKyselyStore(engine: Engine): KyselyStore {
  const storesAt = compileStores(engine.compiler);
  const sweepAt = compileSweep(engine.compiler);
  const store: KyselyStore = {
    ...storesAt(engine),
    callers: { find: engine.findCaller },
    sweep: sweepAt(engine),
    transaction: (work) =>
      engine.transaction((open) => {
        const tx = storesAt({ reads: open, writes: open }) as Tx;
        transactions.set(tx, open);
        return work(tx);
      }),
    health: async () =>
      (await pendingMigrations(engine, OWN_MIGRATIONS)).length === 0
        ? "ready"
        : "migrations_pending",
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

/**
 * The Kysely transaction behind a `Tx`, so that an application's own rows commit or roll back with ours. Works until the transaction ends.
 * Throws for a `Tx` of another kind of store.
 */
export function kyselyOf(tx: Tx): Transaction<unknown> {
  const open = transactions.get(tx);
  if (!open) throw new TypeError("this transaction was not opened by @acme/auth-kysely");
  return open.kysely() as unknown as Transaction<unknown>;
}

/** Applies an application's own migrations to the database behind `store`, as safely as the library's own. */
export async function runMigrations(store: Store, set: MigrationSet): Promise<void> {
  if (set.namespace === OWN_MIGRATIONS.namespace)
    throw new Error(`"${set.namespace}" is the library's own namespace`);
  await applyMigrations(engineOf(store), set);
}
