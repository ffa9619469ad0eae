import type { UserId } from "@acme/auth-core";
import {
  changed,
  first,
  instant,
  json,
  mapperOf,
  statement,
  type StoreMaker,
  tablesOf,
} from "@acme/auth-kysely/tables";
import type { TotpEnrolment, TotpEnrolmentStore } from "../enrolment-store.js";
import type { EnrolmentTable, SecondFactorTables } from "./schema.js";

const ENROLMENT = mapperOf<TotpEnrolment, EnrolmentTable>()({
  userId: "user_id",
  sessionId: "session_id",
  sealedSecret: "sealed_secret",
  codeHashes: json("code_hashes"),
  triesLeft: "tries_left",
  createdAt: instant("created_at"),
  expiresAt: instant("expires_at"),
});

interface Own {
  readonly userId: UserId;
}

export const totpEnrolments: StoreMaker<TotpEnrolmentStore> = (compiler) => {
  const db = tablesOf<SecondFactorTables>(compiler);
  const find = statement((given: Own) =>
    db
      .selectFrom("auth_second_factor_enrolment")
      .select(ENROLMENT.columns)
      .where("user_id", "=", given.userId),
  );
  const replace = statement((given: TotpEnrolment) =>
    db
      .insertInto("auth_second_factor_enrolment")
      .values(ENROLMENT.toRow(given))
      .onConflict((conflict) =>
        conflict.column("user_id").doUpdateSet((row) => ({
          session_id: row.ref("excluded.session_id"),
          sealed_secret: row.ref("excluded.sealed_secret"),
          code_hashes: row.ref("excluded.code_hashes"),
          tries_left: row.ref("excluded.tries_left"),
          created_at: row.ref("excluded.created_at"),
          expires_at: row.ref("excluded.expires_at"),
        })),
      ),
  );
  const spendTry = statement((given: Own) =>
    db
      .updateTable("auth_second_factor_enrolment")
      .set((row) => ({ tries_left: row("tries_left", "-", 1) }))
      .where("user_id", "=", given.userId)
      .where("tries_left", ">", 0),
  );
  const remove = statement((given: Own) =>
    db.deleteFrom("auth_second_factor_enrolment").where("user_id", "=", given.userId),
  );
  return ({ reads, writes }) => ({
    find: async (userId) => ENROLMENT.toEntityOrNull(await first(reads, find, { userId })),
    async replace(enrolment) {
      await changed(writes, replace, enrolment);
    },
    spendTry: async (userId) => (await changed(writes, spendTry, { userId })) === 1,
    delete: async (userId) => (await changed(writes, remove, { userId })) === 1,
  });
};
