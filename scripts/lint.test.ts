import { fileURLToPath } from "node:url";
import { ESLint } from "eslint";
import ts from "typescript-eslint";
import { expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

// Without types: the planted sources are on no disk, and the bans need none.
const untyped = new ESLint({
  cwd: ROOT,
  overrideConfig: {
    languageOptions: { parserOptions: { projectService: false } },
    rules: ts.configs.disableTypeChecked.rules ?? {},
  },
});
const typed = new ESLint({
  cwd: ROOT,
  overrideConfig: {
    languageOptions: {
      parserOptions: {
        projectService: false,
        project: "packages/core/tsconfig.pure.json",
        // In CI the parser would read the file that is there instead of what is planted.
        disallowAutomaticSingleRunInference: true,
      },
    },
  },
});

/**
 * Lines of sources, each with the rule that refuses it in a comment; those without one are allowed.
 */
const BANS: Readonly<Record<string, string>> = {
  "packages/core/src/account/session/session.ts": `
export const t1 = Date.now(); // no-restricted-syntax
export const t2 = new Date(); // no-restricted-syntax
export const t3 = Date(); // no-restricted-syntax
export const t4 = performance.now(); // no-restricted-syntax
export const t5 = new Date(5);
export const r1 = Math.random(); // no-restricted-syntax
export const r2 = crypto.randomUUID(); // no-restricted-globals
export const r3 = globalThis.crypto.randomUUID(); // no-restricted-syntax
export { randomUUID } from "node:crypto"; // no-restricted-imports
export const port = process.env.PORT; // no-restricted-syntax
export const q = [sql.raw("1"), sql.lit("1"), sql.id("1")]; // no-restricted-syntax
export default 1; // no-restricted-syntax
export enum Role { Owner } // no-restricted-syntax
export namespace Roles { export const owner = 1; } // @typescript-eslint/no-namespace no-restricted-syntax
export const x = { ...{ a: 1, b: 2 }, c: 3 }; // no-restricted-syntax
export const id = (text: string) => text as never; // no-restricted-syntax
export const y: any = 1; // @typescript-eslint/no-explicit-any
import { User } from "./user.js"; // @typescript-eslint/consistent-type-imports
export type Two = User[];
export const f = (a: 1, b: 1, c: 1, d: 1, e: 1) => [a, b, c, d, e]; // max-params
export function long() { // max-lines-per-function${"\nvoid 0;".repeat(120)}}`,
  "packages/kysely/src/stores/sessions.ts": `
export const q = sql.raw("1"); // no-restricted-syntax
export const waits = (name: string) => name === "postgres"; // no-restricted-syntax
export const engine = (engine: { dialect: string }) => engine.dialect; // no-restricted-syntax
export const id = (text: string) => text as never; // no-restricted-syntax`,
  "packages/kysely/src/migrations/0001-initial.ts": `
export const q = sql.raw("1");`,
  "packages/core/src/sign-in/passkey/passkey.ts": `
export const i1 = (tx: Tx, session: Session) => tx.sessions.insert(session); // no-restricted-syntax
export const i2 = ({ sessions }: Tx, session: Session) => sessions.insert(session); // no-restricted-syntax
export const r1 = ({ sessions }: Tx, { id, tokenHash }: Session) => sessions.renew(id, tokenHash); // no-restricted-syntax
export const i3 = (tx: Tx, session: Session) => tx.passkeys.insert(session);`,
  "packages/core/src/account/session/open-session.ts": `
export const i1 = (tx: Tx, session: Session) => tx.sessions.insert(session);
export const r1 = (tx: Tx, { id, tokenHash }: Session) => tx.sessions.renew(id, tokenHash);`,
  "packages/core/src/account/session/renew-token.ts": `
export const i1 = (tx: Tx, session: Session) => tx.sessions.insert(session); // no-restricted-syntax
export const r1 = (tx: Tx, { id, tokenHash }: Session) => tx.sessions.renew(id, tokenHash);`,
  "packages/server/src/sample/billing/billing.ts": `
export const i1 = (tx: Tx, session: Session) => tx.sessions.insert(session); // no-restricted-syntax`,
  "packages/core/src/platform/node-random.ts": `
export { randomUUID } from "node:crypto";
export const now = () => [new Date(), Math.random()];`,
  "packages/server/src/main.ts": `
export const port = process.env.PORT;
export const q = sql.lit("1"); // no-restricted-syntax
export const id = (text: string) => text as never; // no-restricted-syntax`,
  "packages/core/src/account/session/session.test.ts": `
export const t = Date.now();
it.skip("waits", () => {}); // no-restricted-syntax
describe.skipIf(true)("waits", () => {}); // no-restricted-syntax
it.concurrent.only("runs alone", () => {}); // no-restricted-syntax
it.todo("comes later"); // no-restricted-syntax
it("leaves", (context) => context.skip()); // no-restricted-syntax`,
  "packages/testing/src/store-contract.ts": `
it.skip("waits", () => {}); // no-restricted-syntax`,
  "packages/core/tsup.config.ts": `
export default {};`,
};

const STEP = `
import { createSessionTouches } from "./touch-sessions.procedure.js";
import type { Env, World } from "../../store/env.js";
import type { Store, Tx } from "../../store/store.js";
import type { TxWith } from "../../store/feature-stores.js";
export type Named = [Env, World, Store, Tx, TxWith<object>, typeof createSessionTouches];`;
const TWO = "house/environment-in-its-place house/one-transaction";

/** The same for the rules about transactions, in the place of a step and of a procedure. */
const TRANSACTIONS: Readonly<Record<string, string>> = {
  "packages/core/src/account/session/lock-caller.ts": `${STEP}
export const f1 = (tx: Tx, env: Env) => [tx, env]; // ${TWO}
export const f2 = (tx: Tx, env: Pick<Env, "store" | "clock">) => [tx, env]; // ${TWO}
export function f3(tx: Pick<Tx, "users">, { store }: Env) { return [tx, store]; } // ${TWO}
export const f4 = (tx: Tx, store: Store) => [tx, store]; // ${TWO}
export const f5 = (tx: Tx, world: World) => [tx, world, createSessionTouches];
export const f6 = ({ store }: Env) => store; // house/environment-in-its-place
export const f7 = (tx: Tx) => [tx, createSessionTouches()]; // house/no-procedure-in-transaction
export const f8 = [createSessionTouches()];
export const f9 = (tx: TxWith<{ a: 1 }>, env: Env) => [tx, env]; // ${TWO}`,
  "packages/core/src/account/session/touch-sessions.procedure.ts": `
import type { Env } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
const isDue = (tx: Tx) => tx !== undefined;
const again = ({ store }: Env) => store;
export function exported(): void {}
function listed(): void {}
export const touch = (env: Env, wants: (tx: Tx) => boolean) => env.store.transaction(async (tx) => [
  isDue(tx), wants(tx),
  again(env), // house/no-procedure-in-transaction
  exported(), // house/no-procedure-in-transaction
  [1].map(() => listed()), // house/no-procedure-in-transaction
]);
export { listed };`,
};

async function expectRefusals(
  [path, source]: readonly [string, string],
  eslint: ESLint,
  isAsked = /./,
) {
  const [result] = await eslint.lintText(source, { filePath: `${ROOT}${path}` });
  const found = source.split("\n").map((text, index) => {
    const rules = (result?.messages ?? [])
      .filter(({ line }) => line === index + 1)
      .map(({ ruleId, message }) => ruleId ?? message)
      .filter((rule) => isAsked.test(rule));
    const refused = [...new Set(rules)].toSorted().join(" ");
    return `${text.replace(/ \/\/ .*/, "")}${refused && ` // ${refused}`}`;
  });
  expect(found.join("\n")).toBe(source);
}

it.each(Object.entries(BANS))("the linter refuses what is banned in %s", (...file) =>
  expectRefusals(file, untyped),
);

it.each(Object.entries(TRANSACTIONS))(
  "the linter refuses a transaction within another in %s",
  (...file) => expectRefusals(file, typed, /^house/),
  120_000,
);

it.each([
  ["a tangle", `export const f = (n: number) => { ${"if (n) n++; ".repeat(12)}};`, "complexity"],
])("the linter refuses %s", async (_what, source, rule) => {
  const filePath = `${ROOT}packages/core/src/account/session/session.ts`;
  const [result] = await untyped.lintText(source, { filePath });
  expect(result?.messages.map(({ ruleId }) => ruleId)).toContain(rule);
});
