import { describe, expect, it } from "vitest";
import { HOUR, MINUTE, SECOND } from "../../kernel/duration.js";
import { definePolicy } from "../../kernel/policy.js";
import { delayAfter } from "./failure-delay.js";

describe("the delay after so many failures in a row", () => {
  it.each([
    [0, 0],
    [1, 0],
    [4, 0],
    [5, SECOND],
    [6, 2 * SECOND],
    [7, 4 * SECOND],
    [8, 8 * SECOND],
    [9, 16 * SECOND],
    [10, 32 * SECOND],
    [11, 64 * SECOND],
    [12, 128 * SECOND],
    [13, 256 * SECOND],
    [14, 512 * SECOND],
    [15, 15 * MINUTE],
    [16, 15 * MINUTE],
    [1_000, 15 * MINUTE],
    [1_000_000, 15 * MINUTE],
  ])("%i is %i ms", (failures, delay) => {
    expect(delayAfter(failures, definePolicy())).toBe(delay);
  });

  it("is the application's own within its bounds", () => {
    const strict = definePolicy({
      passwordFailuresBeforeDelay: 1,
      passwordFirstDelay: MINUTE,
      passwordMaxDelay: HOUR,
    });
    expect([0, 1, 2, 3, 7, 8].map((failures) => delayAfter(failures, strict))).toEqual([
      0,
      MINUTE,
      2 * MINUTE,
      4 * MINUTE,
      HOUR,
      HOUR,
    ]);
  });
});
