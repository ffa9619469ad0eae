import type { LeaseToken, OutboxMail, OutboxMailId, OutboxStore } from "@acme/auth-core";
import type { Selectable } from "kysely";
import type { Access, Wording } from "../engine.js";
import { type OutboxMailTable, toDate } from "../schema.js";
import { changed, first, list, statement } from "../statement.js";

const COLUMNS = ["id", "sealed", "attempts", "next_attempt_at", "expires_at", "created_at"] as const;

const toOutboxMail = (row: Pick<Selectable<OutboxMailTable>, (typeof COLUMNS)[number]>): OutboxMail => ({
  id: row.id,
  sealed: row.sealed,
  attempts: row.attempts,
  nextAttemptAt: toDate(row.next_attempt_at),
  expiresAt: toDate(row.expires_at),
  createdAt: toDate(row.created_at),
});

const oldestFirst = (one: OutboxMail, other: OutboxMail): number =>
  one.createdAt.getTime() - other.createdAt.getTime() || (one.id < other.id ? -1 : 1);

interface Held {
  readonly id: OutboxMailId;
  readonly lease: LeaseToken;
}

const claiming = ({ db, dialect }: Wording) => ({
  anyDue: statement((given: { now: Date }) =>
    db.selectFrom("auth_outbox_mail").select("id").where("status", "=", "queued").where("next_attempt_at", "<=", given.now).limit(1),
  ),
  claimDue: statement((given: { now: Date; limit: number; lease: LeaseToken; leaseEnds: Date }) =>
    db
      .with("due", (query) =>
        query
          .selectFrom("auth_outbox_mail")
          .select("id")
          .where("status", "=", "queued")
          .where("next_attempt_at", "<=", given.now)
          .orderBy("next_attempt_at")
          .orderBy("id")
          .limit(given.limit)
          .$if(dialect === "postgres", (rows) => rows.forUpdate().skipLocked()),
      )
      .updateTable("auth_outbox_mail")
      .set({ lease: given.lease, next_attempt_at: given.leaseEnds })
      .where("id", "in", (query) => query.selectFrom("due").select("due.id"))
      .returning(COLUMNS),
  ),
});

const settling = ({ db }: Wording) => ({
  complete: statement((given: Held) => db.deleteFrom("auth_outbox_mail").where("id", "=", given.id).where("lease", "=", given.lease)),
  retry: statement((given: Held & { nextAttemptAt: Date }) =>
    db
      .updateTable("auth_outbox_mail")
      .set((row) => ({ attempts: row("attempts", "+", row.lit(1)), next_attempt_at: given.nextAttemptAt, lease: null }))
      .where("id", "=", given.id)
      .where("lease", "=", given.lease),
  ),
  bury: statement((given: Held) =>
    db
      .updateTable("auth_outbox_mail")
      .set((row) => ({ attempts: row("attempts", "+", row.lit(1)), status: "dead", lease: null }))
      .where("id", "=", given.id)
      .where("lease", "=", given.lease),
  ),
});

export function outbox(wording: Wording): (at: Access) => OutboxStore {
  const { db, dialect } = wording;
  const { anyDue, claimDue } = claiming(wording);
  const { complete, retry, bury } = settling(wording);

  const enqueue = statement((given: OutboxMail) =>
    db.insertInto("auth_outbox_mail").values({
      id: given.id,
      sealed: given.sealed,
      status: "queued",
      attempts: given.attempts,
      next_attempt_at: given.nextAttemptAt,
      expires_at: given.expiresAt,
      created_at: given.createdAt,
      lease: null,
    }),
  );
  const countDead = statement(() =>
    db
      .selectFrom("auth_outbox_mail")
      .select((row) => row.fn.countAll().as("dead"))
      .where("status", "=", "dead"),
  );
  const deleteExpiredDead = statement((given: { now: Date; limit: number }) =>
    db
      .with("expired", (query) =>
        query
          .selectFrom("auth_outbox_mail")
          .select("id")
          .where("status", "=", "dead")
          .where("expires_at", "<=", given.now)
          .limit(given.limit)
          .$if(dialect === "postgres", (rows) => rows.forUpdate().skipLocked()),
      )
      .deleteFrom("auth_outbox_mail")
      .where("id", "in", (query) => query.selectFrom("expired").select("expired.id")),
  );

  return ({ reads, writes }) => ({
    async enqueue(mail) {
      await changed(writes, enqueue, mail);
    },
    async claimDue(now, limit, lease, leaseEnds) {
      // An idle worker polls; on SQLite a guarded update would take the write lock each time, due mail or not.
      if (!(await first(reads, anyDue, { now }))) return [];
      return (await list(writes, claimDue, { now, limit, lease, leaseEnds })).map(toOutboxMail).sort(oldestFirst);
    },
    complete: async (id, lease) => (await changed(writes, complete, { id, lease })) === 1,
    retry: async (id, lease, nextAttemptAt) => (await changed(writes, retry, { id, lease, nextAttemptAt })) === 1,
    bury: async (id, lease) => (await changed(writes, bury, { id, lease })) === 1,
    countDead: async () => Number((await first(reads, countDead, {}))?.dead ?? 0),
    deleteExpiredDead: (now, limit) => changed(writes, deleteExpiredDead, { now, limit }),
  });
}
