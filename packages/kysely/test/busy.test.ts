import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { asChecked } from "@acme/auth-testing";
import { afterEach, beforeEach, expect, it } from "vitest";
import { StoreUnavailable } from "../src/index.js";
import type { SqliteStore } from "../src/sqlite.js";
import { newFolder, removeFolder } from "./databases.js";
import { openPlain } from "./plain-sqlite.mjs";
import { NOW } from "./samples.js";
import { createSqliteStore } from "./sqlite-driver.js";

const program = join(import.meta.dirname, "lock-holder.mjs");

let folder: string;
let file: string;
const stores: SqliteStore[] = [];

function open(options: Parameters<typeof createSqliteStore>[1] = {}): SqliteStore {
  const store = createSqliteStore(file, options);
  stores.push(store);
  return store;
}

beforeEach(async () => {
  folder = newFolder();
  file = join(folder, "auth.db");
  await open().migrate();
});

afterEach(async () => {
  await Promise.all(stores.splice(0).map((store) => store.close()));
  removeFolder(folder);
});

/** Another process that has the write lock by the time this resolves. */
async function holdLock(held: number, between = 0, times = 1) {
  const holder = fork(program, [file, held, between, times].map(String), { execArgv: [] });
  const ended = once(holder, "exit");
  await once(holder, "message");
  return {
    ended,
    async release() {
      holder.kill();
      await ended;
    },
  };
}

/** How often the event loop turns until `done` settles. */
async function turnsUntil(done: Promise<unknown>): Promise<number> {
  let turns = 0;
  const state = { settled: false };
  const finish = (): void => void (state.settled = true);
  done.then(finish, finish);
  while (!state.settled) {
    await new Promise<void>((resolve) => setImmediate(resolve));
    turns++;
  }
  return turns;
}

it("a statement waits for another process's lock while everything else goes on", async () => {
  const store = open();
  const holder = await holdLock(200);
  const write = store.counters.spend("key", 1, 1_000, NOW);
  expect(await turnsUntil(write)).toBeGreaterThan(100);
  expect(await write).toMatchObject({ spent: true });
  await holder.ended;
});

it("a transaction waits for another process's lock while everything else goes on", async () => {
  const store = open();
  const holder = await holdLock(200);
  const transaction = store.transaction((tx) => tx.counters.spend("key", 1, 1_000, NOW));
  expect(await turnsUntil(transaction)).toBeGreaterThan(100);
  expect(await transaction).toMatchObject({ spent: true });
  await holder.ended;
});

it("reads go on while another process writes and this one waits to", async () => {
  const store = open();
  const holder = await holdLock(60_000);
  const write = store.counters.spend("key", 1, 1_000, NOW);
  let written = false;
  void write.then(() => (written = true));
  for (let index = 0; index < 100; index++) {
    expect(await store.callers.find(asChecked("nothing"), null, NOW)).toBeNull();
    expect(await store.users.findByEmail(asChecked("nobody@example.com"))).toBeNull();
    expect(await store.outbox.claimDue(NOW, 1, asChecked("lease"), NOW)).toEqual([]);
    expect(await store.health()).toBe("ready");
  }
  expect(written).toBe(false);
  await holder.release();
  expect(await write).toMatchObject({ spent: true });
});

it("every write comes through bursts of another process", async () => {
  const store = open();
  const holder = await holdLock(200, 5, 4);
  const writes = Array.from({ length: 50 }, () => store.counters.spend("key", 1_000, 1_000, NOW));
  const counts = (await Promise.all(writes)).map(({ count }) => count);
  expect(counts).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
  await holder.ended;
});

it("a lock held too long is an outage, for one that waits and for all that wait behind it", async () => {
  const store = open({ busyLimitMs: 50 });
  const holder = await holdLock(60_000);
  const waiting = [
    ...Array.from({ length: 20 }, () => store.counters.spend("key", 1, 1_000, NOW)),
    ...Array.from({ length: 20 }, () =>
      store.transaction((tx) => tx.counters.spend("key", 1, 1_000, NOW)),
    ),
  ];
  for (const settled of await Promise.allSettled(waiting)) {
    expect(settled).toMatchObject({ status: "rejected", reason: { code: "STORE_UNAVAILABLE" } });
    expect(settled.status === "rejected" && settled.reason).toBeInstanceOf(StoreUnavailable);
  }
  await holder.release();
  expect(await store.counters.spend("key", 1, 1_000, NOW)).toMatchObject({ spent: true, count: 1 });
});

it("a store that opens while the file is locked waits as well", async () => {
  const holder = await holdLock(200);
  const store = open();
  expect(await store.health()).toBe("ready");
  await store.migrate();
  await holder.ended;
});

it("a reader that finds the whole file locked waits, and in the end gives up", async () => {
  const store = open({ busyLimitMs: 50 });
  expect(await store.callers.find(asChecked("nothing"), null, NOW)).toBeNull();
  await Promise.all(stores.splice(0).map((one) => one.close()));

  const owner = openPlain(file);
  owner.exec("pragma locking_mode = EXCLUSIVE");
  owner.exec("begin exclusive; commit");
  const locked = open({ busyLimitMs: 50 });
  await expect(locked.callers.find(asChecked("nothing"), null, NOW)).rejects.toMatchObject({
    code: "STORE_UNAVAILABLE",
  });
  await expect(locked.users.findByEmail(asChecked("nobody@example.com"))).rejects.toMatchObject({
    code: "STORE_UNAVAILABLE",
  });
  const found = locked.callers.find(asChecked("nothing"), null, NOW);
  owner.close();
  expect(await found).toBeNull();
});
