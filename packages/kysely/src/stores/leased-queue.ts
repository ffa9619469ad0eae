import type { QueueRow } from "@acme/auth-core";
import type { Claim, LeasedQueue, LeaseToken } from "@acme/auth-core/store";
import type { Access, Compiler } from "../engine.js";
import { toDateOrNull } from "../schema.js";
import { changed, first, list, statement } from "../statement.js";
import { claiming } from "./queue-claims.js";
import { overseeing, removing } from "./queue-oversight.js";
import { queueIn, type QueueOf } from "./queue-table.js";

interface Leased {
  readonly id: string;
  readonly lease: LeaseToken;
}

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

/**
 * Compiles the statements of one queue, without `enqueue`: what a row holds besides is its table's
 * own.
 */
export function leasedQueue<Row extends QueueRow, Stored>(
  compiler: Compiler,
  queue: QueueOf<Row, Stored>,
): (at: Access) => Omit<LeasedQueue<Row>, "enqueue"> {
  const { claimable } = queue;
  const claimIn = claiming(compiler, queue, {
    take: claimable && (({ now }: Claim) => claimable(now)),
  });
  const { extend, complete, retry, release, bury } = settling(compiler, queue);
  const { backlog, oldestDead, deadBehind, retryDead } = overseeing(compiler, queue);
  const { nextDue, dueBehind, find, deleteUnclaimed } = removing(compiler, queue);
  const toRows = (stored: readonly unknown[]): readonly Row[] =>
    (stored as readonly Stored[]).map(queue.toRow);

  return (at) => ({
    claimDue: (now, limit, lease, leaseEnds) => claimIn(at, { now, limit, lease, leaseEnds }),
    extend: async (id, lease, leaseEnds) =>
      (await changed(at.writes, extend, { id, lease, leaseEnds })) === 1,
    complete: async (id, lease) => (await changed(at.writes, complete, { id, lease })) === 1,
    retry: async (id, lease, nextAttemptAt) =>
      (await changed(at.writes, retry, { id, lease, nextAttemptAt })) === 1,
    release: async (id, lease, now) =>
      (await changed(at.writes, release, { id, lease, now })) === 1,
    bury: async (id, lease) => (await changed(at.writes, bury, { id, lease })) === 1,
    async countBacklog(now) {
      const row = await first(at.reads, backlog, { now });
      return {
        queued: Number(row?.queued ?? 0),
        dead: Number(row?.dead ?? 0),
        oldestDueAt: toDateOrNull(row?.oldest_due_at ?? null),
      };
    },
    listDead: async (after, limit) =>
      toRows(
        after
          ? await list(at.reads, deadBehind, { createdAt: after.createdAt, id: after.id, limit })
          : await list(at.reads, oldestDead, { limit }),
      ),
    listQueued: async (after, limit) =>
      toRows(
        after
          ? await list(at.reads, dueBehind, {
              nextAttemptAt: after.nextAttemptAt,
              id: after.id,
              limit,
            })
          : await list(at.reads, nextDue, { limit }),
      ),
    find: async (id) => toRows(await list(at.reads, find, { id }))[0] ?? null,
    deleteUnclaimed: async (id, now) =>
      (await changed(at.writes, deleteUnclaimed, { id, now })) === 1,
    retryDead: async (id, now) => (await changed(at.writes, retryDead, { id, now })) === 1,
  });
}
