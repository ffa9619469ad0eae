import type { SecretHash, UserId } from "@acme/auth-core";
import {
  changed,
  instant,
  list,
  mapperOf,
  statement,
  type StoreMaker,
  tablesOf,
} from "@acme/auth-kysely/tables";
import type { RecoveryCode, RecoveryCodeStore } from "../recovery-code-store.js";
import type { RecoveryCodeTable, SecondFactorTables } from "./schema.js";

const CODE = mapperOf<RecoveryCode, RecoveryCodeTable>()({
  userId: "user_id",
  hash: "hash",
  createdAt: instant("created_at"),
});

interface Own {
  readonly userId: UserId;
}

export const recoveryCodes: StoreMaker<RecoveryCodeStore> = (compiler) => {
  const db = tablesOf<SecondFactorTables>(compiler);
  const insert = statement((given: RecoveryCode) =>
    db.insertInto("auth_second_factor_recovery_code").values(CODE.toRow(given)),
  );
  // A set has ten.
  const all = statement((given: Own) =>
    db
      .selectFrom("auth_second_factor_recovery_code")
      .select(CODE.columns)
      .where("user_id", "=", given.userId),
  );
  const consume = statement((given: Own & { hash: SecretHash }) =>
    db
      .deleteFrom("auth_second_factor_recovery_code")
      .where("user_id", "=", given.userId)
      .where("hash", "=", given.hash),
  );
  const removeAll = statement((given: Own) =>
    db.deleteFrom("auth_second_factor_recovery_code").where("user_id", "=", given.userId),
  );
  return ({ reads, writes }) => ({
    async insert(code) {
      await changed(writes, insert, code);
    },
    async findSet(userId) {
      const left = (await list(reads, all, { userId })).map(CODE.toEntity);
      const [one] = left;
      return one ? { left: left.length, createdAt: one.createdAt } : null;
    },
    consume: async (userId, hash) => (await changed(writes, consume, { userId, hash })) === 1,
    deleteFor: (userId) => changed(writes, removeAll, { userId }),
  });
};
