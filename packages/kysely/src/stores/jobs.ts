import type { Job, JobKind, JobStore } from "@acme/auth-core";
import type { Selectable } from "kysely";
import type { Access, Compiler } from "../engine.js";
import { type JobTable, toDate } from "../schema.js";
import { changed, statement } from "../statement.js";
import { leasedQueue } from "./leased-queue.js";

const COLUMNS = ["id", "kind", "subject", "attempts", "next_attempt_at", "created_at"] as const;

const toJob = (row: Pick<Selectable<JobTable>, (typeof COLUMNS)[number]>): Job => ({
  id: row.id,
  kind: row.kind,
  subject: row.subject,
  attempts: row.attempts,
  nextAttemptAt: toDate(row.next_attempt_at),
  createdAt: toDate(row.created_at),
});

export function jobs(compiler: Compiler): (at: Access) => JobStore {
  const { db } = compiler;
  const queueAt = leasedQueue(compiler, { table: "auth_job", columns: COLUMNS, toRow: toJob });

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
  const deleteQueued = statement((given: { kind: JobKind; subject: string }) =>
    db
      .deleteFrom("auth_job")
      .where("kind", "=", given.kind)
      .where("subject", "=", given.subject)
      .where("status", "=", "queued")
      .where("lease", "is", null),
  );

  return (at) => ({
    ...queueAt(at),
    async enqueue(job) {
      await changed(at.writes, enqueue, job);
    },
    deleteQueued: (kind, subject) => changed(at.writes, deleteQueued, { kind, subject }),
  });
}
