import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const textOf = (path: string): string => readFileSync(join(ROOT, path), "utf8");

const sources = readdirSync(join(ROOT, "packages"))
  .map((name) => join("packages", name, "src"))
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((path) =>
      join(folder, path),
    ),
  )
  .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"));

/** The calls of a logger, up to the end of their first argument. */
const LOGGED = /\blogger\??\.(?:debug|info|warn|error)\(([^,)]*)/g;
const eventsIn = (source: string) =>
  Array.from(source.matchAll(LOGGED)).flatMap(([, event = ""]) => wordsIn(event, '"'));

const wordsIn = (text: string, quote: '"' | "`"): readonly string[] =>
  Array.from(text.matchAll(new RegExp(`${quote}([a-z_]+)${quote}`, "g")), ([, word = ""]) => word);
/** The section of the document under that heading. */
const section = (heading: string): string =>
  textOf("docs/operations.md")
    .split(/^## /m)
    .find((part) => part.startsWith(heading))!;
const firstCells = (heading: string) =>
  Array.from(section(heading).matchAll(/^\| (`[^|]+) \|/gm), ([, cell = ""]) => cell);

const distinct = (words: readonly string[]) => [...new Set(words)].toSorted();

describe("the document for operators", () => {
  it("names every event that is logged, and no other", () => {
    const logged = sources.flatMap((path) => eventsIn(textOf(path)));
    expect(distinct(wordsIn(section("What the log says"), "`"))).toEqual(distinct(logged));
  });

  it("names every error that a trip to a provider can end in, and no other", () => {
    const faults = [
      "packages/core/src/sign-in/oauth/trip.ts",
      "packages/core/src/ports/identity-provider.ts",
    ].flatMap((path) => wordsIn(textOf(path), '"'));
    const documented = firstCells("External providers").flatMap((cell) => wordsIn(cell, "`"));
    expect(distinct(documented.filter((word) => word !== "error"))).toEqual(distinct(faults));
  });
});

it("an event is found in a call that chooses between two, and in nothing but a logger's", () => {
  const source =
    'logger.info(isNew ? "sign_up" : "signed_in", { by: "code" }); env.logger?.warn("late"); console.error("not");';
  expect(eventsIn(source)).toEqual(["sign_up", "signed_in", "late"]);
});
