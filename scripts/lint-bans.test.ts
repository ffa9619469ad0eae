import { fileURLToPath } from "node:url";
import { ESLint } from "eslint";
import { describe, expect, it } from "vitest";
import ts from "typescript-eslint";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
// Without types: the planted files are on no disk, and the bans need none.
const { rules } = ts.configs.disableTypeChecked;
const eslint = new ESLint({
  cwd: ROOT,
  overrideConfig: {
    languageOptions: { parserOptions: { projectService: false } },
    rules: { ...rules },
  },
});

const FEATURE = "packages/core/src/account/session/session.ts";
const STORE = "packages/kysely/src/stores/sessions.ts";
const TEST = "packages/core/src/account/session/session.test.ts";
const functionOf = (lines: number) =>
  `export function open() {\n${"  void 0;\n".repeat(lines - 2)}}\n`;
/** Each line has five tokens; empty statements fill up. */
const fileOf = (tokens: number) => `${"void (0);\n".repeat(tokens / 5)}${";\n".repeat(tokens % 5)}`;
const closureOf = (functions: number) => {
  const within = Array.from(
    { length: functions },
    (_, n) => `  const f${n} = () => {\n    void 0;\n    void 0;\n  };\n  f${n}();\n`,
  );
  return `export function sessions() {\n${within.join("")}}\n`;
};

const TRIPPED: readonly (readonly [what: string, path: string, source: string, rule: string])[] = [
  ["Date.now", FEATURE, "export const t = Date.now();", "no-restricted-syntax"],
  ["new Date without arguments", FEATURE, "export const t = new Date();", "no-restricted-syntax"],
  ["Date without new", FEATURE, "export const t = Date();", "no-restricted-syntax"],
  ["performance.now", STORE, "export const t = performance.now();", "no-restricted-syntax"],
  [
    "Math.random",
    "packages/http/src/kernel/dispatch.ts",
    "export const r = Math.random();",
    "no-restricted-syntax",
  ],
  ["the global crypto", FEATURE, "export const id = crypto.randomUUID();", "no-restricted-globals"],
  [
    "crypto of globalThis",
    FEATURE,
    "export const id = globalThis.crypto.randomUUID();",
    "no-restricted-syntax",
  ],
  [
    "randomness of node:crypto",
    STORE,
    'import { randomUUID } from "node:crypto";\nexport const id = randomUUID();',
    "no-restricted-imports",
  ],
  [
    "process.env",
    "packages/express/src/mount.ts",
    "export const port = process.env.PORT;",
    "no-restricted-syntax",
  ],
  ["sql.raw", STORE, 'export const q = sql.raw("1");', "no-restricted-syntax"],
  [
    "a dialect's name in a store",
    STORE,
    'export const waits = (name: string) => name === "postgres";',
    "no-restricted-syntax",
  ],
  [
    "the dialect in a store",
    STORE,
    "export const waits = (engine: { dialect: string }) => engine.dialect;",
    "no-restricted-syntax",
  ],
  [
    "sql.lit",
    "packages/server/src/main.ts",
    'export const q = sql.lit("1");',
    "no-restricted-syntax",
  ],
  ["sql.id", STORE, 'export const q = sql.id("1");', "no-restricted-syntax"],
  ["a default export", FEATURE, "export default 1;", "no-restricted-syntax"],
  ["an enum", FEATURE, "export enum Role { Owner }", "no-restricted-syntax"],
  [
    "a namespace",
    FEATURE,
    "export namespace Roles { export const owner = 1; }",
    "no-restricted-syntax",
  ],
  [
    "a literal spread to pack lines",
    FEATURE,
    "export const x = { ...{ a: 1, b: 2 }, c: 3 };",
    "no-restricted-syntax",
  ],
  [
    "a cast to never",
    FEATURE,
    "export const id = (text: string) => text as never;",
    "no-restricted-syntax",
  ],
  [
    "a cast to never in a store",
    STORE,
    "export const id = (text: string) => text as never;",
    "no-restricted-syntax",
  ],
  [
    "a cast to never in the server",
    "packages/server/src/main.ts",
    "export const id = (text: string) => text as never;",
    "no-restricted-syntax",
  ],
  ["any", FEATURE, "export const x: any = 1;", "@typescript-eslint/no-explicit-any"],
  [
    "an import of a type as a value",
    FEATURE,
    'import { User } from "./user.js";\nexport type Two = User[];',
    "@typescript-eslint/consistent-type-imports",
  ],
  ["a skipped test", TEST, 'it.skip("waits", () => {});', "no-restricted-syntax"],
  ["a conditional test", TEST, 'describe.skipIf(true)("waits", () => {});', "no-restricted-syntax"],
  ["a lonely test", TEST, 'it.concurrent.only("runs alone", () => {});', "no-restricted-syntax"],
  ["a promised test", TEST, 'it.todo("comes later");', "no-restricted-syntax"],
  [
    "a test that leaves",
    TEST,
    'it("leaves", (context) => context.skip());',
    "no-restricted-syntax",
  ],
  [
    "a skipped test of the contract suite",
    "packages/testing/src/store-contract.ts",
    'it.skip("waits", () => {});',
    "no-restricted-syntax",
  ],
  [
    "four parameters",
    FEATURE,
    "export const f = (a: 1, b: 1, c: 1, d: 1) => [a, b, c, d];",
    "house/few-parameters",
  ],
  ["a long function", FEATURE, functionOf(61), "house/short-functions"],
  ["a closure longer than 120 lines", FEATURE, closureOf(24), "house/short-functions"],
  ["a file of 2,001 tokens", FEATURE, fileOf(2001), "house/small-files"],
  [
    "a tangle",
    FEATURE,
    `export const f = (n: number) => {\n${"  if (n) n++;\n".repeat(12)}  return n;\n};`,
    "complexity",
  ],
];

const ALLOWED: readonly (readonly [what: string, path: string, source: string])[] = [
  [
    "the time in platform",
    "packages/core/src/platform/system-time.ts",
    "export const now = () => new Date();",
  ],
  [
    "chance in platform",
    "packages/core/src/platform/node-random.ts",
    'import { randomBytes } from "node:crypto";\nexport const r = [randomBytes(1), Math.random()];',
  ],
  [
    "the environment in the server",
    "packages/server/src/main.ts",
    "export const port = process.env.PORT;",
  ],
  ["the time in a test", TEST, "export const t = Date.now();"],
  ["a date made of a number", FEATURE, "export const t = (ms: number) => new Date(ms);"],
  [
    "raw SQL in a migration",
    "packages/kysely/src/migrations/0001-initial.ts",
    'export const q = sql.raw("1");',
  ],
  [
    "tx, world and now beside three parameters",
    FEATURE,
    "export const f = (tx: 1, world: 1, a: 1, b: 1, c: 1, now: 1) => [tx, world, a, b, c, now];",
  ],
  ["a long file of few tokens", FEATURE, `${"// why\n".repeat(400)}${fileOf(2000)}`],
  ["a closure of a hundred lines, most of them in its functions", FEATURE, closureOf(20)],
  [
    "a default export where a tool asks for it",
    "packages/core/tsup.config.ts",
    "export default {};",
  ],
];

const rulesTripped = async (path: string, source: string) => {
  const [result] = await eslint.lintText(source, { filePath: `${ROOT}${path}` });
  return result?.messages.map(({ ruleId, message }) => ruleId ?? message) ?? ["not linted"];
};

describe("the linter", () => {
  it.each(TRIPPED)("refuses %s", async (...[, path, source, rule]) => {
    expect(await rulesTripped(path, source)).toContain(rule);
  });

  it.each(ALLOWED)("allows %s", async (...[, path, source]) => {
    expect(await rulesTripped(path, source)).toEqual([]);
  });
});
