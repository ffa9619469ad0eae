import { fileURLToPath } from "node:url";
import { ESLint } from "eslint";
import { expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** With the types of the sources of core alone, without those of its tests: reading all took most of the time. */
const SOURCES_ALONE = {
  projectService: false,
  project: "packages/core/tsconfig.pure.json",
  // In CI the parser would read the file that is there instead of what is planted.
  disallowAutomaticSingleRunInference: true,
};
const eslint = new ESLint({
  cwd: ROOT,
  overrideConfig: { languageOptions: { parserOptions: SOURCES_ALONE } },
});

/** The first case reads and types a whole tree: half a minute where two cores have other work too. */
const WHOLE_TREE = { timeout: 120_000 };
/** Planted in the place of a step, because the rules need its imports to resolve. */
const STEP = "packages/core/src/account/session/lock-caller.ts";
const IMPORTS = `
import { createSessionTouches } from "./touch-sessions.procedure.js";
import type { UserId } from "../../kernel/ids.js";
import type { Env, World } from "../../store/env.js";
import type { Store, Tx } from "../../store/store.js";
export type Named = [Env, World, Store, Tx, UserId, typeof createSessionTouches];
`;

const PLACE = "house/environment-in-its-place";

/** The rules about transactions; a step is no place for an environment besides. */
const rulesTrippedBy = async (source: string, path = STEP): Promise<readonly (string | null)[]> =>
  (await allTrippedBy(source, path)).filter((id) => id !== PLACE);

const allTrippedBy = async (source: string, path = STEP): Promise<readonly (string | null)[]> => {
  const [result] = await eslint.lintText(source, { filePath: `${ROOT}${path}` });
  return (result?.messages ?? [])
    .map(({ ruleId }) => ruleId)
    .filter((id) => id?.startsWith("house/"));
};

it.each([
  ["a transaction and the environment", "export const f = (tx: Tx, env: Env) => [tx, env];"],
  [
    "a transaction and a part of the environment that has the store",
    'export const f = (tx: Tx, env: Pick<Env, "store" | "clock">) => [tx, env];',
  ],
  [
    "some stores of a transaction and the environment",
    'export function f(tx: Pick<Tx, "users">, { store }: Env) { return [tx, store]; }',
  ],
  [
    "a transaction and the store",
    "export async function f(tx: Tx, store: Store) { return [tx, store]; }",
  ],
])("a function with %s is refused", WHOLE_TREE, async (_what, source) => {
  expect(await rulesTrippedBy(IMPORTS + source)).toEqual(["house/one-transaction"]);
});

it.each([
  [
    "a function that has a transaction",
    "export const f = (tx: Tx) => [tx, createSessionTouches];\nexport const g = (tx: Tx, run: typeof createSessionTouches) => [tx, run];",
  ],
])("naming a procedure in %s is no call of it", async (_what, source) => {
  expect(await rulesTrippedBy(IMPORTS + source)).toEqual([]);
});

it.each([
  [
    "a step",
    "export const f = (tx: Tx) => [tx, (createSessionTouches as (...all: unknown[]) => unknown)(tx)];",
    [],
  ],
  [
    "a step, by its name",
    "export const f = async (tx: Tx) => [tx, await createSessionTouches()];",
    ["house/no-procedure-in-transaction"],
  ],
  [
    "the work of a transaction",
    "export const f = (store: Store) => store.transaction(async (tx) => [tx, await Promise.all([1].map(() => createSessionTouches()))]);",
    ["house/no-procedure-in-transaction"],
  ],
])("a procedure called in %s", async (_what, source, rules) => {
  expect(await rulesTrippedBy(IMPORTS + source)).toEqual(rules);
});

it("a step with the world is fine, and a procedure is called outside the transaction", async () => {
  const source = `export const step = (tx: Tx, world: World, userId: UserId) => [tx, world, userId];
export const useCase = async ({ store }: Env) => [await createSessionTouches(), await store.transaction(async (tx) => tx.users)];`;
  expect(await rulesTrippedBy(IMPORTS + source)).toEqual([]);
});

const PROCEDURE = "packages/core/src/account/session/touch-sessions.procedure.ts";
const PROCEDURE_IMPORTS = `
import type { Env } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
export type Named = [Env, Tx];
`;

it.each([
  [
    "a local variable or a parameter",
    `export async function touch({ store }: Env, wants: (tx: Tx) => boolean) {
  const { isDue } = { isDue: (tx: Tx) => wants(tx) };
  return store.transaction(async (tx) => isDue(tx) && wants(tx));
}`,
    [],
  ],
  [
    "a helper that it keeps to itself",
    `const isDue = (tx: Tx) => tx !== undefined;
export const touch = ({ store }: Env) => store.transaction(async (tx) => isDue(tx));`,
    [],
  ],
  [
    "a helper that could open another",
    `const again = async ({ store }: Env): Promise<unknown> => store.transaction(async () => {});
export const touch = (env: Env): Promise<unknown> => env.store.transaction(async (tx) => [tx, await again(env)]);`,
    ["house/no-procedure-in-transaction"],
  ],
  [
    "what it exports",
    `export const touch = ({ store }: Env): Promise<unknown> => store.transaction(async (tx) => [tx, await again()]);
export async function again(): Promise<void> {}`,
    ["house/no-procedure-in-transaction"],
  ],
  [
    "what it exports by a list",
    `const touch = ({ store }: Env): Promise<unknown> => store.transaction(async (tx) => [tx, await again()]);
async function again(): Promise<void> {}
export { touch, again };`,
    ["house/no-procedure-in-transaction"],
  ],
])("a procedure that calls %s in its transaction", async (_what, source, rules) => {
  expect(await rulesTrippedBy(PROCEDURE_IMPORTS + source, PROCEDURE)).toEqual(rules);
});

it.each([
  ["the environment", "export const f = ({ store }: Env) => store;"],
  ["the store", "export async function f(store: Store) { return store; }"],
])("%s in a file that is neither a use case nor a procedure is refused", async (_what, source) => {
  expect(await allTrippedBy(IMPORTS + source)).toEqual([PLACE]);
});
