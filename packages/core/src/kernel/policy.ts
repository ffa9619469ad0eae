import { DAY, HOUR, MINUTE, SECOND } from "./duration.js";

/** What a limit counts: `ms` milliseconds · `count` things · `bytes` · `KiB` · `points` Unicode code points · `units` UTF-16 code units · `days`. */
export type PolicyUnit = "ms" | "count" | "bytes" | "KiB" | "points" | "units" | "days";

/** The default of one limit, and the range from which an application may choose another. Both ends of the range are allowed. */
export interface PolicyEntry {
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly unit: PolicyUnit;
}

const fixed = (value: number, unit: PolicyUnit): PolicyEntry => ({
  value,
  min: value,
  max: value,
  unit,
});
const between = (min: number, value: number, max: number, unit: PolicyUnit): PolicyEntry => ({
  value,
  min,
  max,
  unit,
});

/**
 * Every number of the rules, once. `value` is the default; an application may choose another between `min` and `max`.
 * Codes and links cannot be made longer-lived, nor budgets unbounded.
 */
export const POLICY = {
  // One-time codes
  codeDigits: fixed(6, "count"),
  codeLifetime: between(MINUTE, 10 * MINUTE, 10 * MINUTE, "ms"),
  codeTries: between(1, 5, 5, "count"),
  wrongCodesPerClient: between(1, 10, 10, "count"),
  wrongCodesPerClientWindow: fixed(HOUR, "ms"),
  // Address: an email address.
  wrongCodesPerAddress: between(1, 50, 50, "count"),
  wrongCodesPerAddressWindow: fixed(DAY, "ms"),

  // Mail budgets. Address: an email address.
  mailsPerAddress: between(1, 5, 20, "count"),
  mailsPerAddressWindow: fixed(15 * MINUTE, "ms"),
  noticesPerGroup: between(1, 5, 20, "count"),
  noticesPerGroupWindow: fixed(15 * MINUTE, "ms"),
  noticesPerGroupDaily: between(1, 30, 100, "count"),
  noticesPerGroupDailyWindow: fixed(DAY, "ms"),
  noticeLifetime: fixed(DAY, "ms"),
  organizationsPerMail: fixed(3, "count"),
  strangerNoticesPerAddress: fixed(1, "count"),
  strangerNoticesWindow: fixed(DAY, "ms"),
  mailsPerClient: between(1, 1_000, 10_000, "count"),
  mailsPerClientWindow: fixed(HOUR, "ms"),

  // Links and ceremonies
  linkTokenBytes: fixed(32, "bytes"),
  magicLinkLifetime: between(MINUTE, 10 * MINUTE, 10 * MINUTE, "ms"),
  verificationLinkLifetime: between(MINUTE, 24 * HOUR, 24 * HOUR, "ms"),
  passwordResetLifetime: between(MINUTE, 30 * MINUTE, 30 * MINUTE, "ms"),
  emailChangeLifetime: between(MINUTE, HOUR, HOUR, "ms"),
  invitationLifetime: between(HOUR, 7 * DAY, 7 * DAY, "ms"),
  invitationsPerOrganization: between(1, 100, 1_000, "count"),
  invitationMemory: fixed(30 * DAY, "ms"),
  passkeyChallengeBytes: fixed(32, "bytes"),
  passkeyChallengeLifetime: between(MINUTE, 5 * MINUTE, 5 * MINUTE, "ms"),
  userHandleBytes: fixed(64, "bytes"),
  browserTokenBytes: fixed(32, "bytes"),
  oauthStateBytes: fixed(32, "bytes"),
  oauthNonceBytes: fixed(32, "bytes"),
  oauthVerifierBytes: fixed(32, "bytes"),
  oauthStateLifetime: between(MINUTE, 10 * MINUTE, 10 * MINUTE, "ms"),

  // Sessions
  sessionTokenBytes: fixed(32, "bytes"),
  sessionIdle: between(5 * MINUTE, 7 * DAY, 30 * DAY, "ms"),
  sessionAbsolute: between(5 * MINUTE, 30 * DAY, 30 * DAY, "ms"),
  sessionUnremembered: between(5 * MINUTE, 24 * HOUR, 24 * HOUR, "ms"),
  sessionTouchEvery: between(MINUTE, HOUR, DAY, "ms"),
  sessionFreshness: between(SECOND, 24 * HOUR, 24 * HOUR, "ms"),
  sessionsPerUser: between(1, 100, 100, "count"),
  passkeysPerUser: between(1, 50, 50, "count"),
  organizationsPerUser: between(1, 100, 1_000, "count"),

  // Passwords
  passwordMinLength: between(8, 8, 64, "points"),
  passwordMaxLength: between(64, 256, 256, "points"),
  passwordFailuresBeforeDelay: between(1, 5, 5, "count"),
  passwordFirstDelay: between(SECOND, SECOND, MINUTE, "ms"),
  passwordMaxDelay: between(MINUTE, 15 * MINUTE, HOUR, "ms"),
  passwordStreakMemory: fixed(DAY, "ms"),
  // Address: an email address.
  passwordFailuresPerAddress: between(1, 100, 100, "count"),
  passwordFailuresPerAddressWindow: fixed(HOUR, "ms"),
  argon2Memory: between(19_456, 19_456, 1_048_576, "KiB"),
  argon2Passes: between(2, 2, 16, "count"),
  argon2Lanes: between(1, 1, 4, "count"),
  argon2SaltBytes: fixed(16, "bytes"),
  hashesInFlight: between(1, 3, 3, "count"),
  hashesWaiting: between(1, 100, 1_000, "count"),

  // End of an account
  deletionGraceDays: between(0, 30, 365, "days"),
  deletionReasonLength: between(1, 500, 500, "points"),
  exportLinkLifetime: between(MINUTE, 24 * HOUR, 24 * HOUR, "ms"),
  exportsPerDay: between(1, 5, 50, "count"),
  exportChunk: fixed(262_144, "bytes"),
  exportPageRows: between(10, 1_000, 10_000, "count"),

  // Limiters and sizes
  requestsPerClient: between(0, 100, 1_000_000, "count"),
  requestsWindow: between(SECOND, 10 * SECOND, HOUR, "ms"),
  readRequestsPerClient: between(0, 1_000, 10_000_000, "count"),
  readRequestsWindow: between(SECOND, 10 * SECOND, HOUR, "ms"),
  writesPerUser: between(0, 120, 1_000_000, "count"),
  writesWindow: between(SECOND, MINUTE, HOUR, "ms"),
  /** `/readyz` answers within 2 seconds; what is left is for the network. */
  readinessTimeout: fixed(1_500, "ms"),
  jsonBody: between(1_024, 32 * 1_024, 32 * 1_024, "bytes"),
  inputFields: fixed(64, "count"),
  issuesListed: fixed(20, "count"),
  displayNameLength: fixed(200, "points"),
  slugLength: fixed(63, "points"),
  urlLength: fixed(2_048, "points"),
  metadataLength: fixed(8_192, "units"),
  metadataDepth: fixed(32, "count"),

  // Worker
  workerPoll: between(10, SECOND, HOUR, "ms"),
  workerLease: between(SECOND, MINUTE, HOUR, "ms"),
  workerBatch: between(1, 20, 1_000, "count"),
  mailAttempts: between(1, 8, 8, "count"),
  jobAttempts: between(1, 5, 5, "count"),
  deletionAttempts: between(1, 15, 15, "count"),
  blankBatch: between(10, 1_000, 100_000, "count"),
  sweepEvery: between(MINUTE, HOUR, DAY, "ms"),
  sweepBatch: between(10, 1_000, 100_000, "count"),
  auditRetention: between(DAY, 365 * DAY, 3_650 * DAY, "ms"),
  auditRepeatsEvery: fixed(10 * MINUTE, "ms"),
} as const satisfies Record<string, PolicyEntry>;

/** How long to wait after each failed delivery of a mail, in milliseconds; the last attempt is followed by none. */
export const MAIL_BACKOFF: readonly number[] = [
  5 * SECOND,
  15 * SECOND,
  MINUTE,
  3 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  60 * MINUTE,
];

/** How long to wait after each failed attempt at a deletion, in milliseconds: three days, in which an operator can mend what fails and the user can cancel. */
export const DELETION_BACKOFF: readonly number[] = [
  ...[
    5 * SECOND,
    15 * SECOND,
    MINUTE,
    3 * MINUTE,
    10 * MINUTE,
    30 * MINUTE,
    HOUR,
    3 * HOUR,
    8 * HOUR,
  ],
  ...[12 * HOUR, 12 * HOUR, 12 * HOUR, 12 * HOUR, 12 * HOUR],
];

/** How long to wait after each failed attempt at any other job, in milliseconds; the last attempt is followed by none. */
export const JOB_BACKOFF: readonly number[] = [5 * SECOND, 15 * SECOND, MINUTE, 3 * MINUTE];

/** The name of a limit, for example `passwordMinLength`: a key of `POLICY`. */
export type PolicyName = keyof typeof POLICY;
/** A value for every limit, in the unit that `POLICY` states. `definePolicy` makes one. */
export type Policy = { readonly [Name in PolicyName]: number };

/**
 * Returns the policy with an application's own values in it.
 * @throws {RangeError} Names every value that is out of bounds, and every name that is unknown.
 */
export function definePolicy(overrides: Partial<Policy> = {}): Policy {
  const faults: string[] = [];
  const policy = Object.fromEntries(
    Object.entries<PolicyEntry>(POLICY).map(([name, { value, min, max, unit }]) => {
      const chosen = overrides[name as PolicyName] ?? value;
      if (!Number.isInteger(chosen) || chosen < min || chosen > max)
        faults.push(`${name} must be a whole number from ${min} to ${max} (${unit})`);
      return [name, chosen];
    }),
  ) as Policy;
  for (const name of Object.keys(overrides))
    if (!Object.hasOwn(POLICY, name)) faults.push(`${name} is no policy`);
  if (faults.length > 0) throw new RangeError(`policy: ${faults.join("; ")}`);
  return policy;
}
