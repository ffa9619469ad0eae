import { spawn } from "node:child_process";
import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { exitCodeOf } from "@acme/auth-testing/exit-code-of";
import { expect, it, vi } from "vitest";
import { copyCheckout } from "./proofs/copy-checkout.mjs";

const ROOT = join(import.meta.dirname, "..");
const WAITS = { timeout: 300_000, interval: 100 };

it("the first start installs what the server needs and nothing else, and what is run next the rest", async () => {
  const checkout = copyCheckout({ linked: false });
  symlinkSync(join(ROOT, ".tools"), join(checkout, ".tools"));
  const has = (path: string) => existsSync(join(checkout, path));
  const run = (...words: readonly string[]) => {
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME, PORT: "0", DATABASE_URL: "sqlite::memory:" };
    const child = spawn("npm", words, { cwd: checkout, env, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
    return { child, ended: exitCodeOf(child), output: () => output };
  };

  const first = run("start");
  await vi.waitFor(() => expect(first.output()).toContain('"event":"listening"'), WAITS);
  first.child.kill("SIGTERM");
  await first.ended;
  expect(first.output()).toMatch(
    /^Installing what .* minute, .* SQLite .*: it is compiled then …$/m,
  );
  for (const needless of ["vitest", "eslint", "typescript", "oidc-provider"])
    expect(has(`node_modules/${needless}`), needless).toBe(false);
  for (const room of ["packages/benchmarks", "packages/testing", "examples/web"])
    expect(has(`${room}/node_modules`), room).toBe(false);

  const second = run("start");
  await vi.waitFor(() => expect(second.output()).toContain('"event":"listening"'), WAITS);
  second.child.kill("SIGTERM");
  await second.ended;
  expect(second.output()).not.toContain("Installing");

  const tests = run("test", "--", "packages/core/src/kernel/duration");
  expect(await tests.ended).toBe(0);
  expect(tests.output()).toContain("Installing dependencies …");
  expect(tests.output()).toContain("1 passed");
  expect(has("packages/testing/node_modules") && has("examples/web/node_modules")).toBe(true);

  const later = run("run", "auth-server", "--", "--version");
  expect(await later.ended).toBe(0);
  expect(later.output()).not.toContain("Installing");
  expect(has("node_modules/vitest")).toBe(true);
}, 600_000);

it("what the first start installs is the versions that the server is built and tested with", () => {
  const at = (folder: string) =>
    JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
      readonly dependencies: Readonly<Record<string, string>>;
      readonly devDependencies: Readonly<Record<string, string>>;
    };
  const { dependencies } = at(ROOT);
  const server = at(join(ROOT, "packages/server")).devDependencies;
  const shared = Object.entries(dependencies).filter(([name]) => Object.hasOwn(server, name));
  expect(shared.length).toBeGreaterThan(5);
  for (const [name, version] of shared) expect(server[name], name).toBe(version);
});
