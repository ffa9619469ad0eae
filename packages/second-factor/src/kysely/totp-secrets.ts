import type { UserId } from "@acme/auth-core";
import {
  changed,
  first,
  instant,
  list,
  mapperOf,
  sql,
  statement,
  type StoreMaker,
  tablesOf,
} from "@acme/auth-kysely/tables";
import type { TotpSecret, TotpSecretStore } from "../totp-secret-store.js";
import type { SecondFactorTables, TotpTable } from "./schema.js";

const TOTP = mapperOf<TotpSecret, TotpTable>()({
  userId: "user_id",
  sealedSecret: "sealed_secret",
  lastStep: "last_step",
  confirmedAt: instant("confirmed_at"),
  createdAt: instant("created_at"),
});

interface Own {
  readonly userId: UserId;
}

/** Before every id. */
const NO_ID = "";
const USER_ID = sql.ref<string>("user_id");
/** The id of its key begins what is sealed. */
const KEY_ID = sql<string>`substr(${sql.ref("sealed_secret")}, 1, 8)`;

export const totpSecrets: StoreMaker<TotpSecretStore> = (compiler) => {
  const db = tablesOf<SecondFactorTables>(compiler);
  const find = statement((given: Own) =>
    db
      .selectFrom("auth_second_factor_totp")
      .select(TOTP.columns)
      .where("user_id", "=", given.userId),
  );
  const replace = statement((given: TotpSecret) =>
    db
      .insertInto("auth_second_factor_totp")
      .values(TOTP.toRow(given))
      .onConflict((conflict) =>
        conflict.column("user_id").doUpdateSet((row) => ({
          sealed_secret: row.ref("excluded.sealed_secret"),
          last_step: row.ref("excluded.last_step"),
          confirmed_at: row.ref("excluded.confirmed_at"),
          created_at: row.ref("excluded.created_at"),
        })),
      ),
  );
  const useStep = statement((given: Own & { step: number }) =>
    db
      .updateTable("auth_second_factor_totp")
      .set({ last_step: given.step })
      .where("user_id", "=", given.userId)
      .where("last_step", "<", given.step),
  );
  const others = statement((given: { keyId: string; after: string; limit: number }) =>
    db
      .selectFrom("auth_second_factor_totp")
      .select(TOTP.columns)
      .where(USER_ID, ">", given.after)
      .where(KEY_ID, "!=", given.keyId)
      .orderBy("user_id")
      .limit(given.limit),
  );
  const reseal = statement((given: Own & { judged: string; sealedSecret: string }) =>
    db
      .updateTable("auth_second_factor_totp")
      .set({ sealed_secret: given.sealedSecret })
      .where("user_id", "=", given.userId)
      .where("sealed_secret", "=", given.judged),
  );
  const remove = statement((given: Own) =>
    db.deleteFrom("auth_second_factor_totp").where("user_id", "=", given.userId),
  );
  return ({ reads, writes }) => ({
    find: async (userId) => TOTP.toEntityOrNull(await first(reads, find, { userId })),
    async replace(secret) {
      await changed(writes, replace, secret);
    },
    useStep: async (userId, step) => (await changed(writes, useStep, { userId, step })) === 1,
    listSealedByOthers: async (keyId, after, limit) =>
      (await list(reads, others, { keyId, after: after ?? NO_ID, limit })).map(TOTP.toEntity),
    reseal: async (userId, judged, sealedSecret) =>
      (await changed(writes, reseal, { userId, judged, sealedSecret })) === 1,
    delete: async (userId) => (await changed(writes, remove, { userId })) === 1,
  });
};
