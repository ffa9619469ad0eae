import type { LeasedQueue, LeaseToken, QueueRow } from "@acme/auth-core";
import type { Access, Compiler } from "../engine.js";
import { toDateOrNull } from "../schema.js";
import { changed, first, list, statement } from "../statement.js";
import { overseeing, removing } from "./queue-oversight.js";
import { queueIn, type QueueOf } from "./queue-table.js";

interface Leased {
  readonly id: string;
  readonly lease: LeaseToken;
}

const claiming = <Row, Stored>(
  compiler: Compiler,
  { table, columns, claimable }: QueueOf<Row, Stored>,
) => {
  const { queues, queue, selected } = queueIn(compiler, table, columns);
  const due = (now: Date) =>
    queues
      .selectFrom(queue)
      .select("id")
      .where("status", "=", "queued")
      .where("next_attempt_at", "<=", now);
  return {
    anyDue: statement((given: { now: Date }) => due(given.now).limit(1)),
    claimDue: statement(
      (given: { now: Date; limit: number; lease: LeaseToken; leaseEnds: Date }) => {
        const open = claimable ? due(given.now).where(claimable(given.now)) : due(given.now);
        return queues
          .with("due", () =>
            open
              .orderBy("next_attempt_at")
              .orderBy("id")
              .limit(given.limit)
              .$call(compiler.rows.skipLocked),
          )
          .updateTable(queue)
          .set({ lease: given.lease, next_attempt_at: given.leaseEnds })
          .where("id", "in", (query) => query.selectFrom("due").select("due.id"))
          .returning(selected);
      },
    ),
  };
};

const settling = <Row, Stored>(compiler: Compiler, { table, buried }: QueueOf<Row, Stored>) => {
  const { queues, queue } = queueIn(compiler, table);
  const leased = ({ id, lease }: Leased) =>
    queues.updateTable(queue).where("id", "=", id).where("lease", "=", lease);
  return {
    extend: statement((given: Leased & { leaseEnds: Date }) =>
      leased(given).set({ next_attempt_at: given.leaseEnds }),
    ),
    complete: statement((given: Leased) =>
      queues.deleteFrom(queue).where("id", "=", given.id).where("lease", "=", given.lease),
    ),
    retry: statement((given: Leased & { nextAttemptAt: Date }) =>
      leased(given).set((row) => ({
        attempts: row("attempts", "+", row.lit(1)),
        next_attempt_at: given.nextAttemptAt,
        lease: null,
      })),
    ),
    release: statement((given: Leased & { now: Date }) =>
      leased(given).set({ next_attempt_at: given.now, lease: null }),
    ),
    bury: statement((given: Leased) =>
      leased(given).set((row) => ({
        ...buried,
        attempts: row("attempts", "+", row.lit(1)),
        status: "dead" as const,
        lease: null,
      })),
    ),
  };
};

/** Compiles the statements of one queue, but for `enqueue`: what a row holds besides is its table's own. */
export function leasedQueue<Row extends QueueRow, Stored>(
  compiler: Compiler,
  queue: QueueOf<Row, Stored>,
): (at: Access) => Omit<LeasedQueue<Row>, "enqueue"> {
  const { anyDue, claimDue } = claiming(compiler, queue);
  const { extend, complete, retry, release, bury } = settling(compiler, queue);
  const { backlog, oldestDead, deadBehind, retryDead } = overseeing(compiler, queue);
  const { nextDue, dueBehind, find, deleteUnclaimed } = removing(compiler, queue);
  const toRows = (stored: readonly unknown[]): readonly Row[] =>
    (stored as readonly Stored[]).map(queue.toRow);

  return ({ reads, writes }) => ({
    async claimDue(now, limit, lease, leaseEnds) {
      // An idle worker polls; on SQLite a guarded update would take the write lock each time, due row or not.
      if (!(await first(reads, anyDue, { now }))) return [];
      return [...toRows(await list(writes, claimDue, { now, limit, lease, leaseEnds }))].sort(
        oldestFirst,
      );
    },
    extend: async (id, lease, leaseEnds) =>
      (await changed(writes, extend, { id, lease, leaseEnds })) === 1,
    complete: async (id, lease) => (await changed(writes, complete, { id, lease })) === 1,
    retry: async (id, lease, nextAttemptAt) =>
      (await changed(writes, retry, { id, lease, nextAttemptAt })) === 1,
    release: async (id, lease, now) => (await changed(writes, release, { id, lease, now })) === 1,
    bury: async (id, lease) => (await changed(writes, bury, { id, lease })) === 1,
    async countBacklog(now) {
      const row = await first(reads, backlog, { now });
      return {
        queued: Number(row?.queued ?? 0),
        dead: Number(row?.dead ?? 0),
        oldestDueAt: toDateOrNull(row?.oldest_due_at ?? null),
      };
    },
    listDead: async (after, limit) =>
      toRows(
        after
          ? await list(reads, deadBehind, { createdAt: after.createdAt, id: after.id, limit })
          : await list(reads, oldestDead, { limit }),
      ),
    listQueued: async (after, limit) =>
      toRows(
        after
          ? await list(reads, dueBehind, {
              nextAttemptAt: after.nextAttemptAt,
              id: after.id,
              limit,
            })
          : await list(reads, nextDue, { limit }),
      ),
    find: async (id) => toRows(await list(reads, find, { id }))[0] ?? null,
    deleteUnclaimed: async (id, now) => (await changed(writes, deleteUnclaimed, { id, now })) === 1,
    retryDead: async (id, now) => (await changed(writes, retryDead, { id, now })) === 1,
  });
}

const oldestFirst = (one: QueueRow, other: QueueRow): number =>
  one.createdAt.getTime() - other.createdAt.getTime() || (one.id < other.id ? -1 : 1);
