import type { Passkey, PasskeyId, PasskeyStore, PasskeyUse, UserId } from "@acme/auth-core";
import type { Selectable } from "kysely";
import type { Access, Compiler } from "../engine.js";
import { type PasskeyTable, toDate } from "../schema.js";
import { changed, first, list, statement } from "../statement.js";

const COLUMNS = [
  "id",
  "user_id",
  "name",
  "credential_id",
  "user_handle",
  "public_key",
  "algorithm",
  "counter",
  "transports",
  "device_type",
  "backed_up",
  "aaguid",
  "created_at",
  "last_used_at",
] as const;

const toPasskey = (row: Selectable<PasskeyTable>): Passkey => ({
  id: row.id,
  userId: row.user_id,
  name: row.name,
  credentialId: row.credential_id,
  userHandle: row.user_handle,
  publicKey: row.public_key,
  algorithm: row.algorithm,
  counter: Number(row.counter),
  transports: JSON.parse(row.transports as string) as Passkey["transports"],
  deviceType: row.device_type,
  backedUp: Boolean(row.backed_up),
  aaguid: row.aaguid,
  createdAt: toDate(row.created_at),
  lastUsedAt: row.last_used_at === null ? null : toDate(row.last_used_at),
});

const toPasskeyOrNull = (row: Selectable<PasskeyTable> | undefined): Passkey | null =>
  row ? toPasskey(row) : null;

interface Owned {
  readonly userId: UserId;
  readonly id: PasskeyId;
}

const reading = ({ db }: Compiler) => ({
  byCredential: statement((given: { credentialId: string }) =>
    db.selectFrom("auth_passkey").select(COLUMNS).where("credential_id", "=", given.credentialId),
  ),
  ofUser: statement((given: { userId: UserId }) =>
    db
      .selectFrom("auth_passkey")
      .select(COLUMNS)
      .where("user_id", "=", given.userId)
      .orderBy("created_at")
      .orderBy("id"),
  ),
  count: statement((given: { userId: UserId }) =>
    db
      .selectFrom("auth_passkey")
      .select((row) => row.fn.countAll().as("passkeys"))
      .where("user_id", "=", given.userId),
  ),
});

const inserting = ({ db }: Compiler) => ({
  // Doing nothing on conflict would return no row: the update that changes nothing returns the one that was there first.
  ensureUserHandle: statement((given: { userId: UserId; candidate: string }) =>
    db
      .insertInto("auth_user_handle")
      .values({ user_id: given.userId, handle: given.candidate })
      .onConflict((conflict) =>
        conflict
          .column("user_id")
          .doUpdateSet((row) => ({ handle: row.ref("auth_user_handle.handle") })),
      )
      .returning("handle"),
  ),
  insert: statement((given: Passkey) =>
    db
      .insertInto("auth_passkey")
      .values({
        id: given.id,
        user_id: given.userId,
        name: given.name,
        credential_id: given.credentialId,
        user_handle: given.userHandle,
        public_key: given.publicKey,
        algorithm: given.algorithm,
        counter: given.counter,
        transports: given.transports,
        device_type: given.deviceType,
        backed_up: given.backedUp,
        aaguid: given.aaguid,
        created_at: given.createdAt,
        last_used_at: given.lastUsedAt,
      })
      .onConflict((conflict) => conflict.doNothing()),
  ),
});

const changing = ({ db }: Compiler) => ({
  recordUse: statement((given: PasskeyUse & { id: PasskeyId }) =>
    db
      .updateTable("auth_passkey")
      .set((row) => ({
        counter: given.counter,
        backed_up: given.backedUp,
        user_handle: row.fn.coalesce("user_handle", row.val(given.userHandle)),
        last_used_at: given.usedAt,
      }))
      .where("id", "=", given.id)
      .where("counter", "=", given.judgedCounter),
  ),
  rename: statement((given: Owned & { name: string }) =>
    db
      .updateTable("auth_passkey")
      .set({ name: given.name })
      .where("id", "=", given.id)
      .where("user_id", "=", given.userId)
      .returning(COLUMNS),
  ),
  remove: statement((given: Owned) =>
    db.deleteFrom("auth_passkey").where("id", "=", given.id).where("user_id", "=", given.userId),
  ),
  deleteFor: statement((given: { userId: UserId }) =>
    db.deleteFrom("auth_passkey").where("user_id", "=", given.userId),
  ),
});

export function passkeys(compiler: Compiler): (at: Access) => PasskeyStore {
  const { byCredential, ofUser, count } = reading(compiler);
  const { ensureUserHandle, insert } = inserting(compiler);
  const { recordUse, rename, remove, deleteFor } = changing(compiler);

  return ({ reads, writes }) => ({
    ensureUserHandle: async (userId, candidate) =>
      (await first(writes, ensureUserHandle, { userId, candidate }))!.handle,
    insertUnlessTaken: async (passkey) => (await changed(writes, insert, passkey)) === 1,
    findByCredentialId: async (credentialId) =>
      toPasskeyOrNull(await first(reads, byCredential, { credentialId })),
    listByUser: async (userId) => (await list(reads, ofUser, { userId })).map(toPasskey),
    countByUser: async (userId) => Number((await first(reads, count, { userId }))!.passkeys),
    recordUse: async (id, use) => (await changed(writes, recordUse, { ...use, id })) === 1,
    rename: async (userId, id, name) =>
      toPasskeyOrNull(await first(writes, rename, { userId, id, name })),
    delete: async (userId, id) => (await changed(writes, remove, { userId, id })) === 1,
    deleteFor: (userId) => changed(writes, deleteFor, { userId }),
  });
}
