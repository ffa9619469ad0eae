import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { contractOf, exportLists } from "../ejecting/contract.js";
import { pageFile, templatesIn } from "../ejecting/page-file.js";
import { readSources } from "../ejecting/sources.js";

const root = mkdtempSync(join(tmpdir(), "cut-"));
afterAll(() => rmSync(root, { recursive: true }));

const ENTRY = `export type { Kit } from "./kit.js";\nexport { button } from "./parts/button.js";\n`;
let count = 0;

/** Cuts the template of the one page of a package out. */
function cut(page: string, more: Readonly<Record<string, string>> = {}): string {
  const folder = join(root, String(count++));
  const files = {
    "templates.ts": ENTRY,
    "kit.ts": "export interface Kit {}\n",
    "parts/button.ts": "export const button = 1;\n",
    "pages/pages.ts": 'import { hello } from "./hello.js";\nexport const PAGES = { hello };\n',
    "pages/hello.ts": page,
    ...more,
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const sources = readSources(folder);
  const contract = contractOf(exportLists(sources, folder));
  return templatesIn(sources, "pages/pages.ts", "PAGES")
    .map((each) => pageFile(each, { sources, contract }))
    .join("\n");
}

it("a template takes along the helpers it uses, and no other statement", () => {
  const page = `import type { Kit } from "../kit.js";
import { button } from "../parts/button.js";
import { load } from "../kernel/load.js";
import { shared as alike } from "@acme/auth-http";
import { word } from "./words.js";
/** Greets. */
const greet = (kit: Kit) => [word, button, alike, kit];
const template = (_view: object, kit: Kit) => ({ hello: greet(kit) });
/** The page. */
export const hello = page({ load, template });
`;
  expect(cut(page, { "pages/words.ts": "const other = 1;\nexport const word = 'Hi';\n" }))
    .toBe(`import { shared as alike } from "@acme/auth-http";
import type { Kit } from "@acme/auth-pages/templates";
import { button } from "./parts/index.ts";

/** Greets. */
const greet = (kit: Kit) => [word, button, alike, kit];

/** The page. */
export const hello = (_view: object, kit: Kit) => ({ hello: greet(kit) });

const word = 'Hi';`);
});

it.each([
  [
    "a value of the kernel",
    'import { load } from "../kernel/load.js";\nconst template = () => load;',
  ],
  [
    "what is internal",
    'import { load } from "@acme/auth-core/surface";\nconst template = () => load;',
  ],
])("a template that needs %s is not cut out", (_what, start) => {
  expect(() => cut(`${start}\nexport const hello = page({ template });\n`)).toThrow(
    /^page hello needs load of .*: export it from src\/templates\.ts, or load what it returns/,
  );
});

it("a view is public", () => {
  const view = "export interface HelloView {}\nconst template = (view: HelloView) => view;";
  expect(() => cut(`${view}\nexport const hello = page({ template });\n`)).toThrow(
    "page hello: export HelloView of src/pages/hello.ts from src/templates.ts",
  );
});

it("a name stands for one thing in a file", () => {
  const page = `import { word } from "./words.js";
const tell = (text: string) => text;
const template = () => tell(word());
export const hello = page({ template });
`;
  const words = "const tell = () => 'Hi';\nexport const word = () => tell();\n";
  expect(() => cut(page, { "pages/words.ts": words })).toThrow("both have tell");
});

it("a template is a function, or the name of one", () => {
  expect(() => cut("export const hello = page({ template: make() });\n")).toThrow(
    "the template of the page hello in src/pages/hello.ts is neither a function there nor the name of one",
  );
});
