import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { enginesDocument } from "./engines-document.mjs";

const ROOT = join(import.meta.dirname, "..");
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

it.each([
  ["better-sqlite3", "better-sqlite3"],
  ["PGlite", "@electric-sql/pglite"],
])("the page of the engines names the version of %s that the tests run", (engine, name) => {
  const { devDependencies } = JSON.parse(read("packages/kysely/package.json")) as {
    readonly devDependencies: Readonly<Record<string, string>>;
  };
  expect(enginesDocument(ROOT)).toContain(`| ${engine} | ${devDependencies[name]} |`);
});

it("the page of the engines shows the pool that PGlite passes the contract with", () => {
  expect(enginesDocument(ROOT)).toContain(read("packages/kysely/test/pglite-pool.ts"));
  expect(read("docs/guide/engines.md")).toBe(enginesDocument(ROOT));
});
