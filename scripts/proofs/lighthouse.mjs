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
import { installFromDebian } from "./debian.mjs";

const CHROMIUM = process.env["CHROMIUM"] || "/usr/bin/chromium";
/**
 * The last major version that runs on Node 20. Nothing but this proof needs it, so it is installed
 * when it runs.
 */
const LIGHTHOUSE = "12.8.2";
/** Scores of Lighthouse, of a hundred. */
const GOALS = { performance: 98, accessibility: 100, "best-practices": 100 };
/** The service's own pages are for developers, whose machine they are on. */
const SERVICE_GOALS = { accessibility: 100, "best-practices": 100 };
const SERVICE_PAGES = ["/", "/docs", "/dev/inbox"];
const SIGNED_OUT = ["/", "/sign-up", "/forgot-password"];
const SIGNED_IN = [
  ...["/account", "/account/security", "/account/sessions", "/account/data"],
  ...["/organizations", "/organization", "/organization/settings", "/organization/audit"],
];
const VIEWS = /** @type {const} */ ({ phone: [], desktop: ["--preset=desktop"] });

/** @typedef {{ readonly url: string, readonly goals: Readonly<Record<string, number>> }} Visit */
/**
 * @typedef {{ readonly folder: string, readonly port: string }} Browser Where Lighthouse is
 * installed, and where it finds the browser.
 */

/**
 * Lighthouse looks at the pages of the built front end, and of the service, as a phone on a slow
 * network and as a desktop; each reaches its goals.
 * @param {readonly string[]} words
 */
export async function proveLighthouse(words) {
  if (!existsSync(CHROMIUM)) throw new Failure(`There is no Chromium at ${CHROMIUM}.`);
  await installFromDebian("/usr/bin/caddy", "caddy");
  const folder = mkdtempSync(join(tmpdir(), "lighthouse-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  const install = ["install", "--no-audit", "--no-fund", "--ignore-scripts"];
  await mustRun("npm", [...install, `lighthouse@${LIGHTHOUSE}`], { cwd: folder, quiet: true });
  const [service, page] = [await localUrl(), await localUrl()];
  const browser = { folder, port: String(await freePort()) };
  const below = /** @type {string[]} */ ([]);
  const lookAt = async (/** @type {string} */ origin, /** @type {readonly string[]} */ paths) => {
    const goals = origin === page ? GOALS : SERVICE_GOALS;
    for (const url of paths.map((path) => origin + path))
      if (words.length === 0 || words.some((word) => url.includes(word)))
        below.push(...(await look(browser, { url, goals })));
  };
  await startAll(browser, { service, page });
  await lookAt(page, SIGNED_OUT);
  await lookAt(service, SERVICE_PAGES);
  await signUp(browser, { service, page });
  await lookAt(page, SIGNED_IN);
  if (below.length > 0) throw new Failure(`Below the goals:\n${below.join("\n")}`);
  return 0;
}

const localUrl = async () => `http://localhost:${await freePort()}`;

/** @typedef {{ readonly service: string, readonly page: string }} Urls */

/**
 * Starts the browser, the service, and the built front end as its README says.
 * @param {Browser} browser
 * @param {Urls} urls
 */
async function startAll({ folder, port }, { service, page }) {
  await buildServer();
  const web = join(ROOT, "examples/web");
  const outDir = join(folder, "web");
  await mustRun(join(web, "node_modules/.bin/vite"), ["build", "--outDir", outDir], {
    cwd: web,
    env: { ...process.env, VITE_AUTH_URL: service },
    quiet: true,
  });
  const caddyfile = join(folder, "Caddyfile");
  const readme = readFileSync(join(web, "README.md"), "utf8");
  const site = (/```caddy[^\n]*\n([^]*?)```/.exec(readme)?.[1] ?? "")
    .replace("app.example.com {", `${page} {`)
    .replace("/srv/app", outDir)
    .replace("https://auth.example.com", service);
  writeFileSync(caddyfile, `{\n\tadmin off\n\tauto_https off\n}\n${site}`);
  const { PATH } = process.env;
  const serviceEnv = {
    PATH,
    PORT: new URL(service).port,
    SERVICE_AUTH_URL: service,
    APP_URL: page,
    SERVICE_AUTH_SECRET: randomBytes(32).toString("base64"),
    DATABASE_URL: `sqlite:${join(folder, "auth.db")}`,
    // The reference as we write it. The viewer is another project's page.
    DOCS_VIEWER: "false",
  };
  const caddyEnv = { PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const caddy = ["run", "--adapter", "caddyfile", "--config", caddyfile];
  const chromium = [
    ...["--headless=new", "--no-sandbox", `--remote-debugging-port=${port}`],
    ...[`--user-data-dir=${join(folder, "profile")}`, "about:blank"],
  ];
  const children = [
    spawn(CHROMIUM, chromium, { stdio: "ignore" }),
    spawn(process.execPath, [SERVER_ENTRY, "serve"], { env: serviceEnv, stdio: "ignore" }),
    spawn("caddy", caddy, { env: caddyEnv, stdio: "ignore" }),
  ];
  process.on("exit", () => children.forEach((child) => child.kill()));
  for (const url of [`${service}/readyz`, page, `${at(port)}/json/version`])
    await until(`${url} answers`, async () => (await statusOf(url)) === 200);
}

const at = (/** @type {string} */ port) => `http://127.0.0.1:${port}`;

/**
 * Creates an account with an organization, and signs the browser in.
 * @param {Browser} browser
 * @param {Urls} urls
 */
async function signUp({ port }, { service, page }) {
  const require = createRequire(join(ROOT, "packages/server/package.json"));
  const remote = await require("playwright-core").chromium.connectOverCDP(at(port));
  const person = { name: "Ada", email: "ada@example.com", password: "four words make a password" };
  const organization = { name: "Analytical Engines", slug: "engines" };
  for (const [path, data] of /** @type {const} */ ([
    ["sign-up/email", person],
    ["organization/create", organization],
  ])) {
    const options = { data, headers: { origin: page }, failOnStatusCode: true };
    await remote.contexts()[0].request.post(`${service}/api/auth/${path}`, options);
  }
  await remote.close();
}

/**
 * Looks at a page in every view. Returns what is below the goals.
 * @param {Browser} browser
 * @param {Visit} visit
 */
async function look({ folder, port }, { url, goals }) {
  const below = /** @type {string[]} */ ([]);
  for (const [view, flags] of Object.entries(VIEWS)) {
    const output = join(folder, "report.json");
    await mustRun(
      process.execPath,
      [
        ...[join(folder, "node_modules/lighthouse/cli/index.js"), url],
        ...["--quiet", "--output=json", `--output-path=${output}`, ...flags],
        ...[`--port=${port}`, `--only-categories=${Object.keys(goals).join(",")}`],
      ],
      { cwd: folder, quiet: true },
    );
    const { categories, audits, finalDisplayedUrl } = JSON.parse(readFileSync(output, "utf8"));
    if (finalDisplayedUrl !== url) throw new Failure(`${url} leads to ${finalDisplayedUrl}`);
    const scores = Object.keys(goals).map((name) => Math.round(categories[name].score * 100));
    if (scores.some((score, index) => score < (Object.values(goals)[index] ?? 0)))
      below.push(`${url} (${view}): ${scores.join(" / ")}`, ...lost(categories, audits));
    console.log(`${scores.join(" / ")}  ${url} (${view})`);
  }
  return below;
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
