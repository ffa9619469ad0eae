import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Failure, mustRun } from "../tasks/command.mjs";
import { freePort } from "../tasks/free-port.mjs";
import { statusOf, until } from "../tasks/until.mjs";

const CHROMIUM = process.env["CHROMIUM"] || "/usr/bin/chromium";
/**
 * The last major version that runs on Node 20. Nothing but the proofs needs it, so it is installed
 * when one runs.
 */
const LIGHTHOUSE = "12.8.2";
/** Scores of Lighthouse, of a hundred. @type {Readonly<Record<string, number>>} */
export const GOALS = { performance: 98, accessibility: 100, "best-practices": 100 };
const VIEWS = /** @type {const} */ ({ phone: [], desktop: ["--preset=desktop"] });

/** @typedef {{ readonly url: string, readonly goals: Readonly<Record<string, number>> }} Visit */
/**
 * @typedef {{ readonly folder: string, readonly port: string }} Browser Where Lighthouse is
 * installed, and where it finds the browser.
 */

/** Where a browser is found. @param {string} port */
export const at = (port) => `http://127.0.0.1:${port}`;

/** Installs Lighthouse in a folder of its own and starts the browser. @returns {Promise<Browser>} */
export async function openLighthouse() {
  if (!existsSync(CHROMIUM)) throw new Failure(`There is no Chromium at ${CHROMIUM}.`);
  const folder = mkdtempSync(join(tmpdir(), "lighthouse-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  const install = ["install", "--no-audit", "--no-fund", "--ignore-scripts"];
  await mustRun("npm", [...install, `lighthouse@${LIGHTHOUSE}`], { cwd: folder, quiet: true });
  const port = String(await freePort());
  const args = [
    ...["--headless=new", "--no-sandbox", `--remote-debugging-port=${port}`],
    ...[`--user-data-dir=${join(folder, "profile")}`, "about:blank"],
  ];
  const chromium = spawn(CHROMIUM, args, { stdio: "ignore" });
  process.on("exit", () => chromium.kill());
  const started = `${at(port)}/json/version`;
  await until(`${started} answers`, async () => (await statusOf(started)) === 200);
  return { folder, port };
}

/** Other work on the machine takes points away, and none gives any: so the best look counts. */
const LOOKS = 5;

/**
 * Looks at a page in every view. Returns what is below the goals.
 * @param {Browser} browser
 * @param {Visit} visit
 */
export async function look(browser, { url, goals }) {
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
