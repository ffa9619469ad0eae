import { readFileSync } from "node:fs";
import { parseJson } from "@acme/auth-testing/read-json";
import { expect, it, vi } from "vitest";
import { MAJOR_VERSION, sharedMap } from "./shared-map.js";

it("copies of this package have one map of a name", async () => {
  const key = {};
  sharedMap<object, string>("tests").set(key, "noted");
  vi.resetModules();
  const copy = await import("./shared-map.js");
  expect(copy.sharedMap).not.toBe(sharedMap);
  expect(copy.sharedMap<object, string>("tests").get(key)).toBe("noted");
  expect(copy.sharedMap<object, string>("others").get(key)).toBeUndefined();
});

it("no other code of the process takes the place of a map", () => {
  const map = sharedMap<object, string>("kept");
  const key = Symbol.for(`@acme/auth-http@${MAJOR_VERSION}/kept`);
  expect(Reflect.get(globalThis, key)).toBe(map);
  expect(Reflect.set(globalThis, key, new WeakMap())).toBe(false);
  expect(Object.keys(globalThis)).not.toContain(key);
});

it("a map belongs to the major version of the package", () => {
  const manifest = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  const { version } = parseJson(manifest, { version: "string" });
  expect(version.split(".")[0]).toBe(String(MAJOR_VERSION));
});
