import type { Passkey, PasskeyId, UserId } from "@acme/auth-core";
import type { PasskeyStore, PasskeyUse } from "@acme/auth-core/store";
import type { ExpressionBuilder } from "kysely";
import { bigInteger, flag, flagOr, instant, instantOrNull, json, mapperOf } from "../columns.js";
import type { Access, BaseCompiler } from "../engine.js";
import type { Database, PasskeyTable } from "../schema.js";
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

/**
 * Whether a passkey counts as two. One from before there was the column was verified, unless it was
 * imported: then it has no handle, or one that is not its user's here.
 */
export const countsAsTwo = (row: ExpressionBuilder<Database, "auth_passkey">) =>
  row.fn.coalesce(
    "uv_initialized",
    row.exists(
      row
        .selectFrom("auth_user_handle as own")
        .select("own.user_id")
        .whereRef("own.user_id", "=", "auth_passkey.user_id")
        .whereRef("own.handle", "=", "auth_passkey.user_handle"),
    ),
  );

/** What is read of a passkey. */
const read = (row: ExpressionBuilder<Database, "auth_passkey">) => [
  ...PASSKEY.columns.filter((name) => name !== "uv_initialized"),
  countsAsTwo(row).as("uv_initialized"),
];

interface Owned {
  readonly userId: UserId;
  readonly id: PasskeyId;
}

const reading = ({ db }: BaseCompiler) => ({
  byCredential: statement((given: { credentialId: string }) =>
    db.selectFrom("auth_passkey").select(read).where("credential_id", "=", given.credentialId),
  ),
  ofUser: statement((given: { userId: UserId }) =>
    db
      .selectFrom("auth_passkey")
      .select(read)
      .where("user_id", "=", given.userId)
      .orderBy("created_at")
      .orderBy("id"),
  ),
  handle: statement((given: { userId: UserId }) =>
    db.selectFrom("auth_user_handle").select("handle").where("user_id", "=", given.userId),
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
      .returning(read),
  ),
  remove: statement((given: Owned) =>
    db.deleteFrom("auth_passkey").where("id", "=", given.id).where("user_id", "=", given.userId),
  ),
  deleteFor: statement((given: { userId: UserId }) =>
    db.deleteFrom("auth_passkey").where("user_id", "=", given.userId),
  ),
});

export function passkeys(compiler: BaseCompiler): (at: Access) => PasskeyStore {
  const { byCredential, ofUser, handle, counted } = reading(compiler);
  const { ensureUserHandle, insert } = inserting(compiler);
  const { recordUse, initializeUv, rename, remove, deleteFor } = changing(compiler);

  return ({ reads, writes }) => ({
    ensureUserHandle: async (userId, candidate) =>
      (await only(writes, ensureUserHandle, { userId, candidate })).handle,
    findUserHandle: async (userId) => (await first(reads, handle, { userId }))?.handle ?? null,
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
