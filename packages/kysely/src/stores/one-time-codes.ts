import type {
  CodeType,
  EmailAddress,
  OneTimeCode,
  OneTimeCodeId,
  OneTimeCodeStore,
} from "@acme/auth-core";
import type { Selectable } from "kysely";
import type { Access, Compiler } from "../engine.js";
import { type OneTimeCodeTable, toDate } from "../schema.js";
import { changed, first, statement } from "../statement.js";

const COLUMNS = [
  "id",
  "email",
  "type",
  "code_hash",
  "attempts_left",
  "created_at",
  "expires_at",
] as const;

const toOneTimeCode = (row: Selectable<OneTimeCodeTable>): OneTimeCode => ({
  id: row.id,
  email: row.email,
  type: row.type,
  codeHash: row.code_hash,
  attemptsLeft: row.attempts_left,
  createdAt: toDate(row.created_at),
  expiresAt: toDate(row.expires_at),
});

const replaceable = (given: OneTimeCode) => ({
  id: given.id,
  code_hash: given.codeHash,
  attempts_left: given.attemptsLeft,
  created_at: given.createdAt,
  expires_at: given.expiresAt,
});

interface Moment {
  readonly id: OneTimeCodeId;
  readonly now: Date;
}

export function oneTimeCodes({ db }: Compiler): (at: Access) => OneTimeCodeStore {
  const replace = statement((given: OneTimeCode) =>
    db
      .insertInto("auth_one_time_code")
      .values({ email: given.email, type: given.type, ...replaceable(given) })
      .onConflict((conflict) =>
        conflict.columns(["email", "type"]).doUpdateSet(replaceable(given)),
      ),
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
      .returning(COLUMNS),
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
    async spendAttempt(email, type) {
      const row = await first(writes, spendAttempt, { email, type });
      return row ? toOneTimeCode(row) : null;
    },
    consume: async (id, now) => (await changed(writes, consume, { id, now })) === 1,
    isLive: async (id, now) => (await first(reads, live, { id, now })) !== undefined,
    deleteFor: (email) => changed(writes, deleteFor, { email }),
  });
}
