import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { ejectPages } from "../../src/commands/eject-pages.js";
import { call } from "./called.js";

const FILES = { "layout.ts": "layout\n", "sign-in.ts": "sign-in\n", "sign-out.ts": "sign-out\n" };

const folder = mkdtempSync(join(tmpdir(), "eject-pages-"));
afterAll(() => rmSync(folder, { recursive: true }));

const run = (NAMES?: string, options: Readonly<Record<string, boolean>> = {}) =>
  ejectPages({ values: { DIR: folder, NAMES }, options }, () => FILES);

it("pages are copied by name, and compared with those of the package", async () => {
  const { json, text } = await run("signIn,layout");
  expect(json).toMatchObject({ written: ["sign-in.ts", "layout.ts"], kept: [] });
  expect(text).toMatchObject([
    { verbatim: `Wrote 2 files to ${folder}.` },
    { verbatim: "Use them:" },
    {},
  ]);
  expect(JSON.stringify(text)).toContain("templates: { signIn }");
  expect(readFileSync(join(folder, "sign-in.ts"), "utf8")).toBe(FILES["sign-in.ts"]);
  expect(existsSync(join(folder, "sign-out.ts"))).toBe(false);
  expect((await run("signIn", { diff: true })).json).toMatchObject({
    changes: [{ path: "sign-in.ts", you: "same", package: "same" }],
  });
});

it("a name that there is not, or two things at once, are misuse", async () => {
  const misused = { name: "CommandFailure", exitCode: 2 };
  await expect(run("sigIn")).rejects.toMatchObject(misused);
  await expect(run(undefined, { diff: true, force: true })).rejects.toMatchObject({
    ...misused,
    message: "Give one of --diff, --accept and --force.",
  });
  expect(await call({}, "eject", "pages")).toMatchObject({
    code: 2,
    err: "Usage: auth-server eject pages DIR [NAMES] [--force] [--diff] [--accept]\n",
  });
});
