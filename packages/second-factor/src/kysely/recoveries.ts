import type { UserId } from "@acme/auth-core";
import {
  changed,
  first,
  instant,
  instantOrNull,
  list,
  mapperOf,
  statement,
  type StoreMaker,
  tablesOf,
} from "@acme/auth-kysely/tables";
import type { EndedRecovery, Recovery, RecoveryStore } from "../recovery-store.js";
import type { RecoveryId } from "../second-factor-ids.js";
import type { RecoveryTable, SecondFactorTables } from "./schema.js";

const RECOVERY = mapperOf<Recovery, RecoveryTable>()({
  id: "id",
  userId: "user_id",
  startedAt: instant("started_at"),
  dueAt: instant("due_at"),
  expiresAt: instant("expires_at"),
  endedAt: instantOrNull("ended_at"),
  ended: "ended",
  forgetAt: instantOrNull("forget_at"),
  ipAddress: "ip_address",
  userAgent: "user_agent",
});

interface Own {
  readonly userId: UserId;
}
interface One {
  readonly id: RecoveryId;
}

export const recoveries: StoreMaker<RecoveryStore> = (compiler) => {
  const db = tablesOf<SecondFactorTables>(compiler);
  const rows = db.selectFrom("auth_second_factor_recovery").select(RECOVERY.columns);
  const insert = statement((given: Recovery) =>
    db.insertInto("auth_second_factor_recovery").values(RECOVERY.toRow(given)),
  );
  const find = statement((given: One) => rows.where("id", "=", given.id));
  const pending = statement((given: Own) =>
    rows.where("user_id", "=", given.userId).where("ended_at", "is", null),
  );
  const since = statement((given: Own & { since: Date }) =>
    rows
      .where("user_id", "=", given.userId)
      .where("started_at", ">", given.since)
      .orderBy("started_at", "desc")
      .orderBy("id", "desc"),
  );
  const end = statement((given: One & EndedRecovery) =>
    db
      .updateTable("auth_second_factor_recovery")
      .set({ ended: given.ended, ended_at: given.endedAt, forget_at: given.forgetAt })
      .where("id", "=", given.id)
      .where("ended_at", "is", null),
  );
  const removeAll = statement((given: Own) =>
    db.deleteFrom("auth_second_factor_recovery").where("user_id", "=", given.userId),
  );
  return ({ reads, writes }) => ({
    async insert(recovery) {
      await changed(writes, insert, recovery);
    },
    find: async (id) => RECOVERY.toEntityOrNull(await first(reads, find, { id })),
    findPending: async (userId) => RECOVERY.toEntityOrNull(await first(reads, pending, { userId })),
    listSince: async (userId, from) =>
      (await list(reads, since, { userId, since: from })).map(RECOVERY.toEntity),
    end: async (id, ended) => (await changed(writes, end, { ...ended, id })) === 1,
    deleteFor: (userId) => changed(writes, removeAll, { userId }),
  });
};
