import { chmodSync, cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { bundleProgram } from "../bundle.mjs";
import { copyCheckout } from "../proofs/copy-checkout.mjs";
import { buildServer, SERVER_ENTRY } from "../tasks/build.mjs";
import { Failure, ROOT, run } from "../tasks/command.mjs";
import { freePort, withPort } from "../tasks/free-port.mjs";
import { until } from "../tasks/until.mjs";

/** @typedef {import("./run-blocks.mjs").Place} Place */

/**
 * Where the commands of a document are run, by its path without `.md`.
 * @type {Readonly<Record<string, () => Promise<Place>>>}
 */
export const PLACES = {
  CONTRIBUTING: openCheckout,
  "docs/reference-server": openCheckout,
  "docs/operations": openOperatedServer,
};

/**
 * What somebody has who cloned the repository and ran a first command.
 * @returns {Promise<Place>}
 */
async function openCheckout() {
  await buildServer();
  const cwd = copyCheckout();
  symlinkSync(join(ROOT, ".tools"), join(cwd, ".tools"));
  for (const path of ["node_modules/.install-stamp", "packages/server/dist"])
    cpSync(join(ROOT, path), join(cwd, path), { recursive: true });
  const port = await freePort();
  const fill = async (/** @type {string} */ text) =>
    withPort(text.includes(CODE) ? text.replace(CODE, await newestCode(port)) : text, port);
  return { cwd, port, env: environment({ PORT: String(port) }), fill };
}

/** What stands in a document for the code that was mailed. */
const CODE = "THE CODE";
/** @param {number} port @returns {Promise<string>} */
const newestCode = (port) =>
  until("a mail with a code is on /dev/inbox", async () => {
    const page = await (await fetch(`http://localhost:${port}/dev/inbox`)).text();
    return /\b(\d{6}) is your/.exec(page)?.[1];
  });

/**
 * A machine with `auth-server`, whose database has users, dead mails and a dead job.
 * @returns {Promise<Place>}
 */
async function openOperatedServer() {
  await buildServer();
  const cwd = mkdtempSync(join(tmpdir(), "auth-operated-"));
  process.once("exit", () => rmSync(cwd, { recursive: true, force: true }));
  const command = join(cwd, "auth-server");
  writeFileSync(command, `#!/bin/sh\nexec "${process.execPath}" "${SERVER_ENTRY}" "$@"\n`);
  chmodSync(command, 0o755);
  const env = environment({
    PATH: [cwd, process.env["PATH"]].join(delimiter),
    SERVICE_AUTH_SECRET: Buffer.alloc(32, "operated by a check").toString("base64"),
    SERVICE_AUTH_URL: "http://localhost:3000",
    DATABASE_URL: `sqlite:${join(cwd, "auth.db")}`,
  });
  const { mailId, jobId } = await seed(env);
  const fill = async (/** @type {string} */ text) =>
    text
      .replace(/(auth-server mails \w+ )ID\b/g, `$1${mailId}`)
      .replace(/(auth-server jobs \w+ )ID\b/g, `$1${jobId}`)
      .replace(/\bSLUG\b/g, "acme")
      .replace(/\bEMAIL\b/g, "grace@example.com");
  return { cwd, port: 0, env, fill };
}

/** @param {NodeJS.ProcessEnv} env @returns {Promise<{ mailId: string, jobId: string }>} */
async function seed(env) {
  const program = await bundleProgram("scripts/guide/seed-operated-server.ts");
  const { code, output, stdout } = await run(process.execPath, [program], { env, quiet: true });
  if (code !== 0) throw new Failure(`The database for docs/operations.md was not made:\n${output}`);
  return JSON.parse(stdout);
}

/**
 * Of a reader: nothing of the test run, or of the npm, that runs us.
 * @param {NodeJS.ProcessEnv} more
 */
const environment = (more) => ({
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VITEST|npm_)/.test(name)),
  ),
  ...more,
});
