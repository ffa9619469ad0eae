import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished, describe, expect, it } from "vitest";
import { run, ROOT } from "./tasks/command.mjs";

interface TestFile {
  readonly name: string;
  readonly startTime: number;
  readonly endTime: number;
  readonly message?: string;
  readonly assertionResults: readonly {
    readonly status: string;
    readonly fullName: string;
    readonly failureMessages?: readonly string[];
  }[];
}

const FILE = join(ROOT, "packages/server/test/start.test.ts");

/** What the summary prints when the browser suite reported these files and everything else passed. */
async function summarize(browser: readonly TestFile[], codes: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), "summary-"));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const passed = { name: FILE, startTime: 0, endTime: 1_000, assertionResults: [test("passed")] };
  const write = (file: string, content: unknown) => {
    writeFileSync(join(folder, file), JSON.stringify(content));
  };
  write("tests.json", { testResults: [passed] });
  write("full.json", { testResults: [passed] });
  write("browser.json", { testResults: browser });
  write("checks.json", [{ name: "sizes", passed: true, seconds: 1 }]);
  const { code, output } = await run(process.execPath, ["scripts/summary.mjs", folder, ...codes], {
    quiet: true,
  });
  return { code, lines: output.trim().split("\n") };
}

const test = (status: string, message?: string) => ({
  status,
  fullName: "starting says where it listens",
  ...(message === undefined ? {} : { failureMessages: [message] }),
});

const fileOf = (...assertionResults: TestFile["assertionResults"]): TestFile => ({
  name: FILE,
  startTime: 0,
  endTime: 1_000,
  assertionResults,
});

describe("the last words of a run of everything", () => {
  it("counts what passed and ends with one plain line", async () => {
    const { code, lines } = await summarize([fileOf(test("passed"))], ["0", "0", "0", "0", "0"]);
    expect(code).toBe(0);
    expect(lines.at(-1)).toBe("5 passed, 0 failed");
  });

  it("names each test that failed, with where it stands and how its error begins", async () => {
    const failed = test("failed", "Error: port taken\n    at listen (net.js:1:1)");
    const { code, lines } = await summarize(
      [fileOf(test("passed"), failed)],
      ["0", "0", "0", "1", "0"],
    );
    expect(code).toBe(1);
    expect(lines.at(-1)).toBe("5 passed, 1 failed");
    expect(lines.at(-2)).toBe(
      "      browser: server: packages/server/test/start.test.ts: starting says where it listens: Error: port taken",
    );
  });

  it("counts a skipped test, and a file that could not be loaded, as failed", async () => {
    const broken = { ...fileOf(), message: "Cannot find module" };
    const { lines } = await summarize([fileOf(test("skipped")), broken], ["0", "0", "0", "1", "0"]);
    expect(lines.at(-1)).toBe("4 passed, 2 failed");
    expect(lines.at(-2)).toContain("packages/server/test/start.test.ts: Cannot find module");
  });

  it("counts a step that fails without a failure of its own", async () => {
    const { code, lines } = await summarize([fileOf(test("passed"))], ["0", "0", "0", "124", "0"]);
    expect(code).toBe(1);
    expect(lines.join("\n")).toContain("browser: ended with code 124 and no failure named");
  });
});
