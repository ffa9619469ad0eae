import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Failure, ROOT, run, stopRunning } from "./command.mjs";
import { prepareServer, runServer, withoutPages, writtenEnvironment } from "./start.mjs";
import { statusOf } from "./until.mjs";

const PAGE_ENTRY = join(ROOT, "scripts", "tasks", "example-page.mjs");
const RETRY_MS = 100;

/**
 * Runs the reference server and the example page together. When one ends, so does the other.
 */
export async function example() {
  await refuseTaken(appUrl(withoutPages(writtenEnvironment())), "APP_URL");
  const env = withoutPages(await prepareServer());
  const ends = [runServer(env), runPage(env)];
  void announce(env);
  const { code } = await Promise.race(ends);
  stopRunning("SIGTERM");
  await Promise.all(ends);
  return code;
}

/** @param {NodeJS.ProcessEnv} env */
const serviceUrl = (env) => env["SERVICE_AUTH_URL"] ?? "http://localhost:3000";
/** @param {NodeJS.ProcessEnv} env */
const appUrl = (env) => env["APP_URL"] || "http://localhost:3004";

/** Serves the example page at `APP_URL`. @param {NodeJS.ProcessEnv} env */
export const runPage = (env) =>
  run(process.execPath, [PAGE_ENTRY], {
    env: { ...env, APP_URL: appUrl(env), VITE_AUTH_URL: serviceUrl(env) },
    service: true,
  });

/**
 * Throws when something answers at the address already: it would be taken for the example, which
 * cannot listen there.
 * @param {string} url @param {string} variable
 */
export async function refuseTaken(url, variable) {
  const { hostname, port } = new URL(url);
  if (!port) return;
  const socket = connect(Number(port), hostname.replace(/^\[|\]$/g, ""));
  socket.setTimeout(1_000, () => socket.destroy());
  const isTaken = await once(socket, "connect").then(
    () => true,
    () => false,
  );
  socket.destroy();
  if (isTaken)
    throw new Failure(
      `Port ${port} is in use. Stop what uses it, or start with another ${variable}.`,
    );
}

/** Prints where the example is, as soon as it answers. @param {NodeJS.ProcessEnv} env */
export async function announce(env) {
  for (const url of [`${serviceUrl(env)}/healthz`, appUrl(env)])
    while ((await statusOf(url)) !== 200) await wait(RETRY_MS, null, { ref: false });
  const mails = env["SMTP_URL"] ? "" : `, and its mails are at ${serviceUrl(env)}/dev/inbox`;
  console.log(`\nThe example is at ${appUrl(env)}\nIts service is at ${serviceUrl(env)}${mails}\n`);
}
