import type { PoolClientLike, PoolLike, SeparateClient } from "./postgres-pool.js";
import type { PostgresTimeouts } from "./postgres-timeouts.js";
import { ownTypes } from "./postgres-values.js";

/**
 * For how long a client has one connection of the server to itself: for its whole `session`, as
 * without a pooler in between, or only until the end of each `transaction`, as behind pgbouncer
 * with `pool_mode = transaction`.
 */
export type PostgresPooling = "session" | "transaction";

/** What a connection may be asked for under one kind of pooling. */
export interface ConnectionUse {
  /** What is run on each connection before anything else. */
  readonly prepare: string | null;
  readonly begin: string;
  /** Whether a statement that was prepared is still there the next time. */
  readonly keepsStatements: boolean;
}

export const BEGIN = "begin isolation level read committed";

/**
 * By statement and not at start-up: poolers in between refuse start-up parameters that they do not
 * know.
 */
const limitsBy = (
  set: "set" | "set local",
  { statement, lock, idleInTransaction }: PostgresTimeouts,
): string =>
  [
    `${set} statement_timeout = ${statement}`,
    `${set} lock_timeout = ${lock}`,
    `${set} idle_in_transaction_session_timeout = ${idleInTransaction}`,
  ].join("; ");

export const connectionUse = (
  pooling: PostgresPooling,
  timeouts: PostgresTimeouts,
): ConnectionUse =>
  pooling === "session"
    ? { prepare: limitsBy("set", timeouts), begin: BEGIN, keepsStatements: true }
    : {
        prepare: null,
        begin: `${BEGIN}; ${limitsBy("set local", timeouts)}`,
        keepsStatements: false,
      };

export const NEEDS_TRANSACTION_POOLING =
  'the pooler in front of Postgres gives a client another connection for each transaction: open the store with { pooling: "transaction" }, the server with DATABASE_POOLING=transaction';

type Asking = Pick<PoolClientLike, "query">;

const backendOf = async (client: Asking, timeoutMs: number): Promise<number> => {
  const text = "select pg_backend_pid() as pid";
  const query = { text, types: ownTypes, query_timeout: timeoutMs };
  const [row] = (await client.query(query)).rows;
  return typeof row === "object" && row !== null && "pid" in row ? Number(row.pid) : NaN;
};

/**
 * A pooler answers for the server when a client connects, with a process id that is none of the
 * server's.
 */
const isPooled = async (client: PoolClientLike, timeoutMs: number): Promise<boolean> => {
  const announced: unknown = Reflect.get(client, "processID");
  const backend = await backendOf(client, timeoutMs);
  return typeof announced === "number" && backend > 0 && backend !== announced;
};

/** In turn: a busy pooler may give either client the same connection again by chance. */
const TURNS = 5;

async function shareBackends(one: Asking, other: Asking, timeoutMs: number): Promise<boolean> {
  const seen = new Set<number>();
  for (let turn = 0; turn < TURNS; turn++) {
    const first = await backendOf(one, timeoutMs);
    await other.query({ text: "begin" });
    const second = await backendOf(other, timeoutMs);
    await other.query({ text: "rollback" });
    seen.add(first);
    if (first === second || seen.size > 1) return true;
  }
  return false;
}

/**
 * Makes a connection to where the pool's lead, with some options replaced. It is not open yet. Null
 * when the pool has one connection, as a database within the process has.
 */
export function clientBeside(
  pool: PoolLike,
  options: Readonly<Record<string, unknown>>,
): SeparateClient | null {
  if (!pool.Client) return null;
  // The pool hides its password from enumeration.
  const password: unknown = Reflect.get(pool.options ?? {}, "password");
  const client = new pool.Client({
    ...pool.options,
    ...(password !== undefined && { password }),
    ...options,
  });
  client.on("error", () => {});
  return client;
}

/**
 * Whether a pooler behind `client` changes connections between transactions. A second client,
 * beside the pool, shows it: it is given the connection that `client` would have kept. When it
 * cannot be opened nothing is known, and the answer is no.
 */
export async function changesConnections(
  pool: PoolLike,
  client: PoolClientLike,
  timeoutMs: number,
): Promise<boolean> {
  if (!(await isPooled(client, timeoutMs))) return false;
  const second = clientBeside(pool, { connectionTimeoutMillis: timeoutMs });
  if (!second) return false;
  try {
    await second.connect();
    return await shareBackends(client, second, timeoutMs);
  } catch {
    return false;
  } finally {
    void second.end().catch(() => {});
  }
}
