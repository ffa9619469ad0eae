import type { Tx, UserId } from "@acme/auth-core";
import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { kyselyOf } from "../src/index.js";
import { type Database, openFile, openMemory, openPostgres } from "./databases.js";

const NOW = new Date("2026-01-01T00:00:00.000Z");
const DATABASES = { "SQLite in memory": openMemory, "a SQLite file": openFile, Postgres: openPostgres } as const;

const run = async (tx: Tx, sql: string): Promise<readonly unknown[]> => (await kyselyOf(tx).executeQuery(CompiledQuery.raw(sql))).rows;

/** Passkeys and accounts of the user, and the ceremonies under way. */
async function insertWaysIn(store: Database["store"], userId: UserId, name: string): Promise<void> {
  const id = `of-${name}` as never;
  await store.passkeys.ensureUserHandle(userId, name);
  const key = { credentialId: name, userHandle: name, publicKey: "key", algorithm: -7, counter: 0, transports: [], aaguid: "" };
  await store.passkeys.insertUnlessTaken({ id, userId, name, ...key, deviceType: "singleDevice", backedUp: false, createdAt: NOW, lastUsedAt: null });
  const waiting = { id, userId, createdAt: NOW, expiresAt: NOW };
  await store.passkeyChallenges.insert({ ...waiting, ceremony: "registration", challengeHash: name as never, browserHash: null });
  await store.linkedAccounts.insertUnlessTaken({ id, userId, providerId: "provider", subject: name, scopes: [], createdAt: NOW, updatedAt: NOW });
  await store.oauthStates.insert({ ...waiting, stateHash: name as never, providerId: "provider", browserHash: name as never, sealed: "sealed" });
}

const OF_USERS = [
  "auth_password",
  "auth_mailed_link",
  "auth_user_handle",
  "auth_passkey",
  "auth_passkey_challenge",
  "auth_linked_account",
  "auth_oauth_state",
  "auth_session",
];

/** A user with a row in every table that belongs to users. */
async function insertWithAll({ store }: Database, name: string): Promise<void> {
  const id = `user-${name}` as UserId;
  const email = `${name}@example.com` as never;
  await store.users.insertUnlessTaken({ id, email, emailVerified: true, name, image: null, createdAt: NOW, updatedAt: NOW, reclaimedAt: null });
  await store.passwords.replace({ userId: id, hash: "hash" as never, updatedAt: NOW });
  const mailed = { id: id as never, tokenHash: name as never, userId: id, createdAt: NOW, expiresAt: NOW };
  await store.mailedLinks.replace({ ...mailed, purpose: "password-reset", subject: name, email, redirectTo: null, name: null });
  await insertWaysIn(store, id, name);
  const seen = { authenticatedAt: NOW, authenticatedBy: "password", remembered: true, lastSeenAt: NOW, ipAddress: null, userAgent: null } as const;
  await store.sessions.insert({ ...mailed, ...seen });
}

describe.each(Object.keys(DATABASES) as readonly (keyof typeof DATABASES)[])("a deleted user on %s", (name) => {
  let database: Database;
  beforeAll(async () => void (database = await DATABASES[name]()));
  afterAll(() => database.close());

  it("takes along every row of theirs, and nobody else's", async () => {
    for (const owner of ["ada", "grace"]) await insertWithAll(database, owner);
    await database.store.transaction((tx) => run(tx, "delete from auth_user where id = 'user-ada'"));
    for (const table of OF_USERS)
      expect(await database.store.transaction((tx) => run(tx, `select user_id from ${table}`)), table).toEqual([{ user_id: "user-grace" }]);
  });

  it("leaves links that only stand in for nobody", async () => {
    await insertWithAll(database, "eve");
    const link = { id: "link" as never, tokenHash: "hash" as never, purpose: "password-reset", subject: "eve's", userId: null } as const;
    await database.store.mailedLinks.replace({
      ...link,
      email: "eve@example.com" as never,
      redirectTo: null,
      name: null,
      createdAt: NOW,
      expiresAt: NOW,
    });
    await database.store.transaction((tx) => run(tx, "delete from auth_user where id = 'user-eve'"));
    expect(await database.store.mailedLinks.find("password-reset", link.tokenHash)).toMatchObject({ id: link.id });
  });
});
