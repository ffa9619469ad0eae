import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { putSlowFilesFirst, SLOW_FILES } from "./slow-files-first.js";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

describe("the order of the test files", () => {
  it("begins with the slow ones, and leaves the others as they were", () => {
    const [slowest = "", second = ""] = SLOW_FILES;
    const files = ["b.test.ts", second, "a.test.ts", slowest];
    const sorted = putSlowFilesFirst(files, (path) => `/checkout/${path}`);
    expect(sorted).toEqual([slowest, second, "b.test.ts", "a.test.ts"]);
  });

  it("names files that exist, each once", () => {
    expect(SLOW_FILES.filter((path) => !existsSync(ROOT + path))).toEqual([]);
    expect(new Set(SLOW_FILES).size).toBe(SLOW_FILES.length);
  });
});
