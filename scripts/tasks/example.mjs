import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { ROOT, run, stopRunning } from "./command.mjs";
import { prepareServer, runServer } from "./start.mjs";

const PAGE = "http://localhost:3004";
const PAGE_ENTRY = join(ROOT, "scripts", "tasks", "example-page.mjs");
const ASK_AGAIN_MS = 100;

/** Runs the reference server and the example front end together. When one ends, so does the other. */
export async function example() {
  const env = await prepareServer();
  const service = env["SERVICE_AUTH_URL"] ?? "http://localhost:3000";
  const page = run(process.execPath, [PAGE_ENTRY], {
    env: { ...env, VITE_AUTH_URL: service },
    service: true,
  });
  const ends = [runServer(env), page];
  void announce(service);
  const { code } = await Promise.race(ends);
  stopRunning("SIGTERM");
  await Promise.all(ends);
  return code;
}

/** @param {string} service */
async function announce(service) {
  await Promise.all([answers(`${service}/healthz`), answers(PAGE)]);
  console.log(
    `\nThe example is at ${PAGE}\nIts service is at ${service}, and prints its mails here.\n`,
  );
}

/** @param {string} address */
async function answers(address) {
  while (!(await fetch(address).catch(() => null))?.ok)
    await wait(ASK_AGAIN_MS, null, { ref: false });
}
