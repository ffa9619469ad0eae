import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { SECRET } from "../service.js";
import { openGateway } from "./gateway.js";
import { startReferenceServer } from "./reference-server.js";

const RUNNER = createRequire(import.meta.url).resolve("@playwright/test/cli");

/** Each of its tests, and all of them: for what hangs. */
const TEST_MS = 120_000;
const patience = { timeout: 5 * TEST_MS };

/** What the runner of Playwright says and ends with. */
const runPlaywright = (
  output: string,
  env: NodeJS.ProcessEnv,
): Promise<readonly [unknown, string]> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [
        "--conditions=@acme/source",
        RUNNER,
        "test",
        "--reporter=line",
        "--workers=1",
        `--timeout=${TEST_MS}`,
        `--output=${output}`,
      ],
      {
        cwd: join(import.meta.dirname, "playwright"),
        env: { ...process.env, NODE_OPTIONS: "--conditions=@acme/source", ...env },
      },
      (fault, out, err) => resolve([fault?.code ?? 0, `${out}${err}`]),
    );
  });

it(
  "Playwright's own runner signs in, reads a mail and registers a passkey with the fixtures",
  patience,
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "playwright-"));
    const database = join(folder, "auth.db");
    const gateway = await openGateway();
    const server = await startReferenceServer({
      SERVICE_AUTH_URL: gateway.url,
      DATABASE_URL: `sqlite:${database}`,
      PAGES: "on",
      WORKER: "off",
    });
    gateway.leadTo(server.url);
    const settings = {
      SERVICE_URL: gateway.url,
      DATABASE: database,
      SECRET,
      OUTPUT: join(folder, "results"),
    };
    const [code, said] = await runPlaywright(join(folder, "results"), settings);
    expect(said).toContain("5 passed");
    expect(code).toBe(0);
    await server.stop();
    await gateway.stop();
    await rm(folder, { recursive: true });
  },
);
