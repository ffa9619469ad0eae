import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createAgent } from "./agent.js";
import { bundleProgram } from "./processes/start-process.js";
import { SECRET, SEND_CODE } from "./service.js";

const folder = mkdtempSync(join(tmpdir(), "worker-"));
let program: string;
const running: ChildProcess[] = [];

beforeAll(async () => {
  program = await bundleProgram("../../src/main");
});
afterAll(() => {
  for (const child of running) child.kill("SIGKILL");
  rmSync(folder, { recursive: true });
  rmSync(program, { force: true });
});

/** `main.js` with a command, up to the line of its log that says it is at work. */
async function start(
  command: readonly string[],
  sign: string,
  settings: Readonly<Record<string, string>> = {},
) {
  const { PATH, HOME } = process.env;
  const env = {
    PATH,
    HOME,
    SERVICE_AUTH_SECRET: SECRET,
    SERVICE_AUTH_URL: "http://localhost:3000",
    DATABASE_URL: `sqlite:${join(folder, "auth.db")}`,
  };
  const child = spawn(process.execPath, [program, ...command], {
    env: { ...env, PORT: "0", ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.push(child);
  const log: string[] = [];
  const line = await new Promise<string>((found, failed) => {
    createInterface({ input: child.stderr }).on("line", (text) => {
      log.push(text);
      if (text.includes(sign)) found(text);
    });
    child.once("exit", (code) => failed(new Error(`ended with code ${code}\n${log.join("\n")}`)));
  });
  return { child, port: (JSON.parse(line) as { readonly port?: number }).port };
}

it("`auth-server worker` does what a server with WORKER=off leaves to others, and stops when it is told to", async () => {
  const server = await start([], '"listening"', { WORKER: "off" });
  const worker = await start(["worker"], '"working"', { WORKER: "off", WORKER_POLL_MS: "50" });
  const mailed = new Promise<string>((found) => {
    createInterface({ input: worker.child.stdout }).on("line", (text) => {
      if (text.startsWith("--- mail to ")) found(text);
    });
  });
  const reply = await createAgent({ url: `http://127.0.0.1:${server.port}` }).post(SEND_CODE, {
    email: "ada@example.com",
    type: "sign-in",
  });
  expect(reply.status).toBe(200);
  expect(await mailed).toMatch(/^--- mail to ada@example\.com: /);

  for (const { child } of [worker, server]) {
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
  }
});

it("an unknown command is named, with those there are", async () => {
  const child = spawn(process.execPath, [program, "wroker"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (text: Buffer) => (said += text.toString()));
  expect((await once(child, "exit"))[0]).toBe(2);
  expect(said).toBe('There is no command "wroker". There are: serve, worker.\n');
});
