import type { Store } from "@acme/auth-core";
import { repetitions } from "@acme/auth-testing/proof";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Database, openFile, openPostgres } from "./databases.js";
import { type Operation, operation } from "./operations.js";

/** How many sequences are tried. */
const RUNS = repetitions({ usual: 10, proof: 2_000 });

/** What came of a call: the engines agree on answers and on what they refuse, not on the words of a refusal. */
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

let databases: readonly Database[] = [];
beforeAll(async () => void (databases = await Promise.all([openFile(), openPostgres({ max: 2 })])));
afterAll(() => Promise.all(databases.map(({ close }) => close())));

it(
  "SQLite and Postgres answer every sequence of calls alike",
  { timeout: 30_000 + RUNS * 500 },
  async () => {
    const [sqlite, postgres] = databases;
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 60, size: "max" }),
        async (steps) => {
          await Promise.all(databases.map(({ wipe }) => wipe()));
          for (const one of steps) {
            const [here, there] = await Promise.all([
              take(sqlite!.store, one),
              take(postgres!.store, one),
            ]);
            expect(here, one.operations.map(({ label }) => label).join("; ")).toEqual(there);
          }
        },
      ),
      { numRuns: RUNS },
    );
  },
);
