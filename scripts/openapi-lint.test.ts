import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, it } from "vitest";
import { lintOpenapi } from "./tasks/openapi-lint.mjs";

const folder = mkdtempSync(join(tmpdir(), "openapi-lint-"));
afterAll(() => rmSync(folder, { recursive: true }));

const written = readFileSync(resolve(import.meta.dirname, "../docs/openapi.json"), "utf8");

async function lintChanged(from: string, to: string): Promise<string | null> {
  expect(written).toContain(from);
  const path = join(folder, "openapi.json");
  writeFileSync(path, written.replace(from, to));
  return lintOpenapi(path);
}

it("finds nothing in the document of the surface", async () => {
  expect(await lintOpenapi(resolve(import.meta.dirname, "../docs/openapi.json"))).toBeNull();
});

it("reports a warning of the recommended rules with its place and its rule", async () => {
  const found = await lintChanged(
    '"description": "Signing in with a mailed link."',
    '"x-none": ""',
  );
  expect(found).toMatch(/#\/tags\/\d+\/description: .*\(tag-description\)$/);
});

it("reports an example that its schema does not allow", async () => {
  const found = await lintChanged('"code": "UNAUTHORIZED"', '"code": "NO_CODE_OF_OURS"');
  expect(found).toContain("(no-invalid-media-type-examples)");
});
