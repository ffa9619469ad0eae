import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { withTemporaryFilesInMemory } from "./tasks/temporary-files.mjs";

const GIGABYTE = 1024 ** 3;
const ENV = { PATH: "/usr/bin" };

/** Leaves a file behind, and says where. */
const programIn = (memory: string): string => `
import { writeFileSync } from "node:fs";
import { withTemporaryFilesInMemory } from "${import.meta.dirname}/tasks/temporary-files.mjs";
const { TMPDIR } = withTemporaryFilesInMemory({}, () => ${4 * GIGABYTE}, "${memory}");
writeFileSync(TMPDIR + "/left-behind", "");
console.log(TMPDIR);
`;

function newMemory(): string {
  const memory = mkdtempSync(join(tmpdir(), "memory-"));
  onTestFinished(() => rmSync(memory, { recursive: true }));
  return memory;
}

it("temporary files stay where they are when memory has no room for them, or is no file system", () => {
  const noFolder = () => {
    throw new Error("ENOENT");
  };
  expect(withTemporaryFilesInMemory(ENV, () => 4 * GIGABYTE - 1, newMemory())).toBe(ENV);
  expect(withTemporaryFilesInMemory(ENV, noFolder, newMemory())).toBe(ENV);
});

it("temporary files stay where the environment says", () => {
  const env = { ...ENV, TMPDIR: "/var/tmp" };
  expect(withTemporaryFilesInMemory(env, () => 4 * GIGABYTE, newMemory())).toBe(env);
});

it("temporary files in memory are in a folder that is open to all users as theirs is, and goes with the run", () => {
  const memory = newMemory();
  const { TMPDIR = "" } = withTemporaryFilesInMemory(ENV, () => 4 * GIGABYTE, memory);
  expect(dirname(TMPDIR)).toBe(memory);
  expect(statSync(TMPDIR).mode & 0o7777).toBe(0o1777);

  const program = ["--input-type=module", "--eval", programIn(memory)];
  const folder = execFileSync(process.execPath, program, { encoding: "utf8" }).trim();
  expect([dirname(folder), existsSync(folder)]).toEqual([memory, false]);
});
