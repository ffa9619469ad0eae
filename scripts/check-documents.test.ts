import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { checkDocuments } from "./guide/check-documents.mjs";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const block = (mark: string, text: string): string => `\`\`\`${mark}\n${text}\n\`\`\`\n`;

/** What is wrong with these documents, whose README has a place where \`NAME\` is Ada. */
async function check(texts: Readonly<Record<string, string>>, slow = false) {
  const root = mkdtempSync(join(tmpdir(), "auth-documents-"));
  folders.push(root);
  const manifest = JSON.stringify({ scripts: { prove: "", check: "" } });
  for (const [path, text] of Object.entries({ ...texts, "package.json": manifest })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const fill = async (text: string) => text.replaceAll("NAME", "Ada");
  const places = { README: async () => ({ cwd: root, port: 0, fill }) };
  return checkDocuments({ root, places, slow });
}

describe("the check of the documents", () => {
  it("runs the commands of a page in its place, one block after the other", async () => {
    const page = block("sh", "echo NAME > name") + block("sh", 'test "$(cat name)" = Ada');
    expect(await check({ "README.md": page })).toBeNull();
  });

  it("names the line of a command that fails, and what it printed", async () => {
    const page = `# Page\n\n${block("sh", "echo planted && false")}`;
    const problem = await check({ "README.md": page });
    expect(problem).toContain("README.md:4: the command ended with code 1");
    expect(problem).toContain("planted");
  });

  it("runs a slow command only when it is asked to", async () => {
    const page = block("sh slow", "false");
    expect(await check({ "README.md": page })).toBeNull();
    expect(await check({ "README.md": page }, true)).toContain("README.md:2:");
  });

  it.each(["docs/planted.md", "packages/planted/README.md", "examples/planted/README.md"])(
    "refuses a command in %s that nothing runs, unless it says why",
    async (path) => {
      const page = path.replace(/\.md$/, "");
      expect(await check({ [path]: block("sh", "true") })).toContain(
        `${page}.md:2: nothing runs this: mark it \`no-run: the reason\``,
      );
      expect(await check({ [path]: block("sh no-run", "true") })).toContain(
        `${page}.md:2: say why`,
      );
      expect(await check({ [path]: block("sh no-run: it costs money", "true") })).toBeNull();
    },
  );

  it("takes the command of a proof on the page about proofs, and nothing else there", async () => {
    const proof = block("sh", "npm run prove kills   # hours");
    expect(await check({ "docs/proofs.md": proof })).toBeNull();
    expect(await check({ "docs/proofs.md": block("sh", "npm run prove nothing") })).toContain(
      "docs/proofs.md:2: there is no",
    );
    expect(await check({ "docs/proofs.md": block("sh", "npm run check") })).toContain(
      "docs/proofs.md:2: nothing runs this",
    );
  });

  it("refuses a script and a proof that do not exist, also where they are not run", async () => {
    const page = block("sh no-run: it takes hours", "npm run chekc\nnpm run prove nothing");
    expect(await check({ "docs/planted.md": page })).toBe(
      'docs/planted.md:2: there is no "npm run chekc".\ndocs/planted.md:2: there is no "npm run prove nothing".',
    );
    const real = block("sh no-run: it takes hours", "npm run check types\nnpm run prove kills");
    expect(await check({ "docs/planted.md": real })).toBeNull();
  });
});
