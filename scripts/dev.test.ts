import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { portOf } from "@acme/auth-testing/port-of";
import { afterEach, expect, it, vi } from "vitest";
import { copyCheckout } from "./proofs/copy-checkout.mjs";
import { descendantsOf, isAlive } from "./processes.js";

const WAITS = { timeout: 30_000, interval: 50 };

let started: ChildProcess | null = null;
afterEach(() => {
  started?.kill("SIGKILL");
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, "listening");
  const port = portOf(server);
  server.close();
  return port;
}

const textOf = async (url: string): Promise<string> => (await fetch(url)).text();

it("npm run dev restarts the server and reloads the page when a source changes, and ends without leaving a process", async () => {
  const checkout = copyCheckout();
  const [servicePort, pagePort] = [await freePort(), await freePort()];
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, ["-e", START], {
    cwd: checkout,
    env: {
      PATH,
      HOME,
      SERVICE_AUTH_SECRET: "Qm6lT0mZ3vS8yL2eXc9uRk5wBn1hJd4gFp7oAi0tMzE=",
      SERVICE_AUTH_URL: `http://localhost:${servicePort}`,
      APP_URL: `http://localhost:${pagePort}`,
      PORT: String(servicePort),
      DATABASE_URL: "sqlite::memory:",
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  started = child;
  let log = "";
  child.stderr.on("data", (chunk: Buffer) => (log += chunk.toString()));
  const timesListening = () => log.split('"event":"listening"').length - 1;
  const edit = (file: string, from: string, to: string) => {
    const path = join(checkout, file);
    const text = readFileSync(path, "utf8");
    expect(text).toContain(from);
    writeFileSync(path, text.replace(from, to));
  };

  await vi.waitFor(() => expect(timesListening()).toBe(1), WAITS);
  edit(
    "packages/server/src/starting/serve.ts",
    'logger.info("listening"',
    'logger.info("listening", { restarted: true }); logger.info("listening"',
  );
  await vi.waitFor(() => expect(log).toContain('"restarted":true'), WAITS);

  edit("packages/server/src/starting/serve.ts", "restarted: true", "restarted: true,,");
  await vi.waitFor(() => expect(log).toContain("serve.ts"), WAITS);
  expect((await fetch(`http://localhost:${servicePort}/healthz`)).status).toBe(200);
  edit("packages/server/src/starting/serve.ts", "restarted: true,,", "again: true");
  await vi.waitFor(() => expect(log).toContain('"again":true'), WAITS);

  const page = `http://localhost:${pagePort}/src/main.ts`;
  await vi.waitFor(async () => expect(await textOf(page)).not.toContain("planted"), WAITS);
  edit("examples/web/src/main.ts", "import ", "console.log('planted');\nimport ");
  await vi.waitFor(async () => expect(await textOf(page)).toContain("planted"), WAITS);

  const processes = descendantsOf(child.pid!);
  expect(processes.length).toBeGreaterThan(1);
  child.kill("SIGTERM");
  await once(child, "close");
  expect(processes.filter(isAlive)).toEqual([]);
}, 120_000);

/** The task itself: the dependencies of a copy are linked, not installed. */
const START =
  'import("./scripts/tasks/dev.mjs").then(({ dev }) => dev()).then((code) => process.exit(code));';
