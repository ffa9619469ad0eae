import type { KyselyStore } from "@acme/auth-kysely";
import { createPostgresStore } from "@acme/auth-kysely/postgres";
import { createSqliteStore } from "@acme/auth-kysely/sqlite";
import { Pool, type PoolClient } from "pg";

/** What a piece of work sent to the database. */
export interface StatementCount {
  /** Every statement, BEGIN and COMMIT included. */
  readonly statements: number;
  /** Transactions that changed rows; a change outside a transaction is one of its own. */
  readonly commits: number;
}

export interface CountedStore {
  readonly store: KyselyStore;
  /** What was sent since the last call. */
  readonly take: () => StatementCount;
}

const CHANGES = /\b(?:insert into|delete from|update) "/i;

/** Follows the statements of one connection. */
function followConnection(count: (commits: number) => void): (sql: string) => void {
  let inTransaction = false;
  let changed = false;
  return (sql) => {
    const changes = CHANGES.test(sql);
    if (/^\s*(?:commit|rollback)/i.test(sql)) {
      count(changed && /^\s*commit/i.test(sql) ? 1 : 0);
      inTransaction = false;
      changed = false;
      return;
    }
    if (/^\s*begin/i.test(sql)) inTransaction = true;
    changed ||= inTransaction && changes;
    count(changes && !inTransaction ? 1 : 0);
  };
}

function createTally() {
  let [statements, commits] = [0, 0];
  return {
    count: (more: number): void => {
      statements++;
      commits += more;
    },
    take: (): StatementCount => {
      const taken = { statements, commits };
      [statements, commits] = [0, 0];
      return taken;
    },
  };
}

/** Every statement that the driver is given passes `follow` first. */
function tap(client: PoolClient, follow: (sql: string) => void): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  Object.assign(client, {
    query(config: string | { readonly text: string }, ...rest: unknown[]) {
      follow(typeof config === "string" ? config : config.text);
      return query(config, ...rest);
    },
  });
}

/** A store over a SQLite file or a Postgres database (a URL), migrated, which counts what it sends. */
export async function openCountedStore(database: string): Promise<CountedStore> {
  const { count, take } = createTally();
  const store = database.startsWith("postgres")
    ? createPostgresStore(
        new Pool({ connectionString: database }).on("connect", (client) =>
          tap(client, followConnection(count)),
        ),
      )
    : createSqliteStore(database, { verbose: followConnection(count) });
  await store.migrate();
  take();
  return { store, take };
}
