import type { LinkedAccount, LinkedAccountId, LinkedAccountStore, UserId } from "@acme/auth-core";
import type { Selectable } from "kysely";
import type { Access, Compiler } from "../engine.js";
import { type LinkedAccountTable, toDate } from "../schema.js";
import { changed, first, list, statement } from "../statement.js";

const COLUMNS = [
  "id",
  "provider_id",
  "subject",
  "user_id",
  "scopes",
  "created_at",
  "updated_at",
] as const;

const toLinkedAccount = (row: Selectable<LinkedAccountTable>): LinkedAccount => ({
  id: row.id,
  providerId: row.provider_id,
  subject: row.subject,
  userId: row.user_id,
  scopes: JSON.parse(row.scopes as string) as LinkedAccount["scopes"],
  createdAt: toDate(row.created_at),
  updatedAt: toDate(row.updated_at),
});

const reading = ({ db }: Compiler) => ({
  bySubject: statement((given: { providerId: string; subject: string }) =>
    db
      .selectFrom("auth_linked_account")
      .select(COLUMNS)
      .where("provider_id", "=", given.providerId)
      .where("subject", "=", given.subject),
  ),
  ofUser: statement((given: { userId: UserId }) =>
    db
      .selectFrom("auth_linked_account")
      .select(COLUMNS)
      .where("user_id", "=", given.userId)
      .orderBy("created_at")
      .orderBy("id"),
  ),
});

const removing = ({ db }: Compiler) => ({
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

export function linkedAccounts(compiler: Compiler): (at: Access) => LinkedAccountStore {
  const { bySubject, ofUser } = reading(compiler);
  const { remove, deleteFor } = removing(compiler);

  const insert = statement((given: LinkedAccount) =>
    compiler.db
      .insertInto("auth_linked_account")
      .values({
        id: given.id,
        provider_id: given.providerId,
        subject: given.subject,
        user_id: given.userId,
        scopes: given.scopes,
        created_at: given.createdAt,
        updated_at: given.updatedAt,
      })
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
    async find(providerId, subject) {
      const row = await first(reads, bySubject, { providerId, subject });
      return row ? toLinkedAccount(row) : null;
    },
    insertUnlessTaken: async (account) => (await changed(writes, insert, account)) === 1,
    recordUse: async (id, scopes, now) =>
      (await changed(writes, recordUse, { id, scopes, now })) === 1,
    listByUser: async (userId) => (await list(reads, ofUser, { userId })).map(toLinkedAccount),
    delete: async (userId, id) => (await changed(writes, remove, { userId, id })) === 1,
    deleteFor: (userId) => changed(writes, deleteFor, { userId }),
  });
}
