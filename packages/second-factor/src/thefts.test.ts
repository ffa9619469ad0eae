import { keysOf } from "@acme/auth-testing/keys-of";
import { repetitions } from "@acme/auth-testing/proof";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { STEPS } from "../test/thefts.js";
import { expectSound, newTrace, openTraces } from "../test/traces.js";

/** Ten thousand take minutes. */
const TRACES = repetitions({ usual: 1_000, proof: 10_000 });
/** A new database after so many, so that what is left of the others slows nothing. */
const PER_WORLD = 100;
/** The same traces each time. A failure prints the shortest that fails, which repeats it. */
const SEED = 20_260_101;

const some = fc.constantFrom(...keysOf(STEPS));
const steps = fc.array(some, { minLength: 8, maxLength: 16, size: "max" });

it(
  `${TRACES} traces of losses and thefts open no session without the proofs that it takes, and no way back before its time or after a veto`,
  { timeout: 1_200_000 },
  async () => {
    const seen = new Map<string, number>();
    let world = await openTraces();
    let traces = 0;
    const property = fc.asyncProperty(steps, async (names) => {
      if (++traces % PER_WORLD === 0) {
        await world.close();
        world = await openTraces();
      }
      const trace = await newTrace(world, `user${traces}`, seen);
      for (const name of ["the owner enrols", ...names]) {
        await STEPS[name]?.(trace);
        await expectSound(trace);
      }
      await world.store.users.delete(trace.id);
    });
    await fc.assert(property, { numRuns: TRACES, seed: SEED });
    await world.close();
    for (const outcome of [
      "start done",
      "start RECOVERY_VETOED",
      "complete done",
      "complete RECOVERY_NOT_DUE",
      "complete RECOVERY_NOT_PENDING",
      "complete INVALID_TWO_FACTOR_COOKIE",
      "ended by a proof",
      "vetoed by link",
      "vetoed in a session of the owner",
      "vetoed in a session of the thief",
      "thief disables INVALID_PASSWORD",
      "thief disables done",
      "changed the address",
      "thief withheld",
    ])
      expect(seen.get(outcome), `${outcome}, among ${[...seen.keys()].join(", ")}`).toBeGreaterThan(
        0,
      );
  },
);
