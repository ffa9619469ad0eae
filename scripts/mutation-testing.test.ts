import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { ACCEPTED } from "./proofs/mutation/accepted.mjs";
import { hasLinesInOrder, keptFindings } from "./proofs/mutation/findings.mjs";
import type { Verdict } from "./proofs/mutation/shapes.js";
import { shorten } from "./proofs/mutation/report.mjs";
import { workOff } from "./proofs/mutation/workers.mjs";

const ROOT = join(import.meta.dirname, "..");
const linesOf = (path: string): readonly string[] =>
  readFileSync(join(ROOT, path), "utf8")
    .split("\n")
    .map((line) => line.trim());

/** What stands in the source; of long code only its beginning is told. */
const originalOf = (change: string): string =>
  change.slice(0, change.lastIndexOf(" → ")).replace(/…$/, "");

describe("a change of the sources that no test needs to notice", () => {
  it.each(ACCEPTED)("can still be made: $file, $change", ({ file, line, change }) => {
    const lines = linesOf(file);
    expect(lines).toContain(line);
    const rest = lines.slice(lines.indexOf(line)).join(" ").replaceAll(/\s+/g, " ");
    expect(rest.indexOf(originalOf(change))).toBeLessThan(line.length);
    expect(rest).toContain(originalOf(change));
  });

  it("has a reason, and is named once", () => {
    expect(ACCEPTED.filter(({ why }) => !/^[A-Z].*\.$/.test(why))).toEqual([]);
    const names = ACCEPTED.map(({ file, line, change }) => `${file} ${line} ${change}`);
    expect(names).toEqual([...new Set(names)]);
  });
});

it("long code is told by its beginning, on one line", () => {
  expect(shorten("{\n  a;\n}")).toBe("{ a; }");
  expect(shorten("x".repeat(101))).toBe(`${"x".repeat(99)}…`);
});

describe("a test file", () => {
  const earlier = 'import { it } from "vitest";\n\nit("a", a);\nit("b", b);\n';

  it("still notices what it noticed when tests came to it", () => {
    const later =
      'import {\n  describe,\n  it,\n} from "vitest";\n\nit("a", a);\nit("c", c);\nit("b", b);\n';
    expect(hasLinesInOrder(later, earlier)).toBe(true);
  });

  it.each([
    ["lost a line", 'it("a", a);\n'],
    ["changed one", 'it("a", a);\nit("b", c);\n'],
    ["put them in another order", 'it("b", b);\nit("a", a);\n'],
  ])("is asked again when it has %s", (_what, later) => {
    expect(hasLinesInOrder(later, earlier)).toBe(false);
  });
});

describe("what is known of a change", () => {
  const mutant = (replacement: string) => ({
    id: "1",
    file: "a.ts",
    line: 1,
    original: "1",
    replacement,
    range: [10, 11] as const,
  });
  function open() {
    const root = mkdtempSync(join(tmpdir(), "findings-"));
    onTestFinished(() => rmSync(root, { recursive: true }));
    for (const file of ["a.ts", "a.test.ts", "b.test.ts"]) writeFileSync(join(root, file), file);
    const load = () => keptFindings({ path: join(root, "findings.json"), root });
    const kept = load();
    kept.keep(mutant("2"), { status: "Killed", by: kept.versionOf("a.test.ts"), met: [] });
    const met = [kept.versionOf("a.test.ts"), kept.markOf({ file: "b.test.ts", reload: true })];
    kept.keep(mutant("3"), { status: "Survived", met });
    kept.save();
    return { root, load, met };
  }

  it("is known to the next run", () => {
    const { load, met } = open();
    expect(load().find(mutant("2"))).toMatchObject({ status: "Killed", met: [] });
    expect(load().find(mutant("3"))).toEqual({ status: "Survived", met });
    expect(load().find(mutant("4"))).toBeUndefined();
  });

  it("is forgotten when the source, or the test that noticed it, is another", () => {
    const { root, load } = open();
    writeFileSync(join(root, "a.test.ts"), "another");
    expect(load().find(mutant("2"))).toBeUndefined();
    expect(load().find(mutant("3"))).toMatchObject({ status: "Survived" });
    writeFileSync(join(root, "a.ts"), "another");
    expect(load().find(mutant("3"))).toBeUndefined();
  });
});

it("a worker says that a test notices a change when the test fails with it, whatever it throws", async () => {
  const checkout = mkdtempSync(join(tmpdir(), "worker-"));
  onTestFinished(() => rmSync(checkout, { recursive: true }));
  for (const path of ["scripts/proofs/mutation", "vitest.mutation.config.ts"])
    cpSync(join(ROOT, path), join(checkout, path), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(checkout, "node_modules"));
  writeFileSync(
    join(checkout, "a.test.js"),
    `import { it } from "vitest";
it("a", () => {
  const { activeMutant } = globalThis.__stryker__;
  if (activeMutant === "error") throw new Error("a");
  if (activeMutant === "of no errors") throw new AggregateError([]);
});
`,
  );
  const files = [{ file: "a.test.js", tests: ["a"], reload: false }];
  const jobs = ["error", "of no errors", "nothing"].map((id) => ({ id, hitLimit: 1, files }));
  const statuses = new Map<string, string>();
  await workOff({
    checkout,
    kind: "judge",
    jobs,
    onLine: ({ id, status }: Verdict) => void statuses.set(id, status),
  });
  expect(Object.fromEntries(statuses)).toEqual({
    error: "Killed",
    "of no errors": "Killed",
    nothing: "Survived",
  });
});
