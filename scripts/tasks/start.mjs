import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { buildServer, SERVER_ENTRY } from "./build.mjs";
import { ROOT, run } from "./command.mjs";

const ENV_FILE = join(ROOT, ".env");

/** Runs the reference server until it is told to stop. */
export async function start() {
  const env = await prepareServer();
  const word = wordOnPages(readWritten(), process.env);
  if (word !== null) console.log(word);
  const { code } = await runServer(env);
  return code;
}

/** Builds the server and returns the environment it runs in. */
export async function prepareServer() {
  await buildServer();
  return serverEnvironment();
}

/**
 * Returns the environment the server runs in; writes `.env` first where nothing is configured. Real
 * environment variables win over `.env`.
 */
export function serverEnvironment() {
  if (!existsSync(ENV_FILE) && !isConfigured()) writeFirstEnv();
  return writtenEnvironment();
}

/** Returns the environment the server runs in, as far as it is configured. */
export function writtenEnvironment() {
  return environmentOf(readWritten(), process.env);
}

/** @returns {NodeJS.ProcessEnv} */
const readWritten = () => (existsSync(ENV_FILE) ? parseEnv(readFileSync(ENV_FILE, "utf8")) : {});

/**
 * Real environment variables win over `.env`, a front end that they name over its pages; and on
 * this machine the port that is listened on and the one in the service's address follow each other.
 * @param {NodeJS.ProcessEnv} written @param {NodeJS.ProcessEnv} given @returns {NodeJS.ProcessEnv}
 */
export function environmentOf(written, given) {
  const env = withOnePort(written, given);
  return namesFrontEnd(written, given, env) ? withoutPages(env) : env;
}

/**
 * For a front end of one's own. An `APP_URL` that is the service's own address names its pages, and
 * goes with them.
 * @param {NodeJS.ProcessEnv} env @returns {NodeJS.ProcessEnv}
 */
export const withoutPages = (env) => ({
  ...env,
  ...(originOf(env["APP_URL"]) === originOf(env["SERVICE_AUTH_URL"]) && { APP_URL: "" }),
  PAGES: "off",
  APP_HOME_URL: "",
});

/**
 * Whether `.env` has pages, and the real environment names a front end elsewhere: who names one has
 * one.
 * @param {NodeJS.ProcessEnv} written @param {NodeJS.ProcessEnv} given @param {NodeJS.ProcessEnv} env
 */
const namesFrontEnd = (written, given, env) =>
  written["PAGES"] === "on" &&
  !given["PAGES"] &&
  Boolean(given["APP_URL"]) &&
  originOf(given["APP_URL"]) !== originOf(env["SERVICE_AUTH_URL"]);

/** The origin of an address, or the text where it is none. @param {string | undefined} text */
const originOf = (text = "") => (URL.canParse(text) ? new URL(text).origin : text);

/**
 * What is said of pages that a developer may miss; null where there is nothing to say.
 * @param {NodeJS.ProcessEnv} written @param {NodeJS.ProcessEnv} given
 */
export function wordOnPages(written, given) {
  const env = environmentOf(written, given);
  if (written["PAGES"] === "on" && env["PAGES"] === "off" && !given["PAGES"])
    return "The pages are off in this run, although .env has PAGES=on: APP_URL in the environment names another front end.";
  if (env["PAGES"] || !written["SERVICE_AUTH_URL"]) return null;
  const change = written["APP_URL"] ? "put in the place of APP_URL in .env" : "add to .env";
  return `The ready account pages are off. To have them at ${env["SERVICE_AUTH_URL"]}, ${change} PAGES=on; to do without them, PAGES=off.`;
}

/** @param {NodeJS.ProcessEnv} written @param {NodeJS.ProcessEnv} given @returns {NodeJS.ProcessEnv} */
function withOnePort(written, given) {
  const env = { ...written, ...given };
  const url = localUrl(env["SERVICE_AUTH_URL"]);
  if (!url) return env;
  if (!env["PORT"] && url.port) return { ...env, PORT: url.port };
  if (Number(given["PORT"]) > 0 && !given["SERVICE_AUTH_URL"]) {
    url.port = given["PORT"] ?? "";
    return { ...env, SERVICE_AUTH_URL: url.origin };
  }
  return env;
}

/** The address, when it is one of this machine by http. @param {string | undefined} text */
function localUrl(text = "") {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isLocal =
    url?.protocol === "http:" && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  return isLocal ? url : null;
}

/** @param {NodeJS.ProcessEnv} env */
export const runServer = (env) => run(process.execPath, [SERVER_ENTRY], { env, service: true });

/** Whether the environment itself says all that must be said. */
const isConfigured = () =>
  Boolean(process.env["SERVICE_AUTH_SECRET"] && process.env["SERVICE_AUTH_URL"]);

function writeFirstEnv() {
  const lines = [
    "# Written by `npm start` on its first run, for this machine only. Git ignores it, and real environment variables win over it.",
    `SERVICE_AUTH_SECRET=${randomBytes(32).toString("base64")}`,
    `SERVICE_AUTH_URL=http://localhost:${process.env["PORT"] || 3000}`,
    "PAGES=on",
  ];
  writeFileSync(ENV_FILE, `${lines.join("\n")}\n`, { mode: 0o600 });
  console.log(
    "Welcome! This is the first start, so a fresh secret and the local addresses were written to .env for you (git ignores it).",
  );
}
