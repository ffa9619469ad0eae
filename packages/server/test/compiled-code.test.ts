import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, it } from "vitest";
import { startReferenceServer } from "./processes/reference-server.js";

const built = resolve(import.meta.dirname, "../dist");
// Beside the packages: the native libraries are no part of the bundle.
const copy = resolve(import.meta.dirname, `../node_modules/.cache/acme/compiled-${process.pid}`);
const compiled = join(copy, "program/.compiled");
const folder = mkdtempSync(join(tmpdir(), "compiled-code-"));
afterAll(() => {
  for (const path of [copy, folder]) rmSync(path, { recursive: true, force: true });
});

it("compiled code is kept by a server, and not by a command, which has compiled less", async () => {
  cpSync(built, copy, { recursive: true, filter: (path) => !path.endsWith(".compiled") });
  const program = join(copy, "main.js");
  await promisify(execFile)(process.execPath, [program, "--help"]);
  expect(existsSync(compiled)).toBe(false);
  const { child } = await startReferenceServer({
    program,
    settings: { DATABASE_URL: `sqlite:${join(folder, "auth.db")}` },
    awaited: { event: "listening", times: 1 },
  });
  await expect.poll(() => existsSync(compiled) && readdirSync(compiled).length).toBeGreaterThan(5);
  child.kill("SIGKILL");
});
