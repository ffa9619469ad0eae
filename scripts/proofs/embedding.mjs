import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { readPage, readPages } from "../guide/pages.mjs";
import { filesOf } from "../guide/project.mjs";
import { Failure, ROOT, run } from "../tasks/command.mjs";
import { freePort, withPort } from "../tasks/free-port.mjs";
import { compilerConfig, copySqlite } from "../tasks/fresh-app-project.mjs";
import { packAll } from "../tasks/pack.mjs";
import { publishedPackages } from "../tasks/published-packages.mjs";
import { APPLICATIONS } from "./embedding/applications.mjs";

/** @typedef {import("./embedding/applications.mjs").Application} Application */
/** @typedef {ReturnType<typeof publishedPackages>} Packages */

const TEMPLATES = join(import.meta.dirname, "embedding");
/** Where the versions stand that the applications are made with. */
const MANIFESTS = [
  "package.json",
  "examples/guide/package.json",
  "examples/hono/package.json",
  "examples/next/package.json",
  "examples/react/package.json",
  "packages/server/package.json",
  "packages/testing/package.json",
];

/**
 * Makes applications outside of the workspace from what the documents show and from the packed
 * packages, compiles them as adopters do, and runs the test of each. Arguments choose applications
 * by words of their names.
 * @param {readonly string[]} words
 */
export async function proveEmbedding(words) {
  const shelf = mkdtempSync(join(tmpdir(), "auth-embedding-"));
  try {
    const packages = publishedPackages(shelf);
    await packAll(packages, shelf);
    for (const [name, application] of Object.entries(APPLICATIONS)) {
      if (words.length > 0 && !words.some((word) => name.includes(word))) continue;
      const folder = join(shelf, name);
      const begun = Date.now();
      await make(folder, { name, application, packages });
      const made = Date.now();
      await prove(folder, application);
      console.log(
        `${name}: installed ${seconds(made - begun)}, proven ${seconds(Date.now() - made)}`,
      );
    }
    return 0;
  } finally {
    rmSync(shelf, { recursive: true, force: true });
  }
}

const seconds = (/** @type {number} */ milliseconds) => `in ${Math.round(milliseconds / 1_000)} s`;

/**
 * @param {string} folder
 * @param {{ name: string, application: Application, packages: Packages }} options
 */
async function make(folder, { name, application, packages }) {
  const port = String(await freePort());
  if (application.serves) {
    write(join(folder, ".serves.json"), JSON.stringify(application.serves));
    cpSync(join(TEMPLATES, "serves.mjs"), join(folder, "test.mjs"));
  } else if (application.readme)
    cpSync(join(ROOT, dirname(application.readme), "test.mjs"), join(folder, "test.mjs"));
  else if (!application.example && !application.vitest)
    cpSync(join(TEMPLATES, name), folder, { recursive: true });
  cpSync(join(TEMPLATES, "visit.mjs"), join(folder, "visit.mjs"));
  if (application.example) {
    const isOurs = (/** @type {string} */ path) =>
      !/node_modules|\/\.next|package\.json$/.test(path);
    cpSync(join(ROOT, application.example), folder, { recursive: true, filter: isOurs });
  }
  for (const [path, text] of [
    ...filesOfGuide(application),
    ...filesOfReadme(application),
    ...filesToCompile(application),
  ])
    write(join(folder, path), text);
  for (const path of application.ported ?? []) {
    const file = join(folder, path);
    writeFileSync(file, withPort(readFileSync(file, "utf8"), Number(port)));
  }
  write(join(folder, ".port"), port);
  write(join(folder, "package.json"), JSON.stringify(manifestOf(application, packages), null, 2));
  const scripts = application.sqlite === false ? [] : ["--ignore-scripts"];
  await succeed(
    "npm",
    ["install", "--no-audit", "--no-fund", "--prefer-offline", ...scripts],
    folder,
  );
  if (application.sqlite !== false) copySqlite(folder);
}

/** @param {string} path @param {string} text */
function write(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** What a reader of the guide has in these files. @param {Application} application */
function filesOfGuide({ page, files = [] }) {
  const blocks = readPages(join(ROOT, "docs/guide")).flatMap((each) => each.blocks);
  // What only runs elsewhere is run here.
  const all = filesOf(blocks.map((block) => ({ ...block, mode: "checked" })));
  return files.map((path) => {
    const file = all.find((each) => each.path === `${page}/${path}`);
    if (!file) throw new Failure(`docs/guide/${page}.md shows no ${path}`);
    return /** @type {const} */ ([path, file.blocks.map(({ text }) => text).join("")]);
  });
}

/**
 * What a reader of an example's README has: the first line of each block names its file.
 * @param {Application} application
 */
function filesOfReadme({ readme }) {
  if (!readme) return [];
  const { blocks } = readPage("README", readFileSync(join(ROOT, readme), "utf8"));
  return blocks.flatMap(({ text }) => {
    const [line = "", path] = /^(?:\/\/|<!--) ([\w./-]+)(?: -->)?\n/.exec(text) ?? [];
    return path ? [/** @type {const} */ ([path, text.slice(line.length)])] : [];
  });
}

/** A configuration of the compiler for each kind of resolution. @param {Application} application */
function filesToCompile({ resolutions, skipLibCheck = false }) {
  const more = {
    jsx: "react-jsx",
    experimentalDecorators: true,
    skipLibCheck,
    noUncheckedIndexedAccess: true,
    rootDir: ".",
  };
  return resolutions.map(
    (resolution) =>
      /** @type {const} */ ([`tsconfig.${resolution}.json`, compilerConfig(resolution, more)]),
  );
}

/** @param {Application} application @param {Packages} packages */
function manifestOf({ type = "module", libraries, dependencies }, packages) {
  const manifests = MANIFESTS.map((path) => JSON.parse(readFileSync(join(ROOT, path), "utf8")));
  const versionOf = (/** @type {string} */ name) =>
    manifests
      .flatMap((each) => [each.dependencies?.[name], each.devDependencies?.[name]])
      .find((version) => version && !version.startsWith("workspace:"));
  const tarballs = Object.fromEntries(
    packages.map(({ name, tarball }) => [name, `file:${tarball}`]),
  );
  return {
    private: true,
    type,
    dependencies: Object.fromEntries([
      ...libraries.map((room) => [`@acme/auth-${room}`, tarballs[`@acme/auth-${room}`]]),
      ...[...dependencies, "@types/node"].map((dependency) => {
        const [, name = dependency, version] = /^(.+)@(.+)$/.exec(dependency) ?? [];
        return [name, version ?? versionOf(name)];
      }),
    ]),
    // What the packages ask of each other comes from the same shelf.
    overrides: tarballs,
  };
}

/** @param {string} folder @param {Application} application */
async function prove(folder, { resolutions, build, test = "test.mjs", vitest }) {
  for (const resolution of resolutions)
    await succeed(
      join(ROOT, "node_modules/.bin/tsc"),
      ["-p", `tsconfig.${resolution}.json`],
      folder,
    );
  if (build) await succeed("npx", build, folder);
  if (vitest) await succeed("npx", ["vitest", "run", vitest], folder);
  else await succeed(process.execPath, ["--test", test], folder);
}

/** @param {string} program @param {readonly string[]} args @param {string} cwd */
async function succeed(program, args, cwd) {
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1" };
  const { code, output } = await run(program, args, { cwd, env, quiet: true });
  if (code !== 0)
    throw new Failure(
      `In ${cwd}, ${program} ${args.join(" ")} ended with code ${code}:\n${output}`,
    );
}
