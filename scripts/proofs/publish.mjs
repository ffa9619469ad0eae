import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import ts from "typescript";
import { Failure, ROOT, run } from "../tasks/command.mjs";
import { freePort } from "../tasks/free-port.mjs";
import { copySqlite } from "../tasks/fresh-app-project.mjs";
import { readmeExamples } from "../tasks/readme-examples.mjs";
import { createReader } from "./publish/reader.mjs";
import { startRegistry } from "./registry.mjs";

/** @typedef {{ folder: string, env: NodeJS.ProcessEnv }} Place */

const INSTALL = /^npm install (.*)$/m;
const NEXT_CHANGESET = `---
"@acme/auth-core": patch
---

### Fixed

- A release to upgrade to.
`;

/**
 * Does what the documents say, and nothing else: publishes all packages from a clean clone to a registry of its own, installs the example of a README from
 * there, upgrades it to the next release and back. A signed-in user stays signed in.
 */
export async function provePublish() {
  const folder = mkdtempSync(join(tmpdir(), "auth-publish-"));
  const registry = await startRegistry(join(folder, "registry"));
  try {
    const env = strangersEnvironment(registry.userConfig);
    const clone = { folder: join(folder, "clone"), env };
    await timed("cloned", () => cloneCommit(clone));
    const first = await timed("published", () => release(clone));
    await timed("published again", () => must(clone, "npm run release -- publish"));
    const app = { folder: join(folder, "app"), env };
    await timed(`installed ${first}`, () => makeApp(app));
    const reader = createReader({ folder: app.folder, port: await freePort() });
    await expectVersion(app, first);
    await reader.visit(({ signUp }) => signUp());
    await write(clone, ".changeset/next.md", NEXT_CHANGESET);
    const second = await timed("published", () => release(clone));
    await timed(`upgraded to ${second}`, () => install(app, second));
    await expectVersion(app, second);
    await reader.visit(({ signIn }) => signIn());
    await timed(`back to ${first}`, () => install(app, first));
    await expectVersion(app, first);
    await reader.visit(({ signIn }) => signIn());
    console.log(`${first} → ${second} → ${first}: each session and the account stayed.`);
    return 0;
  } finally {
    await registry.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** That of somebody who has never worked here: nothing that npm told us, and no program of this checkout. @param {string} userConfig @returns {NodeJS.ProcessEnv} */
const strangersEnvironment = (userConfig) => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name))),
  PATH: (process.env["PATH"] ?? "")
    .split(delimiter)
    .filter((path) => !path.startsWith(ROOT))
    .join(delimiter),
  NPM_CONFIG_USERCONFIG: userConfig,
  GIT_AUTHOR_NAME: "Maintainer",
  GIT_AUTHOR_EMAIL: "maintainer@example.com",
  GIT_COMMITTER_NAME: "Maintainer",
  GIT_COMMITTER_EMAIL: "maintainer@example.com",
});

/** @template T @param {string} what @param {() => Promise<T>} work @returns {Promise<T>} */
async function timed(what, work) {
  const begun = Date.now();
  const result = await work();
  console.log(`${what}: ${Math.round((Date.now() - begun) / 1_000)} s`);
  return result;
}

/** @param {Place} place @param {string} command @returns {Promise<string>} */
async function must({ folder, env }, command) {
  const args = ["-euo", "pipefail", "-c", command];
  const { code, output, stdout } = await run("bash", args, { cwd: folder, env, quiet: true });
  if (code !== 0) throw new Failure(`${command} ended with code ${code}:\n${output}`);
  return stdout;
}

/** @param {Place} place @param {string} path @param {string} text */
const write = async ({ folder }, path, text) => writeFileSync(join(folder, path), text);

/**
 * What is committed here, as the branch that releases are made from, of a repository that changes only with them.
 * @param {Place} clone
 */
const cloneCommit = ({ folder, env }) =>
  must(
    { folder: ROOT, env },
    `git init --quiet --bare --initial-branch main '${folder}.git' && git push --quiet '${folder}.git' HEAD:refs/heads/main && git clone --quiet '${folder}.git' '${folder}'`,
  );

/** The commands of CONTRIBUTING.md. @param {Place} clone @returns {Promise<string>} The version. */
async function release(clone) {
  await must(
    clone,
    "npm run release -- version && git add --all && git commit --quiet --message 'release: next' && npm run release -- publish",
  );
  const manifest = readFileSync(join(clone.folder, "packages/core/package.json"), "utf8");
  return JSON.parse(manifest).version;
}

/** An application of the README of the Express package, as it is printed there. @param {Place} app */
async function makeApp(app) {
  await must({ ...app, folder: tmpdir() }, `mkdir '${app.folder}'`);
  await must(app, "npm init --yes && npm pkg set type=module");
  await install(app, null);
  const example = readmeExamples().find(({ room }) => room === "express");
  const options = { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext };
  const { outputText } = ts.transpileModule(example?.text ?? "", { compilerOptions: options });
  await write(app, "main.js", outputText);
}

/** What the README says to install, at a version of ours. @param {Place} app @param {string | null} version */
async function install(app, version) {
  const readme = readFileSync(join(ROOT, "packages/express/README.md"), "utf8");
  const [, words = ""] = INSTALL.exec(readme) ?? [];
  const packages = words
    .split(" ")
    .map((name) => (version && name.startsWith("@acme/") ? `${name}@${version}` : name));
  // SQLite is not compiled: the one of the workspace has the same version.
  await must(app, `npm install --ignore-scripts --no-audit --no-fund ${packages.join(" ")}`);
  copySqlite(app.folder);
}

/** Of all packages, also of those that come with others. @param {Place} app @param {string} version */
async function expectVersion(app, version) {
  const listed = JSON.parse(await must(app, "npm list --all --json --omit=dev"));
  const found = /** @type {Map<string, string>} */ (new Map());
  collect(listed, found);
  const wrong = [...found].filter(([, each]) => each !== version);
  if (found.size < 4 || wrong.length > 0)
    throw new Failure(`Not all packages are ${version}: ${JSON.stringify([...found])}`);
}

/** @param {{ dependencies?: Record<string, any> }} listed @param {Map<string, string>} found */
function collect({ dependencies = {} }, found) {
  for (const [name, each] of Object.entries(dependencies)) {
    if (name.startsWith("@acme/") && each.version) found.set(name, each.version);
    collect(each, found);
  }
}
