import { keysOf, tableOf } from "@acme/auth-testing/keys-of";
import { describe, expect, it } from "vitest";
import { DAY, HOUR, MINUTE } from "./duration.js";
import {
  definePolicy,
  DELETION_BACKOFF,
  JOB_BACKOFF,
  MAIL_BACKOFF,
  MAX_EMAIL_INPUT,
  POLICY,
  type Policy,
} from "./policy.js";

/** The floors: no application can choose less. */
const FLOORS = {
  passwordMinLength: 8,
  passwordMaxLength: 64,
  argon2Memory: 19_456,
  argon2Passes: 2,
  argon2Lanes: 1,
  deletionGraceDays: 0,
  sessionIdle: 5 * MINUTE,
  sessionAbsolute: 5 * MINUTE,
  sessionUnremembered: 5 * MINUTE,
};

/** The ceilings: no application can choose more. */
const CEILINGS = {
  codeLifetime: 10 * MINUTE,
  codeTries: 5,
  wrongCodesPerClient: 10,
  wrongCodesPerAddress: 50,
  magicLinkLifetime: 10 * MINUTE,
  verificationLinkLifetime: 24 * HOUR,
  passwordResetLifetime: 30 * MINUTE,
  emailChangeLifetime: HOUR,
  invitationLifetime: 7 * DAY,
  passkeyChallengeLifetime: 5 * MINUTE,
  oauthStateLifetime: 10 * MINUTE,
  sessionIdle: 30 * DAY,
  sessionAbsolute: 30 * DAY,
  sessionUnremembered: 24 * HOUR,
  sessionFreshness: 24 * HOUR,
  passwordFailuresBeforeDelay: 5,
  passwordFailuresPerAddress: 100,
  passwordMaxLength: 256,
  exportLinkLifetime: 24 * HOUR,
};

const NAMES = keysOf(POLICY);

describe("the policy", () => {
  it("has every default within its bounds", () => {
    for (const name of NAMES) {
      const { min, value, max } = POLICY[name];
      expect(min, name).toBeLessThanOrEqual(value);
      expect(value, name).toBeLessThanOrEqual(max);
      expect(min, name).toBeGreaterThanOrEqual(0);
    }
  });

  it("has floors that protect", () => {
    expect(tableOf(keysOf(FLOORS), (name) => POLICY[name].min)).toEqual(FLOORS);
  });

  it("has ceilings that protect", () => {
    expect(tableOf(keysOf(CEILINGS), (name) => POLICY[name].max)).toEqual(CEILINGS);
  });

  it("has room for the longest local part and domain in what is read as an email address", () => {
    expect(MAX_EMAIL_INPUT).toBe(320);
  });

  it("waits longer after every failed attempt, and not at all after the last", () => {
    for (const [backoff, attempts] of [
      [MAIL_BACKOFF, POLICY.mailAttempts],
      [JOB_BACKOFF, POLICY.jobAttempts],
      [DELETION_BACKOFF, POLICY.deletionAttempts],
      [DELETION_BACKOFF, POLICY.subscriberAttempts],
    ] as const) {
      expect(backoff).toHaveLength(attempts.value - 1);
      expect(backoff).toEqual(backoff.toSorted((one, other) => one - other));
    }
  });
});

describe("definePolicy", () => {
  it("gives the defaults without choices", () => {
    expect(definePolicy()).toEqual(
      Object.fromEntries(NAMES.map((name) => [name, POLICY[name].value])),
    );
  });

  it("takes a choice at either bound and leaves the rest alone", () => {
    expect(definePolicy({ codeTries: 1, deletionGraceDays: 365 })).toEqual({
      ...definePolicy(),
      codeTries: 1,
      deletionGraceDays: 365,
    });
  });

  it("refuses every number beyond either bound", () => {
    for (const name of NAMES) {
      const { min, max } = POLICY[name];
      expect(() => definePolicy({ [name]: max + 1 }), name).toThrow(RangeError);
      expect(() => definePolicy({ [name]: min - 1 })).toThrow(name);
    }
  });

  it.each([1.5, Number.NaN, Infinity, "5" as unknown as number])(
    "refuses %s, which is no whole number",
    (value) => {
      expect(() => definePolicy({ codeTries: value })).toThrow(
        "codeTries must be a whole number from 1 to 5 (count)",
      );
    },
  );

  it.each(["toString", "constructor", "hasOwnProperty"])(
    "refuses %s, which every object has and no policy is",
    (name) => {
      expect(() => definePolicy({ [name]: 1 })).toThrow(
        new RangeError(`policy: ${name} is no policy`),
      );
    },
  );

  it("names every fault at once", () => {
    const faulty = { codeTries: 6, sessionIdle: 1, codeTrys: 5 } as Partial<Policy>;
    expect(() => definePolicy(faulty)).toThrow(
      "policy: codeTries must be a whole number from 1 to 5 (count); sessionIdle must be a whole number from 300000 to 2592000000 (ms); codeTrys is no policy",
    );
  });
});
