import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, it } from "vitest";
import { FEATURE_SERVERS } from "./features.js";
import { joinRows } from "./join-rows.js";

const SOURCES = join(import.meta.dirname, "..");

/** The sources of the server with a word, in any case. */
const filesWith = (word: string): readonly string[] =>
  readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !/\.test(-d)?\.ts$/.test(path))
    .map((path) => join(SOURCES, path))
    .filter((path) => readFileSync(path, "utf8").toLowerCase().includes(word.toLowerCase()))
    .map((path) => relative(SOURCES, path));

it("no source but the list has a word of what a feature brings to the server", () => {
  const words = FEATURE_SERVERS.flatMap(({ commands, queues }) => [
    ...Object.keys(commands).map((name) => name.split(" ", 1)[0] ?? ""),
    ...queues,
  ]);
  // Begins the name of a variable, too.
  for (const word of new Set(["webhook", ...words]))
    expect(filesWith(word), word).toEqual(["features/features.ts"]);
});

it("what features bring stands where the server says, and a name that is there twice is refused", () => {
  const own = { first: 1, last: 2 };
  const rows = joinRows<number, typeof own>(own, "last", [{ second: 3 }, { third: 4 }]);
  expect(Object.keys(rows)).toEqual(["first", "second", "third", "last"]);
  expect(() =>
    joinRows<number, typeof own>(own, "last", [{ second: 3, first: 4 }, { second: 5 }]),
  ).toThrow(new RangeError("features: these names are there twice: first, second"));
});
