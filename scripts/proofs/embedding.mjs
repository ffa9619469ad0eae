import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { readPage, readPages } from "../guide/pages.mjs";
import { filesOf } from "../guide/project.mjs";
import { Failure, ROOT, run } from "../tasks/command.mjs";
import { freePort, withPort } from "../tasks/free-port.mjs";
import { compilerConfig, copySqlite } from "../tasks/fresh-app-project.mjs";
import { packAll } from "../tasks/pack.mjs";
import { publishedPackages } from "../tasks/published-packages.mjs";
import { PLATFORMS } from "../tasks/tested-versions.mjs";
import { APPLICATIONS } from "./embedding/applications.mjs";
import { installNode } from "./nodes.mjs";

/** @typedef {import("./embedding/applications.mjs").Application} Application */
/** @typedef {ReturnType<typeof publishedPackages>} Packages */
/** @typedef {{ folder: string, node: string }} App `node`: the program that runs it. */

const NEWEST = PLATFORMS[24];
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
    const chosen = Object.entries(APPLICATIONS).filter(
      ([name]) => words.length === 0 || words.some((word) => name.includes(word)),
    );
    const isNewer = chosen.some(([, { newer }]) => newer);
    const newest = isNewer && NEWEST ? await installNode(join(shelf, "node"), NEWEST.node) : "";
    for (const [name, application] of chosen) {
      const app = {
        folder: join(shelf, name),
        node: application.newer ? newest : process.execPath,
      };
      const begun = Date.now();
      await make(app, { name, application, packages });
      const made = Date.now();
      await prove(app, application);
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
 * @param {App} app
 * @param {{ name: string, application: Application, packages: Packages }} options
 */
async function make(app, { name, application, packages }) {
  const { folder } = app;
  const port = String(await freePort());
  copyTest(folder, name, application);
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
  await succeed("npm", ["install", "--no-audit", "--no-fund", "--prefer-offline", ...scripts], app);
  if (application.sqlite !== false) copySqlite(folder);
}

/** @param {string} folder @param {string} name @param {Application} application */
function copyTest(folder, name, { serves, readme, example, vitest, tested = name }) {
  if (serves) {
    write(join(folder, ".serves.json"), JSON.stringify(serves));
    cpSync(join(TEMPLATES, "serves.mjs"), join(folder, "test.mjs"));
  } else if (readme) cpSync(join(ROOT, dirname(readme), "test.mjs"), join(folder, "test.mjs"));
  else if (!example && !vitest) cpSync(join(TEMPLATES, tested), folder, { recursive: true });
  for (const helper of ["visit.mjs", "browse.mjs", "stop.mjs"])
    cpSync(join(TEMPLATES, helper), join(folder, helper));
  if (!example) return;
  const isOurs = (/** @type {string} */ path) => !/node_modules|\/\.next|package\.json$/.test(path);
  cpSync(join(ROOT, example), folder, { recursive: true, filter: isOurs });
}

/** @param {string} path @param {string} text */
function write(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** What a reader of the guide has in these files. @param {Application} application */
function filesOfGuide({ page, files }) {
  const blocks = readPages(join(ROOT, "docs/guide")).flatMap((each) => each.blocks);
  // What only runs elsewhere is run here.
  const all = filesOf(blocks, ({ file }) => file !== null);
  const ofPage = all.filter((each) => each.path.startsWith(`${page}/`));
  const shown = ofPage.filter((each) => each.blocks.some((block) => block.page === page));
  const paths = files?.map((path) => `${page}/${path}`) ?? shown.map(({ path }) => path);
  return paths.map((path) => {
    const file = ofPage.find((each) => each.path === path);
    if (!file) throw new Failure(`docs/guide/${page}.md shows no ${path}`);
    const text = file.blocks.map((block) => block.text).join("");
    return /** @type {const} */ ([path.slice(`${page}/`.length), text]);
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

/** @param {App} app @param {Application} application */
async function prove(app, { resolutions, build, test = "test.mjs", vitest }) {
  for (const resolution of resolutions)
    await succeed(join(ROOT, "node_modules/.bin/tsc"), ["-p", `tsconfig.${resolution}.json`], app);
  if (build) await succeed("npx", build, app);
  if (vitest) await succeed("npx", ["vitest", "run", vitest], app);
  else await succeed(app.node, ["--test", test], app);
}

/** @param {string} program @param {readonly string[]} args @param {App} app */
async function succeed(program, args, { folder: cwd, node }) {
  // npm and npx are run by that Node too.
  const PATH = [dirname(node), process.env["PATH"] ?? ""].join(delimiter);
  const silent = { NEXT_TELEMETRY_DISABLED: "1", VERCEL_TELEMETRY_DISABLED: "1" };
  const env = { ...process.env, PATH, ...silent };
  const { code, output } = await run(program, args, { cwd, env, quiet: true });
  if (code !== 0)
    throw new Failure(
      `In ${cwd}, ${program} ${args.join(" ")} ended with code ${code}:\n${output}`,
    );
}
