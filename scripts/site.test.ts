import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { readPage } from "./guide/pages.mjs";
import { writeCompanions } from "./site/companions.mjs";
import { refuseDeadLinks } from "./site/dead-links.mjs";
import { plainText, siteText } from "./site/document.mjs";
import { searchSections } from "./site/search-sections.mjs";
import { faultsOfDocuments } from "./tasks/packed-documents.mjs";

const folders: string[] = [];
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })));

/** A folder with these files, by their paths. */
function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "site-"));
  folders.push(folder);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const FENCE = "```";
const ofGuide = (text: string) => siteText({ path: "guide/mounting.md", text });

describe("a page of the site", () => {
  it("links to pages within it, and to the sources for everything else", () => {
    expect(ofGuide("[a](README.md#b) [c](../errors.md)")).toBe(
      "[a](./index.md#b) [c](../errors.md)",
    );
    expect(ofGuide("[d](https://acme.github.io/auth/library/auth/users)")).toBe(
      "[d](/library/auth/users)",
    );
    expect(ofGuide("[e](../../examples/hono) [f](../../SECURITY.md)")).toBe(
      "[e](https://github.com/acme/auth/tree/main/examples/hono) [f](https://github.com/acme/auth/blob/main/SECURITY.md)",
    );
  });

  it("shows blocks without what is said to the checks, and leaves what is in them alone", () => {
    expect(ofGuide(`${FENCE}ts no-run: a reason\n// [x](y.md)\n${FENCE}\n`)).toBe(
      `${FENCE}ts\n// [x](y.md)\n${FENCE}\n`,
    );
  });

  it("makes tabs of a marked group, which holds names and blocks and nothing else", () => {
    const tab = (name: string) => `**${name}**\n\n${FENCE}ts\n${name}();\n${FENCE}\n\n`;
    const group = (text: string) => ofGuide(`<!-- tabs -->\n\n${text}<!-- /tabs -->\n`);
    expect(group(tab("Express") + tab("Hono")).replaceAll(/\n+/g, "\n")).toBe(
      `::: code-group\n${FENCE}ts [Express]\nExpress();\n${FENCE}\n${FENCE}ts [Hono]\nHono();\n${FENCE}\n:::\n`,
    );
    expect(() => group(`Prose.\n${tab("Hono")}`)).toThrow("more than names and blocks");
  });

  it("draws a diagram of tables, without an empty line, and names its lines for who cannot see", () => {
    const fence = `${FENCE}mermaid\nerDiagram\n  note {\n    text id PK\n    text user_id FK\n  }\n  user ||--o{ note : user_id\n${FENCE}\n`;
    const drawn = ofGuide(fence);
    expect(drawn).toContain("Tables user, note. note refers to user by user_id.");
    expect(drawn.match(/<rect/g)).toHaveLength(2);
    expect(drawn.match(/<path d="M[\d.]+ [\d.]+H[\d.]+V[\d.]+H[\d.]+"\/>/g)).toHaveLength(1);
    expect(drawn.trimEnd()).not.toContain("\n\n");
  });

  it("is read as Markdown without what only the site needs", () => {
    const text = '# users {#users}\n\n<a id="x"></a> `Promise`&lt;`void`&gt;\n<!-- note -->\n';
    expect(plainText({ path: "library/auth/users.md", text })).toBe(
      "# users\n\n`Promise`<`void`>\n",
    );
  });
});

it("a block whose mark GitHub cannot read is a fault of the guide", () => {
  const { faults } = readPage("page", `${FENCE}sh no-run: \`npm test\` does it\nx\n${FENCE}\n`);
  expect(faults.join()).toContain("GitHub shows no block");
});

it("a search finds a method by what it is called", () => {
  const text = "# auth.users {#users}\n## suspend() {#suspend}\nEnds all sessions.\n## Types\n";
  const found = searchSections("library/auth/users.md", text).filter((section) =>
    section.text.includes("users.suspend"),
  );
  expect(found.map(({ anchor }) => anchor)).toEqual(["suspend"]);
});

it("a search finds each section by its own anchor, under the headings above it", () => {
  const text = `# Users\nFirst.\n## Find\n${FENCE}sh\n# no heading\n${FENCE}\n## Find\n### end() {#end-1}\nLast.`;
  expect(
    searchSections("guide/users.md", text).map(({ anchor, titles }) => [
      anchor,
      titles.join(" > "),
    ]),
  ).toEqual([
    ["", "Users"],
    ["find", "Users > Find"],
    ["find-1", "Users > Find"],
    ["end-1", "Users > Find > end()"],
  ]);
});

it("a search finds a section by other words for what it is about, and shows names as they are", () => {
  const text =
    "# Keys\n<!-- search: rotate the secret -->\nAll of it.\n## SECRET\\_SHAPE\n## `IDP_<NAME>_URL`";
  const [keys, ...named] = searchSections("guide/keys.md", text);
  expect(keys?.text.match(/rotate the secret/g)?.length).toBeGreaterThan(1);
  expect(named.map(({ titles }) => titles[1])).toEqual(["SECRET_SHAPE", "IDP_‹NAME›_URL"]);
});

it("a search finds a row of a reference by its name, where the page has its anchor", () => {
  const text = "# Errors\n| code | meaning |\n|---|---|\n| `NOT_FOUND` | Nothing **here**. |\n";
  expect(searchSections("errors.md", text).at(-1)).toEqual({
    anchor: "row-not_found",
    titles: ["Errors", "NOT_FOUND"],
    text: "Nothing here .",
  });
  expect(siteText({ path: "errors.md", text })).toContain(
    '| <a id="row-not_found"></a>`NOT_FOUND` | Nothing',
  );
  expect(siteText({ path: "guide/errors.md", text })).not.toContain("row-");
});

it("a link to a page, a heading or a file that is not there fails the build", () => {
  const page =
    '<h2 id="there"></h2><a class="x" href="#there">a</a><a class="x" href="/auth/b">b</a>';
  const site = { "a.html": page, "b.html": '<a class="x" href="./a#there">a</a>' };
  expect(() => refuseDeadLinks(folderOf(site))).not.toThrow();
  for (const target of ["#gone", "/auth/gone", "/auth/b#gone", "/auth/gone.js", "/elsewhere"])
    expect(() =>
      refuseDeadLinks(folderOf({ ...site, "c.html": `<a class="x" href="${target}">c</a>` })),
    ).toThrow(`c.html: ${target}`);
});

it("machines get an index, every page, and the guide in one file", () => {
  const srcDir = folderOf({
    "guide/README.md": "# Guide\n\nWhat it is. And more.\n",
    "decisions/0001-x.md": "# 0001 X\n\nWhy.\n",
  });
  const outDir = folderOf({});
  writeCompanions({ srcDir, outDir, pages: ["guide/README.md", "decisions/0001-x.md"] });
  const read = (path: string) => readFileSync(join(outDir, path), "utf8");
  expect(read("llms.txt")).toContain(
    "## Guide\n\n- [Guide](https://acme.github.io/auth/guide/index.md): What it is.",
  );
  expect(read("guide/index.md")).toContain("# Guide");
  expect(read("llms-full.txt")).toContain("And more.");
  expect(read("llms-full.txt")).not.toContain("Why.");
});

it("a packed package without its documents, or with a dead link in them, is refused", () => {
  const files = {
    "AGENTS.md": "[docs](docs/index.md)",
    "skills/add-acme-auth/SKILL.md": `---\nname: add-acme-auth\ndescription: ${"words ".repeat(20)}\n---\n`,
    "docs/index.md": "[a](./guide/getting-started.md#x) [b](https://example.com)",
    "docs/guide/getting-started.md": "# Getting started",
    "docs/http-surface.md": "# HTTP surface",
  };
  expect(faultsOfDocuments(folderOf(files))).toEqual([]);
  const { "docs/http-surface.md": _, ...less } = files;
  expect(faultsOfDocuments(folderOf(less))).toEqual(["It lacks docs/http-surface.md"]);
  const dead = { ...files, "docs/index.md": "[a](./gone.md)" };
  expect(faultsOfDocuments(folderOf(dead)).join()).toContain("./gone.md leads to no file");
});
