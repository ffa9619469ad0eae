import { readFileSync } from "node:fs";
import { join } from "node:path";

/** @typedef {{ version: string, passed: number, date: string }} Figures What one run has shown. */

/** What is different on an engine; those that are not here are left out of the page. */
const DIFFERENCES = {
  Postgres: "Nothing: it is one of the two that the store is written for.",
  "better-sqlite3": "Nothing: it is the other one.",
  "node:sqlite":
    "No native package. Experimental before Node 24.15 and 25.7, with a warning. Another entry point.",
  libsql:
    "One connection: what reads waits for a transaction that is open. Local files and memory only.",
  PGlite: "One connection, within the process: its run proves nothing about locks.",
};

/** The page with its parts that are made of runs and of the tests. @param {string} root */
export function enginesDocument(root) {
  const read = (/** @type {string} */ path) => readFileSync(join(root, path), "utf8");
  const figures = JSON.parse(read("scripts/engines.json"));
  const parts = {
    engines: enginesTable(figures),
    "PGlite pool": `\`\`\`ts\n// src/pglite-pool.ts\n${read("packages/kysely/test/pglite-pool.ts")}\`\`\`\n`,
  };
  return Object.entries(parts).reduce(
    (page, [name, text]) =>
      page.replace(
        new RegExp(`(<!-- ${name}: generated -->\\n)[^]*(<!-- /${name} -->)`),
        (_, head, foot) => `${head}\n${text}\n${foot}`,
      ),
    read("docs/guide/engines.md"),
  );
}

/** @param {Readonly<Record<string, Figures>>} figures */
function enginesTable(figures) {
  const rows = Object.entries(DIFFERENCES).map(([engine, difference]) => {
    const { version, passed, date } = figures[engine] ?? { version: "–", passed: 0, date: "–" };
    return `| ${engine} | ${version} | ${passed} | ${difference} | ${date} |`;
  });
  return [
    "| engine | version | tests passed | what is different | date |",
    "|---|---|---|---|---|",
    ...rows,
    "",
  ].join("\n");
}
