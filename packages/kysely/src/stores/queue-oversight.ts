import type { DuePosition, QueuePosition } from "@acme/auth-core";
import type { Compiler } from "../engine.js";
import { statement } from "../statement.js";
import { queueIn, type QueueOf } from "./queue-table.js";

/** How an operator looks for one row and takes it out. */
export const removing = <Row, Stored>(
  compiler: Compiler,
  { table, columns }: QueueOf<Row, Stored>,
) => {
  const { queues, queue, selected } = queueIn(compiler, table, columns);
  const queued = queues
    .selectFrom(queue)
    .select(selected)
    .where("status", "=", "queued")
    .orderBy("next_attempt_at")
    .orderBy("id");
  return {
    nextDue: statement((given: { limit: number }) => queued.limit(given.limit)),
    dueBehind: statement((given: DuePosition & { limit: number }) =>
      queued
        .where((row) =>
          row(row.refTuple("next_attempt_at", "id"), ">", row.tuple(given.nextAttemptAt, given.id)),
        )
        .limit(given.limit),
    ),
    find: statement((given: { id: string }) =>
      queues.selectFrom(queue).select(selected).where("id", "=", given.id),
    ),
    deleteUnclaimed: statement((given: { id: string; now: Date }) =>
      queues
        .deleteFrom(queue)
        .where("id", "=", given.id)
        .where((row) =>
          row.or([row("lease", "is", null), row("next_attempt_at", "<=", given.now)]),
        ),
    ),
  };
};

/** How much there is, and what is dead. */
export const overseeing = <Row, Stored>(
  compiler: Compiler,
  { table, columns }: QueueOf<Row, Stored>,
) => {
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
        ])
        // Deliveries that have arrived stay for a month, and are most of their table.
        .where("status", "in", ["queued", "dead"]),
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
