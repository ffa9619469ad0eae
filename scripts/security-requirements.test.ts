import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const text = readFileSync(join(ROOT, "docs/security-requirements.md"), "utf8");
const rows = text.split("\n").filter((line) => /^\| (?:R-[A-Z]+|B)-\d\d \|/.test(line));

/** How many requirements each group has. Every one stands in the document once, in a row. */
const GROUPS: Readonly<Record<string, number>> = {
  "R-PWD": 12,
  "R-ENU": 5,
  "R-OOB": 11,
  "R-TOK": 8,
  "R-SES": 16,
  "R-SUS": 5,
  "R-FRE": 5,
  "R-WA": 20,
  "R-OAU": 11,
  "R-AZ": 10,
  "R-DEL": 10,
  "R-EXP": 5,
  "R-HTTP": 13,
  "R-RL": 10,
  "R-CFG": 9,
  "R-LOG": 14,
  "R-INP": 12,
  "R-EVT": 4,
  "R-WEB": 9,
  B: 51,
};

/** The numbers of a group's rows, in the order of the document. */
const numbersOf = (group: string): readonly number[] =>
  Array.from(text.matchAll(new RegExp(`^\\| ${group}-(\\d\\d) \\|`, "gm")), ([, number = ""]) =>
    Number(number),
  );

const HOLDER = /`((?:packages|scripts)\/[^`]+)` — ("[^"]+"(?:, "[^"]+")*)/g;
const holders = Array.from(text.matchAll(HOLDER)).flatMap(([, file = "", names = ""]) =>
  Array.from(names.matchAll(/"([^"]+)"/g)).map(([, name = ""]) => [file, name] as const),
);
const tests = Array.from(
  new Map(holders.map(([file, name]) => [`${file} ${name}`, [file, name] as const])).values(),
);

describe("the document of security requirements", () => {
  it.each(Object.entries(GROUPS))("names every requirement of %s once", (group, count) => {
    expect(numbersOf(group).toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: count }, (_, index) => index + 1),
    );
  });

  it("knows no other group", () => {
    const groups = new Set(Array.from(text.matchAll(/\b(R-[A-Z]+)-\d/g)).map(([, group]) => group));
    expect([...groups].filter((group) => !(group! in GROUPS))).toEqual([]);
  });

  it.each(tests)("is right that %s has the test %j", (file, name) => {
    expect(existsSync(join(ROOT, file))).toBe(true);
    expect(readFileSync(join(ROOT, file), "utf8")).toContain(`"${name}"`);
  });

  it("names a test in every row, or says that there is none", () => {
    expect(
      rows.filter((row) => row.match(HOLDER) === null && !row.includes("**no test**")),
    ).toEqual([]);
  });

  it("names no file without a test of it", () => {
    const files = text.match(/`(?:packages|scripts)\/[^`]+`/g) ?? [];
    expect(files).toHaveLength(text.match(HOLDER)?.length ?? 0);
  });

  it("links to nothing that is not there", () => {
    const links = Array.from(text.matchAll(/\]\(([^)#]+)/g)).map(([, path = ""]) => path);
    expect(links.filter((path) => !existsSync(join(ROOT, "docs", path)))).toEqual([]);
  });
});
