import { AsyncLocalStorage } from "node:async_hooks";
import type { EmailAddress, Store, Tx, User } from "@acme/auth-core";
import { asChecked } from "@acme/auth-testing";
import { keysOf } from "@acme/auth-testing/keys-of";
import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { guardedStore, kyselyOf } from "../src/index.js";
import { type Database, openMemory, openPostgres } from "./databases.js";
import { EMAIL, NOW, someUser } from "./samples.js";

const user = someUser("ada");
const stored = {
  ...user,
  suspendedAt: null,
  suspendedUntil: null,
  locale: null,
  signInLanguage: null,
  secondFactorSince: null,
  recoveryDueAt: null,
};

const DATABASES = {
  "SQLite in memory": openMemory,
  Postgres: openPostgres,
} as const;

describe.each(keysOf(DATABASES))("a guarded store on %s", (name) => {
  let database: Database;
  let store: Store;
  beforeAll(async () => {
    database = await DATABASES[name]();
    store = database.store;
  });
  beforeEach(() => database.wipe());
  afterAll(() => database.close());

  const MISUSES: Readonly<Record<string, (tx: Tx) => Promise<unknown>>> = {
    "store.users.findByEmail": () => store.users.findByEmail(EMAIL),
    "store.callers.find": () => store.callers.find(asChecked("hash"), null, NOW),
    "store.counters.spend": () => store.counters.spend("key", 1, 1_000, NOW),
    "store.transaction": () => store.transaction(async () => {}),
    "store.health": () => store.health(),
  };

  it.each(Object.keys(MISUSES))(
    "refuses %s inside a transaction, and rolls the transaction back",
    async (misuse) => {
      const work = store.transaction(async (tx) => {
        await tx.users.insertUnlessTaken(user);
        await MISUSES[misuse]!(tx);
      });
      await expect(work).rejects.toThrow(`${misuse} was called inside a transaction; use its tx`);
      expect(await store.users.findByEmail(EMAIL)).toBeNull();
    },
  );

  it("is not appeased by catching the refusal", async () => {
    const work = store.transaction(async (tx) => {
      await tx.users.insertUnlessTaken(user);
      await store.users.findByEmail(EMAIL).catch(() => null);
    });
    await expect(work).rejects.toThrow("use its tx");
    expect(await store.users.findByEmail(EMAIL)).toBeNull();
  });

  it("lets what a transaction started use the store once the transaction has ended", async () => {
    let after: Promise<User | null> | undefined;
    await store.transaction(async (tx) => {
      await tx.users.insertUnlessTaken(user);
      setImmediate(() => void (after = store.users.findByEmail(EMAIL)));
    });
    while (!after) await new Promise<void>((resolve) => setImmediate(resolve));
    expect(await after).toEqual(stored);
  });

  it("refuses to lock a user outside a transaction", async () => {
    await expect(store.users.lock(user.id)).rejects.toThrow(
      "store.users.lock was called outside a transaction",
    );
    await expect(store.users.lockByEmail(EMAIL)).rejects.toThrow(
      "store.users.lockByEmail was called outside a transaction",
    );
  });

  it("refuses to lock an organization outside a transaction", async () => {
    await expect(store.organizations.lock(asChecked("acme"))).rejects.toThrow(
      "store.organizations.lock was called outside a transaction",
    );
    expect(await store.transaction((tx) => tx.organizations.lock(asChecked("acme")))).toBeNull();
    await expect(store.organizations.lockOwnedBy(user.id)).rejects.toThrow(
      "store.organizations.lockOwnedBy was called outside a transaction",
    );
    expect(await store.transaction((tx) => tx.organizations.lockOwnedBy(user.id))).toEqual([]);
  });

  it("refuses to lock a streak of failures outside a transaction", async () => {
    await expect(store.failureStreaks.lock("key")).rejects.toThrow(
      "store.failureStreaks.lock was called outside a transaction",
    );
    expect(await store.transaction((tx) => tx.failureStreaks.lock("key"))).toBeNull();
  });

  it("keeps one transaction's watch from another that runs beside it", async () => {
    const inserted = store.transaction((tx) => tx.users.insertUnlessTaken(user));
    expect(await store.users.findByEmail(asChecked<EmailAddress>("nobody@example.com"))).toBeNull();
    expect(await inserted).toBe(true);
  });

  const idle = async (tx: Tx): Promise<string> => {
    await tx.users.insertUnlessTaken(user);
    await new Promise<void>((resolve) => setImmediate(resolve));
    await new Promise<void>((resolve) => setImmediate(resolve));
    return "done";
  };

  it(
    name === "Postgres"
      ? "lets a transaction wait for something else"
      : "refuses a transaction that waits for something else",
    async () => {
      const work = store.transaction(idle);
      if (name === "Postgres") expect(await work).toBe("done");
      else
        await expect(work).rejects.toThrow(
          "a SQLite transaction awaited something other than its tx",
        );
      expect((await store.users.findByEmail(EMAIL)) !== null).toBe(name === "Postgres");
    },
  );

  describe("and the Kysely transaction behind a tx", () => {
    it("commits and rolls back with it", async () => {
      const count = async (tx: Tx): Promise<unknown> =>
        (
          await kyselyOf(tx).executeQuery<{ n: unknown }>(
            CompiledQuery.raw("select count(*) as n from auth_user"),
          )
        ).rows[0]?.n;
      const remove = (tx: Tx): Promise<unknown> =>
        kyselyOf(tx).executeQuery(CompiledQuery.raw("delete from auth_user"));
      await store.users.insertUnlessTaken(user);
      const failing = store.transaction(async (tx) => {
        await remove(tx);
        expect(Number(await count(tx))).toBe(0);
        throw new Error("refused");
      });
      await expect(failing).rejects.toThrow("refused");
      expect(await store.users.findByEmail(EMAIL)).toEqual(stored);
      await store.transaction(remove);
      expect(await store.users.findByEmail(EMAIL)).toBeNull();
    });

    it("begins no transaction of its own, which could not be rolled back alone", async () => {
      const nested = store.transaction(async (tx) => {
        await tx.users.insertUnlessTaken(user);
        await kyselyOf(tx).startTransaction().execute();
      });
      await expect(nested).rejects.toThrow("a transaction cannot begin within a transaction");
      expect(await store.users.findByEmail(EMAIL)).toBeNull();
    });

    it("is nothing that another kind of store has, nor of use once the transaction has ended", async () => {
      expect(() => kyselyOf({} as Tx)).toThrow(
        "this transaction was not opened by @acme/auth-kysely",
      );
      const ended = await store.transaction(async (tx) => ({ kysely: kyselyOf(tx) }));
      const late = async () => ended.kysely.executeQuery(CompiledQuery.raw("select 1"));
      await expect(late()).rejects.toThrow();
    });
  });
});

describe("several guarded stores", () => {
  it("watch over their own transactions, also where one is inside that of another", async () => {
    const [outer, inner] = [await openMemory(), await openMemory()];
    const work = outer.store.transaction(() =>
      inner.store.transaction(() => outer.store.users.findByEmail(EMAIL)),
    );
    await expect(work).rejects.toThrow("store.users.findByEmail was called inside a transaction");
    expect(await outer.store.users.findByEmail(EMAIL)).toBeNull();
    await Promise.all([outer.close(), inner.close()]);
  });

  it("share what Node has to look at for every promise", async () => {
    const run = vi.spyOn(AsyncLocalStorage.prototype, "run");
    onTestFinished(() => run.mockRestore());
    for (let opened = 0; opened < 3; opened++) {
      const { store, close } = await openMemory();
      await store.transaction((tx) => tx.users.findByEmail(EMAIL));
      await close();
    }
    expect(run.mock.contexts.length).toBeGreaterThanOrEqual(3);
    expect(new Set(run.mock.contexts).size).toBe(1);
  });
});

it("only a store of ours can be guarded", () => {
  expect(() => guardedStore({} as Store)).toThrow("this store was not made by @acme/auth-kysely");
});
