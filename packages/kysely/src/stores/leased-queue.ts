import type { LeasedQueue, LeaseToken, QueuePosition, QueueRow } from "@acme/auth-core";
import type { Expression, Kysely, SqlBool } from "kysely";
import type { Access, Compiler } from "../engine.js";
import { type JobTable, type OutboxMailTable, toDateOrNull } from "../schema.js";
import { changed, first, list, statement } from "../statement.js";

/** What the tables of all queues have. */
type QueueTable = Pick<
  JobTable | OutboxMailTable,
  "status" | "attempts" | "next_attempt_at" | "created_at" | "lease"
> & { readonly id: string };

/** One table as a queue. */
export interface QueueOf<Row, Stored> {
  readonly table: "auth_outbox_mail" | "auth_job";
  readonly columns: readonly (keyof Stored & string)[];
  readonly toRow: (stored: Stored) => Row;
  /** Which due rows may be claimed. Without it, all. */
  readonly claimable?: (now: Date) => Expression<SqlBool>;
  /** What else changes when a row is buried. */
  readonly buried?: Readonly<Record<string, unknown>>;
}

interface Leased {
  readonly id: string;
  readonly lease: LeaseToken;
}

/** All queue tables have the columns of `QueueTable`, so their statements differ in nothing but the table's name. */
const queueIn = ({ db }: Compiler, table: string, columns: readonly string[] = []) => ({
  queues: db as unknown as Kysely<Record<"queue", QueueTable>>,
  queue: table as "queue",
  selected: columns as readonly (keyof QueueTable)[],
});

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

const overseeing = <Row, Stored>(compiler: Compiler, { table, columns }: QueueOf<Row, Stored>) => {
  const { queues, queue, selected } = queueIn(compiler, table, columns);
  const dead = queues
    .selectFrom(queue)
    .select(selected)
    .where("status", "=", "dead")
    .orderBy("created_at")
    .orderBy("id");
  return {
    backlog: statement((given: { now: Date }) =>
      queues
        .selectFrom(queue)
        .select((row) => [
          row.fn.countAll().filterWhere("status", "=", "queued").as("queued"),
          row.fn.countAll().filterWhere("status", "=", "dead").as("dead"),
          row.fn
            .min("next_attempt_at")
            .filterWhere("status", "=", "queued")
            .filterWhere("next_attempt_at", "<=", given.now)
            .as("oldest_due_at"),
        ]),
    ),
    oldestDead: statement((given: { limit: number }) => dead.limit(given.limit)),
    deadBehind: statement((given: QueuePosition & { limit: number }) =>
      dead
        .where((row) =>
          row(row.refTuple("created_at", "id"), ">", row.tuple(given.createdAt, given.id)),
        )
        .limit(given.limit),
    ),
    retryDead: statement((given: { id: string; now: Date }) =>
      queues
        .updateTable(queue)
        .set((row) => ({
          status: "queued" as const,
          attempts: row.lit(0),
          next_attempt_at: given.now,
        }))
        .where("id", "=", given.id)
        .where("status", "=", "dead"),
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
    retryDead: async (id, now) => (await changed(writes, retryDead, { id, now })) === 1,
  });
}

const oldestFirst = (one: QueueRow, other: QueueRow): number =>
  one.createdAt.getTime() - other.createdAt.getTime() || (one.id < other.id ? -1 : 1);
