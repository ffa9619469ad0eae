import type { Passkey, PasskeyId, UserId } from "@acme/auth-core";
import type { PasskeyStore, PasskeyUse } from "@acme/auth-core/store";
import { bigInteger, flag, flagOr, instant, instantOrNull, json, mapperOf } from "../columns.js";
import type { Access, BaseCompiler } from "../engine.js";
import type { PasskeyTable } from "../schema.js";
import { changed, count, first, list, only, statement } from "../statement.js";

const PASSKEY = mapperOf<Passkey, PasskeyTable>()({
  id: "id",
  userId: "user_id",
  name: "name",
  credentialId: "credential_id",
  userHandle: "user_handle",
  publicKey: "public_key",
  algorithm: "algorithm",
  counter: bigInteger("counter"),
  transports: json("transports"),
  deviceType: "device_type",
  backedUp: flag("backed_up"),
  aaguid: "aaguid",
  createdAt: instant("created_at"),
  lastUsedAt: instantOrNull("last_used_at"),
  uvInitialized: flagOr("uv_initialized", true),
});

interface Owned {
  readonly userId: UserId;
  readonly id: PasskeyId;
}

const reading = ({ db }: BaseCompiler) => ({
  byCredential: statement((given: { credentialId: string }) =>
    db
      .selectFrom("auth_passkey")
      .select(PASSKEY.columns)
      .where("credential_id", "=", given.credentialId),
  ),
  ofUser: statement((given: { userId: UserId }) =>
    db
      .selectFrom("auth_passkey")
      .select(PASSKEY.columns)
      .where("user_id", "=", given.userId)
      .orderBy("created_at")
      .orderBy("id"),
  ),
  counted: statement((given: { userId: UserId }) =>
    db
      .selectFrom("auth_passkey")
      .select((row) => row.fn.countAll().as("total"))
      .where("user_id", "=", given.userId),
  ),
});

const inserting = ({ db }: BaseCompiler) => ({
  // Doing nothing on conflict would return no row: the update that changes nothing returns the one
  // that was there first.
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
      .values(PASSKEY.toRow(given))
      .onConflict((conflict) => conflict.doNothing()),
  ),
});

const changing = ({ db }: BaseCompiler) => ({
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
  initializeUv: statement((given: { id: PasskeyId }) =>
    db.updateTable("auth_passkey").set({ uv_initialized: true }).where("id", "=", given.id),
  ),
  rename: statement((given: Owned & { name: string }) =>
    db
      .updateTable("auth_passkey")
      .set({ name: given.name })
      .where("id", "=", given.id)
      .where("user_id", "=", given.userId)
      .returning(PASSKEY.columns),
  ),
  remove: statement((given: Owned) =>
    db.deleteFrom("auth_passkey").where("id", "=", given.id).where("user_id", "=", given.userId),
  ),
  deleteFor: statement((given: { userId: UserId }) =>
    db.deleteFrom("auth_passkey").where("user_id", "=", given.userId),
  ),
});

export function passkeys(compiler: BaseCompiler): (at: Access) => PasskeyStore {
  const { byCredential, ofUser, counted } = reading(compiler);
  const { ensureUserHandle, insert } = inserting(compiler);
  const { recordUse, initializeUv, rename, remove, deleteFor } = changing(compiler);

  return ({ reads, writes }) => ({
    ensureUserHandle: async (userId, candidate) =>
      (await only(writes, ensureUserHandle, { userId, candidate })).handle,
    insertUnlessTaken: async (passkey) => (await changed(writes, insert, passkey)) === 1,
    findByCredentialId: async (credentialId) =>
      PASSKEY.toEntityOrNull(await first(reads, byCredential, { credentialId })),
    listByUser: async (userId) => (await list(reads, ofUser, { userId })).map(PASSKEY.toEntity),
    countByUser: (userId) => count(reads, counted, { userId }),
    recordUse: async (id, use) => (await changed(writes, recordUse, { ...use, id })) === 1,
    markUvInitialized: async (id) => (await changed(writes, initializeUv, { id })) === 1,
    rename: async (userId, id, name) =>
      PASSKEY.toEntityOrNull(await first(writes, rename, { userId, id, name })),
    delete: async (userId, id) => (await changed(writes, remove, { userId, id })) === 1,
    deleteFor: (userId) => changed(writes, deleteFor, { userId }),
  });
}
