import { spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const PACKAGE = resolve(import.meta.dirname, "..");
const TSC = createRequire(import.meta.url).resolve("typescript/bin/tsc");
const folder = mkdtempSync(join(tmpdir(), "declarations-"));
afterAll(() => rmSync(folder, { recursive: true }));

const compile = (args: readonly string[], cwd: string) =>
  spawnSync(process.execPath, [TSC, ...args], { cwd, encoding: "utf8" });

beforeAll(() => {
  const { stdout } = compile(["-p", "declarations.json", "--outDir", folder], PACKAGE);
  expect(stdout).toBe("");
}, 60_000);

it("no declaration names a type of better-sqlite3, whose types an application need not have", () => {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".d.ts"),
  );
  expect(files).toContain("sqlite.d.ts");
  const imports = files.filter((name) =>
    /(?:from|import\()\s*"better-sqlite3"/.test(readFileSync(join(folder, name), "utf8")),
  );
  expect(imports).toEqual([]);
});

/** The types of core are not there: they take long to check, and name none of Kysely's. */
const APPLICATION = `
import { kyselyOf } from "./index.js";
import { type Expression, expressionBuilder, sql, type Transaction } from "kysely";

interface Tables {
  note: { id: string; text: string };
}
declare const tx: Parameters<typeof kyselyOf>[0];
const theirs: Transaction<Tables> = kyselyOf(tx).withTables<Tables>();
const wanted: Expression<string> = sql<string>\`lower(\${"A"})\`;
const row = expressionBuilder<Tables, "note">();
export const rows: Promise<{ text: string }[]> = theirs
  .selectFrom("note")
  .select("text")
  .where(row("id", "=", wanted))
  .execute();
export const raw: Promise<{ rows: { n: number }[] }> = sql<{ n: number }>\`select 1 as n\`.execute(kyselyOf(tx));
// @ts-expect-error -- the table has no such column
theirs.selectFrom("note").select("colour");
// @ts-expect-error -- there is no such table
theirs.selectFrom("notes");
`;

describe("kyselyOf", () => {
  it.each(["kysely-oldest", "kysely", "kysely-newest"])(
    "gives a transaction of the application's own Kysely: %s",
    (name) => {
      const installed = join(folder, "node_modules/kysely");
      mkdirSync(dirname(installed), { recursive: true });
      rmSync(installed, { force: true });
      symlinkSync(join(PACKAGE, "node_modules", name), installed);
      const config = {
        extends: join(PACKAGE, "../../tsconfig.base.json"),
        compilerOptions: { types: [] },
        files: ["application.ts"],
      };
      writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
      writeFileSync(join(folder, "application.ts"), APPLICATION);
      writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
      expect(compile(["-p", folder], folder).stdout).toBe("");
    },
    60_000,
  );
});
