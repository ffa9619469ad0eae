import { ROLES } from "@acme/auth-core";
import { IS_PROOF, repetitions } from "@acme/auth-testing/proof";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DATABASES } from "../service.js";
import { type Fixture, type Founded, openFixture } from "./fixture.js";
import { type Operation, type Outcome, type Person, REFUSALS } from "./operations.js";

/**
 * How many interleavings are tried on each database. The seed that a failed run prints repeats its
 * choices, though not its timing.
 */
const RUNS = repetitions({ usual: 60, proof: 1_000 });
const MS_PER_RUN = 1_000;
const PEOPLE = 6;
const ORGANIZATIONS = 2;

const index = (length: number) => fc.nat(length - 1);

/** Mostly those that can take an owner away. */
const DOINGS = [
  "leave",
  "leave",
  "remove",
  "remove",
  "changeRole",
  "changeRole",
  "changeRole",
  "transfer",
  "transfer",
  "invite",
  "invite",
  "accept",
  "accept",
  "delete",
] as const;

/** A operation before there are people and organizations, which are named by their numbers. */
const step = fc.record({
  do: fc.constantFrom(...DOINGS),
  by: index(PEOPLE),
  whom: index(PEOPLE),
  role: fc.constantFrom(...ROLES),
  organization: index(ORGANIZATIONS),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** What each person is in an organization beforehand; the first owns it where nobody else does. */
const founding = fc
  .array(
    fc.constantFrom("owner", "owner", "admin", "admin", "member", "invited", "invited", "nothing"),
    { minLength: PEOPLE, maxLength: PEOPLE },
  )
  .map((places) =>
    places.includes("owner") ? places : (["owner", ...places.slice(1)] as typeof places),
  );
type Founding = typeof founding extends fc.Arbitrary<infer F> ? F : never;

const plan = fc.record({
  foundings: fc.array(founding, { minLength: ORGANIZATIONS, maxLength: ORGANIZATIONS }),
  sequences: fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), {
    minLength: 2,
    maxLength: 10,
    size: "max",
  }),
});

function operationOf(
  { do: doing, ...step }: Step,
  people: readonly Person[],
  organizations: readonly Founded[],
): Operation {
  const [by, whom] = [people[step.by]!, people[step.whom]!];
  const organizationId = organizations[step.organization]!.id;
  if (doing === "leave" || doing === "delete" || doing === "accept")
    return { do: doing, by, organizationId };
  if (doing === "remove" || doing === "transfer") return { do: doing, by, whom, organizationId };
  return { do: doing, by, whom, organizationId, role: step.role };
}

describe.each(DATABASES)("organizations in a crowd, on %s", (database) => {
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await openFixture(database, PEOPLE);
  });
  afterAll(() => fixture.close());

  async function begin(places: Founding): Promise<Founded> {
    const whoIs = (place: Founding[number]) =>
      fixture.people.filter((_, at) => places[at] === place);
    const founded = await fixture.found(
      ROLES.flatMap((role) => whoIs(role).map((person) => [person, role] as const)),
    );
    const by = whoIs("owner")[0]!;
    const invites = whoIs("invited").map((whom): Operation => ({
      do: "invite",
      by,
      whom,
      role: "admin",
      organizationId: founded.id,
    }));
    expect(await fixture.atOnce(invites)).toEqual(invites.map(() => "DONE"));
    return founded;
  }

  it(
    `${RUNS} interleavings of leaving, removing, giving roles, transferring, inviting, accepting and deleting leave an owner and touch none from below`,
    { timeout: 60_000 + RUNS * 2 * MS_PER_RUN },
    async () => {
      const seen = new Map<string, number>();
      const note = (operation: Operation, outcome: Outcome) =>
        seen.set(`${operation.do} ${outcome}`, (seen.get(`${operation.do} ${outcome}`) ?? 0) + 1);
      const property = fc.asyncProperty(plan, async ({ foundings, sequences }) => {
        await fixture.clear();
        const organizations: Founded[] = [];
        for (const places of foundings) organizations.push(await begin(places));
        const operations = sequences.map((sequence) =>
          sequence.map((one) => operationOf(one, fixture.people, organizations)),
        );
        const outcomes = await fixture.act(operations);
        operations.forEach((sequence, at) =>
          sequence.forEach((operation, turn) => note(operation, outcomes[at]![turn]!)),
        );
        for (const organization of organizations)
          expect(await fixture.faultsOf(organization)).toEqual([]);
        await fixture.clear();
      });
      const started = performance.now();
      await fc.assert(property, {
        numRuns: RUNS,
        // Ended here rather than by the runner, which would not say what failed.
        interruptAfterTimeLimit: 30_000 + RUNS * MS_PER_RUN,
        markInterruptAsFailure: true,
      });

      const total = [...seen.values()].reduce((sum, count) => sum + count, 0);
      if (IS_PROOF)
        console.info(
          database,
          { runs: RUNS, operations: total, seconds: (performance.now() - started) / 1_000 },
          seen,
        );
      for (const doing of new Set(DOINGS))
        expect(seen.get(`${doing} DONE`), `${doing} was never done`).toBeGreaterThan(0);
      if (!IS_PROOF) return;
      const races = Object.entries(REFUSALS).filter(([doing]) => doing !== "create");
      for (const [doing, codes] of races)
        for (const code of codes.filter((one) => one !== "LIMIT_REACHED"))
          expect(seen.get(`${doing} ${code}`), `${doing} ${code}`).toBeGreaterThan(0);
    },
  );
});
