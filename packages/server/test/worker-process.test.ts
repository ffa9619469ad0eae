import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createAgent } from "./agent.js";
import { bundleProgram } from "./processes/bundle-program.js";
import { type ReferenceServer, startReferenceServer } from "./processes/reference-server.js";
import { SEND_CODE } from "./service.js";

const folder = mkdtempSync(join(tmpdir(), "worker-"));
let program: string;
const running: ReferenceServer[] = [];
const WAITS = { timeout: 20_000, interval: 20 };

beforeAll(async () => {
  program = await bundleProgram("../../src/main");
});
afterAll(() => {
  for (const { child } of running) child.kill("SIGKILL");
  rmSync(folder, { recursive: true });
});

it("`auth-server worker` does what a server with WORKER=off leaves to others, and stops when it is told to", async () => {
  const settings = { WORKER: "off", DATABASE_URL: `sqlite:${join(folder, "auth.db")}` };
  const server = await startReferenceServer({
    program,
    settings,
    awaited: { event: "listening", times: 1 },
  });
  running.push(server);
  const worker = await startReferenceServer({
    program,
    command: ["worker"],
    settings: { ...settings, WORKER_POLL_MS: "50" },
    awaited: { event: "working", times: 1 },
  });
  running.push(worker);
  const reply = await createAgent({ url: `http://127.0.0.1:${server.port}` }).post(SEND_CODE, {
    email: "ada@example.com",
    type: "sign-in",
  });
  expect(reply.status).toBe(200);
  await vi.waitFor(
    () => expect(worker.mails.map(({ to }) => to)).toEqual(["ada@example.com"]),
    WAITS,
  );
  expect(server.mails).toEqual([]);

  for (const each of [worker, server]) expect(await each.stop()).toEqual([0, null]);
});

it("an unknown command is named, with those there are", async () => {
  const child = spawn(process.execPath, [program, "wroker"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (text: Buffer) => (said += text.toString()));
  expect((await once(child, "exit"))[0]).toBe(2);
  expect(said).toMatch(
    /^There is no command "wroker"\. There are: serve, worker, migrate, .*\.\n$/,
  );
});
