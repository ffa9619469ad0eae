import type { OutboxMail, OutboxStore } from "@acme/auth-core/store";
import { expressionBuilder, sql } from "kysely";
import { flag, instant, mapperOf } from "../columns.js";
import type { Access, BaseCompiler } from "../engine.js";
import type { Database, OutboxMailTable } from "../schema.js";
import { changed, statement } from "../statement.js";
import { leasedQueue } from "./leased-queue.js";

const OUTBOX_MAIL = mapperOf<OutboxMail, OutboxMailTable>()({
  id: "id",
  sealed: "sealed",
  attempts: "attempts",
  nextAttemptAt: instant("next_attempt_at"),
  expiresAt: instant("expires_at"),
  createdAt: instant("created_at"),
  noticeGroup: "notice_group",
  overBudget: flag("over_budget"),
});

const MAIL = expressionBuilder<Database, "auth_outbox_mail">();

/**
 * Whether a notice of the same group is being delivered at `now`; never so for a mail that is no
 * notice. A lease says by itself that the row is queued: named here, the status would lead SQLite
 * to the index of what is due, and through the whole queue for each row.
 */
const groupInDelivery = (now: Date) =>
  MAIL.selectFrom("auth_outbox_mail as leased")
    .select("leased.id")
    .whereRef("leased.notice_group", "=", "auth_outbox_mail.notice_group")
    .where("leased.lease", "is not", null)
    .where("leased.next_attempt_at", ">", now);

const queued = (given: OutboxMail) => ({
  ...OUTBOX_MAIL.toRow(given),
  status: "queued" as const,
  lease: null,
});

const enqueuing = ({ db }: BaseCompiler) => ({
  enqueue: statement((given: OutboxMail) =>
    db.insertInto("auth_outbox_mail").values(queued(given)),
  ),
  replaceOverBudget: statement((given: OutboxMail) =>
    db
      .insertInto("auth_outbox_mail")
      .values(queued(given))
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

const revoking = ({ db }: BaseCompiler, onlyOverBudget: boolean) => ({
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

export function outbox(compiler: BaseCompiler): (at: Access) => OutboxStore {
  const queueAt = leasedQueue(compiler, {
    table: "auth_outbox_mail",
    columns: OUTBOX_MAIL.columns,
    toRow: OUTBOX_MAIL.toEntity,
    claimable: (now) => MAIL.not(MAIL.exists(groupInDelivery(now))),
    buried: { over_budget: false },
  });
  const { enqueue, replaceOverBudget } = enqueuing(compiler);
  const revocations = { all: revoking(compiler, false), overBudget: revoking(compiler, true) };

  return (at) => ({
    ...queueAt(at),
    async enqueue(mail) {
      await changed(at.writes, enqueue, mail);
    },
    async replaceOverBudget(mail) {
      await changed(at.writes, replaceOverBudget, mail);
    },
    async revokeNotices(noticeGroup, { onlyOverBudget }, now) {
      const { expire, deleteExpired } = onlyOverBudget ? revocations.overBudget : revocations.all;
      // The first statement holds the rows: no worker claims or settles one of them before the
      // transaction ends.
      if ((await changed(at.writes, expire, { noticeGroup, now })) > 0)
        await changed(at.writes, deleteExpired, { noticeGroup, now });
    },
  });
}
