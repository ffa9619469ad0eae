import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { transformSync } from "esbuild";
import { describe, expect, it } from "vitest";
import { loadPlantedRemovals, plantRemoval } from "./planted-removals/index.mjs";

const ROOT = join(import.meta.dirname, "..");
const textOf = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const requirements = textOf("docs/security-requirements.md");

const removals = (await loadPlantedRemovals()).flatMap(([group, entries]) =>
  entries.map((entry) => ({ group, ...entry })),
);

describe("the planted removals", () => {
  it.each(removals)("$row: $what", ({ row, file, find, replace, test }) => {
    expect(requirements).toContain(`\n| ${row} |`);
    expect(existsSync(join(ROOT, test))).toBe(true);
    expect(replace).not.toBe(find);
    const without = plantRemoval(textOf(file), { find, replace });
    if (without === null) expect.fail(`${file} has it not exactly once: ${find}`);
    expect(() => transformSync(without, { loader: "ts" })).not.toThrow();
  });

  it("are named once each", () => {
    const names = removals.map(({ row, what }) => `${row}: ${what}`);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});
