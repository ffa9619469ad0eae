import type { Job, JobId, JobKind, JobStore, LeaseToken } from "@acme/auth-core";
import type { Selectable } from "kysely";
import type { Access, Compiler } from "../engine.js";
import { type JobTable, toDate } from "../schema.js";
import { changed, first, list, statement } from "../statement.js";

const COLUMNS = ["id", "kind", "subject", "attempts", "next_attempt_at", "created_at"] as const;

const toJob = (row: Pick<Selectable<JobTable>, (typeof COLUMNS)[number]>): Job => ({
  id: row.id,
  kind: row.kind,
  subject: row.subject,
  attempts: row.attempts,
  nextAttemptAt: toDate(row.next_attempt_at),
  createdAt: toDate(row.created_at),
});

const oldestFirst = (one: Job, other: Job): number =>
  one.createdAt.getTime() - other.createdAt.getTime() || (one.id < other.id ? -1 : 1);

interface Held {
  readonly id: JobId;
  readonly lease: LeaseToken;
}

const claiming = ({ db, rows }: Compiler) => ({
  anyDue: statement((given: { now: Date }) =>
    db
      .selectFrom("auth_job")
      .select("id")
      .where("status", "=", "queued")
      .where("next_attempt_at", "<=", given.now)
      .limit(1),
  ),
  claimDue: statement((given: { now: Date; limit: number; lease: LeaseToken; leaseEnds: Date }) =>
    db
      .with("due", (query) =>
        query
          .selectFrom("auth_job")
          .select("id")
          .where("status", "=", "queued")
          .where("next_attempt_at", "<=", given.now)
          .orderBy("next_attempt_at")
          .orderBy("id")
          .limit(given.limit)
          .$call(rows.skipLocked),
      )
      .updateTable("auth_job")
      .set({ lease: given.lease, next_attempt_at: given.leaseEnds })
      .where("id", "in", (query) => query.selectFrom("due").select("due.id"))
      .returning(COLUMNS),
  ),
});

const settling = ({ db }: Compiler) => {
  const held = (given: Held) =>
    db.updateTable("auth_job").where("id", "=", given.id).where("lease", "=", given.lease);
  return {
    prolong: statement((given: Held & { leaseEnds: Date }) =>
      held(given).set({ next_attempt_at: given.leaseEnds }),
    ),
    complete: statement((given: Held) =>
      db.deleteFrom("auth_job").where("id", "=", given.id).where("lease", "=", given.lease),
    ),
    retry: statement((given: Held & { nextAttemptAt: Date }) =>
      held(given).set((row) => ({
        attempts: row("attempts", "+", row.lit(1)),
        next_attempt_at: given.nextAttemptAt,
        lease: null,
      })),
    ),
    bury: statement((given: Held) =>
      held(given).set((row) => ({
        attempts: row("attempts", "+", row.lit(1)),
        status: "dead",
        lease: null,
      })),
    ),
  };
};

export function jobs(compiler: Compiler): (at: Access) => JobStore {
  const { db } = compiler;
  const { anyDue, claimDue } = claiming(compiler);
  const { prolong, complete, retry, bury } = settling(compiler);

  const enqueue = statement((given: Job) =>
    db.insertInto("auth_job").values({
      id: given.id,
      kind: given.kind,
      subject: given.subject,
      status: "queued",
      attempts: given.attempts,
      next_attempt_at: given.nextAttemptAt,
      created_at: given.createdAt,
      lease: null,
    }),
  );
  const countDead = statement(() =>
    db
      .selectFrom("auth_job")
      .select((row) => row.fn.countAll().as("dead"))
      .where("status", "=", "dead"),
  );
  const deleteQueued = statement((given: { kind: JobKind; subject: string }) =>
    db
      .deleteFrom("auth_job")
      .where("kind", "=", given.kind)
      .where("subject", "=", given.subject)
      .where("status", "=", "queued")
      .where("lease", "is", null),
  );

  return ({ reads, writes }) => ({
    async enqueue(job) {
      await changed(writes, enqueue, job);
    },
    async claimDue(now, limit, lease, leaseEnds) {
      // An idle worker polls; on SQLite a guarded update would take the write lock each time, due job or not.
      if (!(await first(reads, anyDue, { now }))) return [];
      return (await list(writes, claimDue, { now, limit, lease, leaseEnds }))
        .map(toJob)
        .sort(oldestFirst);
    },
    extend: async (id, lease, leaseEnds) =>
      (await changed(writes, prolong, { id, lease, leaseEnds })) === 1,
    complete: async (id, lease) => (await changed(writes, complete, { id, lease })) === 1,
    retry: async (id, lease, nextAttemptAt) =>
      (await changed(writes, retry, { id, lease, nextAttemptAt })) === 1,
    bury: async (id, lease) => (await changed(writes, bury, { id, lease })) === 1,
    countDead: async () => Number((await first(reads, countDead, {}))?.dead ?? 0),
    deleteQueued: (kind, subject) => changed(writes, deleteQueued, { kind, subject }),
  });
}
