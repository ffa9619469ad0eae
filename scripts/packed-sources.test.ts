import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { sourceFaultsIn } from "./tasks/packed-sources.mjs";

const root = mkdtempSync(join(tmpdir(), "auth-packed-test-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const WHOLE: Readonly<Record<string, string | null>> = {
  "dist/index.js": "",
  "dist/index.js.map": '{"sources":["../src/index.ts"]}',
  "dist/index.d.ts": "",
  "dist/index.d.ts.map": '{"sources":["../src/index.ts"]}',
  "src/index.ts": "",
};
let made = 0;

/** Writes an unpacked package; null leaves a file out. */
function faultsOf(changes: Readonly<Record<string, string | null>>): readonly string[] {
  const folder = join(root, String(made++));
  for (const [path, text] of Object.entries({ ...WHOLE, ...changes })) {
    if (text === null) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return sourceFaultsIn(folder);
}

describe("the sources in a package", () => {
  it("are all there when every map leads to a file of the package", () => {
    expect(faultsOf({})).toEqual([]);
  });

  it.each([
    [{ "dist/index.d.ts.map": null }, "dist/index.d.ts.map is missing"],
    [
      { "src/index.ts": null },
      "dist/index.d.ts.map leads to src/index.ts, which is not in the package",
    ],
    [
      { "dist/index.js.map": '{"sources":["../src/index.ts"],"sourcesContent":[""]}' },
      "dist/index.js.map repeats the sources",
    ],
    [{ "src/index.test.ts": "" }, "src/index.test.ts is a test"],
    [{ "dist/index.js": null, "dist/index.d.ts": null }, "dist is empty"],
  ])("are refused with %j", (changes, fault) => {
    expect(faultsOf(changes)).toContain(fault);
  });
});
