import { setTimeout as sleep } from "node:timers/promises";
import { CompiledQuery } from "kysely";
import type { Runner } from "../statement.js";
import type { Connections } from "./postgres-connections.js";
import { BEGIN, openConnection, type PooledConnection } from "./postgres-driver.js";

/** Any constant; every migration through this runner takes this lock, so one runs at a time. */
const ADVISORY_LOCK = 7_220_113_490;
const RETRY_LOCK_EVERY_MS = 50;

/** Polls: a statement that waits holds a snapshot, which an index that is being built concurrently would wait for. */
async function untilLocked(connection: PooledConnection): Promise<void> {
  const tryLock = CompiledQuery.raw(`select pg_try_advisory_lock(${ADVISORY_LOCK}) as locked`);
  for (;;) {
    const { rows } = await connection.executeQuery<{ readonly locked: boolean }>(tryLock);
    if (rows[0]?.locked) return;
    await sleep(RETRY_LOCK_EVERY_MS);
  }
}

/**
 * `work` in a transaction of its own on a connection of its own, once no other process migrates. Statements may take as long as they do, for a large table takes
 * its time; waiting for a lock may not, because every other statement waits behind it. The lock goes with the connection.
 */
export async function migrateAlone<T>(
  { acquire, deadlineMs }: Connections,
  work: (at: Runner) => Promise<T>,
): Promise<T> {
  const client = await acquire();
  const [waiting, working] = [openConnection(client, deadlineMs), openConnection(client, 0)];
  try {
    await untilLocked(waiting);
    await waiting.run("set statement_timeout = 0");
    await waiting.run(BEGIN);
    const result = await work({ run: (query) => working.executeQuery(query) });
    await waiting.commit();
    return result;
  } finally {
    // What was not committed goes with the connection, too.
    client.release(true);
  }
}
