import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { program, ROOT } from "./command.mjs";

/** @typedef {import("./check.mjs").Check} Check */

const bin = (/** @type {string} */ name) => join(ROOT, "node_modules/.bin", name);

/**
 * Most of the sources, as one program: on its own, each project would have those checked again that
 * it imports of others.
 */
const MOST = "tsconfig.json";
const PROJECTS = [
  MOST,
  "scripts/tsconfig.json",
  // Some of the sources of core once more, without what they may not use.
  "packages/core/tsconfig.pure.json",
  // What runs in browsers.
  "packages/pages/script/tsconfig.json",
  ...["examples/react/tsconfig.json", "examples/web/tsconfig.json"],
];

/** What can be said without building anything. @returns {readonly Check[]} */
export const staticChecks = () => [
  ...lints(),
  ...PROJECTS.map((project) => program(`types: ${project}`, [bin("tsc"), "-p", project])),
  program("prettier", [bin("prettier"), "--check", "--log-level=warn", "."]),
  program("architecture", [
    ...[bin("depcruise"), "--config", ".dependency-cruiser.cjs", "--output-type", "err-long"],
    ...["scripts", "examples/embed-express", "examples/hono", ...sourceFolders()],
  ]),
  program("generated documents", [process.execPath, "scripts/generate.mjs", "--check"]),
  // Fails on a public name without a comment too: of these it makes the reference.
  program("documentation site", [process.execPath, "scripts/site/build.mjs"]),
  { name: "lockfile names no host", run: checkLockfile },
  // These are loaded when they run: nothing is installed when this file is loaded.
  { name: "sizes", run: async () => (await import("../sizes.mjs")).checkSizes() },
  { name: "client size", run: async () => (await import("./client-size.mjs")).checkClientSize() },
  { name: "guide", run: async () => (await import("../guide/check-guide.mjs")).checkGuide() },
  {
    name: "licences, deprecated and doubled packages",
    run: async () => (await import("../check-dependencies.mjs")).checkDependencies(),
  },
];

/**
 * The linter in two runs. Most sources it reads with the types of one program; the types of all
 * projects, each with a program of its own, take longer, and more than the 4 GB that Node gives a
 * program.
 */
function lints() {
  /** @type {{ include: readonly string[] }} */
  const { include } = JSON.parse(readFileSync(join(ROOT, MOST), "utf8"));
  const typed = ["projectService:false", `project:${MOST}`];
  return [
    program("eslint: packages", [
      ...[bin("eslint"), "--max-warnings=0", ...include.map((folder) => `${folder}/**`)],
      ...typed.flatMap((option) => ["--parser-options", option]),
    ]),
    program("eslint: all else", [
      ...[bin("eslint"), "--max-warnings=0", "."],
      ...include.flatMap((folder) => ["--ignore-pattern", `${folder}/`]),
    ]),
  ];
}

const sourceFolders = () =>
  readdirSync(join(ROOT, "packages"))
    .flatMap((name) => ["src", "test", "generator"].map((part) => join("packages", name, part)))
    .filter((path) => existsSync(join(ROOT, path)));

/** The user who installs chooses the registry: a host in the lockfile would choose it for them. */
async function checkLockfile() {
  const lines = readFileSync(join(ROOT, "pnpm-lock.yaml"), "utf8").split("\n");
  const bad = lines.flatMap((line, index) =>
    /tarball|https?:\/\//.test(line) ? [`pnpm-lock.yaml:${index + 1}: ${line.trim()}`] : [],
  );
  return bad.length === 0 ? null : bad.join("\n");
}
