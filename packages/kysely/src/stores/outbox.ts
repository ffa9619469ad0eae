import type { LeaseToken, OutboxMail, OutboxMailId, OutboxStore } from "@acme/auth-core";
import { type ExpressionBuilder, type Selectable, sql } from "kysely";
import type { Access, Compiler } from "../engine.js";
import { type Database, type OutboxMailTable, toDate } from "../schema.js";
import { changed, first, list, statement } from "../statement.js";

const COLUMNS = [
  "id",
  "sealed",
  "attempts",
  "next_attempt_at",
  "expires_at",
  "created_at",
  "notice_group",
  "over_budget",
] as const;

const toOutboxMail = (
  row: Pick<Selectable<OutboxMailTable>, (typeof COLUMNS)[number]>,
): OutboxMail => ({
  id: row.id,
  sealed: row.sealed,
  attempts: row.attempts,
  nextAttemptAt: toDate(row.next_attempt_at),
  expiresAt: toDate(row.expires_at),
  createdAt: toDate(row.created_at),
  noticeGroup: row.notice_group,
  overBudget: Boolean(row.over_budget),
});

const oldestFirst = (one: OutboxMail, other: OutboxMail): number =>
  one.createdAt.getTime() - other.createdAt.getTime() || (one.id < other.id ? -1 : 1);

interface Held {
  readonly id: OutboxMailId;
  readonly lease: LeaseToken;
}

/** Whether a notice of the same group is being delivered at `now`; never so for a mail that is no notice. */
const groupInDelivery = (mail: ExpressionBuilder<Database, "auth_outbox_mail">, now: Date) =>
  mail
    .selectFrom("auth_outbox_mail as leased")
    .select("leased.id")
    .whereRef("leased.notice_group", "=", "auth_outbox_mail.notice_group")
    .where("leased.status", "=", "queued")
    .where("leased.lease", "is not", null)
    .where("leased.next_attempt_at", ">", now);

const claiming = ({ db, rows }: Compiler) => ({
  anyDue: statement((given: { now: Date }) =>
    db
      .selectFrom("auth_outbox_mail")
      .select("id")
      .where("status", "=", "queued")
      .where("next_attempt_at", "<=", given.now)
      .limit(1),
  ),
  claimDue: statement((given: { now: Date; limit: number; lease: LeaseToken; leaseEnds: Date }) =>
    db
      .with("due", (query) =>
        query
          .selectFrom("auth_outbox_mail")
          .select("id")
          .where("status", "=", "queued")
          .where("next_attempt_at", "<=", given.now)
          .where((row) => row.not(row.exists(groupInDelivery(row, given.now))))
          .orderBy("next_attempt_at")
          .orderBy("id")
          .limit(given.limit)
          .$call(rows.skipLocked),
      )
      .updateTable("auth_outbox_mail")
      .set({ lease: given.lease, next_attempt_at: given.leaseEnds })
      .where("id", "in", (query) => query.selectFrom("due").select("due.id"))
      .returning(COLUMNS),
  ),
});

const queued = (given: OutboxMail) => ({
  id: given.id,
  sealed: given.sealed,
  status: "queued" as const,
  attempts: given.attempts,
  next_attempt_at: given.nextAttemptAt,
  expires_at: given.expiresAt,
  created_at: given.createdAt,
  lease: null,
  over_budget: given.overBudget,
});

const enqueuing = ({ db }: Compiler) => ({
  enqueue: statement((given: OutboxMail) =>
    db.insertInto("auth_outbox_mail").values({ ...queued(given), notice_group: given.noticeGroup }),
  ),
  replaceOverBudget: statement((given: OutboxMail) =>
    db
      .insertInto("auth_outbox_mail")
      .values({ ...queued(given), notice_group: given.noticeGroup })
      .onConflict((conflict) =>
        conflict
          .column("notice_group")
          .where(sql<boolean>`over_budget`)
          .doUpdateSet((row) => {
            const [earlier, newer] = [
              row.ref("auth_outbox_mail.next_attempt_at"),
              row.ref("excluded.next_attempt_at"),
            ];
            // An earlier one that is being delivered may arrive until its lease ends.
            const isLater = row.and([
              row("auth_outbox_mail.lease", "is not", null),
              row(earlier, ">", newer),
            ]);
            return {
              ...queued(given),
              next_attempt_at: row.case().when(isLater).then(earlier).else(newer).end(),
            };
          }),
      ),
  ),
});

interface Revocation {
  readonly noticeGroup: string;
  readonly now: Date;
}

const revoking = ({ db }: Compiler, onlyOverBudget: boolean) => ({
  expire: statement((given: Revocation) =>
    db
      .updateTable("auth_outbox_mail")
      .set({ expires_at: given.now })
      .where("notice_group", "=", given.noticeGroup)
      .where("status", "=", "queued")
      .$if(onlyOverBudget, (rows) => rows.where(sql<boolean>`over_budget`)),
  ),
  deleteExpired: statement((given: Revocation) =>
    db
      .deleteFrom("auth_outbox_mail")
      .where("notice_group", "=", given.noticeGroup)
      .where("status", "=", "queued")
      .where("expires_at", "<=", given.now)
      .where((row) => row.or([row("lease", "is", null), row("next_attempt_at", "<=", given.now)])),
  ),
});

const settling = ({ db }: Compiler) => ({
  complete: statement((given: Held) =>
    db.deleteFrom("auth_outbox_mail").where("id", "=", given.id).where("lease", "=", given.lease),
  ),
  retry: statement((given: Held & { nextAttemptAt: Date }) =>
    db
      .updateTable("auth_outbox_mail")
      .set((row) => ({
        attempts: row("attempts", "+", row.lit(1)),
        next_attempt_at: given.nextAttemptAt,
        lease: null,
      }))
      .where("id", "=", given.id)
      .where("lease", "=", given.lease),
  ),
  bury: statement((given: Held) =>
    db
      .updateTable("auth_outbox_mail")
      .set((row) => ({
        attempts: row("attempts", "+", row.lit(1)),
        status: "dead",
        lease: null,
        over_budget: row.lit(false),
      }))
      .where("id", "=", given.id)
      .where("lease", "=", given.lease),
  ),
});

export function outbox(compiler: Compiler): (at: Access) => OutboxStore {
  const { db } = compiler;
  const { anyDue, claimDue } = claiming(compiler);
  const { complete, retry, bury } = settling(compiler);

  const { enqueue, replaceOverBudget } = enqueuing(compiler);
  const revocations = { all: revoking(compiler, false), overBudget: revoking(compiler, true) };

  const countDead = statement(() =>
    db
      .selectFrom("auth_outbox_mail")
      .select((row) => row.fn.countAll().as("dead"))
      .where("status", "=", "dead"),
  );

  return ({ reads, writes }) => ({
    async enqueue(mail) {
      await changed(writes, enqueue, mail);
    },
    async replaceOverBudget(mail) {
      await changed(writes, replaceOverBudget, mail);
    },
    async revokeNotices(noticeGroup, { onlyOverBudget }, now) {
      const { expire, deleteExpired } = onlyOverBudget ? revocations.overBudget : revocations.all;
      // The first statement holds the rows: no worker claims or settles one of them before the transaction ends.
      if ((await changed(writes, expire, { noticeGroup, now })) > 0)
        await changed(writes, deleteExpired, { noticeGroup, now });
    },
    async claimDue(now, limit, lease, leaseEnds) {
      // An idle worker polls; on SQLite a guarded update would take the write lock each time, due mail or not.
      if (!(await first(reads, anyDue, { now }))) return [];
      return (await list(writes, claimDue, { now, limit, lease, leaseEnds }))
        .map(toOutboxMail)
        .sort(oldestFirst);
    },
    complete: async (id, lease) => (await changed(writes, complete, { id, lease })) === 1,
    retry: async (id, lease, nextAttemptAt) =>
      (await changed(writes, retry, { id, lease, nextAttemptAt })) === 1,
    bury: async (id, lease) => (await changed(writes, bury, { id, lease })) === 1,
    countDead: async () => Number((await first(reads, countDead, {}))?.dead ?? 0),
  });
}
