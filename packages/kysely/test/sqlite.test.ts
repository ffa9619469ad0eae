import { existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { asChecked, asProven } from "@acme/auth-testing";
import { readJson } from "@acme/auth-testing/read-json";
import { webhookTables } from "@acme/auth-webhooks/kysely";
import SqliteDatabase from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { kyselyOf } from "../src/index.js";
import { openMemoryStore } from "../src/sqlite.js";
import { newFolder, openFile, removeFolder } from "./databases.js";
import { NOW, run } from "./samples.js";
import { createSqliteStore } from "./sqlite-driver.js";

const LATER = new Date("2026-01-02T00:00:00.000Z");

let folder: string;
beforeEach(() => void (folder = newFolder()));
afterEach(() => removeFolder(folder));

const permissions = (file: string): string => (statSync(file).mode & 0o777).toString(8);
describe("a SQLite file", () => {
  it("is made with the folders above it, for this user alone", async () => {
    const file = join(folder, "some", "where", "auth.db");
    const store = createSqliteStore(file);
    await store.migrate();
    expect(permissions(join(folder, "some"))).toBe("700");
    expect(permissions(join(folder, "some", "where"))).toBe("700");
    for (const part of ["", "-wal", "-shm"]) expect(permissions(file + part)).toBe("600");
    await store.close();
  });

  it("keeps the permissions it has", async () => {
    const file = join(folder, "auth.db");
    writeFileSync(file, "", { mode: 0o640 });
    const store = createSqliteStore(file);
    await store.migrate();
    expect(permissions(file)).toBe("640");
    await store.close();
  });

  it("is refused at once where none can be", () => {
    mkdirSync(join(folder, "auth.db"));
    expect(() => createSqliteStore(join(folder, "auth.db"))).toThrow();
    expect(() => createSqliteStore("")).toThrow("the SQLite file needs a name");
  });

  it("is refused on first use when it is something else", async () => {
    const file = join(folder, "auth.db");
    writeFileSync(
      file,
      "no database at all, but long enough to be looked at as one by its header".repeat(20),
    );
    const store = createSqliteStore(file);
    await expect(store.health()).rejects.toMatchObject({ code: "SQLITE_NOTADB" });
    await store.close();
  });

  it("is written ahead, safe over a crash of the process, with foreign keys and without waiting on the thread", async () => {
    const file = join(folder, "auth.db");
    const store = createSqliteStore(file);
    await store.migrate();
    const settings = await store.transaction(async (tx) =>
      Promise.all(
        ["journal_mode", "synchronous", "foreign_keys", "busy_timeout"].map((name) =>
          run(tx, `pragma ${name}`),
        ),
      ),
    );
    expect(settings.flat()).toEqual([
      { journal_mode: "wal" },
      { synchronous: 1 },
      { foreign_keys: 1 },
      { timeout: 0 },
    ]);
    await store.close();
  });

  it("leaves no log behind when it is closed, and may be closed twice", async () => {
    const file = join(folder, "auth.db");
    const store = createSqliteStore(file);
    await store.migrate();
    await store.close();
    await store.close();
    expect(existsSync(`${file}-wal`)).toBe(false);
    await expect(store.users.findByEmail(asChecked("ada@example.com"))).rejects.toThrow();
  });

  it("waits, when it is closed, for the transaction under way", async () => {
    const file = join(folder, "auth.db");
    const store = createSqliteStore(file);
    await store.migrate();
    const work = store.transaction((tx) => tx.counters.spend("key", 1, 1_000, NOW));
    await Promise.all([store.close(), work]);
    const again = createSqliteStore(file);
    expect(await again.counters.spend("key", 1, 1_000, NOW)).toMatchObject({ spent: false });
    await again.close();
  });
});

describe("an application's own statements on SQLite", () => {
  it("may use booleans, dates, savepoints and streams", async () => {
    const store = createSqliteStore(":memory:");
    await store.transaction(async (tx) => {
      await run(tx, "create table note (done integer, at text) strict");
      await run(tx, "insert into note values (?, ?)", [true, NOW]);
      expect(await run(tx, "select * from note")).toEqual([{ done: 1, at: NOW.toISOString() }]);
      const rows = [];
      for await (const row of kyselyOf(tx)
        .selectFrom("note" as never)
        .selectAll()
        .stream())
        rows.push(row);
      expect(rows).toHaveLength(1);
    });
    await store.close();
  });

  it("keep no more than a bounded number of statements prepared", async () => {
    const store = createSqliteStore(":memory:");
    await store.transaction(async (tx) => {
      for (let index = 0; index < 1_000; index++)
        expect(await run(tx, `select ${index} as n`)).toEqual([{ n: index }]);
      expect(await run(tx, "select 0 as n")).toEqual([{ n: 0 }]);
    });
    await store.close();
  });
});

describe("a store in memory that is migrated already", () => {
  it("is ready and set up without a statement of a migration, and keeps the rules of the schema", async () => {
    const sent: string[] = [];
    const store = await openMemoryStore({ verbose: (sql) => sent.push(sql) });
    expect(sent.splice(0)).toEqual([
      "PRAGMA journal_mode = WAL",
      "PRAGMA synchronous = NORMAL",
      "PRAGMA foreign_keys = ON",
    ]);
    expect(await store.health()).toBe("ready");
    expect(sent.join(" ")).not.toMatch(/pragma (journal|sync|foreign)|create|insert/i);
    await expect(
      store.transaction((tx) =>
        run(tx, "insert into auth_password (user_id, hash, updated_at) values ('nobody', '', '')"),
      ),
    ).rejects.toMatchObject({ code: "SQLITE_CONSTRAINT_FOREIGNKEY" });
    await store.close();
  });

  it("shares no row with another, and grows", async () => {
    const [store, other] = [await openMemoryStore(), await openMemoryStore()];
    const keys = Array.from({ length: 3_000 }, (_, index) => `${index}${"-".repeat(500)}`);
    const spendAll = (of: typeof store) =>
      of.transaction(async (tx) => {
        const spent = await Promise.all(keys.map((key) => tx.counters.spend(key, 1, 1_000, NOW)));
        return spent.filter((one) => one.spent).length;
      });
    expect(await spendAll(store)).toBe(keys.length);
    expect(await spendAll(store)).toBe(0);
    expect(await spendAll(other)).toBe(keys.length);
    await store.close();
    expect(await spendAll(other)).toBe(0);
    await other.close();
  });
});

it("no statement of the store reads a whole table", async () => {
  const file = join(folder, "auth.db");
  const sent = new Set<string>();
  const store = createSqliteStore(file, { verbose: (sql) => sent.add(sql) });
  await store.migrate();
  sent.clear();
  const any = "any" as never;
  const seen = { lastSeenAt: NOW, expiresAt: LATER, unseenSince: NOW };
  const renewal = {
    tokenHash: any,
    authenticatedAt: NOW,
    authenticatedBy: any,
    remembered: true,
    lastSeenAt: NOW,
    expiresAt: NOW,
    ipAddress: null,
    userAgent: null,
    methods: null,
    secondFactorAt: null,
  };
  const mail = {
    id: any,
    sealed: "",
    attempts: 0,
    nextAttemptAt: NOW,
    expiresAt: NOW,
    createdAt: NOW,
    noticeGroup: null,
    overBudget: false,
  };
  await store.callers.find(any, any, NOW);
  await store.transaction(async ({ users, sessions, oneTimeCodes, outbox, counters }) => {
    await users.findByEmail(any);
    await users.lock(any);
    await users.lockByEmail(any);
    await sessions.findLive(any, NOW);
    await sessions.listLive(any, NOW);
    await sessions.renew(any, any, asProven(renewal));
    await sessions.touch(any, seen);
    await sessions.revokeByToken(any);
    await sessions.revoke(any, any);
    await sessions.revokeOthers(any, any);
    await sessions.revokeOthers(any, null);
    await sessions.revokeOldest(any, 1);
    await oneTimeCodes.spendAttempt(any, any);
    await oneTimeCodes.consume(any, NOW);
    await oneTimeCodes.isLive(any, NOW);
    await outbox.enqueue(mail);
    await outbox.replaceOverBudget({
      ...mail,
      id: asChecked("other"),
      noticeGroup: any,
      overBudget: true,
    });
    await outbox.revokeNotices(any, { onlyOverBudget: true }, NOW);
    await outbox.revokeNotices(any, { onlyOverBudget: false }, NOW);
    await outbox.claimDue(NOW, 1, any, LATER);
    await outbox.complete(any, any);
    await outbox.retry(any, any, NOW);
    await outbox.bury(any, any);
    await outbox.countBacklog(NOW);
    await outbox.extend(any, any, LATER);
    await outbox.release(any, any, NOW);
    await outbox.listDead(null, 1);
    await outbox.retryDead(any, NOW);
    await counters.spend(any, 1, 1_000, NOW);
    await counters.spend(any, 0, 1_000, NOW);
    await counters.release(any);
  });
  await store.sweep(NOW, 1, { invitations: 0, auditEntries: 0, subscriberCalls: 0 });
  await store.close();

  const database = new SqliteDatabase(file, { readonly: true });
  const statements = [...sent].filter((sql) => /^(select|with|update|delete)/.test(sql));
  expect(statements.length).toBeGreaterThanOrEqual(27);
  for (const sql of statements) {
    const plan = readJson(database.prepare(`explain query plan ${sql}`).all(), [
      { detail: "string" },
    ]);
    const scans = plan
      .map(({ detail }) => detail)
      .filter((detail) => /SCAN (auth_|s|u|m|o)\b/.test(detail));
    expect(scans, sql).toEqual([]);
  }
  database.close();
});

it("a claim of due mails looks for notices in delivery by their group, not through the whole queue", async () => {
  const statements: string[] = [];
  const { file, store, close } = await openFile({ verbose: (sql) => statements.push(sql) });
  await store.outbox.enqueue({
    id: asChecked("mail"),
    sealed: "sealed",
    attempts: 0,
    nextAttemptAt: NOW,
    expiresAt: NOW,
    createdAt: NOW,
    noticeGroup: "group",
    overBudget: false,
  });
  await store.outbox.claimDue(NOW, 10, asChecked("lease"), NOW);
  const claim = statements.find((sql) => sql.startsWith('with "due"'))!;
  const database = new SqliteDatabase(file, { readonly: true });
  const steps = database
    .prepare<[], { detail: string }>(`explain query plan ${claim}`)
    .all()
    .map(({ detail }) => detail);
  database.close();
  await close();
  expect(steps).toContain("SEARCH leased USING INDEX auth_outbox_mail_notice (notice_group=?)");
});

it("what arrived in a month is neither read nor sorted, by a sweep or by who counts what waits", async () => {
  const statements: string[] = [];
  const file = join(folder, "auth.db");
  const verbose = (sql: string) => void statements.push(sql);
  const store = createSqliteStore(file, { features: [webhookTables], verbose });
  await store.migrate();
  statements.length = 0;
  await store.sweep(NOW, 10, { invitations: 0, auditEntries: 0, subscriberCalls: 0 });
  await store.webhookDeliveries.countBacklog(NOW);
  const database = new SqliteDatabase(file, { readonly: true });
  const stepsOf = (beginning: string): readonly string[] =>
    database
      .prepare<[], { detail: string }>(
        `explain query plan ${statements.find((sql) => sql.startsWith(beginning) && sql.includes("auth_webhook_delivery"))}`,
      )
      .all()
      .map(({ detail }) => detail);
  const [sweep, count] = [stepsOf("with"), stepsOf("select")];
  database.close();
  await store.close();
  expect(sweep).toContain(
    "SEARCH auth_webhook_delivery USING INDEX auth_webhook_delivery_expiry (expires_at<?)",
  );
  expect(sweep.join()).not.toContain("TEMP B-TREE");
  expect(count).toEqual([
    "SEARCH auth_webhook_delivery USING COVERING INDEX auth_webhook_delivery_due (status=?)",
  ]);
});
