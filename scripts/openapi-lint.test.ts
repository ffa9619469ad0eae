import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { sample } from "@acme/auth-testing/sampling";
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

const FAULTS = [
  {
    what: "a warning of the recommended rules with its place and its rule",
    from: '"description": "Signing in with a mailed link."',
    to: '"x-none": ""',
    report: /#\/tags\/\d+\/description: .*\(tag-description\)$/,
  },
  {
    what: "an example that its schema does not allow",
    from: '"code": "UNAUTHORIZED"',
    to: '"code": "NO_CODE_OF_OURS"',
    report: /\(no-invalid-media-type-examples\)/,
  },
];
it.each(sample(FAULTS, 2))("reports $what", async ({ from, to, report }) => {
  expect(await lintChanged(from, to)).toMatch(report);
});
