import { join } from "node:path";
import { type OrganizationId, type SecretHash, type Session, toId } from "@acme/auth-core";
import type { CheckedUser } from "@acme/auth-core/store";
import { asChecked, asProven } from "@acme/auth-testing";
import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { kyselyOf } from "../src/index.js";
import type { KyselyStore } from "../src/kysely-store.js";
import { createPostgresStore } from "../src/postgres.js";
import { createSqliteStore } from "../src/sqlite.js";
import { newFolder, newPool, removeFolder } from "./databases.js";

const NOW = new Date("2026-01-01T00:00:00.123Z");
const TOKEN = asChecked<SecretHash>("hash");
const ACME = toId<OrganizationId>("organization-acme");
const OTHER = toId<OrganizationId>("organization-other");

const user = asChecked<CheckedUser>({
  id: "user-ada",
  email: "ada@example.com",
  emailVerified: false,
  name: "Ada",
  image: null,
  createdAt: NOW,
  updatedAt: NOW,
  reclaimedAt: NOW,
});
const session = asChecked<Session>({
  id: "session-ada",
  userId: "user-ada",
  tokenHash: TOKEN,
  authenticatedAt: NOW,
  authenticatedBy: "passkey",
  remembered: true,
  createdAt: NOW,
  lastSeenAt: NOW,
  expiresAt: new Date(NOW.getTime() + 1),
  ipAddress: null,
  userAgent: null,
  methods: null,
  secondFactorAt: null,
});
const { tokenHash: _, ...shown } = session;

interface Opened {
  readonly store: KyselyStore;
  /** Every statement sent to the database so far. */
  readonly sent: readonly string[];
  close(): Promise<void>;
}

const ENGINES: Readonly<Record<string, () => Promise<Opened>>> = {
  async SQLite() {
    const folder = newFolder();
    const sent: string[] = [];
    const store = createSqliteStore(join(folder, "auth.db"), { verbose: (sql) => sent.push(sql) });
    const close = async (): Promise<void> => {
      await store.close();
      removeFolder(folder);
    };
    return { store, sent, close };
  },
  async Postgres() {
    const sent: string[] = [];
    const pool = await newPool({ max: 2 });
    pool.on("connect", (client) => {
      const query = client.query.bind(client) as (...given: unknown[]) => unknown;
      const watched = (...given: unknown[]): unknown => {
        sent.push(typeof given[0] === "string" ? given[0] : (given[0] as { text: string }).text);
        return query(...given);
      };
      client.query = watched as never;
    });
    const store = createPostgresStore(pool);
    return { store, sent, close: store.close };
  },
};

describe.each(Object.keys(ENGINES))("the hot path on %s", (engine) => {
  let opened: Opened;

  beforeAll(async () => {
    opened = await ENGINES[engine]!();
    const { store } = opened;
    await store.migrate();
    await store.users.insertUnlessTaken(user);
    await store.sessions.insert(asProven(session));
    await store.transaction(async (tx) => {
      const run = (sql: string): Promise<unknown> =>
        kyselyOf(tx).executeQuery(CompiledQuery.raw(sql));
      for (const [id, slug] of [
        [ACME, "acme"],
        [OTHER, "other"],
      ])
        await run(
          `insert into auth_organization (id, name, slug, logo, metadata, created_at, updated_at) values ('${id}', 'Name of ${slug}', '${slug}', null, '{}', '2026-01-01', '2026-01-01')`,
        );
      await run(
        `insert into auth_membership values ('membership-1', '${ACME}', '${user.id}', 'admin', '2026-01-01')`,
      );
    });
  });
  afterAll(() => opened.close());

  it("tells the organization that is hinted at and the role in it", async () => {
    expect(await opened.store.callers.find(TOKEN, ACME, NOW)).toEqual({
      user,
      session: shown,
      secondFactor: { since: null, recoveryDueAt: null },
      membership: {
        organization: {
          id: ACME,
          name: "Name of acme",
          slug: "acme",
          requireSecondFactor: false,
        },
        role: "admin",
      },
    });
  });

  it("tells no organization without a hint, nor one the user is no member of", async () => {
    expect(await opened.store.callers.find(TOKEN, null, NOW)).toEqual({
      user,
      session: shown,
      secondFactor: { since: null, recoveryDueAt: null },
      membership: null,
    });
    expect(await opened.store.callers.find(TOKEN, OTHER, NOW)).toEqual({
      user,
      session: shown,
      secondFactor: { since: null, recoveryDueAt: null },
      membership: null,
    });
    expect(await opened.store.callers.find(TOKEN, toId<OrganizationId>("unknown"), NOW)).toEqual({
      user,
      session: shown,
      secondFactor: { since: null, recoveryDueAt: null },
      membership: null,
    });
  });

  it("is exactly one statement, and the same text each time", async () => {
    await opened.store.callers.find(TOKEN, null, NOW);
    const before = opened.sent.length;
    await opened.store.callers.find(TOKEN, ACME, NOW);
    await opened.store.callers.find(TOKEN, OTHER, NOW);
    const sent = opened.sent.slice(before);
    expect(sent).toHaveLength(2);
    for (const text of sent)
      expect(text).toMatch(/^select .* from "auth_session" as "s" inner join "auth_user"/);
  });

  it("sees nothing of a transaction that is open, and does not wait for it", async () => {
    const transaction = { isOpen: true };
    const undone = opened.store.transaction(async (tx) => {
      await tx.sessions.revoke(user.id, session.id);
      for (let index = 0; index < 20; index++) await tx.users.findById(user.id);
      transaction.isOpen = false;
      throw new Error("undone");
    });
    const ended = expect(undone).rejects.toThrow("undone");
    const found = [];
    while (transaction.isOpen) found.push(await opened.store.callers.find(TOKEN, ACME, NOW));
    await ended;
    expect(found.length).toBeGreaterThan(0);
    expect(found).not.toContain(null);
  });

  it("sees a session end at once", async () => {
    await opened.store.sessions.revoke(user.id, session.id);
    expect(await opened.store.callers.find(TOKEN, ACME, NOW)).toBeNull();
  });
});
