import { expect, it } from "vitest";
import { toolsLeftOut } from "./tools-left-out.js";

const FILES = [
  "scripts/c.test.ts",
  "scripts/a.test.ts",
  "scripts/b.test.ts",
  "scripts/d.test.ts",
  "scripts/e.test.ts",
  "scripts/f.test.ts",
];
const leftOut = (seed: number, words: readonly string[] = []) =>
  toolsLeftOut(FILES, words, { extent: "sample", seed });

it("five consecutive seeds take the tests of each tool once", () => {
  const taken = [7, 8, 9, 10, 11].flatMap((seed) =>
    FILES.filter((file) => !leftOut(seed).includes(file)),
  );
  expect(taken.toSorted()).toEqual(FILES.toSorted());
});

it("none is left out of a run of all tests, or of one that names what it wants", () => {
  expect(toolsLeftOut(FILES, [], { extent: "all", seed: 7 })).toEqual([]);
  expect(leftOut(7, ["a"])).toEqual([]);
});
