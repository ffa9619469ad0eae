import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { checkClientSize } from "./client-size.mjs";
import { ROOT, run } from "./command.mjs";
import { GENERATOR } from "./generate.mjs";

/** @typedef {import("./check.mjs").Check} Check */

const bin = (/** @type {string} */ name) => join(ROOT, "node_modules", ".bin", name);

/** Most of the sources, as one program: on its own, each project would have those checked again that it imports of others. */
const MOST = "tsconfig.json";

/**
 * The linter in two runs. Most sources it reads with the types of one program; the types of all projects, each with a program of its own, take longer, and
 * more than the 4 GB that Node gives a program.
 */
function lints() {
  const { include: folders } = readConfig(MOST);
  const options = ["projectService:false", `project:${MOST}`];
  /** @param {readonly string[]} args @returns {[string, ...string[]]} */
  const lint = (args) => [bin("eslint"), "--max-warnings=0", ...args];
  return [
    program(
      "eslint: packages",
      lint([
        ...folders.map((folder) => `${folder}/**`),
        ...options.flatMap((option) => ["--parser-options", option]),
      ]),
    ),
    program(
      "eslint: all else",
      lint([".", ...folders.flatMap((folder) => ["--ignore-pattern", `${folder}/`])]),
    ),
  ];
}

/** What can be said without building anything. @returns {readonly Check[]} */
export function staticChecks() {
  return [
    ...lints(),
    ...types(),
    program("prettier", [bin("prettier"), "--check", "--log-level=warn", "."]),
    program("architecture", [
      bin("depcruise"),
      "--config",
      ".dependency-cruiser.cjs",
      "--output-type",
      "err-long",
      ...sourceFolders(),
    ]),
    ...(existsSync(join(ROOT, GENERATOR))
      ? [program("generated documents", [process.execPath, GENERATOR, "--check"])]
      : []),
    { name: "sizes", run: checkSizes },
    { name: "client size", run: checkClientSize },
    program("public names are documented", [bin("typedoc")]),
    { name: "guide", run: checkGuidePages },
    { name: "lockfile names no host", run: checkLockfile },
    { name: "licences, deprecated and doubled packages", run: checkDependencies },
  ];
}

/** @param {string} name @param {readonly [path: string, ...args: readonly string[]]} command @param {import("./command.mjs").Options} [options] @returns {Check} */
export function program(name, [path, ...args], options) {
  return {
    name,
    run: async () => {
      const { code, output } = await run(path, args, { ...options, quiet: true });
      return code === 0 ? null : output || `ended with code ${code}`;
    },
  };
}

/** Its packages are not in the workspace: the proof `embedding` installs and compiles it. */
const ELSEWHERE = join("examples", "next");

function types() {
  const common = commonProjects();
  const own = typeScriptProjects().filter((project) => !common.includes(project));
  return [MOST, ...own].map((project) => program(`types: ${project}`, [bin("tsc"), "-p", project]));
}

/** The projects without options of their own, which `tsconfig.json` takes together: a test compares. */
export const commonProjects = () =>
  typeScriptProjects().filter((project) => {
    const { extends: base = "", include, ...others } = readConfig(project);
    const isCommon = join(dirname(project), base) === "tsconfig.base.json";
    return isCommon && include.length > 0 && Object.keys(others).length === 0;
  });

/** @param {string} project @returns {{ readonly extends?: string, readonly include: readonly string[] }} */
export const readConfig = (project) => JSON.parse(readFileSync(join(ROOT, project), "utf8"));

/** Every tsconfig that stands in a package, an example or here. */
export function typeScriptProjects() {
  const folders = [
    "scripts",
    ...["packages", "examples"].flatMap((room) => namesIn(room).map((name) => join(room, name))),
  ];
  return folders
    .filter((folder) => folder !== ELSEWHERE)
    .flatMap((folder) =>
      namesIn(folder)
        .filter((file) => /^tsconfig(\.\w+)?\.json$/.test(file))
        .map((file) => join(folder, file)),
    );
}

const sourceFolders = () =>
  namesIn("packages").flatMap((name) =>
    ["src", "test"]
      .map((part) => join("packages", name, part))
      .filter((path) => existsSync(join(ROOT, path))),
  );

/** @param {string} folder */
const namesIn = (folder) =>
  existsSync(join(ROOT, folder)) ? readdirSync(join(ROOT, folder)).sort() : [];

/** Loaded when it runs: it needs the compiler, and nothing is installed when this file is loaded. */
async function checkSizes() {
  const sizes = await import("../sizes.mjs");
  return sizes.checkSizes();
}

/** Compiles, runs and tests what the pages of docs/guide show. */
async function checkGuidePages() {
  const { checkGuide } = await import("../guide/check-guide.mjs");
  return checkGuide();
}

/** Loaded when it runs, like the other checks with files of their own. */
const checkDependencies = async () =>
  (await import("../dependencies/check-dependencies.mjs")).checkDependencies();

/** The user who installs chooses the registry: a host in the lockfile would choose it for them. */
async function checkLockfile() {
  const lines = readFileSync(join(ROOT, "pnpm-lock.yaml"), "utf8").split("\n");
  const bad = lines.flatMap((line, index) =>
    /tarball|https?:\/\//.test(line) ? [`pnpm-lock.yaml:${index + 1}: ${line.trim()}`] : [],
  );
  return bad.length === 0 ? null : bad.join("\n");
}
