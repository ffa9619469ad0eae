import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { ROOT } from "./command.mjs";
import { TESTED_PEERS } from "./tested-versions.mjs";

/**
 * @typedef {object} Manifest
 * @property {string} name
 * @property {string} [description]
 * @property {string} [homepage]
 * @property {{ directory?: string }} [repository]
 * @property {readonly string[]} [keywords]
 * @property {boolean | readonly string[]} [sideEffects]
 * @property {Readonly<Record<string, string>>} [peerDependencies]
 */

/**
 * What a stranger needs of an unpacked package to find it, to trust it and to begin with it.
 * @param {string} folder @returns {readonly string[]} What is missing or wrong.
 */
export function manifestFaultsIn(folder) {
  const manifest = /** @type {Manifest} */ (readJson(join(folder, "package.json")));
  return [
    ...faultsOfManifest(manifest),
    ...(existsSync(join(folder, "LICENSE")) ? [] : ["LICENSE is missing"]),
    ...faultsOfReadme(folder, manifest.name),
    ...Object.entries(manifest.peerDependencies ?? {}).flatMap(faultsOfPeer),
  ];
}

/** What every package says as the workspace does. */
const SHARED = ["license", "engines.node", "bugs.url", "repository.url"];

/** @param {Manifest} manifest */
function faultsOfManifest(manifest) {
  const root = readJson(join(ROOT, "package.json"));
  const room = manifest.name.replace("@acme/auth-", "");
  const homepage = manifest.homepage ?? "";
  const required = /** @type {const} */ ([
    ["description", Boolean(manifest.description)],
    ["three keywords", manifest.keywords?.[2] !== undefined],
    ["sideEffects", manifest.sideEffects !== undefined],
    [`repository.directory: packages/${room}`, directoryOf(manifest) === `packages/${room}`],
    [`homepage: packages/${room}#readme`, homepage.endsWith(`/packages/${room}#readme`)],
    ...SHARED.map((path) => {
      const wanted = valueAt(root, path);
      const there = wanted !== undefined && valueAt(manifest, path) === wanted;
      return /** @type {const} */ ([`${path}, as the workspace: ${String(wanted)}`, there]);
    }),
  ]);
  return required.flatMap(([what, there]) => (there ? [] : [`package.json lacks ${what}`]));
}

/** @param {Manifest} manifest */
const directoryOf = ({ repository }) => repository?.directory;

/** @param {object} from @param {string} path */
const valueAt = (from, path) =>
  path
    .split(".")
    .reduce((value, key) => /** @type {any} */ (value)?.[key], /** @type {unknown} */ (from));

/** @param {string} folder @param {string} name @returns {readonly string[]} */
function faultsOfReadme(folder, name) {
  const path = join(folder, "README.md");
  if (!existsSync(path)) return ["README.md is missing"];
  const text = readFileSync(path, "utf8");
  const required = /** @type {const} */ ([
    ["the name as its title", text.startsWith(`# ${name}\n`)],
    ["what it is, below the title", /^# .*\n\n[A-Z][^\n]{30}/.test(text)],
    ["the line that installs it", RegExp(`^npm install .*${name}\\b`, "m").test(text)],
    ["the smallest use that works", /^```(?:ts|sh background)$/m.test(text)],
    ["a link to the guide", /\]\(\.\.\/\.\.\/docs\/guide\//.test(text)],
  ]);
  return required.flatMap(([what, there]) => (there ? [] : [`README.md lacks ${what}`]));
}

/** Each part of a range promises something: a proof has run with a version of it. @param {readonly [peer: string, range: string]} peer */
function faultsOfPeer([peer, range]) {
  const tested = TESTED_PEERS[peer];
  if (tested === undefined) return [`peer ${peer}: scripts/tasks/tested-versions.mjs has none`];
  if (tested === "types") return [];
  const { satisfies } = loadSemver();
  return [
    ...range
      .split("||")
      .filter((part) => !tested.some((version) => satisfies(version, part, PRERELEASES)))
      .map((part) => `peer ${peer}: no version of ${part.trim()} is tested`),
    ...tested
      .filter((version) => !satisfies(version, range, PRERELEASES))
      .map((version) => `peer ${peer}: ${version} is tested and not allowed`),
  ];
}

const PRERELEASES = { includePrerelease: true };

/** No dependency of ours, but what the changeset command reads versions with. */
const loadSemver = () =>
  createRequire(createRequire(import.meta.url).resolve("@changesets/cli/package.json"))("semver");

/** @param {string} path */
const readJson = (path) => JSON.parse(readFileSync(path, "utf8"));
