import { describe, expect, it } from "vitest";
import { after, DAY, HOUR, MINUTE, SECOND } from "../../kernel/duration.js";
import { definePolicy } from "../../kernel/policy.js";
import { expiryOf, isFresh, isTouchDue } from "./lifetimes.js";

const policy = definePolicy();
const start = new Date("2026-03-01T12:00:00.000Z");
const at = (offset: number): Date => after(start, offset);

describe("a session expires", () => {
  it.each([
    { when: "a week after it began, unused", seen: 0, expires: 7 * DAY },
    { when: "a week after its last use", seen: 20 * DAY, expires: 27 * DAY },
    {
      when: "at its absolute limit, just reached by the idle one",
      seen: 23 * DAY,
      expires: 30 * DAY,
    },
    { when: "at its absolute limit, a millisecond past it", seen: 23 * DAY + 1, expires: 30 * DAY },
    { when: "at its absolute limit, used to the end", seen: 30 * DAY - 1, expires: 30 * DAY },
  ])("$when", ({ seen, expires }) => {
    expect(
      expiryOf({ authenticatedAt: start, lastSeenAt: at(seen), remembered: true }, policy),
    ).toEqual(at(expires));
  });

  it.each([0, HOUR, 23 * HOUR])(
    "a day after it began when it is not remembered, last used %i ms in",
    (seen) => {
      expect(
        expiryOf({ authenticatedAt: start, lastSeenAt: at(seen), remembered: false }, policy),
      ).toEqual(at(24 * HOUR));
    },
  );

  it("by the application's own limits", () => {
    const strict = definePolicy({ sessionIdle: 15 * MINUTE, sessionAbsolute: HOUR });
    expect(
      expiryOf({ authenticatedAt: start, lastSeenAt: at(MINUTE), remembered: true }, strict),
    ).toEqual(at(16 * MINUTE));
    expect(
      expiryOf({ authenticatedAt: start, lastSeenAt: at(50 * MINUTE), remembered: true }, strict),
    ).toEqual(at(HOUR));
    expect(
      expiryOf({ authenticatedAt: start, lastSeenAt: start, remembered: false }, strict),
    ).toEqual(at(HOUR));
  });
});

describe("a session is fresh", () => {
  it.each([
    [0, true],
    [24 * HOUR - 1, true],
    [24 * HOUR, false],
    [24 * HOUR + 1, false],
  ])("%i ms after its authentication: %s", (age, fresh) => {
    expect(isFresh({ authenticatedAt: start }, policy, at(age))).toBe(fresh);
  });

  it("for as short as the application says", () => {
    const strict = definePolicy({ sessionFreshness: SECOND });
    expect([999, 1_000].map((age) => isFresh({ authenticatedAt: start }, strict, at(age)))).toEqual(
      [true, false],
    );
  });

  it("by its authentication, not by its use", () => {
    const used = { authenticatedAt: start, lastSeenAt: at(25 * HOUR) };
    expect(isFresh(used, policy, at(25 * HOUR))).toBe(false);
  });
});

describe("a use is written down", () => {
  it.each([
    [0, true, false],
    [HOUR - 1, true, false],
    [HOUR, true, true],
    [HOUR, false, false],
    [23 * HOUR, false, false],
  ])("%i ms after the last one, remembered %s: %s", (pause, remembered, due) => {
    expect(isTouchDue({ lastSeenAt: start, remembered }, policy, at(pause))).toBe(due);
  });
});
