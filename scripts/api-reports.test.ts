import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { reportApi } from "./tasks/api-reports.mjs";

const folder = mkdtempSync(join(tmpdir(), "auth-api-report-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The first case reads and types a whole tree: half a minute where two cores have other work too. */
const WHOLE_TREE = { timeout: 120_000 };

/** Compares the reports of a package that is built of these declarations. It has none in `docs/api`. */
function compare(declarations: Readonly<Record<string, string>>) {
  const exports = Object.fromEntries(
    Object.keys(declarations).map((entry) => [
      entry === "index" ? "." : `./${entry}`,
      { types: `./dist/${entry}.d.ts` },
    ]),
  );
  mkdirSync(join(folder, "dist"), { recursive: true });
  for (const [entry, text] of Object.entries(declarations))
    writeFileSync(join(folder, "dist", `${entry}.d.ts`), text);
  const manifest = { name: "@acme/auth-planted", version: "1.0.0", publishConfig: { exports } };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  writeFileSync(
    join(folder, "declarations.json"),
    JSON.stringify({
      compilerOptions: {
        module: "esnext",
        moduleResolution: "bundler",
        types: [],
        lib: ["es2022"],
      },
      include: ["dist/*.d.ts"],
    }),
  );
  return reportApi(folder, { write: false });
}

const NOTE = "interface Note { readonly text: string }\n";
const NOTES = "export declare function addNote(text: string): Note;\n";

describe("the report of what a package exports", () => {
  it("refuses a type that an exported declaration names and no entry point exports", async () => {
    const problem = await compare({ index: `${NOTE}${NOTES}export {};` });
    expect(problem).toContain("An application cannot name these types.");
    expect(problem?.split("\n").at(-1)).toBe("Note");
  });

  it("takes a type that another entry point of the package exports", WHOLE_TREE, async () => {
    const problem = await compare({
      index: `export ${NOTE}`,
      notes: `import type { Note } from "./index.js";\n${NOTES}`,
    });
    expect(problem).not.toContain("cannot name");
  });

  it("refuses a public interface that differs from the report", async () => {
    expect(await compare({ index: `export ${NOTE}${NOTES}` })).toBe(
      "The public interface has changed. If that is meant: npm run generate api\ndocs/api/planted.api.md",
    );
  });
});
