import { execFile } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startReferenceServer } from "./processes/reference-server.js";

const built = resolve(import.meta.dirname, "../dist");
// Beside the packages: the native libraries are no part of the bundle.
const copy = resolve(import.meta.dirname, `../node_modules/.cache/acme/compiled-${process.pid}`);
const compiled = join(copy, "program/.compiled");
const program = join(copy, "main.js");
const folder = mkdtempSync(join(tmpdir(), "compiled-code-"));
afterAll(() => {
  for (const path of [copy, folder]) rmSync(path, { recursive: true, force: true });
});

beforeAll(() =>
  cpSync(built, copy, { recursive: true, filter: (path) => !path.endsWith(".compiled") }),
);

it("compiled code is kept by a server, and not by a command, which has compiled less", async () => {
  await promisify(execFile)(process.execPath, [program, "--help"]);
  expect(existsSync(compiled)).toBe(false);
  const { child } = await startReferenceServer({
    program,
    settings: { DATABASE_URL: `sqlite:${join(folder, "auth.db")}` },
    awaited: { event: "listening", times: 1 },
  });
  await expect.poll(() => existsSync(compiled) && readdirSync(compiled).length).toBeGreaterThan(5);
  expect(statSync(compiled).mode & 0o777).toBe(0o700);
  child.kill("SIGKILL");
});

it.each([1, 2])(
  "compiled code that others may have written is ignored, and a start of %i processes says it once",
  async (processes) => {
    const warningsOfStart = async () => {
      const server = await startReferenceServer({
        program,
        settings: {
          DATABASE_URL: `sqlite:${join(folder, `${processes}.db`)}`,
          WEB_CONCURRENCY: String(processes),
        },
        awaited: { event: "listening", times: processes },
      });
      await server.stop();
      return server.lines.filter(({ event }) => event === "compiled_code_ignored");
    };
    expect(await warningsOfStart()).toEqual([]);
    chmodSync(compiled, 0o777);
    const said = await warningsOfStart();
    expect(said).toMatchObject([{ level: "warn", path: compiled }]);
    expect(said[0]!["problem"]).toContain(`rm -r '${compiled}'`);
    chmodSync(compiled, 0o700);
  },
);
