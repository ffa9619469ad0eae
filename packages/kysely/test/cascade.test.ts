import { type OWNERSHIP, type OrganizationId, type Tx, type UserId, toId } from "@acme/auth-core";
import { asChecked } from "@acme/auth-testing";
import { CompiledQuery } from "kysely";
import { keysOf } from "@acme/auth-testing/keys-of";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { kyselyOf } from "../src/index.js";
import { type Database, openMemory, openPostgres } from "./databases.js";

const NOW = new Date("2026-01-01T00:00:00.000Z");
const DATABASES = {
  "SQLite in memory": openMemory,
  Postgres: openPostgres,
} as const;

const run = async (tx: Tx, sql: string): Promise<readonly unknown[]> =>
  (await kyselyOf(tx).executeQuery(CompiledQuery.raw(sql))).rows;

/** Passkeys and accounts of the user, and the ceremonies under way. */
async function insertWaysIn(store: Database["store"], userId: UserId, name: string): Promise<void> {
  const id = `of-${name}` as never;
  await store.passkeys.ensureUserHandle(userId, name);
  const key = {
    credentialId: name,
    userHandle: name,
    publicKey: "key",
    algorithm: -7,
    counter: 0,
    transports: [],
    aaguid: "",
  };
  await store.passkeys.insertUnlessTaken(
    asChecked({
      id,
      userId,
      name,
      ...key,
      deviceType: "singleDevice",
      backedUp: false,
      createdAt: NOW,
      lastUsedAt: null,
    }),
  );
  const waiting = { id, userId, createdAt: NOW, expiresAt: NOW };
  await store.passkeyChallenges.insert({
    ...waiting,
    ceremony: "registration",
    challengeHash: name as never,
    browserHash: null,
  });
  await store.linkedAccounts.insertUnlessTaken({
    id,
    userId,
    providerId: "provider",
    subject: name,
    scopes: [],
    createdAt: NOW,
    updatedAt: NOW,
  });
  await store.oauthStates.insert({
    ...waiting,
    stateHash: name as never,
    providerId: "provider",
    browserHash: name as never,
    sealed: "sealed",
  });
}

const WHERE_FROM = { ipAddress: "192.0.2.1", userAgent: "suite/1.0", detail: {} } as const;

type Table = typeof OWNERSHIP;
type CascadingStore = {
  [S in keyof Table]: Table[S]["erased"] extends "cascade" ? S : never;
}[keyof Table];

/** The tables of every store of which the ownership table says that the database deletes its rows with their user. */
const CASCADING = {
  passwords: ["auth_password"],
  passkeys: ["auth_passkey", "auth_user_handle"],
  passkeyChallenges: ["auth_passkey_challenge"],
  linkedAccounts: ["auth_linked_account"],
  oauthStates: ["auth_oauth_state"],
  sessions: ["auth_session"],
  knownBrowsers: ["auth_known_browser"],
  memberships: ["auth_membership"],
  exportRequests: ["auth_export_request"],
} as const satisfies Readonly<Record<CascadingStore, readonly string[]>>;

/** Erasure removes all links of the user's email address; those that name the user would go with the row of the user as well. */
const OF_USERS = [...Object.values(CASCADING).flat(), "auth_mailed_link"].toSorted();

const FOREIGN_KEYS = {
  sqlite: `select m.name, lower(k.on_delete) as rule from sqlite_master m, pragma_foreign_key_list(m.name) k
    where m.type = 'table' and k."table" = 'auth_user' order by m.name`,
  postgres: `select c.conrelid::regclass::text as name, case c.confdeltype when 'c' then 'cascade' when 'n' then 'set null' end as rule
    from pg_constraint c where c.contype = 'f' and c.confrelid = 'auth_user'::regclass order by 1`,
};

/** A user with a row in every table that belongs to users. */
async function insertWithAll({ store }: Database, name: string): Promise<void> {
  const id = toId<UserId>(`user-${name}`);
  const email = `${name}@example.com` as never;
  await store.users.insertUnlessTaken(
    asChecked({
      id,
      email,
      emailVerified: true,
      name,
      image: null,
      createdAt: NOW,
      updatedAt: NOW,
      reclaimedAt: null,
    }),
  );
  await store.passwords.replace({ userId: id, hash: "hash" as never, updatedAt: NOW });
  const mailed = {
    id: id as never,
    tokenHash: name as never,
    userId: id,
    createdAt: NOW,
    expiresAt: NOW,
  };
  await store.mailedLinks.replace({
    ...mailed,
    purpose: "password-reset",
    subject: name,
    email,
    redirectTo: null,
    name: null,
    sessionId: null,
  });
  await insertWaysIn(store, id, name);
  const seen = {
    authenticatedAt: NOW,
    authenticatedBy: "password",
    remembered: true,
    lastSeenAt: NOW,
    ipAddress: null,
    userAgent: null,
  } as const;
  await store.sessions.insert({ ...mailed, ...seen });
  await store.knownBrowsers.replace({
    id: mailed.id,
    userId: id,
    browserHash: name as never,
    sessionId: mailed.id,
    seenAt: NOW,
    expiresAt: NOW,
  });
  const asked = { id: mailed.id, userId: id, status: "pending", createdAt: NOW } as const;
  await store.exportRequests.insertUnlessPending({
    ...asked,
    readyAt: null,
    expiresAt: null,
    errorMessage: null,
    fileKey: null,
  });
  const deletion = {
    ...asked,
    requestedAt: NOW,
    scheduledFor: NOW,
    reason: "",
    endedAt: null,
    errorCode: null,
  };
  await store.deletionRequests.insertUnlessPending(asChecked(deletion));
  await store.audit.append({
    id: mailed.id,
    at: NOW,
    event: "session.opened",
    userId: id,
    organizationId: null,
    ...WHERE_FROM,
  });
}

const ORGANIZATIONS = ["acme", "other"];

/** Two organizations of both users, each of which has invited somebody to each. */
async function insertOrganizations(
  { store }: Database,
  ...users: readonly string[]
): Promise<void> {
  for (const name of ORGANIZATIONS) {
    const organizationId = toId<OrganizationId>(name);
    await store.organizations.insertUnlessTaken(
      asChecked({
        id: organizationId,
        name,
        slug: name,
        logo: null,
        metadata: {},
        createdAt: NOW,
        updatedAt: NOW,
      }),
    );
    for (const user of users) {
      const id = `${user}-${name}`;
      const own = { id: id as never, organizationId, createdAt: NOW, role: "owner" } as const;
      await store.memberships.insertUnlessMember({ ...own, userId: toId<UserId>(`user-${user}`) });
      const settled = {
        email: `${id}@example.com` as never,
        status: user === "ada" ? "pending" : "accepted",
        tokenHash: id as never,
      } as const;
      await store.invitations.insertUnlessPending({
        ...own,
        ...settled,
        expiresAt: NOW,
        inviterId: toId<UserId>(`user-${user}`),
      });
      const happened = {
        event: "member.added",
        detail: {},
        ipAddress: null,
        userAgent: null,
      } as const;
      await store.audit.append({
        ...happened,
        id: own.id,
        at: NOW,
        userId: toId<UserId>(`user-${user}`),
        organizationId,
      });
    }
  }
}

describe.each(keysOf(DATABASES))("a deleted user on %s", (name) => {
  let database: Database;
  beforeAll(async () => void (database = await DATABASES[name]()));
  afterAll(() => database.close());

  it("has a foreign key that cascades in every table that the ownership table leaves to the database, and in no other", async () => {
    const sql = FOREIGN_KEYS[name === "Postgres" ? "postgres" : "sqlite"];
    const keys = await database.store.transaction((tx) => run(tx, sql));
    expect(keys).toEqual(
      [
        ...OF_USERS.map((table) => ({ name: table, rule: "cascade" })),
        { name: "auth_deletion_request", rule: "set null" },
        { name: "auth_invitation", rule: "set null" },
      ].toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    );
  });

  it("takes along every row of theirs, and of no other user", async () => {
    for (const owner of ["ada", "grace"]) await insertWithAll(database, owner);
    await insertOrganizations(database, "ada", "grace");
    await database.store.transaction((tx) =>
      run(tx, "delete from auth_user where id = 'user-ada'"),
    );
    for (const table of OF_USERS)
      expect(
        await database.store.transaction((tx) => run(tx, `select distinct user_id from ${table}`)),
        table,
      ).toEqual([{ user_id: "user-grace" }]);
  });

  it("leaves what they asked to be deleted without an owner, and what is in the audit log as it is", async () => {
    const { store, wipe } = database;
    await wipe();
    for (const owner of ["ada", "grace"]) await insertWithAll(database, owner);
    expect(await store.users.delete(toId<UserId>("user-ada"))).toBe(true);
    const answers = (sql: string): Promise<readonly unknown[]> =>
      store.transaction((tx) => run(tx, sql));
    expect(
      await answers("select id, user_id, status from auth_deletion_request order by id"),
    ).toEqual([
      { id: "user-ada", user_id: null, status: "pending" },
      { id: "user-grace", user_id: "user-grace", status: "pending" },
    ]);
    expect(
      await answers("select user_id, ip_address, user_agent from auth_audit_entry order by id"),
    ).toEqual(
      ["user-ada", "user-grace"].map((owner) => ({
        user_id: owner,
        ip_address: "192.0.2.1",
        user_agent: "suite/1.0",
      })),
    );
  });

  it("leaves their organizations, and the invitations they sent without them", async () => {
    const { store, wipe } = database;
    await wipe();
    for (const owner of ["ada", "grace"]) await insertWithAll(database, owner);
    await insertOrganizations(database, "ada", "grace");
    await store.transaction((tx) => run(tx, "delete from auth_user where id = 'user-ada'"));
    const answers = (sql: string): Promise<readonly unknown[]> =>
      store.transaction((tx) => run(tx, sql));
    expect(await answers("select slug from auth_organization order by slug")).toEqual([
      { slug: "acme" },
      { slug: "other" },
    ]);
    expect(await answers("select id from auth_membership order by id")).toEqual([
      { id: "grace-acme" },
      { id: "grace-other" },
    ]);
    expect(await answers("select id, status, inviter_id from auth_invitation order by id")).toEqual(
      [
        { id: "ada-acme", status: "pending", inviter_id: null },
        { id: "ada-other", status: "pending", inviter_id: null },
        { id: "grace-acme", status: "accepted", inviter_id: "user-grace" },
        { id: "grace-other", status: "accepted", inviter_id: "user-grace" },
      ],
    );
    expect(await store.invitations.find("ada-acme" as never)).toMatchObject({
      status: "pending",
      inviterId: null,
      inviter: null,
    });
    expect(await store.audit.listByUser(toId<UserId>("user-ada"), null, 10)).toHaveLength(3);
  });

  it("leaves links that stand in for no user", async () => {
    await insertWithAll(database, "eve");
    const link = {
      id: "link" as never,
      tokenHash: "hash" as never,
      purpose: "password-reset",
      subject: "eve's",
      userId: null,
    } as const;
    await database.store.mailedLinks.replace({
      ...link,
      email: "eve@example.com" as never,
      redirectTo: null,
      name: null,
      sessionId: null,
      createdAt: NOW,
      expiresAt: NOW,
    });
    await database.store.transaction((tx) =>
      run(tx, "delete from auth_user where id = 'user-eve'"),
    );
    expect(await database.store.mailedLinks.find("password-reset", link.tokenHash)).toMatchObject({
      id: link.id,
    });
  });
});

describe.each(keysOf(DATABASES))("a deleted organization on %s", (name) => {
  let database: Database;
  beforeAll(async () => void (database = await DATABASES[name]()));
  afterAll(() => database.close());

  it("takes its memberships and invitations along, and leaves users, audit entries and every other organization", async () => {
    const { store } = database;
    for (const owner of ["ada", "grace"]) await insertWithAll(database, owner);
    await insertOrganizations(database, "ada", "grace");
    expect(await store.organizations.delete(toId<OrganizationId>("acme"))).toBe(true);
    const answers = (sql: string): Promise<readonly unknown[]> =>
      store.transaction((tx) => run(tx, sql));
    for (const table of ["auth_membership", "auth_invitation"])
      expect(await answers(`select id from ${table} order by id`), table).toEqual([
        { id: "ada-other" },
        { id: "grace-other" },
      ]);
    expect(await answers("select id from auth_user order by id")).toEqual([
      { id: "user-ada" },
      { id: "user-grace" },
    ]);
    expect(
      await answers("select id from auth_audit_entry where organization_id = 'acme' order by id"),
    ).toEqual([{ id: "ada-acme" }, { id: "grace-acme" }]);
  });
});
