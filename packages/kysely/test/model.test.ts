import type { Store } from "@acme/auth-core";
import { keysOf } from "@acme/auth-testing/keys-of";
import { repetitions } from "@acme/auth-testing/proof";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Database, openFile, openPooledPostgres, openPostgres } from "./databases.js";
import { everyOperation, type Operation, operation } from "./operations.js";

/** How many sequences are tried. */
const RUNS = repetitions({ usual: 150, proof: 2_000 });

/**
 * What came of a call: the engines agree on answers and on what they refuse, not on the words of a
 * refusal.
 */
type Outcome = { readonly answer: unknown } | "refused";

const outcomeOf = (work: () => Promise<unknown>): Promise<Outcome> =>
  work().then(
    (answer) => ({ answer }),
    () => "refused" as const,
  );

interface Step {
  readonly operations: readonly Operation[];
  readonly within: "nothing" | "a transaction that commits" | "a transaction that fails";
}

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      operations: fc.array(operation, { minLength: 1, maxLength: 1 }),
      within: fc.constant("nothing" as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      operations: fc.array(operation, { minLength: 1, maxLength: 5 }),
      within: fc.constantFrom("a transaction that commits", "a transaction that fails"),
    }),
  },
);

async function take(store: Store, { operations, within }: Step): Promise<readonly Outcome[]> {
  if (within === "nothing") return [await outcomeOf(() => operations[0]!.run(store))];
  const outcomes: Outcome[] = [];
  const transaction = await outcomeOf(() =>
    store.transaction(async (tx) => {
      outcomes.length = 0;
      for (const { run } of operations) outcomes.push({ answer: await run(tx) });
      if (within === "a transaction that fails") throw new Error("refused");
    }),
  );
  return [...outcomes, transaction];
}

/**
 * The ways to open a store over which the store contract does not run: each answers as the first
 * does.
 */
const WAYS = {
  "a SQLite file": openFile,
  "Postgres in a far time zone, with a pool of one": () =>
    openPostgres({ max: 1, options: "-c TimeZone=Asia/Kathmandu" }),
  "Postgres behind transaction pooling": openPooledPostgres,
} as const;

let databases: readonly Database[] = [];
beforeAll(async () => {
  databases = await Promise.all(Object.values(WAYS).map((open) => open()));
});
afterAll(() => Promise.all(databases.map(({ close }) => close())));

async function expectAlike(steps: readonly Step[]): Promise<void> {
  await Promise.all(databases.map(({ wipe }) => wipe()));
  for (const one of steps) {
    const outcomes = await Promise.all(databases.map(({ store }) => take(store, one)));
    for (const [index, way] of keysOf(WAYS).entries())
      expect(
        outcomes[index],
        `${way}: ${one.operations.map(({ label }) => label).join("; ")}`,
      ).toEqual(outcomes[0]);
  }
}

it.each(["nothing", "a transaction that commits", "a transaction that fails"] as const)(
  "every method answers alike however the database is opened, within %s",
  async (within) => {
    const rounds = fc.sample(everyOperation, { numRuns: 2, seed: 1 });
    await expectAlike(rounds.flat().map((one) => ({ operations: [one], within })));
  },
);

it(
  "SQLite and Postgres answer every sequence of calls alike",
  { timeout: 30_000 + RUNS * 500 },
  () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 60, size: "max" }), expectAlike),
      { numRuns: RUNS },
    ),
);
