import type { Job, JobId, JobKind, JobStore, LeaseToken } from "@acme/auth-core/store";
import { expressionBuilder } from "kysely";
import { instant, jsonOrNull, mapperOf } from "../columns.js";
import type { Access, BaseCompiler } from "../engine.js";
import type { Database, JobTable } from "../schema.js";
import { changed, statement } from "../statement.js";
import { leasedQueue } from "./leased-queue.js";
import { claimingCalls } from "./queue-claims.js";
import type { QueueOf } from "./queue-table.js";

const JOB = mapperOf<Job, JobTable>()({
  id: "id",
  kind: "kind",
  subject: "subject",
  payload: jsonOrNull("payload"),
  lastError: "last_error",
  attempts: "attempts",
  nextAttemptAt: instant("next_attempt_at"),
  createdAt: instant("created_at"),
});

const QUEUE: QueueOf<Job, Parameters<typeof JOB.toEntity>[0]> = {
  table: "auth_job",
  columns: JOB.columns,
  toRow: JOB.toEntity,
};

const ROW = expressionBuilder<Database, "auth_job">();
const isCall = (comparison: "=" | "<>") => ROW("kind", comparison, "notify-subscriber");

export function jobs(compiler: BaseCompiler): (at: Access) => JobStore {
  const { db } = compiler;
  const queueAt = leasedQueue(compiler, { ...QUEUE, claimable: () => isCall("<>") });
  const callsAt = claimingCalls(compiler, QUEUE, { receiver: "subject", only: isCall("=") });

  const enqueue = statement((given: Job) =>
    db.insertInto("auth_job").values({ ...JOB.toRow(given), status: "queued", lease: null }),
  );
  const recordFailure = statement((given: { id: JobId; lease: LeaseToken; failure: string }) =>
    db
      .updateTable("auth_job")
      .set({ last_error: given.failure })
      .where("id", "=", given.id)
      .where("lease", "=", given.lease),
  );
  const deleteQueued = statement((given: { kind: JobKind; subject: string }) =>
    db
      .deleteFrom("auth_job")
      .where("kind", "=", given.kind)
      .where("subject", "=", given.subject)
      .where("status", "=", "queued")
      .where("lease", "is", null),
  );

  const updateDueAt = statement((given: { kind: JobKind; subject: string; dueAt: Date }) =>
    db
      .updateTable("auth_job")
      .set({ next_attempt_at: given.dueAt })
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
    claimCalls: callsAt(at),
    async enqueue(job) {
      await changed(at.writes, enqueue, { ...job, lastError: null });
    },
    recordFailure: async (id, lease, failure) =>
      (await changed(at.writes, recordFailure, { id, lease, failure })) === 1,
    deleteQueued: (kind, subject) => changed(at.writes, deleteQueued, { kind, subject }),
    updateDueAt: (kind, subject, dueAt) =>
      changed(at.writes, updateDueAt, { kind, subject, dueAt }),
    retryFailed: (kind, subject, now) => changed(at.writes, retryFailed, { kind, subject, now }),
  });
}
