// Writes the generated documents; with --check, says which of them are out of date and fails.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { importBundled } from "./bundle.mjs";
import { decisionIndex } from "./decisions.mjs";
import { enginesDocument } from "./engines-document.mjs";
import { PAGES_SCRIPT, pagesScript } from "./pages-script.mjs";

const root = resolve(import.meta.dirname, "..");
const { documents, NOTE } = await importBundled("scripts/documents.ts");
const { pagesDocument } = await importBundled("scripts/pages-document.ts");
const { dataModelDocument } = await importBundled("scripts/data-model-document.ts");
const { performanceDocuments } = await importBundled("packages/benchmarks/src/page/page.ts");
const stale = /** @type {string[]} */ ([]);
/** Written by hand, except the tables of variables, of commands and of the better-auth client. */
const WRITTEN = ["configuration", "commands", "operations", "better-auth-client"].map(
  (name) => `docs/${name}.md`,
);
/** What `npm run bench` measured last. */
const { measurements } = JSON.parse(
  await readFile(resolve(root, "packages/benchmarks/results/latest.json"), "utf8"),
);
const written = await Promise.all(
  WRITTEN.map(async (path) => [path, await readFile(resolve(root, path), "utf8")]),
);
const check = process.argv.includes("--check");

/** @param {Readonly<Record<string, string>>} texts By path. */
async function write(texts) {
  for (const [path, text] of Object.entries(texts)) {
    const file = resolve(root, path);
    const present = await readFile(file, "utf8").catch(() => null);
    if (present === text) continue;
    stale.push(path);
    if (check) continue;
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}

await write({
  ...performanceDocuments(measurements),
  ...(await documents(Object.fromEntries(written))),
  "docs/data-model.md": await dataModelDocument(NOTE),
  "docs/pages.md": await pagesDocument(root, NOTE),
  [PAGES_SCRIPT]: await pagesScript(NOTE),
  "docs/guide/engines.md": enginesDocument(root),
  "docs/decisions/README.md": decisionIndex(resolve(root, "docs/decisions"), NOTE),
});

if (stale.length > 0)
  console.log(
    `${check ? "Out of date" : "Written"}: ${stale.join(", ")}${check ? "\nRun: npm run generate" : ""}`,
  );
process.exitCode = check && stale.length > 0 ? 1 : 0;
