import type { Job, JobKind, JobStore } from "@acme/auth-core";
import { instant, jsonOrNull, mapperOf } from "../columns.js";
import type { Access, Compiler } from "../engine.js";
import type { JobTable } from "../schema.js";
import { changed, statement } from "../statement.js";
import { leasedQueue } from "./leased-queue.js";

const JOB = mapperOf<Job, JobTable>()({
  id: "id",
  kind: "kind",
  subject: "subject",
  payload: jsonOrNull("payload"),
  attempts: "attempts",
  nextAttemptAt: instant("next_attempt_at"),
  createdAt: instant("created_at"),
});

export function jobs(compiler: Compiler): (at: Access) => JobStore {
  const { db } = compiler;
  const queueAt = leasedQueue(compiler, {
    table: "auth_job",
    columns: JOB.columns,
    toRow: JOB.toEntity,
  });

  const enqueue = statement((given: Job) =>
    db.insertInto("auth_job").values({ ...JOB.toRow(given), status: "queued", lease: null }),
  );
  const deleteQueued = statement((given: { kind: JobKind; subject: string }) =>
    db
      .deleteFrom("auth_job")
      .where("kind", "=", given.kind)
      .where("subject", "=", given.subject)
      .where("status", "=", "queued")
      .where("lease", "is", null),
  );

  const retryFailed = statement((given: { kind: JobKind; subject: string; now: Date }) =>
    db
      .updateTable("auth_job")
      .set((row) => ({
        status: "queued" as const,
        attempts: row.lit(0),
        next_attempt_at: given.now,
      }))
      .where("kind", "=", given.kind)
      .where("subject", "=", given.subject)
      .where("lease", "is", null)
      .where((row) => row.or([row("status", "=", "dead"), row("attempts", ">", row.lit(0))])),
  );

  return (at) => ({
    ...queueAt(at),
    async enqueue(job) {
      await changed(at.writes, enqueue, job);
    },
    deleteQueued: (kind, subject) => changed(at.writes, deleteQueued, { kind, subject }),
    retryFailed: (kind, subject, now) => changed(at.writes, retryFailed, { kind, subject, now }),
  });
}
