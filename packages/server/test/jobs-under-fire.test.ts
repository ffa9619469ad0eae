import { IS_PROOF } from "@acme/auth-testing/proof";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Harness, type HarnessOptions, openHarness } from "./end-of-account/harness.js";
import { readRowCounts } from "./end-of-account/row-counts.js";
import {
  ASKING,
  CALLING_OFF,
  DELETING,
  EXPIRING,
  PRODUCING,
  REPLAYING,
  type Scenario,
  WANTING,
} from "./end-of-account/scenarios.js";
import { bundleProgram } from "./processes/bundle-program.js";
import { type Fault, MOMENTS } from "./processes/faults.js";

const EVERYTHING = [ASKING, CALLING_OFF, DELETING, REPLAYING, WANTING, PRODUCING, EXPIRING];

const HARNESSES: readonly (Omit<HarnessOptions, "bundle"> & {
  readonly scenarios: readonly Scenario[];
})[] = [
  { database: "sqlite", files: "database", scenarios: EVERYTHING },
  { database: "postgres", files: "database", scenarios: EVERYTHING },
  { database: "sqlite", files: "directory", scenarios: [PRODUCING, EXPIRING] },
];

/**
 * Every step, before it and in the middle of it. After it is before the next one, except for what
 * the outside sees of it.
 */
const faultsOf = (steps: readonly string[]): readonly Fault[] =>
  steps.flatMap((name, index) =>
    MOMENTS.filter(
      (moment) =>
        moment !== "after" ||
        /^commit|^mailer|^sampleModule|^ledger|^files\.(write|delete)/.test(name),
    ).map((moment) => ({
      step: index + 1,
      moment,
    })),
  );

/** That many of them, spread over the whole. */
const spread = <T>(all: readonly T[], count: number): readonly T[] =>
  Array.from(
    { length: count },
    (_, index) => all[Math.floor(((index + 0.5) * all.length) / count)]!,
  );

/** A few of them: half just after something that others see, half anywhere. */
function chooseFew(all: readonly Fault[], count: number): readonly Fault[] {
  const seen = Math.ceil(count / 2);
  return [
    ...spread(
      all.filter(({ moment }) => moment === "after"),
      seen,
    ),
    ...spread(
      all.filter(({ moment }) => moment !== "after"),
      count - seen,
    ),
  ];
}

describe.each(HARNESSES)(
  "a process is killed, on $database with files in a $files, while",
  ({ scenarios, ...options }) => {
    let harness: Harness;
    beforeAll(async () => {
      harness = await openHarness({ ...options, bundle: await bundleProgram("account-worker") });
    });
    afterAll(() => harness.close());

    /** The steps of the operation when nobody is killed. */
    async function rehearse({ operation, prepare, finish }: Scenario): Promise<readonly string[]> {
      const caller = await prepare(harness);
      const { steps } = await harness.live(operation, caller);
      await finish(harness, caller);
      return steps;
    }

    async function killAt(
      fault: Fault,
      { operation, prepare, whole, finish }: Scenario,
    ): Promise<void> {
      const caller = await prepare(harness);
      await harness.die(operation, caller, fault);
      const left = await readRowCounts(harness.store, caller);
      expect(whole.map((state) => ({ ...left, ...state }))).toContainEqual(left);
      await finish(harness, caller);
    }

    const named = scenarios.map((scenario) => [scenario.name, scenario] as const);
    it.each(named)(
      "%s: nothing is half done, nothing happens twice, and another ends it",
      { timeout: 900_000 },
      async (_name, scenario) => {
        const steps = await rehearse(scenario);
        const all = faultsOf(steps);
        for (const fault of IS_PROOF ? all : chooseFew(all, scenario.quick)) {
          await killAt(fault, scenario).catch((cause: unknown) => {
            throw new Error(`killed ${fault.moment} step ${fault.step}, ${steps[fault.step - 1]}`, {
              cause,
            });
          });
        }
      },
    );
  },
);
