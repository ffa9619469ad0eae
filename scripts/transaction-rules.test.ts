import { fileURLToPath } from "node:url";
import { ESLint } from "eslint";
import { expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const eslint = new ESLint({ cwd: ROOT });
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
const rulesTrippedBy = async (source: string): Promise<readonly (string | null)[]> =>
  (await allTrippedBy(source)).filter((id) => id !== PLACE);

const allTrippedBy = async (source: string): Promise<readonly (string | null)[]> => {
  const [result] = await eslint.lintText(IMPORTS + source, { filePath: `${ROOT}${STEP}` });
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
])("a function with %s is refused", async (_what, source) => {
  expect(await rulesTrippedBy(source)).toEqual(["house/one-transaction"]);
});

it.each([
  [
    "a function that has a transaction",
    "export const f = (tx: Tx) => [tx, createSessionTouches];\nexport const g = (tx: Tx, run: typeof createSessionTouches) => [tx, run];",
  ],
])("naming a procedure in %s is no call of it", async (_what, source) => {
  expect(await rulesTrippedBy(source)).toEqual([]);
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
  expect(await rulesTrippedBy(source)).toEqual(rules);
});

it("a step with the world is fine, and a procedure is called outside the transaction", async () => {
  const source = `export const step = (tx: Tx, world: World, userId: UserId) => [tx, world, userId];
export const useCase = async ({ store }: Env) => [await createSessionTouches(), await store.transaction(async (tx) => tx.users)];`;
  expect(await rulesTrippedBy(source)).toEqual([]);
});

it.each([
  ["the environment", "export const f = ({ store }: Env) => store;"],
  ["the store", "export async function f(store: Store) { return store; }"],
])("%s in a file that is neither a use case nor a procedure is refused", async (_what, source) => {
  expect(await allTrippedBy(source)).toEqual([PLACE]);
});
