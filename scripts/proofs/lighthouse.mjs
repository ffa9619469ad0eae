import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildServer, SERVER_ENTRY } from "../tasks/build.mjs";
import { Failure, mustRun, ROOT } from "../tasks/command.mjs";
import { freePort } from "../tasks/free-port.mjs";
import { statusOf, until } from "../tasks/until.mjs";

const CHROMIUM = process.env["CHROMIUM"] || "/usr/bin/chromium";
/**
 * The last major version that runs on Node 20. Nothing but this proof needs it, so it is installed
 * when it runs.
 */
const LIGHTHOUSE = "12.8.2";
/** Scores of Lighthouse, of a hundred. @type {Readonly<Record<string, number>>} */
const GOALS = { performance: 98, accessibility: 100, "best-practices": 100 };
/** What tells developers of the service is for them, on whose machine it is. */
const SERVICE_GOALS = { accessibility: 100, "best-practices": 100 };
// The inbox renews itself every few seconds, which ends a look at it.
const SERVICE_PAGES = ["/dev", "/docs"];
const SIGNED_OUT = ["/sign-in", "/forgot-password"];
const ORGANIZATION = "/organizations/engines";
const SIGNED_IN = [
  ...["/account", "/account/security", "/account/sessions", "/account/activity", "/account/data"],
  ...["/organizations", `${ORGANIZATION}/members`, `${ORGANIZATION}/settings`],
  `${ORGANIZATION}/audit`,
];
const VIEWS = /** @type {const} */ ({ phone: [], desktop: ["--preset=desktop"] });

/** @typedef {{ readonly url: string, readonly goals: Readonly<Record<string, number>> }} Visit */
/**
 * @typedef {{ readonly folder: string, readonly port: string }} Browser Where Lighthouse is
 * installed, and where it finds the browser.
 */

/**
 * Lighthouse looks at the ready pages of the reference server, and at those for its developers, as a
 * phone on a slow network and as a desktop; each reaches its goals.
 * @param {readonly string[]} words
 */
export async function proveLighthouse(words) {
  if (!existsSync(CHROMIUM)) throw new Failure(`There is no Chromium at ${CHROMIUM}.`);
  const folder = mkdtempSync(join(tmpdir(), "lighthouse-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  const install = ["install", "--no-audit", "--no-fund", "--ignore-scripts"];
  await mustRun("npm", [...install, `lighthouse@${LIGHTHOUSE}`], { cwd: folder, quiet: true });
  const service = `http://localhost:${await freePort()}`;
  const browser = { folder, port: String(await freePort()) };
  const below = /** @type {string[]} */ ([]);
  const lookAt = async (/** @type {readonly string[]} */ paths, goals = GOALS) => {
    for (const url of paths.map((path) => service + path))
      if (words.length === 0 || words.some((word) => url.includes(word)))
        below.push(...(await look(browser, { url, goals })));
  };
  await startAll(browser, service);
  await lookAt(SIGNED_OUT);
  await lookAt(SERVICE_PAGES, SERVICE_GOALS);
  await signUp(browser, service);
  await lookAt(SIGNED_IN);
  if (below.length > 0) throw new Failure(`Below the goals:\n${below.join("\n")}`);
  return 0;
}

/**
 * Starts the browser, and the service with its pages.
 * @param {Browser} browser
 * @param {string} service
 */
async function startAll({ folder, port }, service) {
  await buildServer();
  const { PATH } = process.env;
  const serviceEnv = {
    PATH,
    PORT: new URL(service).port,
    PAGES: "on",
    SERVICE_AUTH_URL: service,
    SERVICE_AUTH_SECRET: randomBytes(32).toString("base64"),
    DATABASE_URL: `sqlite:${join(folder, "auth.db")}`,
    // The reference as we write it. The viewer is another project's page.
    DOCS_VIEWER: "false",
  };
  const chromium = [
    ...["--headless=new", "--no-sandbox", `--remote-debugging-port=${port}`],
    ...[`--user-data-dir=${join(folder, "profile")}`, "about:blank"],
  ];
  const children = [
    spawn(CHROMIUM, chromium, { stdio: "ignore" }),
    spawn(process.execPath, [SERVER_ENTRY, "serve"], { env: serviceEnv, stdio: "ignore" }),
  ];
  process.on("exit", () => children.forEach((child) => child.kill()));
  for (const url of [`${service}/readyz`, `${at(port)}/json/version`])
    await until(`${url} answers`, async () => (await statusOf(url)) === 200);
}

const at = (/** @type {string} */ port) => `http://127.0.0.1:${port}`;

/**
 * Creates an account with an organization, and signs the browser in.
 * @param {Browser} browser
 * @param {string} service
 */
async function signUp({ port }, service) {
  const require = createRequire(join(ROOT, "packages/server/package.json"));
  const remote = await require("playwright-core").chromium.connectOverCDP(at(port));
  const person = { name: "Ada", email: "ada@example.com", password: "four words make a password" };
  const organization = { name: "Analytical Engines", slug: "engines" };
  for (const [path, data] of /** @type {const} */ ([
    ["sign-up/email", person],
    ["organization/create", organization],
  ])) {
    const options = { data, headers: { origin: service }, failOnStatusCode: true };
    await remote.contexts()[0].request.post(`${service}/api/auth/${path}`, options);
  }
  await remote.close();
}

/** Other work on the machine takes points away, and none gives any: so the best look counts. */
const LOOKS = 5;

/**
 * Looks at a page in every view. Returns what is below the goals.
 * @param {Browser} browser
 * @param {Visit} visit
 */
async function look(browser, { url, goals }) {
  const below = /** @type {string[]} */ ([]);
  for (const [view, flags] of Object.entries(VIEWS)) {
    let seen = { scores: /** @type {number[]} */ ([]), lost: /** @type {string[]} */ ([]) };
    const isBelow = () => Object.values(goals).some((goal, at) => (seen.scores[at] ?? 0) < goal);
    for (let looks = 0; looks < LOOKS && isBelow(); looks++) {
      seen = await lookOnce(browser, { url, goals }, flags);
      console.log(`${seen.scores.join(" / ")}  ${url} (${view})`);
    }
    if (isBelow()) below.push(`${url} (${view}): ${seen.scores.join(" / ")}`, ...seen.lost);
  }
  return below;
}

/**
 * @param {Browser} browser
 * @param {Visit} visit
 * @param {readonly string[]} flags
 */
async function lookOnce({ folder, port }, { url, goals }, flags) {
  const output = join(folder, "report.json");
  const args = [
    ...[join(folder, "node_modules/lighthouse/cli/index.js"), url],
    ...["--quiet", "--output=json", `--output-path=${output}`, ...flags],
    ...[`--port=${port}`, `--only-categories=${Object.keys(goals).join(",")}`],
  ];
  await mustRun(process.execPath, args, { cwd: folder, quiet: true });
  const { categories, audits, finalDisplayedUrl } = JSON.parse(readFileSync(output, "utf8"));
  if (finalDisplayedUrl !== url) throw new Failure(`${url} leads to ${finalDisplayedUrl}`);
  const scores = Object.keys(goals).map((name) => Math.round(categories[name].score * 100));
  return { scores, lost: lost(categories, audits) };
}

/**
 * What took points away.
 * @param {Record<string, { auditRefs: { id: string, weight: number }[] }>} categories
 * @param {Record<string, { score: number | null, title: string }>} audits
 */
const lost = (categories, audits) =>
  Object.values(categories)
    .flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0))
    .filter(({ id }) => (audits[id]?.score ?? 1) < 0.9)
    .map(({ id }) => `  ${id}: ${audits[id]?.title}`);
