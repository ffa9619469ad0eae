import type { LinkedAccount, LinkedAccountId, UserId } from "@acme/auth-core";
import type { LinkedAccountStore } from "@acme/auth-core/store";
import { instant, json, mapperOf } from "../columns.js";
import type { Access, BaseCompiler } from "../engine.js";
import type { LinkedAccountTable } from "../schema.js";
import { changed, first, list, statement } from "../statement.js";

const ACCOUNT = mapperOf<LinkedAccount, LinkedAccountTable>()({
  id: "id",
  providerId: "provider_id",
  subject: "subject",
  userId: "user_id",
  scopes: json("scopes"),
  createdAt: instant("created_at"),
  updatedAt: instant("updated_at"),
});

const reading = ({ db }: BaseCompiler) => ({
  bySubject: statement((given: { providerId: string; subject: string }) =>
    db
      .selectFrom("auth_linked_account")
      .select(ACCOUNT.columns)
      .where("provider_id", "=", given.providerId)
      .where("subject", "=", given.subject),
  ),
  ofUser: statement((given: { userId: UserId }) =>
    db
      .selectFrom("auth_linked_account")
      .select(ACCOUNT.columns)
      .where("user_id", "=", given.userId)
      .orderBy("created_at")
      .orderBy("id"),
  ),
});

const removing = ({ db }: BaseCompiler) => ({
  remove: statement((given: { userId: UserId; id: LinkedAccountId }) =>
    db
      .deleteFrom("auth_linked_account")
      .where("id", "=", given.id)
      .where("user_id", "=", given.userId),
  ),
  deleteFor: statement((given: { userId: UserId }) =>
    db.deleteFrom("auth_linked_account").where("user_id", "=", given.userId),
  ),
});

export function linkedAccounts(compiler: BaseCompiler): (at: Access) => LinkedAccountStore {
  const { bySubject, ofUser } = reading(compiler);
  const { remove, deleteFor } = removing(compiler);

  const insert = statement((given: LinkedAccount) =>
    compiler.db
      .insertInto("auth_linked_account")
      .values(ACCOUNT.toRow(given))
      .onConflict((conflict) => conflict.doNothing()),
  );

  const recordUse = statement(
    (given: { id: LinkedAccountId; scopes: readonly string[]; now: Date }) =>
      compiler.db
        .updateTable("auth_linked_account")
        .set({ scopes: given.scopes, updated_at: given.now })
        .where("id", "=", given.id),
  );

  return ({ reads, writes }) => ({
    find: async (providerId, subject) =>
      ACCOUNT.toEntityOrNull(await first(reads, bySubject, { providerId, subject })),
    insertUnlessTaken: async (account) => (await changed(writes, insert, account)) === 1,
    recordUse: async (id, scopes, now) =>
      (await changed(writes, recordUse, { id, scopes, now })) === 1,
    listByUser: async (userId) => (await list(reads, ofUser, { userId })).map(ACCOUNT.toEntity),
    delete: async (userId, id) => (await changed(writes, remove, { userId, id })) === 1,
    deleteFor: (userId) => changed(writes, deleteFor, { userId }),
  });
}
