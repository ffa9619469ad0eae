import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createRequire } from "node:module";
import { join } from "node:path";
import { buildServer, SERVER_ENTRY } from "../tasks/build.mjs";
import { Failure, ROOT } from "../tasks/command.mjs";
import { freePort } from "../tasks/free-port.mjs";
import { statusOf, until } from "../tasks/until.mjs";
import { at, GOALS, look, openLighthouse } from "./lighthouse-looks.mjs";

/** @typedef {import("./lighthouse-looks.mjs").Browser} Browser */

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

/**
 * Lighthouse looks at the ready pages of the reference server, and at those for its developers, as a
 * phone on a slow network and as a desktop; each reaches its goals.
 * @param {readonly string[]} words
 */
export async function proveLighthouse(words) {
  const browser = await openLighthouse();
  const service = `http://localhost:${await freePort()}`;
  const below = /** @type {string[]} */ ([]);
  const lookAt = async (/** @type {readonly string[]} */ paths, goals = GOALS) => {
    for (const url of paths.map((path) => service + path))
      if (words.length === 0 || words.some((word) => url.includes(word)))
        below.push(...(await look(browser, { url, goals })));
  };
  await startService(browser, service);
  await lookAt(SIGNED_OUT);
  await lookAt(SERVICE_PAGES, SERVICE_GOALS);
  await signUp(browser, service);
  await lookAt(SIGNED_IN);
  if (below.length > 0) throw new Failure(`Below the goals:\n${below.join("\n")}`);
  return 0;
}

/**
 * Starts the service with its pages.
 * @param {Browser} browser
 * @param {string} service
 */
async function startService({ folder }, service) {
  await buildServer();
  const { PATH } = process.env;
  const env = {
    PATH,
    PORT: new URL(service).port,
    PAGES: "on",
    SERVICE_AUTH_URL: service,
    SERVICE_AUTH_SECRET: randomBytes(32).toString("base64"),
    DATABASE_URL: `sqlite:${join(folder, "auth.db")}`,
    // The reference as we write it. The viewer is another project's page.
    DOCS_VIEWER: "false",
  };
  const child = spawn(process.execPath, [SERVER_ENTRY, "serve"], { env, stdio: "ignore" });
  process.on("exit", () => child.kill());
  const ready = `${service}/readyz`;
  await until(`${ready} answers`, async () => (await statusOf(ready)) === 200);
}

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
