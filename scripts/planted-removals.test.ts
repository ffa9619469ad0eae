import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sample } from "@acme/auth-testing/sampling";
import { transform } from "esbuild";
import { describe, expect, it } from "vitest";
import { loadPlantedRemovals, plantRemoval } from "./planted-removals/index.mjs";
import { hasTitle } from "./planted-titles.mjs";

const ROOT = join(import.meta.dirname, "..");
const textOf = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const requirements = textOf("docs/security-requirements.md");

const removals = (await loadPlantedRemovals()).flatMap(([group, entries]) =>
  entries.map((entry) => ({ group, ...entry })),
);

describe("the planted removals", () => {
  it.concurrent.each(sample(removals, 6))(
    "$row: $what",
    async ({ row, file, find, replace, test, name }) => {
      expect(requirements).toContain(`\n| ${row} |`);
      expect(existsSync(join(ROOT, test))).toBe(true);
      if (name !== undefined && !hasTitle(ROOT, test, name))
        expect.fail(`${test} has no test of that title: ${name}`);
      expect(replace).not.toBe(find);
      const without = plantRemoval(textOf(file), { find, replace });
      if (without === null) expect.fail(`${file} has it not exactly once: ${find}`);
      await transform(without, { loader: "ts" });
    },
  );

  it("are named once each", () => {
    const names = removals.map(({ row, what }) => `${row}: ${what}`);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});

describe("a title that a removal names", () => {
  const file = "packages/server/test/config.test.ts";

  it.each([
    "needs nothing but a secret and a URL",
    "starts in production",
    "accepts and refuses values of DELETION_GRACE_DAYS",
    "misspelt as SERVICE_AUTH_URI are problems",
  ])("is that of a test, or a part of it: %s", (title) => {
    expect(hasTitle(ROOT, file, title)).toBe(true);
  });

  it("may be that of a contract which the file runs", () => {
    expect(
      hasTitle(ROOT, "packages/kysely/test/store.test.ts", "a link is dead at the instant"),
    ).toBe(true);
  });

  it.each([
    "needs nothing but a secret and a database",
    "accepts and refuses values of DELETION_GRACE_YEARS",
    "accepts and refuses texts of DELETION_GRACE_DAYS",
  ])("is missed when no test has it: %s", (title) => {
    expect(hasTitle(ROOT, file, title)).toBe(false);
  });
});
