import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { mustRun, ROOT } from "./command.mjs";
import { faultsOfDocuments } from "./packed-documents.mjs";
import { CREATOR } from "./published-packages.mjs";
import { TESTED_PEERS } from "./tested-versions.mjs";

/**
 * What publint and attw do not ask of a package.
 * @param {string} tarball
 * @returns {Promise<string | null>} What is wrong; null when nothing is.
 */
export async function checkPacked(tarball) {
  const folder = mkdtempSync(join(tmpdir(), "auth-packed-"));
  try {
    await mustRun("tar", ["-xzf", tarball, "--strip-components=1", "-C", folder]);
    const manifest = readJson(join(folder, "package.json"));
    const faults = [
      ...missingIn(folder, manifest).map((what) => `It lacks ${what}`),
      ...Object.entries(manifest.peerDependencies ?? {}).flatMap(faultsOfPeer),
      ...(manifest.publishConfig?.exports ? faultsOfSources(folder) : []),
      ...(manifest.name === "@acme/auth-core" ? faultsOfDocuments(folder) : []),
    ];
    return faults.length === 0 ? null : faults.join("\n");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What shows that a README has the line that installs it, and a use. @param {string} name */
const useOf = (name) =>
  name === CREATOR
    ? { install: /^npm create @acme\/auth@latest/m, smallest: /^npm create/m }
    : {
        install: RegExp(`^npm install .*${name}\\b`, "m"),
        smallest: /^```(?:ts|sh background)$/m,
      };

/** @param {string} path */
const readJson = (path) => JSON.parse(readFileSync(path, "utf8"));

/**
 * What a stranger needs to find a package, to trust it and to begin with it.
 * @param {string} folder
 * @param {any} manifest
 */
function missingIn(folder, manifest) {
  const { license, engines, bugs, repository } = readJson(join(ROOT, "package.json"));
  const { name, description, keywords, homepage = "", sideEffects } = manifest;
  const path = `packages/${name.replace(/^@acme\/(auth-)?/, "")}`;
  const readme = existsSync(join(folder, "README.md"))
    ? readFileSync(join(folder, "README.md"), "utf8")
    : "";
  const use = useOf(name);
  const required = {
    "a description and three keywords": description && keywords?.[2] !== undefined,
    sideEffects: sideEffects !== undefined,
    [`homepage: ${path}#readme`]: homepage.endsWith(`/${path}#readme`),
    [`repository.directory: ${path}`]: manifest.repository?.directory === path,
    "license, engines, bugs and repository, as the workspace":
      manifest.license === license &&
      manifest.engines?.node === engines.node &&
      manifest.bugs?.url === bugs.url &&
      manifest.repository?.url === repository.url,
    LICENSE: existsSync(join(folder, "LICENSE")),
    "its name and what it is, on top of README.md": RegExp(`^# ${name}\n\n[A-Z][^\n]{30}`).test(
      readme,
    ),
    "the line that installs it": use.install.test(readme),
    "the smallest use that works": use.smallest.test(readme),
    "a link to the guide": readme.includes("](../../docs/guide/"),
  };
  return Object.entries(required).flatMap(([what, isThere]) => (isThere ? [] : [what]));
}

/**
 * Each part of a range promises something: a proof has run with a version of it.
 * @param {readonly [string, unknown]} peer
 */
function faultsOfPeer([peer, range]) {
  const tested = TESTED_PEERS[peer];
  if (tested === undefined) return [`peer ${peer}: scripts/tasks/tested-versions.mjs has none`];
  if (tested === "types") return [];
  // No dependency of ours, but what the changeset command reads versions with.
  const changesets = createRequire(import.meta.url).resolve("@changesets/cli/package.json");
  const { satisfies } = createRequire(changesets)("semver");
  const isIn = (/** @type {string} */ version, /** @type {string} */ part) =>
    satisfies(version, part, { includePrerelease: true });
  return [
    ...String(range)
      .split("||")
      .filter((part) => !tested.some((version) => isIn(version, part)))
      .map((part) => `peer ${peer}: no version of ${part.trim()} is tested`),
    ...tested
      .filter((version) => !isIn(version, String(range)))
      .map((version) => `peer ${peer}: ${version} is tested and not allowed`),
  ];
}

/**
 * "Go to definition" in an application ends in our sources: every declaration and every module has
 * a map, every file that a map names is in the package, once, and no tests are. What is copied from
 * another package has no sources here, and begins with its licence.
 * @param {string} folder
 */
function faultsOfSources(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  const isCopy = (/** @type {string} */ file) => /^dist\/bundled-[^/]*\.js$/.test(file);
  const isLicensed = (/** @type {string} */ file) =>
    /^\/\*![^*]*Copyright/.test(readFileSync(join(folder, file), "utf8"));
  const built = files.filter((file) => /^dist\/.*(\.js|\.d\.ts)$/.test(file) && !isCopy(file));
  return [
    ...files.filter((file) => /\.test(-d)?\.ts$/.test(file)).map((file) => `${file} is a test`),
    ...(built.length === 0 ? ["dist is empty"] : []),
    ...files
      .filter((file) => isCopy(file) && !isLicensed(file))
      .map((file) => `${file} does not begin with the licence of what is copied`),
    ...built.flatMap((file) => {
      const map = join(folder, `${file}.map`);
      if (!existsSync(map)) return [`${file} has no map`];
      const { sources, sourcesContent } = readJson(map);
      const isGone = (/** @type {string} */ source) => !existsSync(join(dirname(map), source));
      return [
        ...sources.filter(isGone).map((/** @type {string} */ gone) => `${file}: no ${gone}`),
        ...(sourcesContent ? [`the map of ${file} repeats the sources`] : []),
      ];
    }),
  ];
}
