import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { checkGuide } from "./guide/check-guide.mjs";
import { readPage } from "./guide/pages.mjs";

const ROOT = join(import.meta.dirname, "..");
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A fenced block of a page. */
const block = (mark: string, text: string): string => `\`\`\`${mark}\n${text}\n\`\`\`\n`;

function pages(texts: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "auth-guide-"));
  folders.push(folder);
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text);
  return folder;
}

describe("the check of the guide", () => {
  /** Each compiles pages and runs their tests and commands. */
  const checks = {
    "accepts pages whose code compiles, goes on from the first page and runs": async () => {
      const folder = pages({
        "getting-started.md": block("ts", "// src/one.ts\nexport const one = 1;"),
        "next.md": [
          block("ts", 'import { one } from "./one.js";\nexport const two: number = one + one;'),
          block("sh", "test -f src/one.ts"),
        ].join("\n"),
      });
      expect(await checkGuide(folder)).toBeNull();
    },
    "names the line of code that does not compile, of a command that fails and of a test that fails":
      async () => {
        const folder = pages({
          "types.md": `# Title\n\n${block("ts", 'import { createAuthClient } from "@acme/auth-client";\ncreateAuthClient({ sekret: "" });')}`,
          "commands.md": block("sh", "echo before; false"),
          "tests.md": block(
            "ts",
            '// src/sum.test.ts\nimport { expect, it } from "vitest";\nit("counts badly", () => expect(1 + 1).toBe(3));',
          ),
          "started.md": block("sh background", "echo it is too late; exit 3"),
          "values.md": block("json", '{ "a": }'),
        });
        const problems = await checkGuide(folder);
        expect(problems).toMatch(/^types\.md:5: error TS\d+: .*sekret/m);
        expect(problems).toMatch(/^commands\.md:2: the command ended with code 1:\nbefore/m);
        expect(problems).toContain("counts badly");
        expect(problems).toMatch(/^started\.md:2: the command ended with code 3:\nit is too late/m);
        expect(problems).toMatch(/^values\.md:2: SyntaxError/m);
      },
  };
  it.each(Object.entries(checks))("%s", (_what, check) => check(), 120_000);

  it("does not look into a block that is marked, when it says why", async () => {
    const folder = pages({
      "page.md": block("ts no-run: it belongs to a framework", "this is no code"),
    });
    expect(await checkGuide(folder)).toBeNull();
  }, 120_000);

  it.each([
    ["a mark without a reason", block("ts no-run", "1"), "say why"],
    ["a reason of one word", block("ts no-run: sorry", "1"), "say why"],
    ["a language that nothing checks", block("nginx", "listen 80;"), "cannot be checked"],
    ["no language", block("", "1"), "cannot be checked"],
    ["a mark that does not exist", block("ts skip", "1"), "no mark"],
    ["a program in the background that is no command", block("ts background", "1"), "no mark"],
    ["an indented block", "- a list\n\n  ```ts\n  1;\n  ```\n", "indented"],
  ])("refuses %s", async (_what, text, fault) => {
    expect(await checkGuide(pages({ "page.md": text }))).toContain(fault);
  });
});

const GUIDE = join(ROOT, "docs/guide");
const guidePages = readdirSync(GUIDE).filter((name) => name !== "README.md");

describe("the guide", () => {
  it("names every page on its first page", () => {
    const index = readFileSync(join(GUIDE, "README.md"), "utf8");
    expect(guidePages.filter((name) => !index.includes(`](${name})`))).toEqual([]);
  });

  it.each(guidePages)("%s says what can go wrong and what to read next", (name) => {
    const text = readFileSync(join(GUIDE, name), "utf8");
    expect(text).toMatch(/^## What can go wrong$/m);
    expect(text).toMatch(/^## What next$/m);
    expect(readPage(name, text).blocks.length).toBeGreaterThan(0);
  });
});
