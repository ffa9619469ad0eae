import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, it } from "vitest";

const PACKAGE = resolve(import.meta.dirname, "..");
const TSC = createRequire(import.meta.url).resolve("typescript/bin/tsc");
const folder = mkdtempSync(join(tmpdir(), "declarations-"));
afterAll(() => rmSync(folder, { recursive: true }));

it("no declaration names a type of better-sqlite3, whose types an application need not have", () => {
  execFileSync(process.execPath, [TSC, "-p", "declarations.json", "--outDir", folder], {
    cwd: PACKAGE,
  });
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".d.ts"),
  );
  expect(files).toContain("sqlite.d.ts");
  const imports = files.filter((name) =>
    /(?:from|import\()\s*"better-sqlite3"/.test(readFileSync(join(folder, name), "utf8")),
  );
  expect(imports).toEqual([]);
}, 60_000);
