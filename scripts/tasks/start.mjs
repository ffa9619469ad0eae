import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { buildServer, SERVER_ENTRY } from "./build.mjs";
import { ROOT, run } from "./command.mjs";

const ENV_FILE = join(ROOT, ".env");

/** Runs the reference server until it is told to stop. */
export async function start() {
  const { code } = await runServer(await prepareServer());
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
  const written = existsSync(ENV_FILE) ? parseEnv(readFileSync(ENV_FILE, "utf8")) : {};
  return environmentOf(written, process.env);
}

/**
 * Real environment variables win over `.env`; and on this machine the port that is listened on and
 * the one in the service's address follow each other.
 * @param {NodeJS.ProcessEnv} written @param {NodeJS.ProcessEnv} given @returns {NodeJS.ProcessEnv}
 */
export function environmentOf(written, given) {
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
    "APP_URL=http://localhost:3004",
  ];
  writeFileSync(ENV_FILE, `${lines.join("\n")}\n`, { mode: 0o600 });
  console.log(
    "Welcome! This is the first start, so a fresh secret and the local addresses were written to .env for you (git ignores it).",
  );
}
