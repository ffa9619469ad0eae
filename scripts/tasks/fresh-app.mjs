import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { Failure, ROOT, run } from "./command.mjs";
import { freePort, withPort } from "./free-port.mjs";
import {
  copySqlite,
  readmeExamples,
  RESOLUTIONS,
  writeFreshApp,
  writeJestTest,
} from "./fresh-app-project.mjs";
import { faultsOfDocuments } from "./packed-documents.mjs";
import { statusOf, until } from "./until.mjs";

/** @typedef {import("./fresh-app-project.mjs").Example} Example */
/**
 * @typedef {{ folder: string, port: number, node?: string }} App `node` runs it: this one, unless
 * another is named.
 */

/**
 * Installs the packed packages into an application outside the workspace, compiles it against their
 * declarations as the kinds of applications do, loads every entry as an ES module and by `require`,
 * looks for the documents that come with them, and runs the examples of the READMEs and a test with Vitest and Jest.
 * @param {readonly import("./published-packages.mjs").Published[]} packages @returns
 * {Promise<string | null>}
 */
export async function checkFreshApp(packages) {
  const folder = mkdtempSync(join(tmpdir(), "auth-fresh-app-"));
  try {
    const port = await freePort();
    writeFreshApp(folder, { packages, port });
    const install = ["install", "--prefer-offline", "--ignore-scripts"];
    const { code, output } = await run("pnpm", install, { cwd: folder, quiet: true });
    if (code !== 0) return `The packages cannot be installed:\n${output}`;
    const faults = faultsOfDocuments(join(folder, "node_modules/@acme/auth-core"));
    if (faults.length > 0) return faults.join("\n");
    copySqlite(folder);
    return await tryApp({ folder, port });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Compiles an application as its developers may, and runs it: both kinds of modules, the examples
 * of the READMEs, and a test with both runners.
 * @param {App} app @returns {Promise<string | null>} What is wrong; null when nothing is.
 */
export async function tryApp(app) {
  const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
  const examples = readmeExamples();
  // What `nodenext` makes of it is left in `dist`.
  for (const resolution of Object.keys(RESOLUTIONS)) {
    const args = [tsc, "-p", `tsconfig.${resolution}.json`];
    const problem = await tryProgram({ ...app, node: process.execPath }, args);
    if (problem !== null) return problem;
  }
  writeJestTest(app.folder);
  for (const args of [
    ["dist/imported.mjs"],
    ["dist/required.cjs"],
    ...examples.filter(({ trial }) => trial === "ends").map(({ room }) => [`dist/${room}.js`]),
    ["node_modules/vitest/vitest.mjs", "run", "src/testing.test.ts"],
    ["--experimental-vm-modules", "node_modules/jest/bin/jest.js"],
  ]) {
    const problem = await tryProgram(app, args);
    if (problem !== null) return problem;
  }
  for (const example of examples.filter(({ trial }) => trial === "serves"))
    await serve(app, example);
  return null;
}

/**
 * Without what Vitest tells its own children, who would take themselves for a part of it.
 * @param {App} app
 * @returns {NodeJS.ProcessEnv}
 */
const environmentOf = ({ node = process.execPath, port }) => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("VITEST"))),
  PATH: [dirname(node), process.env["PATH"] ?? ""].join(delimiter),
  PORT: String(port),
  SERVICE_AUTH_SECRET: randomBytes(32).toString("base64"),
});

/** @param {App} app @param {readonly string[]} args @returns {Promise<string | null>} */
async function tryProgram(app, args) {
  const options = { cwd: app.folder, env: environmentOf(app), quiet: true };
  const { code, output } = await run(app.node ?? process.execPath, args, options);
  return code === 0 ? null : `node ${args.join(" ")} ended with code ${code}:\n${output}`;
}

/**
 * Starts an example, waits until it refuses a stranger, signs a user up, whose password is hashed
 * by a native addon, and stops it.
 * @param {App} app
 * @param {Example} example
 */
async function serve(app, { room, language, text }) {
  const stopping = new AbortController();
  const command =
    language === "ts"
      ? `exec "${app.node ?? process.execPath}" dist/${room}.js`
      : withPort(text, app.port);
  const running = run("bash", ["-euo", "pipefail", "-c", command], {
    cwd: app.folder,
    env: environmentOf(app),
    quiet: true,
    until: stopping.signal,
  });
  const ended = running.then(({ output }) => {
    throw new Failure(`The example of packages/${room}/README.md ended:\n${output}`);
  });
  const url = `http://localhost:${app.port}`;
  const user = { email: "ada@example.com", password: "three green bicycles", name: "Ada" };
  const signUp = {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(user),
  };
  try {
    const guarded = async () => (await statusOf(`${url}/api/v1/auth/me`)) === 401;
    await Promise.race([ended, until(`packages/${room}/README.md refuses a stranger`, guarded)]);
    const status = await statusOf(`${url}/api/auth/sign-up/email`, signUp);
    if (status !== 200) throw new Failure(`packages/${room}/README.md: a sign-up is ${status}`);
  } finally {
    stopping.abort();
    await ended.catch(() => {});
  }
}
