import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { BASE } from "../site/addresses.mjs";
import { Failure, ROOT } from "../tasks/command.mjs";
import { docs } from "../tasks/docs.mjs";
import { freePort } from "../tasks/free-port.mjs";
import { at, GOALS, look, openLighthouse } from "./lighthouse-looks.mjs";

const BUILT = join(ROOT, "docs/.vitepress/dist");
const PAGES = ["", "guide/", "guide/getting-started", "guide/mounting", "library/auth/users"];
const MORE_PAGES = [
  ...["http-surface", "operations", "data-model", "library/", "decisions/"],
  ...["guide/nextjs", "guide/cloudflare-workers", "guide/passwords"],
];
const WIDTHS = [390, 1280];
const THEMES = /** @type {const} */ (["light", "dark"]);
/** What is searched for, and the page that must be among the first three that are found. */
const SEARCHES = {
  "reset password": "guide/passwords#reset-a-forgotten-password",
  SERVICE_AUTH_SECRET: "configuration",
  INVALID_ORIGIN: "errors#row-invalid_origin",
  "behind a proxy": "guide/deployment",
  "users.suspend": "library/auth/users",
};
const FOUND = 3;
const TYPES = /** @type {Readonly<Record<string, string>>} */ ({
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
});

/**
 * The documentation site is accessible (axe finds nothing), fits a phone, reports no error, finds
 * what is searched for, and reaches the goals of Lighthouse.
 * @param {readonly string[]} words Paths of the pages that Lighthouse looks at.
 */
export async function proveSite(words) {
  const code = await docs([]);
  if (code !== 0) return code;
  const site = `http://localhost:${await serve()}${BASE}`;
  const browser = await openLighthouse();
  const problems = await lookAround(at(browser.port), site);
  if (problems.length > 0) throw new Failure(problems.join("\n"));
  const below = [];
  for (const path of PAGES)
    if (words.length === 0 || words.some((word) => path.includes(word)))
      below.push(...(await look(browser, { url: site + path, goals: GOALS })));
  if (below.length > 0) throw new Failure(`Below the goals:\n${below.join("\n")}`);
  return 0;
}

/** Serves the built site as any host of files does. @returns {Promise<number>} its port */
async function serve() {
  const port = await freePort();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://site");
    const path = decodeURIComponent(pathname.slice(BASE.length));
    const files = [path, `${path}.html`, join(path, "index.html"), "404.html"];
    const isFile = (/** @type {string} */ file) => existsSync(file) && statSync(file).isFile();
    const file = files.map((each) => join(BUILT, each)).find(isFile) ?? "";
    response.writeHead(file.endsWith("404.html") ? 404 : 200, {
      "Content-Type": TYPES[extname(file)] ?? "text/plain; charset=utf-8",
      "Content-Encoding": "gzip",
      "Cache-Control": "max-age=3600",
    });
    response.end(gzipSync(readFileSync(file)));
  });
  await new Promise((resolve) => server.listen(port, () => resolve(null)));
  return port;
}

/**
 * @param {string} browser
 * @param {string} site
 * @returns {Promise<readonly string[]>} What is wrong.
 */
async function lookAround(browser, site) {
  const require = createRequire(join(ROOT, "packages/server/package.json"));
  const remote = await require("playwright-core").chromium.connectOverCDP(browser);
  const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
  const problems = [];
  for (const width of WIDTHS)
    for (const colorScheme of THEMES) {
      const view = { viewport: { width, height: 900 }, colorScheme };
      const context = await remote.newContext(view);
      const page = await context.newPage();
      const here = () => `${page.url()} (${width}, ${colorScheme})`;
      page.on("pageerror", (/** @type {Error} */ error) => problems.push(`${here()}: ${error}`));
      page.on("console", (/** @type {any} */ said) => {
        if (said.type() === "error") problems.push(`${here()}: ${said.text()}`);
      });
      for (const path of [...PAGES, ...MORE_PAGES]) {
        await page.goto(site + path, { waitUntil: "networkidle" });
        problems.push(...(await faultsOf(page, axe)).map((fault) => `${here()}: ${fault}`));
      }
      if (width === Math.max(...WIDTHS)) problems.push(...(await search(page, site)));
      await context.close();
    }
  await remote.close();
  return problems;
}

/** Runs in the page. */
const LOOK = `axe.run().then(({ violations }) => [
  ...violations.map(({ id, nodes }) => id + ": " + nodes[0].target.join(" ")),
  ...(document.documentElement.scrollWidth > innerWidth ? ["wider than the screen"] : []),
])`;

/** @param {any} page @param {string} axe @returns {Promise<string[]>} */
async function faultsOf(page, axe) {
  await page.evaluate(axe);
  return page.evaluate(LOOK);
}

/** @param {any} page @param {string} site @returns {Promise<string[]>} */
async function search(page, site) {
  const problems = [];
  for (const [words, wanted] of Object.entries(SEARCHES)) {
    await page.goto(site, { waitUntil: "networkidle" });
    // Where the search keeps the words of the last one, whose results would be shown at first.
    await page.evaluate("sessionStorage.clear()");
    await page.click(".DocSearch-Button");
    await page.fill(".search-input", words);
    await page.waitForSelector(".results .result", { timeout: 10_000 }).catch(() => null);
    const links = await page.locator(".results .result").all();
    /** @type {string[]} */
    const found = await Promise.all(
      links.map((/** @type {any} */ link) => link.getAttribute("href")),
    );
    if (!found.slice(0, FOUND).some((href) => href.includes(wanted)))
      problems.push(`"${words}" finds ${found.slice(0, FOUND)} and not ${wanted}`);
  }
  return problems;
}
