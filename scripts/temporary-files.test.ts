import { execFileSync } from "node:child_process";
import { existsSync, rmSync, statSync } from "node:fs";
import { expect, it, onTestFinished } from "vitest";
import { withTemporaryFilesInMemory } from "./tasks/temporary-files.mjs";

const GIGABYTE = 1024 ** 3;
const ENV = { PATH: "/usr/bin" };
const PROGRAM = `
import { writeFileSync } from "node:fs";
import { withTemporaryFilesInMemory } from "${import.meta.dirname}/tasks/temporary-files.mjs";
const { TMPDIR } = withTemporaryFilesInMemory({}, () => ${64 * GIGABYTE});
writeFileSync(TMPDIR + "/left-behind", "");
console.log(TMPDIR);
`;

it("temporary files stay where they are when memory has no room for them, or is no file system", () => {
  const noFolder = () => {
    throw new Error("ENOENT");
  };
  expect(withTemporaryFilesInMemory(ENV, () => GIGABYTE)).toBe(ENV);
  expect(withTemporaryFilesInMemory(ENV, noFolder)).toBe(ENV);
});

it("temporary files stay where the environment says", () => {
  const env = { ...ENV, TMPDIR: "/var/tmp" };
  expect(withTemporaryFilesInMemory(env, () => 64 * GIGABYTE)).toBe(env);
});

it.runIf(existsSync("/dev/shm"))(
  "temporary files in memory are in a folder of the run, open to other users as that of all temporary files, and go with it",
  () => {
    const program = ["--input-type=module", "--eval", PROGRAM];
    const folder = execFileSync(process.execPath, program, { encoding: "utf8" }).trim();
    expect(folder).toMatch(/^\/dev\/shm\/auth-tests-\w+$/);
    expect(existsSync(folder)).toBe(false);
    const { TMPDIR = "" } = withTemporaryFilesInMemory(ENV, () => 64 * GIGABYTE);
    onTestFinished(() => rmSync(TMPDIR, { recursive: true }));
    expect(statSync(TMPDIR).mode & 0o7777).toBe(0o1777);
  },
);
