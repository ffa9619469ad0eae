import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";
import manifest from "../packages/core/package.json" with { type: "json" };

const ROOT = join(import.meta.dirname, "..");
const textOf = (path: string): string => readFileSync(join(ROOT, path), "utf8");

/** The statements of an entry point of core, by its path in `exports`. */
const ENTRIES = Object.entries(manifest.exports).map(([entry, paths]) => {
  const path = join("packages/core", paths["@acme/source"]);
  const { statements } = ts.createSourceFile(path, textOf(path), ts.ScriptTarget.Latest, true);
  return { entry, statements };
});

/** The names of a list `export { … } from "…"`; null for any other statement. */
const namesOf = (statement: ts.Statement): readonly string[] | null =>
  ts.isExportDeclaration(statement) &&
  statement.exportClause &&
  ts.isNamedExports(statement.exportClause)
    ? statement.exportClause.elements.map(({ name }) => name.text)
    : null;

const NOT_OURS = /^(node_modules|dist|\..*)$/;
/** The documents and sources in a folder. */
const sourcesIn = (folder: string): readonly string[] =>
  readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter(({ name }) => !NOT_OURS.test(name))
    .flatMap((each) => {
      const path = join(folder, each.name);
      if (each.isDirectory()) return sourcesIn(path);
      return /\.(md|tsx?|mjs)$/.test(path) ? [path] : [];
    });

it("an entry point of core lists names and nothing else", () => {
  const others = ENTRIES.flatMap(({ entry, statements }) =>
    statements
      .filter((statement) => namesOf(statement) === null)
      .map((statement) => `${entry}: ${statement.getText()}`),
  );
  expect(others).toEqual([]);
});

it("a name stands in one entry point of core", () => {
  const places = ENTRIES.flatMap(({ entry, statements }) =>
    statements.flatMap((each) => (namesOf(each) ?? []).map((name) => ({ name, entry }))),
  );
  const twice = places.filter(({ name, entry }) =>
    places.some((other) => other.name === name && other.entry !== entry),
  );
  expect(places.length).toBeGreaterThan(400);
  expect(twice).toEqual([]);
});

it("documents and examples import what is public of core", () => {
  const shown = ["docs", "examples"].flatMap(sourcesIn);
  const readmes = readdirSync(join(ROOT, "packages")).map((room) => `packages/${room}/README.md`);
  const internal = ["README.md", ...shown, ...readmes].filter((path) =>
    /(from|import|require)\b.*"@acme\/auth-core\/surface"/.test(textOf(path)),
  );
  expect(shown.length).toBeGreaterThan(100);
  expect(internal).toEqual([]);
});
