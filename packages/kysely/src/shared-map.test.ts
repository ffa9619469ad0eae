import { readFileSync } from "node:fs";
import { parseJson } from "@acme/auth-testing/read-json";
import { expect, it, vi } from "vitest";
import { guardedStore } from "./guarded-store.js";
import { kyselyOf } from "./kysely-of.js";
import { engineOf } from "./kysely-store.js";
import { MAJOR_VERSION, sharedMap } from "./shared-map.js";
import { createSqliteStore } from "./sqlite.js";

it("another copy of this package knows a store and a transaction of this one", async () => {
  const store = createSqliteStore(":memory:");
  vi.resetModules();
  const [copy, of] = [await import("./kysely-store.js"), await import("./kysely-of.js")];
  const guards = await import("./guarded-store.js");
  expect(of.kyselyOf).not.toBe(kyselyOf);
  expect(copy.engineOf(store)).toBe(engineOf(store));
  expect(guards.guardedStore(guardedStore(store))).toBe(guardedStore(store));
  const one = await store.transaction((tx) =>
    of
      .kyselyOf(tx)
      .selectNoFrom((builder) => builder.lit(1).as("one"))
      .executeTakeFirst(),
  );
  expect(one).toEqual({ one: 1 });
  await store.close();
});

it("what is no transaction stays unknown to every copy", async () => {
  const store = createSqliteStore(":memory:");
  await store.transaction((tx) => {
    expect(() => kyselyOf({ ...tx })).toThrow("was not opened by @acme/auth-kysely");
    return Promise.resolve();
  });
  await store.close();
});

it("a map belongs to the major version of the package", () => {
  const manifest = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  const { version } = parseJson(manifest, { version: "string" });
  expect(version.split(".")[0]).toBe(String(MAJOR_VERSION));
  const key = Symbol.for(`@acme/auth-kysely@${MAJOR_VERSION}/engines`);
  expect(Reflect.get(globalThis, key)).toBe(sharedMap("engines"));
});
