import { setTimeout as sleep } from "node:timers/promises";
import { CompiledQuery } from "kysely";
import type { Online } from "../engine.js";
import type { Runner } from "../statement.js";
import type { Connections } from "./postgres-connections.js";
import { openConnection, type PooledConnection } from "./postgres-driver.js";
import { isCrossed } from "./postgres-failures.js";
import { BEGIN } from "./postgres-pooling.js";

/** Any constant; every migration through this runner takes this lock, so one runs at a time. */
const ADVISORY_LOCK = 7_220_113_490;
const RETRY_LOCK_EVERY_MS = 50;

const TRY_LOCK = CompiledQuery.raw(`select where pg_try_advisory_xact_lock(${ADVISORY_LOCK})`);

const lock = async (connection: PooledConnection): Promise<boolean> =>
  (await connection.executeQuery(TRY_LOCK)).rows.length === 1;

/**
 * Begins a transaction that holds the lock. Polls, outside of any transaction: a statement or a
 * transaction that waits may hold a snapshot, which an index that is being built concurrently would
 * wait for. The lock ends with the transaction, so that a pooler in between can give the connection
 * to others.
 */
async function beginLocked(connection: PooledConnection, begin: string): Promise<void> {
  for (;;) {
    if (await lock(connection)) {
      await connection.run(begin);
      if (await lock(connection)) return;
      await connection.run("rollback");
    }
    await sleep(RETRY_LOCK_EVERY_MS);
  }
}

/**
 * `work` in a transaction of its own on a connection of its own, once no other process migrates.
 * Statements may take as long as they do, for a large table takes its time; waiting for a lock may
 * not, because every other statement waits behind it.
 */
export async function migrateAlone<T>(
  connections: Connections,
  work: (at: Runner) => Promise<T>,
): Promise<T> {
  const client = await connections.acquire();
  const waiting = openConnection(client, connections);
  const working = openConnection(client, { ...connections, deadlineMs: 0 });
  try {
    await beginLocked(waiting, connections.begin);
    await waiting.run("set local statement_timeout = 0");
    const result = await work({ run: (query) => working.executeQuery(query) });
    await waiting.commit();
    return result;
  } finally {
    // What was not committed goes with the connection.
    client.release(true);
  }
}

/**
 * Runs each statement in a transaction. One that meets a row which another transaction has locked
 * gives up those that it has locked itself, so that no other waits for them as long as it does, and
 * begins again a while later.
 */
const rewritingOn = (connection: PooledConnection, lockMs: number): Runner => ({
  async run(query) {
    for (;;) {
      await connection.run(`${BEGIN}; set local lock_timeout = ${lockMs}`);
      try {
        const result = await connection.executeQuery<never>(query);
        await connection.run("commit");
        return result;
      } catch (thrown) {
        if (!isCrossed(thrown)) throw thrown;
        await connection.run("rollback");
      }
      await sleep(lockMs);
    }
  },
});

/**
 * `work` outside of any transaction, on a connection beside the pool's: a pool of one is enough.
 * Another connection holds the lock meanwhile, in a transaction that does nothing, so that it also
 * holds behind a pooler; it has no snapshot, for which an index that is being built would wait.
 * Where there is but one connection nobody else can migrate, and it is that.
 */
export async function workOnlineAlone(
  connections: Connections,
  work: (at: Online) => Promise<void>,
): Promise<void> {
  const holder = await connections.acquire();
  const holding = openConnection(holder, connections);
  const forever = { ...connections, deadlineMs: 0 };
  try {
    await beginLocked(holding, connections.begin);
    await holding.run("set local idle_in_transaction_session_timeout = 0");
    const separate = await connections.openSeparate();
    if (!separate) await holding.rollBack();
    const working = openConnection(separate ?? holder, forever);
    try {
      await work({
        builds: { run: (query) => working.executeQuery(query) },
        rewrites: rewritingOn(working, connections.rewriteLockMs),
      });
    } finally {
      separate?.release();
      if (separate) await holding.rollBack();
    }
  } finally {
    holder.release(true);
  }
}
