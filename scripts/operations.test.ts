import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ERRORS } from "@acme/auth-core";
import { describe, expect, it } from "vitest";
import { VARIABLES } from "../packages/server/src/config/config.js";
import { namedVariables } from "../packages/server/src/config/providers.js";

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
const LOGGED = /\blogger\??\.(debug|info|warn|error)\(([^,)]*)/g;
/** A table of events, for a logger that is called with one of them: `const LOGGED = …;`. */
const TABLE = /^const LOGGED = [^;]*;/m;
/** Every event with its level, such as `error mail_dead`. */
const eventsIn = (source: string) =>
  Array.from(source.matchAll(LOGGED)).flatMap(([, level = "", event = ""]) =>
    wordsIn(event === "event" ? (TABLE.exec(source)?.[0] ?? "") : event, '"').map(
      (name) => `${level} ${name}`,
    ),
  );

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
  const logged = sources.flatMap((path) => eventsIn(textOf(path)));

  it("names every event that is logged with its level, and no other", () => {
    const rows = Array.from(section("What the log says").matchAll(/^\| (`[^|]+) \| ([^|]+) \|/gm));
    const documented = rows.flatMap(([, events = "", levels = ""]) =>
      levels.split(", ").flatMap((level) => wordsIn(events, "`").map((name) => `${level} ${name}`)),
    );
    expect(distinct(documented)).toEqual(distinct(logged));
  });

  it("says of every error whether it is an alarm", () => {
    const errors = logged.flatMap((event) => (/^error (.*)/.exec(event) ?? []).slice(1));
    const alarms = firstCells("Alarms").flatMap((cell) => wordsIn(cell, "`"));
    expect(distinct(errors).filter((event) => !alarms.includes(event))).toEqual([]);
    const events = logged.map((event) => event.replace(/^\w+ /, ""));
    expect(alarms.filter((event) => !events.includes(event))).toEqual([]);
  });

  it("names variables of the server only", () => {
    const named = textOf("docs/operations.md").match(/`[A-Z]+(?:_[A-Z]+)+(?==|`)/g) ?? [];
    const ofTerminals = ["NO_COLOR"];
    const known = [
      ...[...Object.keys(VARIABLES), ...namedVariables({}), ...Object.keys(ERRORS)],
      ...ofTerminals,
    ];
    expect(
      distinct(named.map((name) => name.slice(1)).filter((name) => !known.includes(name))),
    ).toEqual([]);
  });

  it("links to sections and files that exist", () => {
    const text = textOf("docs/operations.md");
    const anchors = Array.from(text.matchAll(/^#+ (.*)$/gm), ([, title = ""]) => anchorOf(title));
    const links = Array.from(text.matchAll(/\]\(([^)]*)\)/g), ([, target = ""]) => target);
    const dead = links.filter((link) =>
      link.startsWith("#")
        ? !anchors.includes(link.slice(1))
        : !existsSync(join(ROOT, "docs", link.replace(/#.*/, ""))),
    );
    expect(dead).toEqual([]);
  });

  it("names every error that an authorization flow can end in, and no other", () => {
    const faults = [
      "packages/core/src/sign-in/oauth/oauth-fault.ts",
      "packages/core/src/ports/identity-provider.ts",
    ].flatMap((path) => wordsIn(textOf(path), '"'));
    const documented = firstCells("External providers").flatMap((cell) => wordsIn(cell, "`"));
    expect(distinct(documented.filter((word) => word !== "error"))).toEqual(distinct(faults));
  });
});

const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\w\- ]/g, "")
    .replaceAll(" ", "-");

it("an event is found in a call that chooses between two and in a table, and in nothing but a logger's", () => {
  const source =
    'logger.info(isNew ? "sign_up" : "signed_in", { by: "code" }); env.logger?.warn("late"); console.error("not");';
  expect(eventsIn(source)).toEqual(["info sign_up", "info signed_in", "warn late"]);
  const table = 'const LOGGED = new Map([["BUSY", "too_busy"]]);\nlogger.error(event, {});';
  expect(eventsIn(table)).toEqual(["error too_busy"]);
});
