import { DAY, HOUR, MINUTE, SECOND } from "./duration.js";
import { between, fixed, type PolicyEntry, type PolicyUnit } from "./policy-entry.js";
import { SCRYPT_POLICY } from "./scrypt-policy.js";

export type { PolicyEntry, PolicyUnit };

/**
 * Every number of the rules, once. `value` is the default; an application may choose another
 * between `min` and `max`. Codes and links cannot be made longer-lived, nor budgets unbounded.
 */
export const POLICY = {
  // One-time codes
  /** Decimal digits of a one-time code. */
  codeDigits: fixed(6, "count"),
  /** How long a one-time code works, in milliseconds. */
  codeLifetime: between(MINUTE, 10 * MINUTE, 10 * MINUTE, "ms"),
  /** Wrong attempts after which a one-time code is dead. */
  codeTries: between(1, 5, 5, "count"),
  /**
   * Wrong attempts at the codes of one email address, from one client network, per
   * `wrongCodesPerClientWindow`.
   */
  wrongCodesPerClient: between(1, 10, 10, "count"),
  /** The window of `wrongCodesPerClient`, in milliseconds. */
  wrongCodesPerClientWindow: fixed(HOUR, "ms"),
  /**
   * Wrong attempts at the codes of one email address, from everywhere, per
   * `wrongCodesPerAddressWindow`.
   */
  wrongCodesPerAddress: between(1, 50, 50, "count"),
  /** The window of `wrongCodesPerAddress`, in milliseconds. */
  wrongCodesPerAddressWindow: fixed(DAY, "ms"),

  // Mail budgets
  /**
   * Mails to one email address for one purpose, counted when they are asked for, per
   * `mailsPerAddressWindow`.
   */
  mailsPerAddress: between(1, 5, 20, "count"),
  /** The window of `mailsPerAddress`, in milliseconds. */
  mailsPerAddressWindow: fixed(15 * MINUTE, "ms"),
  /**
   * Notices of one group to one email address per `noticesPerGroupWindow`. The newest beyond that
   * waits.
   */
  noticesPerGroup: between(1, 5, 20, "count"),
  /** The window of `noticesPerGroup`, in milliseconds. */
  noticesPerGroupWindow: fixed(15 * MINUTE, "ms"),
  /**
   * Notices of one group to one email address per `noticesPerGroupDailyWindow`. The newest beyond
   * that waits.
   */
  noticesPerGroupDaily: between(1, 30, 100, "count"),
  /** The window of `noticesPerGroupDaily`, in milliseconds. */
  noticesPerGroupDailyWindow: fixed(DAY, "ms"),
  /** How long delivery of a notice is tried once it may go out, in milliseconds. */
  noticeLifetime: fixed(DAY, "ms"),
  /** Organizations that one mail names; it gives the number of the others. */
  organizationsPerMail: fixed(3, "count"),
  /** Organizations that the preview of a deletion lists. */
  soleOwnershipsListed: fixed(100, "count"),
  /** How much of a header `Accept-Language` is read. */
  languagePreferenceLength: fixed(200, "count"),
  /**
   * Mails to one email address about one kind of thing that a stranger did with it, such as a
   * sign-up, per `strangerNoticesWindow`.
   */
  strangerNoticesPerAddress: fixed(1, "count"),
  /** The window of `strangerNoticesPerAddress`, in milliseconds. */
  strangerNoticesWindow: fixed(DAY, "ms"),
  /** Requests of one client network that may cause mail, per `mailsPerClientWindow`. */
  mailsPerClient: between(1, 1_000, 10_000, "count"),
  /** The window of `mailsPerClient`, in milliseconds. */
  mailsPerClientWindow: fixed(HOUR, "ms"),

  // Links and ceremonies
  /** Random bytes in the token of a mailed link. */
  linkTokenBytes: fixed(32, "bytes"),
  /** How long a magic link works, in milliseconds. */
  magicLinkLifetime: between(MINUTE, 10 * MINUTE, 10 * MINUTE, "ms"),
  /** How long a link that verifies an email address works, in milliseconds. */
  verificationLinkLifetime: between(MINUTE, 24 * HOUR, 24 * HOUR, "ms"),
  /** How long a link that resets a password works, in milliseconds. */
  passwordResetLifetime: between(MINUTE, 30 * MINUTE, 30 * MINUTE, "ms"),
  /** How long a link that confirms a new email address works, in milliseconds. */
  emailChangeLifetime: between(MINUTE, HOUR, HOUR, "ms"),
  /** How long an invitation may be accepted, in milliseconds. */
  invitationLifetime: between(HOUR, 7 * DAY, 7 * DAY, "ms"),
  /** Pending invitations of one organization. */
  invitationsPerOrganization: between(1, 100, 1_000, "count"),
  /** How long an invitation is kept after its end, in milliseconds. */
  invitationMemory: fixed(30 * DAY, "ms"),
  /** Random bytes in a passkey challenge. */
  passkeyChallengeBytes: fixed(32, "bytes"),
  /** How long a passkey ceremony may take, in milliseconds. */
  passkeyChallengeLifetime: between(MINUTE, 5 * MINUTE, 5 * MINUTE, "ms"),
  /**
   * How long after a sign-in by password the browser may make a passkey without asking its user, in
   * milliseconds. Exactly that is too late.
   */
  conditionalCreateWindow: between(MINUTE, 5 * MINUTE, 5 * MINUTE, "ms"),
  /** Random bytes in the WebAuthn user handle. */
  userHandleBytes: fixed(64, "bytes"),
  /** Random bytes in the cookie that tells one browser from others during a ceremony. */
  browserTokenBytes: fixed(32, "bytes"),
  /** Random bytes in the state of an authorization request. */
  oauthStateBytes: fixed(32, "bytes"),
  /** Random bytes in the nonce of an authorization request. */
  oauthNonceBytes: fixed(32, "bytes"),
  /** Random bytes in the PKCE code verifier. */
  oauthVerifierBytes: fixed(32, "bytes"),
  /** How long an authorization request may take, in milliseconds. */
  oauthStateLifetime: between(MINUTE, 10 * MINUTE, 10 * MINUTE, "ms"),
  /**
   * How long the name that a provider has posted may travel with the browser, in milliseconds: it
   * goes on at once.
   */
  oauthNameLifetime: fixed(2 * MINUTE, "ms"),
  /** Longest value that is taken from the form of a provider. */
  oauthFormValue: fixed(2_048, "units"),

  // Sessions
  /** Random bytes in a session token. */
  sessionTokenBytes: fixed(32, "bytes"),
  /** How long a session lives without use, in milliseconds. */
  sessionIdle: between(5 * MINUTE, 7 * DAY, 30 * DAY, "ms"),
  /** How long a session lives after authentication, however much it is used, in milliseconds. */
  sessionAbsolute: between(5 * MINUTE, 30 * DAY, 30 * DAY, "ms"),
  /**
   * How long a session lives that was opened with `rememberMe: false`, in milliseconds. Use does
   * not extend it.
   */
  sessionUnremembered: between(5 * MINUTE, 24 * HOUR, 24 * HOUR, "ms"),
  /** The use of a session is written at most once in this time, in milliseconds. */
  sessionTouchEvery: between(MINUTE, HOUR, DAY, "ms"),
  /**
   * How long after authentication a session is fresh, in milliseconds. At exactly this age it is
   * not.
   */
  sessionFreshness: between(SECOND, 24 * HOUR, 24 * HOUR, "ms"),
  /**
   * How long ago the second factor may have been shown before a change of what protects the account,
   * in milliseconds.
   */
  factorFreshness: between(MINUTE, 10 * MINUTE, HOUR, "ms"),
  /** Live sessions of one user. One more ends the oldest. */
  sessionsPerUser: between(1, 100, 100, "count"),
  /** Random bytes in the cookie by which a browser is known again. */
  knownBrowserBytes: fixed(32, "bytes"),
  /** How long a browser is known after a sign-in, in milliseconds. */
  knownBrowserLifetime: between(DAY, 400 * DAY, 400 * DAY, "ms"),
  /** How long a browser keeps a sign-in that its user has begun on the pages. */
  pageStepLifetime: fixed(30 * MINUTE, "ms"),
  /** How long a browser keeps what the next page says. */
  pageFlashLifetime: fixed(MINUTE, "ms"),
  /** How long a browser keeps the way of the last sign-in, the theme and the language of pages. */
  pageLookLifetime: fixed(400 * DAY, "ms"),
  /** Characters of the URL to which a sign-in on the pages continues. */
  pageNextLength: fixed(1_024, "units"),
  /** Browsers that are known of one user. One more forgets the one not seen for longest. */
  knownBrowsersPerUser: between(1, 20, 20, "count"),
  /** Origins, besides that of the front end, on whose pages passkeys may be used. */
  relatedOrigins: fixed(20, "count"),
  /**
   * Different names before the public suffix among the origins on whose pages passkeys may be used,
   * that of the front end counted: browsers need not read further.
   */
  relatedOriginLabels: fixed(5, "count"),
  /** How long browsers keep the documents below `/.well-known/`, in milliseconds. */
  wellKnownKept: fixed(HOUR, "ms"),
  /** Passkeys of one user. */
  passkeysPerUser: between(1, 50, 50, "count"),
  /** Organizations that one user belongs to. */
  organizationsPerUser: between(1, 100, 1_000, "count"),

  // Passwords
  /** Unicode code points that a new password must have. */
  passwordMinLength: between(8, 8, 64, "points"),
  /** Unicode code points that a password may have. */
  passwordMaxLength: between(64, 256, 256, "points"),
  /**
   * Wrong passwords in a row, for one email address from one client network, before the delay
   * begins.
   */
  passwordFailuresBeforeDelay: between(1, 5, 5, "count"),
  /** The first delay after wrong passwords, in milliseconds. Each further one doubles it. */
  passwordFirstDelay: between(SECOND, SECOND, MINUTE, "ms"),
  /** The longest delay after wrong passwords, in milliseconds. */
  passwordMaxDelay: between(MINUTE, 15 * MINUTE, HOUR, "ms"),
  /** How long wrong passwords in a row are remembered after the last of them, in milliseconds. */
  passwordStreakMemory: fixed(DAY, "ms"),
  /**
   * Wrong passwords for one email address, from everywhere, per `passwordFailuresPerAddressWindow`.
   */
  passwordFailuresPerAddress: between(1, 100, 100, "count"),
  /** The window of `passwordFailuresPerAddress`, in milliseconds. */
  passwordFailuresPerAddressWindow: fixed(HOUR, "ms"),
  /** Memory of one argon2id hash, in KiB. */
  argon2Memory: between(19_456, 19_456, 1_048_576, "KiB"),
  /** Passes of one argon2id hash over its memory. */
  argon2Passes: between(2, 2, 16, "count"),
  /** Lanes (parallelism) of one argon2id hash. */
  argon2Lanes: between(1, 1, 4, "count"),
  /** Random bytes in the salt of a password hash. */
  argon2SaltBytes: fixed(16, "bytes"),
  ...SCRYPT_POLICY,
  /**
   * Password hashes computed at the same time in one process; never more than its cores but one,
   * and at least one.
   */
  hashesInFlight: between(1, 3, 3, "count"),
  /** Password hashes that wait in one process. A request beyond them is refused as `BUSY`. */
  hashesWaiting: between(1, 100, 1_000, "count"),

  // End of an account
  /** Days between the request for a deletion and the deletion. */
  deletionGraceDays: between(0, 30, 365, "days"),
  /** Unicode code points in the reason for a deletion. */
  deletionReasonLength: between(1, 500, 500, "points"),
  /** How long the link to an export works, in milliseconds. */
  exportLinkLifetime: between(MINUTE, 24 * HOUR, 24 * HOUR, "ms"),
  /** Unicode code points in what an operator writes about a change. */
  operatorTextLength: fixed(500, "points"),
  /** Exports that one user may request in a day. */
  exportsPerDay: between(1, 5, 50, "count"),
  /** Export requests in the list that a user sees, the newest. */
  exportsListed: fixed(20, "count"),
  /**
   * Downloads of one export, or of the audit log of one organization, that run at once from one
   * client network, in one process.
   */
  downloadsAtOnce: between(1, 3, 3, "count"),
  /** Bytes in one stored piece of an export. */
  exportChunk: fixed(262_144, "bytes"),
  /** Rows that an export reads at a time. */
  exportPageRows: between(10, 1_000, 10_000, "count"),
  /** Downloads of the audit log of one organization that one user may begin in an hour. */
  auditDownloadsPerHour: between(1, 60, 1_000, "count"),
  /** Entries in one download of the audit log of an organization, the newest. */
  auditDownloadRows: between(10, 100_000, 100_000, "count"),

  // Limiters and sizes
  /**
   * Requests of one client network per `requestsWindow`, of the `auth` tier. 0 turns the tier off.
   */
  requestsPerClient: between(0, 100, 1_000_000, "count"),
  /** The window of `requestsPerClient`, in milliseconds. */
  requestsWindow: between(SECOND, 10 * SECOND, HOUR, "ms"),
  /**
   * Requests of one client network per `readRequestsWindow`, of the `read` tier. 0 turns the tier
   * off.
   */
  readRequestsPerClient: between(0, 1_000, 10_000_000, "count"),
  /** The window of `readRequestsPerClient`, in milliseconds. */
  readRequestsWindow: between(SECOND, 10 * SECOND, HOUR, "ms"),
  /**
   * Changes by one user under `/api/v1`, outside `/api/v1/auth`, per `writesWindow`. 0 turns the
   * tier off.
   */
  writesPerUser: between(0, 120, 1_000_000, "count"),
  /** The window of `writesPerUser`, in milliseconds. */
  writesWindow: between(SECOND, MINUTE, HOUR, "ms"),
  /**
   * How long `/readyz` waits for the database, in milliseconds. It answers within 2 seconds; what
   * is left is for the network.
   */
  readinessTimeout: fixed(1_500, "ms"),
  /**
   * How long a client may take nothing of an answer, in milliseconds. Its connection is closed
   * after half as long again at the latest.
   */
  answerTimeout: between(SECOND, MINUTE, MINUTE, "ms"),
  /** Bytes in the body of a request. */
  jsonBody: between(1_024, 32 * 1_024, 32 * 1_024, "bytes"),
  /** Fields in a form or a query. */
  inputFields: fixed(64, "count"),
  /** Faults that the answer to one invalid request lists. */
  issuesListed: fixed(20, "count"),
  /** Unicode code points in the name of a user, an organization or a passkey. */
  displayNameLength: fixed(200, "points"),
  /** Unicode code points, at least, in what members are searched by. */
  memberSearchLength: fixed(2, "points"),
  /** Characters in the slug of an organization. */
  slugLength: fixed(63, "points"),
  /** Unicode code points in a URL that a request brings. */
  urlLength: fixed(2_048, "points"),
  /** UTF-16 code units in the metadata of an organization, as JSON. */
  metadataLength: fixed(8_192, "units"),
  /** Levels of nesting in the metadata of an organization. */
  metadataDepth: fixed(32, "count"),
  /** Own fields of users that an application defines. */
  userFields: between(1, 32, 100, "count"),
  /** Bytes in the own fields of one user together, as JSON. */
  userFieldsBytes: between(64, 4_096, 16_384, "bytes"),
  /** Levels of nesting in one own field of a user. */
  userFieldDepth: fixed(8, "count"),

  // Worker
  /** How often the worker looks for work when nothing tells it of any, in milliseconds. */
  workerPoll: between(10, SECOND, HOUR, "ms"),
  /**
   * How long a claim on a mail or a job lasts, in milliseconds. The worker extends it while it
   * works.
   */
  workerLease: between(SECOND, MINUTE, HOUR, "ms"),
  /** Mails or jobs that the worker claims at a time, and mails that it delivers at once. */
  workerBatch: between(1, 20, 1_000, "count"),
  /** Attempts at delivering a mail. After the last it is a dead letter. */
  mailAttempts: between(1, 8, 8, "count"),
  /** Attempts at a job other than a deletion or an event. After the last it is a dead letter. */
  jobAttempts: between(1, 5, 5, "count"),
  /** Attempts at the deletion of an account. After the last it is a dead letter. */
  deletionAttempts: between(1, 15, 15, "count"),
  /** Attempts at calling a subscriber of an event. After the last it is a dead letter. */
  subscriberAttempts: between(1, 15, 15, "count"),
  /** How long a subscriber of an event may take, in milliseconds. */
  subscriberTimeout: between(SECOND, 30 * SECOND, 10 * MINUTE, "ms"),
  /**
   * How long a call of a subscriber that was given up is kept as a dead letter, in milliseconds.
   */
  subscriberMemory: fixed(30 * DAY, "ms"),
  /** Audit entries from which a deletion removes the user at a time. */
  blankBatch: between(10, 1_000, 100_000, "count"),
  /** How often the worker removes expired rows, in milliseconds. */
  sweepEvery: between(MINUTE, HOUR, DAY, "ms"),
  /** Expired rows of each kind that one call of the sweep removes. */
  sweepBatch: between(10, 1_000, 100_000, "count"),
  /** How long an audit entry is kept, in milliseconds. */
  auditRetention: between(DAY, 365 * DAY, 3_650 * DAY, "ms"),
  /**
   * Equal events that `AUDIT_EVENTS` marks with `once` are entered, told and logged once in this
   * time, in milliseconds.
   */
  auditRepeatsEvery: fixed(10 * MINUTE, "ms"),
} as const satisfies Record<string, PolicyEntry>;

/**
 * How long to wait after each failed delivery of a mail, in milliseconds; the last attempt is
 * followed by none.
 */
export const MAIL_BACKOFF: readonly number[] = [
  5 * SECOND,
  15 * SECOND,
  MINUTE,
  3 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  60 * MINUTE,
];

/**
 * How long to wait after each failed attempt at a deletion, or at calling a subscriber of an event,
 * in milliseconds: three days, in which an operator can mend what fails and the user can cancel.
 */
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

/**
 * UTF-16 code units in an email address as a request brings it, at most: a local part of 64, the at
 * sign, a domain of 255 (RFC 5321 §4.5.3.1).
 */
export const MAX_EMAIL_INPUT = 64 + 1 + 255;

/**
 * How long a worker leaves alone the mail or the job that only a newer release knows, in
 * milliseconds: meanwhile a worker of that release claims it.
 */
export const NEWER_RELEASE_PAUSE = 5 * SECOND;

/**
 * What a mail of the application's own may say, in characters of JSON: it waits in a row of the
 * outbox.
 */
export const MAX_OWN_MAIL_LENGTH = 16 * 1024;

/**
 * How long to wait after each failed attempt at any other job, in milliseconds; the last attempt is
 * followed by none.
 */
export const JOB_BACKOFF: readonly number[] = [5 * SECOND, 15 * SECOND, MINUTE, 3 * MINUTE];

/** The name of a limit, for example `passwordMinLength`: a key of `POLICY`. */
export type PolicyName = keyof typeof POLICY;
/** A value for every limit, in the unit that `POLICY` states. `definePolicy` makes one. */
export type Policy = { readonly [Name in keyof typeof POLICY]: number };

/**
 * Returns the policy with an application's own values in it.
 * @param limits The limits of features, which it has as well.
 * @throws {RangeError} Names every value that is out of bounds, and every name that is unknown.
 */
export function definePolicy(
  overrides: Partial<Policy> = {},
  limits: Readonly<Record<string, PolicyEntry>> = {},
): Policy {
  const faults: string[] = [];
  const entries: Readonly<Record<string, PolicyEntry>> = { ...POLICY, ...limits };
  const values: Readonly<Record<string, number>> = overrides;
  const policy = Object.fromEntries(
    Object.entries(entries).map(([name, { value, min, max, unit }]) => {
      const chosen = values[name] ?? value;
      if (!Number.isInteger(chosen) || chosen < min || chosen > max)
        faults.push(`${name} must be a whole number from ${min} to ${max} (${unit})`);
      return [name, chosen];
    }),
  ) as Policy;
  for (const name of Object.keys(overrides))
    if (!Object.hasOwn(entries, name)) faults.push(`${name} is no policy`);
  if (faults.length > 0) throw new RangeError(`policy: ${faults.join("; ")}`);
  return policy;
}
