import { keysOf, tableOf } from "@acme/auth-testing/keys-of";
import { describe, expect, it } from "vitest";
import { DAY, HOUR, MINUTE, SECOND } from "./duration.js";
import {
  definePolicy,
  DELETION_BACKOFF,
  JOB_BACKOFF,
  MAIL_BACKOFF,
  MAX_EMAIL_INPUT,
  NEWER_RELEASE_PAUSE,
  POLICY,
  type Policy,
  type PolicyName,
  WEBHOOK_BACKOFF,
} from "./policy.js";

/** Every number of the rules, written out a second time: a changed default or a looser bound has to change here too. */
const NUMBERS: { readonly [Name in PolicyName]: readonly [value: number, longestOrMost: number] } =
  {
    codeDigits: [6, 6],
    codeLifetime: [10 * MINUTE, 10 * MINUTE],
    codeTries: [5, 5],
    answerTimeout: [MINUTE, MINUTE],
    downloadsAtOnce: [3, 3],
    wrongCodesPerClient: [10, 10],
    wrongCodesPerClientWindow: [HOUR, HOUR],
    wrongCodesPerAddress: [50, 50],
    wrongCodesPerAddressWindow: [DAY, DAY],
    mailsPerAddress: [5, 20],
    mailsPerAddressWindow: [15 * MINUTE, 15 * MINUTE],
    noticesPerGroup: [5, 20],
    noticesPerGroupWindow: [15 * MINUTE, 15 * MINUTE],
    noticesPerGroupDaily: [30, 100],
    noticesPerGroupDailyWindow: [DAY, DAY],
    noticeLifetime: [DAY, DAY],
    organizationsPerMail: [3, 3],
    languagePreferenceLength: [200, 200],
    strangerNoticesPerAddress: [1, 1],
    strangerNoticesWindow: [DAY, DAY],
    mailsPerClient: [1_000, 10_000],
    mailsPerClientWindow: [HOUR, HOUR],
    linkTokenBytes: [32, 32],
    magicLinkLifetime: [10 * MINUTE, 10 * MINUTE],
    verificationLinkLifetime: [24 * HOUR, 24 * HOUR],
    passwordResetLifetime: [30 * MINUTE, 30 * MINUTE],
    emailChangeLifetime: [HOUR, HOUR],
    invitationLifetime: [7 * DAY, 7 * DAY],
    invitationsPerOrganization: [100, 1_000],
    invitationMemory: [30 * DAY, 30 * DAY],
    subscriberMemory: [30 * DAY, 30 * DAY],
    passkeyChallengeBytes: [32, 32],
    passkeyChallengeLifetime: [5 * MINUTE, 5 * MINUTE],
    userHandleBytes: [64, 64],
    browserTokenBytes: [32, 32],
    oauthStateBytes: [32, 32],
    oauthNonceBytes: [32, 32],
    oauthVerifierBytes: [32, 32],
    oauthStateLifetime: [10 * MINUTE, 10 * MINUTE],
    sessionTokenBytes: [32, 32],
    sessionIdle: [7 * DAY, 30 * DAY],
    sessionAbsolute: [30 * DAY, 30 * DAY],
    sessionUnremembered: [24 * HOUR, 24 * HOUR],
    sessionTouchEvery: [HOUR, DAY],
    sessionFreshness: [24 * HOUR, 24 * HOUR],
    sessionsPerUser: [100, 100],
    knownBrowserBytes: [32, 32],
    knownBrowserLifetime: [400 * DAY, 400 * DAY],
    knownBrowsersPerUser: [20, 20],
    passkeysPerUser: [50, 50],
    organizationsPerUser: [100, 1_000],
    passwordMinLength: [8, 64],
    passwordMaxLength: [256, 256],
    passwordFailuresBeforeDelay: [5, 5],
    passwordFirstDelay: [SECOND, MINUTE],
    passwordMaxDelay: [15 * MINUTE, HOUR],
    passwordStreakMemory: [DAY, DAY],
    passwordFailuresPerAddress: [100, 100],
    passwordFailuresPerAddressWindow: [HOUR, HOUR],
    argon2Memory: [19_456, 1_048_576],
    argon2Passes: [2, 16],
    argon2Lanes: [1, 4],
    argon2SaltBytes: [16, 16],
    hashesInFlight: [3, 3],
    hashesWaiting: [100, 1_000],
    deletionGraceDays: [30, 365],
    deletionReasonLength: [500, 500],
    operatorTextLength: [500, 500],
    exportLinkLifetime: [24 * HOUR, 24 * HOUR],
    exportsPerDay: [5, 50],
    exportsListed: [20, 20],
    soleOwnershipsListed: [100, 100],
    exportChunk: [262_144, 262_144],
    exportPageRows: [1_000, 10_000],
    requestsPerClient: [100, 1_000_000],
    requestsWindow: [10 * SECOND, HOUR],
    readRequestsPerClient: [1_000, 10_000_000],
    readRequestsWindow: [10 * SECOND, HOUR],
    writesPerUser: [120, 1_000_000],
    writesWindow: [MINUTE, HOUR],
    readinessTimeout: [1_500, 1_500],
    jsonBody: [32_768, 32_768],
    inputFields: [64, 64],
    issuesListed: [20, 20],
    displayNameLength: [200, 200],
    slugLength: [63, 63],
    urlLength: [2_048, 2_048],
    metadataLength: [8_192, 8_192],
    metadataDepth: [32, 32],
    webhookSecretBytes: [24, 24],
    webhookSecretOverlap: [DAY, 7 * DAY],
    webhookEndpoints: [20, 100],
    webhookTimeout: [15 * SECOND, 15 * SECOND],
    webhookAnswer: [1_024, 1_024],
    webhookAttempts: [10, 10],
    webhookMemory: [30 * DAY, 30 * DAY],
    workerPoll: [SECOND, HOUR],
    workerLease: [MINUTE, HOUR],
    workerBatch: [20, 1_000],
    mailAttempts: [8, 8],
    blankBatch: [1_000, 100_000],
    deletionAttempts: [15, 15],
    jobAttempts: [5, 5],
    subscriberAttempts: [15, 15],
    subscriberTimeout: [30 * SECOND, 10 * MINUTE],
    sweepEvery: [HOUR, DAY],
    sweepBatch: [1_000, 100_000],
    auditRetention: [365 * DAY, 3_650 * DAY],
    auditRepeatsEvery: [10 * MINUTE, 10 * MINUTE],
  };

/** What no application may make weaker than this. */
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

const NAMES = keysOf(POLICY);

describe("the policy", () => {
  it("is what the rules say, number by number", () => {
    expect(
      Object.fromEntries(NAMES.map((name) => [name, [POLICY[name].value, POLICY[name].max]])),
    ).toEqual(NUMBERS);
  });

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

  it("has room for the longest local part and domain in what is read as an email address", () => {
    expect(MAX_EMAIL_INPUT).toBe(320);
  });

  it("waits longer after every failed mail, and not at all after the last", () => {
    expect(MAIL_BACKOFF).toEqual([
      5 * SECOND,
      15 * SECOND,
      MINUTE,
      3 * MINUTE,
      10 * MINUTE,
      30 * MINUTE,
      60 * MINUTE,
    ]);
    expect(MAIL_BACKOFF).toHaveLength(POLICY.mailAttempts.value - 1);
  });

  it("waits longer after every other failed job, not at all after the last, and seconds for a newer release", () => {
    expect(JOB_BACKOFF).toEqual([5 * SECOND, 15 * SECOND, MINUTE, 3 * MINUTE]);
    expect(JOB_BACKOFF).toHaveLength(POLICY.jobAttempts.value - 1);
    expect(NEWER_RELEASE_PAUSE).toBe(5 * SECOND);
  });

  it("tries deletions, subscribers and webhooks for about three days, ever more rarely", () => {
    expect(DELETION_BACKOFF).toEqual([
      5 * SECOND,
      15 * SECOND,
      MINUTE,
      3 * MINUTE,
      10 * MINUTE,
      30 * MINUTE,
      ...[1, 3, 8, 12, 12, 12, 12, 12].map((hours) => hours * HOUR),
    ]);
    for (const { value } of [POLICY.deletionAttempts, POLICY.subscriberAttempts])
      expect(DELETION_BACKOFF).toHaveLength(value - 1);
    expect(WEBHOOK_BACKOFF).toEqual([
      5 * SECOND,
      5 * MINUTE,
      30 * MINUTE,
      ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR),
    ]);
    expect(WEBHOOK_BACKOFF).toHaveLength(POLICY.webhookAttempts.value - 1);
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
