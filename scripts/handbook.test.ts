import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { PROOF_NAMES } from "./tasks/prove.mjs";

const ROOT = join(import.meta.dirname, "..");
const textOf = (path: string): string => readFileSync(join(ROOT, path), "utf8");

const PAGES = [
  ...readdirSync(ROOT).filter((name) => name.endsWith(".md")),
  ...readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join("docs", name)),
  "examples/web/README.md",
  ...readdirSync(join(ROOT, "packages"))
    .map((room) => join("packages", room, "README.md"))
    .filter((path) => existsSync(join(ROOT, path))),
];

/** How GitHub makes an anchor of a heading. */
const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\- ]/gu, "")
    .replaceAll(" ", "-");
const anchorsOf = (path: string): readonly string[] =>
  Array.from(textOf(path).matchAll(/^#+ (.*)$/gm), ([, title = ""]) => anchorOf(title));

function isDead(page: string, link: string): boolean {
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? page : join(dirname(page), path);
  if (!existsSync(join(ROOT, target))) return true;
  return anchor !== undefined && target.endsWith(".md") && !anchorsOf(target).includes(anchor);
}

describe("the documents", () => {
  it.each(PAGES)("%s links to files and headings that exist", (page) => {
    // A regular expression in code can look like a link.
    const prose = textOf(page).replaceAll(/(?<=: )`[^`\n]*`$/gm, "");
    const links = Array.from(prose.matchAll(/\]\(([^)\s]+)\)/g), ([, link = ""]) => link);
    expect(links.filter((link) => !/^https?:/.test(link) && isDead(page, link))).toEqual([]);
  });

  it.each(["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"])(
    "%s names paths that exist",
    (page) => {
      const paths =
        textOf(page).match(/(?<=`)(?:packages|examples|scripts|docs)\/[\w./-]+(?=`)/g) ?? [];
      expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    },
  );
});

it("docs/proofs.md says what each proof shows, its command and its figures", () => {
  const titles = Array.from(
    textOf("docs/proofs.md").matchAll(/^## (.*)$/gm),
    ([, title = ""]) => title,
  );
  expect(titles.toSorted()).toEqual(PROOF_NAMES.toSorted());
  for (const name of PROOF_NAMES)
    expect(textOf("docs/proofs.md")).toContain(`npm run prove ${name}`);
});

const SOURCES = "packages/core/src";
/** The first word of every method of the store ports. */
function verbsOfStores(): readonly string[] {
  const files = readdirSync(join(ROOT, SOURCES), { recursive: true, encoding: "utf8" }).filter(
    (name) => /(store|queue)\.ts$/.test(name),
  );
  return files.flatMap((name) => {
    const source = ts.createSourceFile(
      name,
      textOf(join(SOURCES, name)),
      ts.ScriptTarget.Latest,
      true,
    );
    return source.statements
      .filter(ts.isInterfaceDeclaration)
      .filter((each) => /(Store|Queue)$/.test(each.name.text))
      .flatMap((each) => each.members.filter(ts.isMethodSignature))
      .map((method) => /^[a-z]+/.exec(method.name.getText(source))?.[0] ?? "");
  });
}

it("ARCHITECTURE.md explains every verb of the store ports, and no other", () => {
  const section = textOf("ARCHITECTURE.md")
    .split(/^## /m)
    .find((part) => part.startsWith("Verbs"));
  const cells = Array.from(section?.matchAll(/^\| (`[^|]+) \|/gm) ?? [], ([, cell = ""]) => cell);
  const documented = cells.flatMap((cell) => cell.match(/(?<=`)[a-z]+/g) ?? []);
  const distinct = (words: readonly string[]) => [...new Set(words)].toSorted();
  expect(distinct(documented)).toEqual(distinct(verbsOfStores()));
});

it("every number of the policy says what it limits", () => {
  const entries = Array.from(
    textOf(join(SOURCES, "kernel/policy.ts")).matchAll(/^(.*)\n {2}(\w+): (?:fixed|between)\(/gm),
    ([, above = "", name = ""]) => ({ name, text: /^ {2}\/\*\* (.+\.) \*\/$/.exec(above)?.[1] }),
  );
  expect(entries.length).toBeGreaterThan(80);
  expect(entries.filter(({ text }) => text === undefined)).toEqual([]);
});
