import { expect, it } from "vitest";
import { hasOwnSqlite } from "./own-sqlite.js";

it.each([
  ["20.19.0", false],
  ["22.23.3", false],
  ["24.9.0", false],
  ["24.14.1", false],
  ["24.15.0", true],
  ["25.6.1", false],
  ["25.7.0", true],
  ["26.0.0", true],
  ["27.1.2", true],
])("whether Node %s has a SQLite of its own is answered %s", (version, expected) => {
  expect(hasOwnSqlite(version)).toBe(expected);
});
