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

/** The groups of commands that the server has itself. */
const GROUPS = ["keys", "users"];

it("no source but the list has a word of what a feature brings to the server", () => {
  const names = FEATURE_SERVERS.flatMap(({ commands }) =>
    Object.keys(commands).map((name) => name.split(" ")),
  );
  const queues = FEATURE_SERVERS.flatMap((server): readonly string[] => server.queues);
  const groups = names.flatMap(([first = ""]) => (GROUPS.includes(first) ? [] : [first]));
  // Begins the name of a variable, too.
  for (const word of new Set(["webhook", ...groups, ...queues]))
    expect(filesWith(word), word).toEqual(["features/features.ts"]);
  const added = names.flatMap(([first = "", second = ""]) =>
    GROUPS.includes(first) ? [second] : [],
  );
  expect(added).toEqual(["reseal", "reset-factors"]);
  for (const word of added) expect(filesWith(word), word).toEqual([]);
});

it("what features bring stands where the server says, and a name that is there twice is refused", () => {
  const own = { first: 1, last: 2 };
  const rows = joinRows<number, typeof own>(own, "last", [{ second: 3 }, { third: 4 }]);
  expect(Object.keys(rows)).toEqual(["first", "second", "third", "last"]);
  const grouped = { "users list": 1, "users show": 2, keys: 3, last: 4 };
  const added = [{ "keys reseal": 5, "hooks list": 6, "users reset": 7 }];
  const byGroup = joinRows<number, typeof grouped>(
    grouped,
    "last",
    added,
    (name) => name.split(" ", 1)[0] ?? "",
  );
  expect(Object.keys(byGroup).join(", ")).toBe(
    "users list, users show, users reset, keys, keys reseal, hooks list, last",
  );
  expect(() =>
    joinRows<number, typeof own>(own, "last", [{ second: 3, first: 4 }, { second: 5 }]),
  ).toThrow(new RangeError("features: these names are there twice: first, second"));
});
