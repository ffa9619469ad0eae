import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { exitCodeOf } from "@acme/auth-testing/exit-code-of";
import { parseJson } from "@acme/auth-testing/read-json";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bundleProgram } from "./processes/bundle-program.js";
import { SECRET } from "./service.js";

const folder = mkdtempSync(join(tmpdir(), "env-file-"));
let program: string;
beforeAll(async () => {
  program = await bundleProgram("../../src/main");
  writeFileSync(
    join(folder, ".env"),
    `SERVICE_AUTH_SECRET=${SECRET}\nSERVICE_AUTH_URL=http://localhost:4711\nAPP_NAME="Of the file"\nRP_NAME='Of the file'\n`,
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

async function call(cwd: string, env: Readonly<Record<string, string>> = {}) {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [program, "config", "--json"], {
    cwd,
    env: { PATH, HOME, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, err, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    exitCodeOf(child),
  ]);
  return { out, err, code };
}

it("auth-server reads .env of its folder, and what is set in the environment wins", async () => {
  const { out, err, code } = await call(folder, { APP_NAME: "Of the environment" });
  expect([code, err]).toEqual([0, ""]);
  const settings = out.slice(out.indexOf('"settings"'));
  expect(settings).toContain("http://localhost:4711");
  expect(settings).toMatch(/"APP_NAME","value":"Of the environment"/);
  expect(settings).toMatch(/"RP_NAME","value":"Of the file"/);
});

it("the configuration says of each value whether it stands in .env or in the environment", async () => {
  const { out } = await call(folder, { APP_NAME: "Of the environment", LOG_LEVEL: "warn" });
  const { settings } = parseJson(out, { settings: ["object"] });
  const sourceOf = (wanted: string) => settings.find(({ name }) => name === wanted)?.["source"];
  for (const name of ["SERVICE_AUTH_SECRET", "SERVICE_AUTH_URL", "RP_NAME"])
    expect(sourceOf(name), name).toBe(".env");
  for (const name of ["APP_NAME", "LOG_LEVEL"]) expect(sourceOf(name), name).toBe("environment");
  expect(sourceOf("PORT")).toBe("default");
});

it("auth-server needs no .env, and says so when it cannot read one", async () => {
  const other = join(folder, "other");
  mkdirSync(join(other, ".env"), { recursive: true });
  const unreadable = await call(other);
  expect(unreadable.code).toBe(1);
  expect(unreadable.err).toBe(".env cannot be read. Correct its permissions, or remove it.\n");
  rmSync(join(other, ".env"), { recursive: true });
  const absent = await call(other);
  expect(absent.err).not.toContain(".env");
  expect(absent.out).toContain("SERVICE_AUTH_SECRET is required");
});
