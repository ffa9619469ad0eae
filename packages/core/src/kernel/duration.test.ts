import { describe, expect, it } from "vitest";
import {
  after,
  DAY,
  earlier,
  HOUR,
  isPast,
  later,
  MINUTE,
  SECOND,
  wholeUnits,
} from "./duration.js";

const noon = new Date("2026-02-28T12:00:00.000Z");

describe("durations", () => {
  it("are milliseconds", () => {
    expect([SECOND, MINUTE, HOUR, DAY]).toEqual([1_000, 60_000, 3_600_000, 86_400_000]);
  });

  it("count days of 24 hours, across the end of a month", () => {
    expect(after(noon, DAY).toISOString()).toBe("2026-03-01T12:00:00.000Z");
    expect(after(noon, -1).toISOString()).toBe("2026-02-28T11:59:59.999Z");
  });

  it("leave the instant they start from alone", () => {
    after(noon, HOUR);
    expect(noon.toISOString()).toBe("2026-02-28T12:00:00.000Z");
  });
});

describe("of two instants", () => {
  it("the earlier and the later are the same whichever comes first", () => {
    const next = after(noon, 1);
    for (const [one, other] of [
      [noon, next],
      [next, noon],
    ] as const) {
      expect(earlier(one, other)).toBe(noon);
      expect(later(one, other)).toBe(next);
    }
  });

  it("that are equal, the first is returned", () => {
    const same = after(noon, 0);
    expect(earlier(noon, same)).toBe(noon);
    expect(later(noon, same)).toBe(noon);
  });
});

describe("an instant is past", () => {
  it.each([
    [-1, false],
    [0, true],
    [1, true],
  ])("%i ms after it: %s", (offset, past) => {
    expect(isPast(noon, after(noon, offset))).toBe(past);
  });
});

describe("whole minutes of a duration", () => {
  it.each([
    [10 * MINUTE, 10],
    [10 * MINUTE - 1, 9],
    [100 * SECOND, 1],
    [59 * SECOND, 1],
    [1, 1],
    [DAY, 1_440],
  ])("of %i ms are %i: never more than there are, and never none", (milliseconds, minutes) => {
    expect(wholeUnits(milliseconds, MINUTE)).toBe(minutes);
  });
});
