import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { installCommand } from "./tasks/pack.mjs";
import { manifestFaultsIn } from "./tasks/packed-manifest.mjs";
import { readManifest } from "./read-manifest.js";

const ROOM = join(import.meta.dirname, "../packages/kysely");
const root = mkdtempSync(join(tmpdir(), "auth-manifest-test-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let made = 0;

const MANIFEST = readManifest(ROOM, "object");
const README = readFileSync(join(ROOM, "README.md"), "utf8");

interface Fault {
  readonly manifest?: object;
  readonly readme?: string | null;
  readonly license?: boolean;
}

/** Writes an unpacked package: that of the storage, with a fault. Null leaves a file out. */
function faultsOf({ manifest = {}, readme = README, license = true }: Fault = {}) {
  const folder = join(root, String(made++));
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ ...MANIFEST, ...manifest }));
  if (readme !== null) writeFileSync(join(folder, "README.md"), readme);
  if (license) writeFileSync(join(folder, "LICENSE"), "MIT License");
  return manifestFaultsIn(folder);
}

describe("the manifest and the README of a package", () => {
  it("are accepted when nothing is missing", () => {
    expect(faultsOf()).toEqual([]);
  });

  it.each([
    [{ license: "Apache-2.0" }, "package.json lacks license, as the workspace: MIT"],
    [{ keywords: ["auth"] }, "package.json lacks three keywords"],
    [{ sideEffects: undefined }, "package.json lacks sideEffects"],
    [{ engines: { node: ">=18" } }, "package.json lacks engines.node, as the workspace: >=20.19.0"],
    [{ homepage: undefined }, "package.json lacks homepage: packages/kysely#readme"],
    [
      { repository: { type: "git", url: "git+https://example.com/other.git" } },
      "package.json lacks repository.directory: packages/kysely",
    ],
    [{ bugs: { url: "https://example.com" } }, /^package.json lacks bugs.url, as the workspace/],
    [{ description: "" }, "package.json lacks description"],
    [{ peerDependencies: { react: "19" } }, /^peer react: .* has none$/],
    [{ peerDependencies: { kysely: "^0.28.17 || ^0.99.0" } }, /no version of \^0.99.0 is tested/],
    [
      { peerDependencies: { kysely: "^0.28.17" } },
      /^peer kysely: 0\.29.* is tested and not allowed/,
    ],
  ])("are refused with %j", (manifest, fault) => {
    expect(faultsOf({ manifest })).toContainEqual(
      typeof fault === "string" ? fault : expect.stringMatching(fault),
    );
  });

  it.each([
    ["# @acme/auth-kysely", "# Storage", "README.md lacks the name as its title"],
    ["Postgres and SQLite storage", "Storage\n", "README.md lacks what it is, below the title"],
    [/^npm install .*$/gm, "", "README.md lacks the line that installs it"],
    [/^```ts$/gm, "```text", "README.md lacks the smallest use that works"],
    [/docs\/guide/g, "docs", "README.md lacks a link to the guide"],
  ])("are refused when %s is %j in the README", (text, replacement, fault) => {
    expect(faultsOf({ readme: README.replace(text, replacement) })).toContain(fault);
  });

  it("are refused without a README or a licence", () => {
    expect(faultsOf({ readme: null })).toEqual(["README.md is missing"]);
    expect(faultsOf({ license: false })).toEqual(["LICENSE is missing"]);
  });
});

it("the command that installs what is packed names its folder, whatever it is called", async () => {
  const shelf = join(root, "my 'packages'; $(touch pwned)");
  mkdirSync(shelf);
  for (const name of ["one.tgz", "two.tgz"]) writeFileSync(join(shelf, name), "");
  const script = `npm() { printf '%s\\n' "$@"; }\n${await installCommand(shelf)}`;
  const printed = execFileSync("sh", ["-c", script], { cwd: root, encoding: "utf8" });
  expect(printed).toBe(`install\n${shelf}/one.tgz\n${shelf}/two.tgz\n`);
});
