import { POLICY } from "@acme/auth-core";
import { describe, expect, it } from "vitest";
import { DEFAULT_TIMEOUTS, defineTimeouts } from "./timeouts.js";

describe("timeouts", () => {
  it("let go of a mail before the worker's lease on it ends", () => {
    expect(DEFAULT_TIMEOUTS.delivery).toBeLessThan(POLICY.workerLease.value);
    expect(DEFAULT_TIMEOUTS.connect + DEFAULT_TIMEOUTS.silence).toBeLessThan(
      DEFAULT_TIMEOUTS.delivery,
    );
  });

  it("are the defaults except those that were chosen", () => {
    expect(defineTimeouts({ silence: 1 })).toEqual({ ...DEFAULT_TIMEOUTS, silence: 1 });
  });

  it.each([0, -1, 1.5, NaN, Infinity, "20"])("cannot be %s", (value) => {
    expect(() => defineTimeouts({ connect: value as number })).toThrow(
      new RangeError("timeouts.connect must be a whole number of milliseconds, at least 1"),
    );
  });
});
