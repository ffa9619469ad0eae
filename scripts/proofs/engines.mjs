import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Failure, mustRun, ROOT, run } from "../tasks/command.mjs";
import { PLATFORMS } from "../tasks/tested-versions.mjs";
import { installNode } from "./nodes.mjs";

/** What `npm run generate` makes the page of. */
const FIGURES = join(ROOT, "scripts/engines.json");
const LIBSQL = "0.5.29";

const CONTRACT = [
  "packages/kysely/test/store.test.ts",
  "packages/kysely/test/two-processes.test.ts",
];
const FEATURES = ["webhook", "second-factor"].map(
  (name) => `packages/kysely/test/${name}-stores.test.ts`,
);
const SQLITE = "over (SQLite in memory|two processes)|two processes that read";
/** Processes of the server on one file: they race, are killed at any step, and share work. */
const SHARED = [
  ...["code-races", "deletion-races", "passkey-options-races", "organizations/organization-races"],
  ...["second-factor/factor-races", "jobs-under-fire", "mail-under-fire", "events-under-fire"],
  "many-workers",
].map((name) => `packages/server/test/${name}.test.ts`);

/** @typedef {{ files: readonly string[], pattern: string, node?: string, env?: NodeJS.ProcessEnv }} Tests */
/** @typedef {{ engine: string, version: string, tests: Tests }} Engine */

/** @param {string} name In the development dependencies of the package. */
const pinned = (name) =>
  JSON.parse(readFileSync(join(ROOT, "packages/kysely/package.json"), "utf8")).devDependencies[
    name
  ];

/**
 * Runs the contract of the store on each engine, two processes that share a file among it, with the
 * Node that has it, and writes down how many tests passed. Arguments are words of engines.
 * @param {readonly string[]} words
 */
export async function proveEngines(words) {
  const shelf = mkdtempSync(join(tmpdir(), "auth-engines-"));
  try {
    const chosen = (await engines(shelf)).filter(
      ({ engine }) => words.length === 0 || words.some((word) => engine.includes(word)),
    );
    const known = JSON.parse(readFileSync(FIGURES, "utf8"));
    for (const { engine, version, tests } of chosen) {
      const passed = await countPassed(engine, tests, join(shelf, "report.json"));
      const date = new Date().toISOString().slice(0, 10);
      known[engine] = { version, passed, date };
      console.log(`${engine} ${version}: ${passed} tests passed`);
    }
    writeFileSync(FIGURES, `${JSON.stringify(known, null, 2)}\n`);
    return 0;
  } finally {
    rmSync(shelf, { recursive: true, force: true });
  }
}

/** @param {string} shelf @returns {Promise<readonly Engine[]>} */
async function engines(shelf) {
  const newer = PLATFORMS["24"]?.node ?? "";
  const node = await installNode(join(shelf, "node"), newer);
  writeFileSync(join(shelf, "package.json"), JSON.stringify({ private: true }));
  const install = ["install", "--no-audit", "--no-fund", `libsql@${LIBSQL}`];
  await mustRun("npm", install, { cwd: shelf, quiet: true });
  const files = [...CONTRACT, ...FEATURES];
  const sqlite = { files, pattern: SQLITE };
  return [
    { engine: "better-sqlite3", version: pinned("better-sqlite3"), tests: sqlite },
    {
      engine: "node:sqlite",
      version: `Node ${newer}`,
      tests: {
        // What holds of a file, and of a lock of another process, too.
        files: [
          ...files,
          ...["busy", "sqlite"].map((name) => `packages/kysely/test/${name}.test.ts`),
          ...SHARED,
        ],
        pattern: `${SQLITE}|lock|another process|a SQLite file|SQLite process|on (one )?'?(sqlite|SQLite)`,
        node,
        env: { SQLITE_DRIVER: "node:sqlite" },
      },
    },
    {
      engine: "libsql",
      version: LIBSQL,
      tests: { ...sqlite, env: { SQLITE_DRIVER: "libsql", LIBSQL: shelf } },
    },
    {
      engine: "PGlite",
      version: pinned("@electric-sql/pglite"),
      tests: { files: ["packages/kysely/test/pglite.test.ts"], pattern: "" },
    },
    {
      engine: "Postgres",
      version: "18",
      tests: { files, pattern: "over Postgres" },
    },
  ];
}

/** @param {string} engine @param {Tests} tests @param {string} report */
async function countPassed(engine, { files, pattern, node = process.execPath, env }, report) {
  const { code, output } = await run(
    node,
    [
      ...["node_modules/vitest/vitest.mjs", "run", ...files, "-t", pattern],
      ...["--reporter=json", `--outputFile=${report}`],
    ],
    { cwd: ROOT, env: { ...process.env, ...env }, quiet: true },
  );
  if (code !== 0) throw new Failure(`${engine} does not pass:\n${output}`);
  return JSON.parse(readFileSync(report, "utf8")).numPassedTests;
}
