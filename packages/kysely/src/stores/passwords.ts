import type { EmailAddress, Password, PasswordHash, PasswordStore, UserId } from "@acme/auth-core";
import type { Selectable } from "kysely";
import type { Access, Compiler } from "../engine.js";
import { type PasswordTable, toDate } from "../schema.js";
import { changed, first, statement } from "../statement.js";

const COLUMNS = [
  "auth_password.user_id",
  "auth_password.hash",
  "auth_password.updated_at",
] as const;

const toPasswordOrNull = (row: Selectable<PasswordTable> | undefined): Password | null =>
  row ? { userId: row.user_id, hash: row.hash, updatedAt: toDate(row.updated_at) } : null;

const replaceable = (given: Password) => ({ hash: given.hash, updated_at: given.updatedAt });

export function passwords({ db }: Compiler): (at: Access) => PasswordStore {
  const byUser = statement((given: { userId: UserId }) =>
    db.selectFrom("auth_password").select(COLUMNS).where("user_id", "=", given.userId),
  );

  const byEmail = statement((given: { email: EmailAddress }) =>
    db
      .selectFrom("auth_user")
      .innerJoin("auth_password", "auth_password.user_id", "auth_user.id")
      .select(COLUMNS)
      .where("auth_user.email", "=", given.email),
  );

  const replace = statement((given: Password) =>
    db
      .insertInto("auth_password")
      .values({ user_id: given.userId, ...replaceable(given) })
      .onConflict((conflict) => conflict.column("user_id").doUpdateSet(replaceable(given))),
  );

  const rehash = statement(
    (given: { userId: UserId; expected: PasswordHash; next: PasswordHash }) =>
      db
        .updateTable("auth_password")
        .set({ hash: given.next })
        .where("user_id", "=", given.userId)
        .where("hash", "=", given.expected),
  );

  const remove = statement((given: { userId: UserId }) =>
    db.deleteFrom("auth_password").where("user_id", "=", given.userId),
  );

  return ({ reads, writes }) => ({
    find: async (userId) => toPasswordOrNull(await first(reads, byUser, { userId })),
    findByEmail: async (email) => toPasswordOrNull(await first(reads, byEmail, { email })),
    async replace(password) {
      await changed(writes, replace, password);
    },
    rehash: async (userId, expected, next) =>
      (await changed(writes, rehash, { userId, expected, next })) === 1,
    delete: async (userId) => (await changed(writes, remove, { userId })) === 1,
  });
}
