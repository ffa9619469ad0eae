import {
  appendFileSync,
  fstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it, vi } from "vitest";
import { type ErasureEntry, parseErasureEntry } from "../kernel/erasure-entry.js";
import { fileErasureLedger } from "./file-erasure-ledger.js";

const root = mkdtempSync(join(tmpdir(), "ledger-"));
afterAll(() => rmSync(root, { recursive: true }));
const entryOf = (number: number): ErasureEntry =>
  parseErasureEntry(`keyidkey.${String(number).padStart(43, "0")}`)!;

async function listed(path: string): Promise<readonly string[]> {
  const entries: string[] = [];
  for await (const entry of fileErasureLedger(path).list()) entries.push(entry);
  return entries;
}

it("a file that is not there is an empty ledger, and is not made by reading it", async () => {
  const path = join(root, "none", "ledger");
  expect(await listed(path)).toEqual([]);
  expect(() => statSync(path)).toThrow("ENOENT");
});

it("a file that cannot be read is no empty ledger", async () => {
  await expect(listed(root)).rejects.toThrow("EISDIR");
});

it("a new file and its folder are readable by this user alone", async () => {
  const path = join(root, "new", "ledger");
  await fileErasureLedger(path).append(entryOf(1));
  expect((statSync(path).mode & 0o777).toString(8)).toBe("600");
  expect((statSync(join(root, "new")).mode & 0o777).toString(8)).toBe("700");
});

it("entries of many writers at once each have a line", async () => {
  const path = join(root, "many");
  const numbers = Array.from({ length: 50 }, (_, number) => number);
  await Promise.all(numbers.map((number) => fileErasureLedger(path).append(entryOf(number))));
  expect((await listed(path)).toSorted()).toEqual(numbers.map(entryOf).toSorted());
});

it("an entry after an interrupted write has a line of its own", async () => {
  const path = join(root, "interrupted");
  appendFileSync(path, `${entryOf(1)}\n${entryOf(2).slice(0, 20)}`);
  await fileErasureLedger(path).append(entryOf(3));
  expect(readFileSync(path, "utf8")).toBe(
    `${entryOf(1)}\n${entryOf(2).slice(0, 20)}\n${entryOf(3)}\n`,
  );
  expect((await listed(path)).filter((line) => parseErasureEntry(line) !== null)).toEqual([
    entryOf(1),
    entryOf(3),
  ]);
});

/** What is synced: files and folders by their inodes. Each handle is closed afterwards. */
async function watchSyncs() {
  const probe = await open(root);
  const prototype = Object.getPrototypeOf(probe) as Pick<FileHandle, "sync">;
  await probe.close();
  const handles: FileHandle[] = [];
  const inodes: number[] = [];
  const { sync } = prototype;
  const spy = vi.spyOn(prototype, "sync").mockImplementation(function (this: FileHandle) {
    handles.push(this);
    inodes.push(fstatSync(this.fd).ino);
    return sync.call(this);
  });
  return { spy, handles, inodes };
}
const inodeOf = (...names: readonly string[]): number => statSync(join(root, ...names)).ino;

it("a new file is durable with every folder that was made for it", async () => {
  mkdirSync(join(root, "there"));
  const { spy, handles, inodes } = await watchSyncs();
  await fileErasureLedger(join(root, "there", "one", "two", "ledger")).append(entryOf(1));
  spy.mockRestore();
  const folders = [["there"], ["there", "one"], ["there", "one", "two"]];
  const file = ["there", "one", "two", "ledger"];
  expect(inodes.toSorted()).toEqual([...folders, file].map((one) => inodeOf(...one)).toSorted());
  expect(handles.map(({ fd }) => fd)).toEqual(handles.map(() => -1));
});

it("an entry is durable though another process has made the file and may not have synced its folder", async () => {
  mkdirSync(join(root, "shared"));
  appendFileSync(join(root, "shared", "ledger"), "");
  const { spy, inodes } = await watchSyncs();
  await fileErasureLedger(join(root, "shared", "ledger")).append(entryOf(1));
  spy.mockRestore();
  expect(inodes).toEqual([inodeOf("shared", "ledger"), inodeOf("shared")]);
});

it.each([0, 1, 2])("a disk that fails is told, and leaves nothing open", async (syncs) => {
  const { spy, handles } = await watchSyncs();
  const working = spy.getMockImplementation()!;
  spy.mockImplementation(async function (this: FileHandle) {
    await working.call(this);
    if (handles.length > syncs) throw new Error("the disk failed");
  });
  const appending = fileErasureLedger(join(root, `failing-${syncs}`, "ledger")).append(entryOf(1));
  await expect(appending).rejects.toThrow("the disk failed");
  spy.mockRestore();
  expect(handles.map(({ fd }) => fd)).toEqual(handles.map(() => -1));
});
