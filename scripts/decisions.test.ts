import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { decisionIndex } from "./decisions.mjs";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function records(texts: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "auth-decisions-"));
  folders.push(folder);
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text);
  return folder;
}

it("the index of the decisions names every record once, the newest first", () => {
  const folder = records({
    "0001-one.md": "# 0001 One thing\n\n**Decided.** Yes.\n",
    "0002-two.md": "# 0002 · Another thing\n",
    "README.md": "# Decisions\n",
  });
  expect(decisionIndex(folder, "Generated.")).toContain(
    "|---|---|\n| [0002](0002-two.md) | Another thing |\n| [0001](0001-one.md) | One thing |\n",
  );
});

it("a record without its number in the title is refused by name", () => {
  expect(() => decisionIndex(records({ "0003-three.md": "# Three\n" }), "")).toThrow(
    "docs/decisions/0003-three.md",
  );
});

it("every decision has a number of its own", () => {
  const files = readdirSync(join(import.meta.dirname, "../docs/decisions"));
  const numbers = files.map((file) => file.slice(0, 4)).filter((number) => /^\d+$/.test(number));
  expect(numbers.length).toBeGreaterThan(70);
  expect(new Set(numbers).size).toBe(numbers.length);
});
