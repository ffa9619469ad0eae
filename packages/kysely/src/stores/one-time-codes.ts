import type { CodeType, EmailAddress } from "@acme/auth-core";
import type { OneTimeCode, OneTimeCodeId, OneTimeCodeStore } from "@acme/auth-core/store";
import { instant, mapperOf } from "../columns.js";
import type { Access, BaseCompiler } from "../engine.js";
import type { OneTimeCodeTable } from "../schema.js";
import { changed, first, statement } from "../statement.js";

const CODE = mapperOf<OneTimeCode, OneTimeCodeTable>()({
  id: "id",
  email: "email",
  type: "type",
  codeHash: "code_hash",
  attemptsLeft: "attempts_left",
  createdAt: instant("created_at"),
  expiresAt: instant("expires_at"),
});

interface Moment {
  readonly id: OneTimeCodeId;
  readonly now: Date;
}

export function oneTimeCodes({ db }: BaseCompiler): (at: Access) => OneTimeCodeStore {
  const replace = statement((given: OneTimeCode) =>
    db
      .insertInto("auth_one_time_code")
      .values(CODE.toRow(given))
      .onConflict((conflict) => conflict.columns(["email", "type"]).doUpdateSet(CODE.toRow(given))),
  );

  const spendAttempt = statement((given: { email: EmailAddress; type: CodeType }) =>
    db
      .updateTable("auth_one_time_code")
      .set((row) => ({
        attempts_left: row
          .case()
          .when("attempts_left", ">", row.lit(-1))
          .then(row("attempts_left", "-", row.lit(1)))
          .else(row.lit(-1))
          .end(),
      }))
      .where("email", "=", given.email)
      .where("type", "=", given.type)
      .returning(CODE.columns),
  );

  const consume = statement((given: Moment) =>
    db
      .deleteFrom("auth_one_time_code")
      .where("id", "=", given.id)
      .where("expires_at", ">", given.now),
  );

  const live = statement((given: Moment) =>
    db
      .selectFrom("auth_one_time_code")
      .select("id")
      .where("id", "=", given.id)
      .where("expires_at", ">", given.now)
      .where("attempts_left", ">", 0),
  );

  const deleteFor = statement((given: { email: EmailAddress }) =>
    db.deleteFrom("auth_one_time_code").where("email", "=", given.email),
  );

  return ({ reads, writes }) => ({
    async replace(code) {
      await changed(writes, replace, code);
    },
    spendAttempt: async (email, type) =>
      CODE.toEntityOrNull(await first(writes, spendAttempt, { email, type })),
    consume: async (id, now) => (await changed(writes, consume, { id, now })) === 1,
    isLive: async (id, now) => (await first(reads, live, { id, now })) !== undefined,
    deleteFor: (email) => changed(writes, deleteFor, { email }),
  });
}
