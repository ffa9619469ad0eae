import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { Failure, mustRun, ROOT, run } from "./command.mjs";
import { hasOwnSqlite } from "./own-sqlite.mjs";

const TOOLS = join(ROOT, ".tools");
const MODULES = join(ROOT, "node_modules");
const STAMP = join(MODULES, ".install-stamp");
/**
 * What the server needs to be built and run: the dependencies of the root, its own, and those of
 * the packages in its bundle, without what is for development.
 */
const SERVER_ONLY = [
  "--prod",
  "--filter=@acme/auth-server",
  ...["express", "kysely", "nodemailer"].map((room) => `--filter-prod=@acme/auth-${room}...`),
];

/**
 * Makes the pinned pnpm and the dependencies available, doing nothing that is done already. Changes
 * PATH for everything run later.
 * @param {{ serverOnly?: boolean }} [options] `serverOnly`: only what the server needs, unless
 * there is more already.
 */
export async function prepareWorkspace({ serverOnly = false } = {}) {
  process.env["PATH"] = [
    join(TOOLS, "node_modules", ".bin"),
    dirname(process.execPath),
    process.env["PATH"] ?? "",
  ].join(delimiter);
  useHeadersOfThisNode();
  await installPnpm();
  await installDependencies(serverOnly);
}

/**
 * Native addons are compiled against the headers of the Node that will load them: against others
 * they build silently and fail at load.
 */
function useHeadersOfThisNode() {
  const prefix = dirname(dirname(process.execPath));
  if (existsSync(join(prefix, "include", "node", "node_api.h")))
    process.env["npm_config_nodedir"] = prefix;
}

async function installPnpm() {
  const wanted = /^pnpm@([^+]+)/.exec(readJson(join(ROOT, "package.json")).packageManager)?.[1];
  if (!wanted) throw new Failure("package.json pins no pnpm in packageManager.");
  const manifest = join(TOOLS, "node_modules", "pnpm", "package.json");
  if (existsSync(manifest) && readJson(manifest).version === wanted) return;
  console.log(`Installing pnpm ${wanted} into .tools …`);
  mkdirSync(TOOLS, { recursive: true });
  writeFileSync(join(TOOLS, "package.json"), `${JSON.stringify({ private: true })}\n`);
  await mustRun("npm", [
    "install",
    "--prefix",
    TOOLS,
    "--no-save",
    "--no-package-lock",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
    `pnpm@${wanted}`,
  ]);
}

/**
 * @typedef {object} Stamp What is installed.
 * @property {string} manifests
 * @property {string} abi
 * @property {boolean} serverOnly
 * @property {boolean} [isBare] Nothing was compiled: of what the server needs only SQLite would be.
 */

/** @param {boolean} serverOnly */
async function installDependencies(serverOnly) {
  const before = existsSync(STAMP) ? readJson(STAMP) : null;
  const stamp = wantedAfter(before, serverOnly);
  if (before?.manifests !== stamp.manifests || (before.serverOnly && !stamp.serverOnly))
    await install(stamp);
  if (before && !stamp.isBare && (before.isBare || before.abi !== stamp.abi)) {
    console.log(`Compiling native dependencies for Node ${process.versions.node} …`);
    await runPnpm("-r", "rebuild", "better-sqlite3");
  }
  writeFileSync(STAMP, JSON.stringify(stamp));
}

/** @param {Stamp | null} before @param {boolean} wanted @returns {Stamp} */
function wantedAfter(before, wanted) {
  const hasMore = before ? !before.serverOnly : existsSync(join(MODULES, ".modules.yaml"));
  const serverOnly = wanted && !hasMore;
  return {
    manifests: digestManifests(),
    abi: `${process.platform}-${process.arch}-${process.versions.modules}`,
    serverOnly,
    isBare: serverOnly && hasOwnSqlite(process.versions.node),
  };
}

/** @param {Stamp} stamp */
async function install({ serverOnly, isBare }) {
  const compiling = isBare
    ? ""
    : ", and up to three more where no ready-made SQLite fits this Node: it is compiled then";
  console.log(
    serverOnly
      ? `Installing what the server needs. The first time, this takes about a minute${compiling} …`
      : "Installing dependencies …",
  );
  const scripts = isBare ? ["--ignore-scripts"] : [];
  const part = serverOnly ? SERVER_ONLY : [];
  await runPnpm("install", "--frozen-lockfile", "--prefer-offline", ...scripts, ...part);
}

/** @param {readonly string[]} args */
async function runPnpm(...args) {
  const { code } = await run("pnpm", args);
  if (code !== 0) throw new Failure(explainFailedInstall());
}

function digestManifests() {
  const members = ["packages", "examples"].flatMap((room) =>
    foldersIn(room).map((folder) => join(room, folder, "package.json")),
  );
  const hash = createHash("sha256");
  for (const file of ["pnpm-lock.yaml", "pnpm-workspace.yaml", "package.json", ...members]) {
    if (existsSync(join(ROOT, file))) hash.update(file).update(readFileSync(join(ROOT, file)));
  }
  return hash.digest("hex");
}

/** @param {string} room */
const foldersIn = (room) =>
  existsSync(join(ROOT, room)) ? readdirSync(join(ROOT, room)).sort() : [];

function explainFailedInstall() {
  return [
    "The dependencies could not be installed; pnpm's own words stand above.",
    "Where no ready-made SQLite fits this machine it is compiled, for which it needs Python, make and a C++ compiler.",
    "Debian and Ubuntu: apt-get install -y python3 make g++      macOS: xcode-select --install",
  ].join("\n");
}

/** @param {string} path */
const readJson = (path) => JSON.parse(readFileSync(path, "utf8"));
