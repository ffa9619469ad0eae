import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { directoryFiles } from "./directory-files.js";

const root = mkdtempSync(join(tmpdir(), "directory-files-"));
afterAll(() => rmSync(root, { recursive: true }));

async function* text() {
  yield* ["kept"];
}

describe("a key of a file in a folder", () => {
  const files = directoryFiles(join(root, "exports"));

  it.each([
    "../outside",
    "a/b",
    "/etc/passwd",
    "..",
    ".hidden",
    "a\\b",
    "a\u0000b",
    "",
    "x".repeat(201),
  ])("is no path and hides nothing: %j", async (key) => {
    await expect(files.write(key, text())).rejects.toThrow(RangeError);
    await expect(files.read(key)).rejects.toThrow(RangeError);
    await expect(files.delete(key)).rejects.toThrow(RangeError);
    expect(existsSync(join(root, "outside.json.gz"))).toBe(false);
  });

  it("is made of letters, digits, dots and dashes", async () => {
    await files.write("request.attempt-1", text());
    expect(existsSync(join(root, "exports", "request.attempt-1.json.gz"))).toBe(true);
  });
});
