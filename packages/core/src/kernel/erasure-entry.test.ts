import { expect, it } from "vitest";
import { formErasureEntry, keyIdOf, parseErasureEntry } from "./erasure-entry.js";

const [KEY, HASH] = ["k_y-0123", "h".repeat(43)];

it("an entry is the id of a key, a dot and a hash, and tells which key it was made with", () => {
  const entry = formErasureEntry(KEY, HASH);
  expect(entry).toBe(`${KEY}.${HASH}`);
  expect(parseErasureEntry(entry)).toBe(entry);
  expect(keyIdOf(entry)).toBe(KEY);
});

it.each([
  "",
  `${KEY}${HASH}`,
  `${KEY}.${HASH.slice(1)}`,
  `${KEY}.${HASH}h`,
  `x${KEY}.${HASH}`,
  `${KEY.slice(1)}.${HASH}`,
  `${KEY}.${HASH}\n`,
  `${KEY}.${"+".repeat(43)}`,
])("%j is no entry", (text) => {
  expect(parseErasureEntry(text)).toBeNull();
});

it("no entry is made of what has not its form", () => {
  expect(() => formErasureEntry("short", HASH)).toThrow(
    new RangeError("this is no entry of a ledger of erasures"),
  );
});
