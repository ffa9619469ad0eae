import { mkdtempSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDatabase } from "@acme/auth-testing/postgres";
import type {} from "@acme/auth-testing/postgres-global-setup";
import { expect, inject, it, vi } from "vitest";
import {
  SERVER_ENTRY,
  type Started,
  startLogging,
} from "../packages/server/test/processes/start-logging.js";
import { commandOf, environmentOf, PROGRAMS } from "./image.js";

/** The process ends within this time, whatever hangs. */
const STOP_MS = 5_000;
const WAITS = { timeout: 20_000, interval: 50 };

/** Asks as a probe of a cluster does: the pod by its IP address. */
const statusOf = (url: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const probe = request(url, { headers: { Host: "10.1.2.3:3000" } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    probe.on("error", reject).end();
  });

it.each([
  ["fly fly.postgres.toml", "postgres"],
  ["render render.yaml", "postgres"],
  ["kubernetes", "postgres"],
  ["kubernetes", "sqlite"],
])("the programs of %s migrate, serve, work and stop over %s", async (manifest, engine) => {
  const DATABASE_URL =
    engine === "sqlite"
      ? `sqlite:${join(mkdtempSync(join(tmpdir(), "manifest-")), "auth.db")}`
      : await createDatabase(inject("postgresUrl"));
  const own = { DATABASE_URL, PORT: "0", METRICS_HOST: "0.0.0.0", METRICS_PORT: "0" };
  const programOf = (command: string) => {
    const all = PROGRAMS.filter(({ title }) => title.startsWith(manifest));
    const program = all.find((each) => commandOf(each) === command);
    if (!program) throw new Error(`${manifest} does not run ${command}`);
    return program;
  };
  const start = (command: string): Started => {
    const settings = { ...environmentOf(programOf(command)), ...own };
    return startLogging(process.execPath, [SERVER_ENTRY, command], settings);
  };

  const web = start("serve");
  const { port } = await web.seen("listening");
  const origin = `http://127.0.0.1:${String(port)}`;
  const ready = `${origin}/readyz`;
  expect(await statusOf(`${origin}/healthz`)).toBe(200);
  expect(await statusOf(ready)).toBe(503);
  expect((await start("migrate").ended()).code).toBe(0);
  await vi.waitFor(async () => expect(await statusOf(ready)).toBe(200), WAITS);
  for (const path of programOf("serve").probes) expect(await statusOf(origin + path)).toBe(200);
  const worker = start("worker");
  await worker.seen("working");
  for (const each of [web, worker]) {
    const { url } = await each.seen("metrics_listening");
    const metrics = new URL(String(url));
    metrics.hostname = "127.0.0.1";
    expect(await statusOf(metrics.href)).toBe(200);
    each.child.kill("SIGTERM");
    const { code, milliseconds } = await each.ended();
    expect(code).toBe(0);
    expect(milliseconds).toBeLessThan(STOP_MS);
  }
});
