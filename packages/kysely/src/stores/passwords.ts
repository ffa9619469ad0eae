import type { EmailAddress, PasswordHash, UserId } from "@acme/auth-core";
import type { Password, PasswordStore } from "@acme/auth-core/store";
import { instant, mapperOf } from "../columns.js";
import type { Access, BaseCompiler } from "../engine.js";
import type { PasswordTable } from "../schema.js";
import { changed, first, statement } from "../statement.js";

const PASSWORD = mapperOf<Password, PasswordTable>()({
  userId: "user_id",
  hash: "hash",
  updatedAt: instant("updated_at"),
});

export function passwords({ db }: BaseCompiler): (at: Access) => PasswordStore {
  const byUser = statement((given: { userId: UserId }) =>
    db.selectFrom("auth_password").select(PASSWORD.columns).where("user_id", "=", given.userId),
  );

  const byEmail = statement((given: { email: EmailAddress }) =>
    db
      .selectFrom("auth_user")
      .innerJoin("auth_password", "auth_password.user_id", "auth_user.id")
      .select(PASSWORD.columns.map((column) => `auth_password.${column}` as const))
      .where("auth_user.email", "=", given.email),
  );

  const replace = statement((given: Password) =>
    db
      .insertInto("auth_password")
      .values(PASSWORD.toRow(given))
      .onConflict((conflict) => conflict.column("user_id").doUpdateSet(PASSWORD.toRow(given))),
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
    find: async (userId) => PASSWORD.toEntityOrNull(await first(reads, byUser, { userId })),
    findByEmail: async (email) => PASSWORD.toEntityOrNull(await first(reads, byEmail, { email })),
    async replace(password) {
      await changed(writes, replace, password);
    },
    rehash: async (userId, expected, next) =>
      (await changed(writes, rehash, { userId, expected, next })) === 1,
    delete: async (userId) => (await changed(writes, remove, { userId })) === 1,
  });
}
