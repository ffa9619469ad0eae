import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { Failure, run } from "../tasks/command.mjs";
import { freePort } from "../tasks/free-port.mjs";
import { copySqlite } from "../tasks/fresh-app-project.mjs";
import { packAll } from "../tasks/pack.mjs";
import { CREATOR, publishedPackages } from "../tasks/published-packages.mjs";
import { PLATFORMS } from "../tasks/tested-versions.mjs";
import { statusOf, until } from "../tasks/until.mjs";
import { installNode } from "./nodes.mjs";

/** @typedef {ReturnType<typeof publishedPackages>} Packages */
/**
 * @typedef {object} Scaffold
 * @property {readonly string[]} start What Node runs after the build.
 * @property {true} [newer] It needs a newer Node than the workspace: that of the proof of nodes.
 */

const COMPILED = ["--env-file=.env", "dist/main.js"];
/** @type {Readonly<Record<string, Scaffold>>} */
const SCAFFOLDS = {
  express: { start: COMPILED },
  hono: { start: COMPILED },
  fastify: { start: COMPILED },
  next: { start: ["node_modules/next/dist/bin/next", "start"] },
  "react-router": {
    start: ["node_modules/@react-router/serve/bin.cjs", "build/server/index.js"],
    newer: true,
  },
  sveltekit: { start: ["build"], newer: true },
};

const PLATFORM = PLATFORMS[24];
/** What the applications install of ours, with what that needs. */
const INSTALLED = ["core", "http", "express", "fetch", "kysely"].map(
  (room) => `@acme/auth-${room}`,
);

/**
 * Makes an application of each framework in an empty folder, by the packed program, from the packed
 * packages and the registry: it builds, type-checks, passes its own test, and when it is started it
 * refuses a stranger and knows who signs up. Arguments choose frameworks.
 * @param {readonly string[]} words
 */
export async function proveScaffolds(words) {
  const shelf = mkdtempSync(join(tmpdir(), "auth-scaffolds-"));
  try {
    const needed = [...INSTALLED, CREATOR];
    const packages = publishedPackages(shelf).filter(({ name }) => needed.includes(name));
    await packAll(packages, shelf);
    const creator = await unpack(shelf, packages);
    const chosen = Object.entries(SCAFFOLDS).filter(
      ([name]) => words.length === 0 || words.includes(name),
    );
    const isNewer = chosen.some(([, { newer }]) => newer);
    const newest = isNewer && PLATFORM ? await installNode(join(shelf, "node"), PLATFORM.node) : "";
    for (const [name, scaffold] of chosen) {
      const folder = join(shelf, name);
      const app = { folder, node: scaffold.newer ? newest : process.execPath };
      const begun = Date.now();
      const guarded = await make(app, { creator, name, packages });
      const installed = Date.now();
      await proveApp(app, { ...scaffold, guarded });
      const took = Date.now() - installed;
      console.log(
        `${name}: installed in ${seconds(installed - begun)}, built, checked, tested and started in ${seconds(took)}`,
      );
    }
    return 0;
  } finally {
    rmSync(shelf, { recursive: true, force: true });
  }
}

const seconds = (/** @type {number} */ milliseconds) => `${Math.round(milliseconds / 1_000)} s`;

/** The program, as npm unpacks it. @param {string} shelf @param {Packages} packages */
async function unpack(shelf, packages) {
  const packed = packages.find(({ name }) => name === CREATOR);
  if (!packed) throw new Failure(`There is no ${CREATOR}.`);
  const { code, output } = await run("tar", ["-xzf", packed.tarball, "-C", shelf], { quiet: true });
  if (code !== 0) throw new Failure(output);
  return join(shelf, "package/dist/main.js");
}

/** @typedef {{ folder: string, node: string }} App */

/**
 * @param {App} app
 * @param {{ creator: string, name: string, packages: Packages }} options
 * @returns {Promise<string>} The path that it guards.
 */
async function make(app, { creator, name, packages }) {
  const args = [creator, app.folder, "--framework", name, "--json"];
  const { guarded } = JSON.parse(await succeed(dirname(app.folder), app, args));
  const path = join(app.folder, "package.json");
  const manifest = JSON.parse(readFileSync(path, "utf8"));
  const tarballs = Object.fromEntries(packages.map((each) => [each.name, `file:${each.tarball}`]));
  const isNewer = app.node !== process.execPath;
  // What it asks for is fetched compiled from elsewhere than the registry; the newer one brings it.
  /** @type {Readonly<Record<string, string | undefined>>} */
  const taken = {
    ...tarballs,
    ...(isNewer && { "better-sqlite3": PLATFORM?.peers["better-sqlite3"] }),
  };
  const dependencies = Object.keys(manifest.dependencies).map((dependency) => [
    dependency,
    taken[dependency] ?? manifest.dependencies[dependency],
  ]);
  const packed = { dependencies: Object.fromEntries(dependencies), overrides: tarballs };
  writeFileSync(path, JSON.stringify({ ...manifest, ...packed }, null, 2));
  const flags = ["--no-audit", "--no-fund", "--prefer-offline", "--ignore-scripts"];
  await npm(app, ["install", ...flags]);
  if (!isNewer) copySqlite(app.folder);
  return guarded;
}

/** @param {App} app @param {Scaffold & { guarded: string }} scaffold */
async function proveApp(app, { start, guarded }) {
  for (const script of ["build", "typecheck", "test"]) await npm(app, ["run", script]);
  const origin = `http://localhost:${await freePort()}`;
  const stopping = new AbortController();
  const env = { ...environmentOf(app), PORT: new URL(origin).port, SERVICE_AUTH_URL: origin };
  const options = { cwd: app.folder, env, quiet: true, until: stopping.signal };
  const ended = run(app.node, start, options).then(({ output }) => {
    throw new Failure(`In ${app.folder} it ended:\n${output}`);
  });
  try {
    const refuses = async () => (await statusOf(origin + guarded)) === 401;
    await Promise.race([ended, until(`${app.folder} refuses a stranger`, refuses)]);
    await signUp(origin, guarded);
  } finally {
    stopping.abort();
    await ended.catch(() => {});
  }
}

/** @param {string} origin @param {string} guarded */
async function signUp(origin, guarded) {
  const signedUp = await fetch(`${origin}/api/auth/sign-up/email`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email: "ada@example.com", password: "three green bicycles" }),
  });
  const headers = { Cookie: signedUp.headers.getSetCookie().join("; ") };
  const answer = await (await fetch(origin + guarded, { headers })).text();
  if (!answer.includes("ada@example.com"))
    throw new Failure(`A sign-up is ${signedUp.status}, and then ${guarded} answers ${answer}`);
  const home = await fetch(origin, { headers });
  const kept = home.headers.get("Cache-Control") ?? "for as long as a cache likes";
  if ((await home.text()).includes("ada@example.com") && !kept.includes("no-store"))
    throw new Failure(`A page that shows who is signed in is stored: ${kept}`);
}

/** Its npm scripts run that Node too. @param {App} app @returns {NodeJS.ProcessEnv} */
const environmentOf = ({ node }) => ({
  ...process.env,
  PATH: [dirname(node), process.env["PATH"] ?? ""].join(delimiter),
  NEXT_TELEMETRY_DISABLED: "1",
});

/** The npm of this machine. @param {App} app @param {readonly string[]} args */
async function npm(app, args) {
  const { stdout } = await run("npm", ["root", "--global"], { quiet: true });
  await succeed(app.folder, app, [join(stdout.trim(), "npm/bin/npm-cli.js"), ...args]);
}

/** @param {string} cwd @param {App} app @param {readonly string[]} args */
async function succeed(cwd, app, args) {
  const options = { cwd, env: environmentOf(app), quiet: true };
  const { code, output, stdout } = await run(app.node, args, options);
  if (code !== 0)
    throw new Failure(`In ${cwd}, node ${args.join(" ")} ended with code ${code}:\n${output}`);
  return stdout;
}
