import type { Profiles } from "./account/profile/profile.js";
import type { Authenticators } from "./account/session/authenticators.js";
import type { Sessions } from "./account/session/session.js";
import type { SignInMethods } from "./account/sign-in-method/sign-in-method.js";
import type { UserFields } from "./account/user-fields/user-fields.js";
import type { Events } from "./background/events/subscribers.js";
import type { Languages } from "./background/language/languages.js";
import type { Mails } from "./background/mail/enqueue-own-mail.js";
import type { TimeLimit } from "./background/worker/run-within.procedure.js";
import type { Worker } from "./background/worker/worker.js";
import type { AnyFeature, FeaturesOf, PermissionsOf } from "./feature.js";
import type { AppBrand } from "./kernel/app-brand.js";
import type { Policy } from "./kernel/policy.js";
import type { UserFieldOptions } from "./kernel/user-fields.js";
import type { AccountDeletion } from "./lifecycle/account-deletion/account-deletion.js";
import type { DataExport } from "./lifecycle/data-export/data-export.js";
import type { Erasures } from "./lifecycle/erasure/erasure.js";
import type { AuditRecords } from "./operators/audit-records/audit-records.js";
import type { Keys } from "./operators/keys/keys.js";
import type { OperatedOrganizations } from "./operators/organizations/organizations.js";
import type { Users } from "./operators/users/users.js";
import type { AccessControl } from "./organizations/access-control/access-control.js";
import type { CorePermission, PermissionId } from "./organizations/access-control/permissions.js";
import type { AuditLog } from "./organizations/audit-log/audit-log.js";
import type { Invitations } from "./organizations/invitation/invitation.js";
import type { Memberships } from "./organizations/membership/membership.js";
import type { Organizations } from "./organizations/organization/organization.js";
import type { Clock } from "./ports/clock.js";
import type { Logger } from "./ports/logger.js";
import type { Metrics } from "./ports/metrics.js";
import type { Random } from "./ports/random.js";
import type { RateLimiter } from "./ports/rate-limiter.js";
import type { PageSealer } from "./ports/sealer.js";
import type { EmailChange } from "./sign-in/email-change/email-change.js";
import type { EmailOtp } from "./sign-in/email-otp/email-otp.js";
import type { EmailVerification } from "./sign-in/email-verification/email-verification.js";
import type { MagicLinks } from "./sign-in/magic-link/magic-link.js";
import type { OAuth } from "./sign-in/oauth/oauth.js";
import type { Passkeys } from "./sign-in/passkey/passkey.js";
import type { Passwords } from "./sign-in/password/password.js";
import type { PasswordReset } from "./sign-in/password-reset/password-reset.js";
import type { Choices } from "./store/env.js";
import type { StoreHealth } from "./store/store.js";

/** What operators see and change besides users: organizations, and the audit log. */
export interface Operators extends OperatedOrganizations, AuditRecords {}

/**
 * The whole system, by feature. `P` is the union of all permissions: the core catalog and those
 * that features add. `U` are the fields that the application adds to its users.
 *
 * Methods refuse by throwing an `AuthError` with a code of `ERRORS`. Every method that uses the
 * database may also reject with a `StoreUnavailable`, which `isStoreUnavailable` recognizes.
 */
export interface Auth<
  P extends PermissionId = CorePermission,
  U extends UserFieldOptions = UserFieldOptions,
> {
  /** Sessions: find the caller of a request, list and revoke sessions, sign out. */
  readonly sessions: Sessions;
  /** What features find callers by instead of sessions: for the HTTP surface and its guards. */
  readonly authenticators: Authenticators;
  /** Email and password: sign-up, sign-in, change of password. */
  readonly passwords: Passwords;
  /** A forgotten password is replaced through a mailed link or code. */
  readonly passwordReset: PasswordReset;
  /** Mailed one-time codes: sign-in, verification of an email address. */
  readonly emailOtp: EmailOtp;
  /** Mailed links that verify the email address of an account. */
  readonly emailVerification: EmailVerification;
  /** Change of the email address, confirmed through a link that is mailed to the new one. */
  readonly emailChange: EmailChange;
  /** Mailed links that sign in. */
  readonly magicLinks: MagicLinks;
  /** External providers (OAuth 2.0 and OpenID Connect): sign-in, linking and unlinking. */
  readonly oauth: OAuth;
  /** Passkeys (WebAuthn Level 3): registration, sign-in, renaming, removal. */
  readonly passkeys: Passkeys;
  /** The sign-in methods that the application offers. */
  readonly signInMethods: SignInMethods;
  /** Organizations: create, read, change, delete, choose the active one. */
  readonly organizations: Organizations;
  /** Members of organizations: list, change of role, removal, leaving, transfer of ownership. */
  readonly memberships: Memberships;
  /** Invitations into organizations: send, list, accept, decline, cancel. */
  readonly invitations: Invitations;
  /** What users say about themselves: name and image. */
  readonly profiles: Profiles;
  /** Deletion of an account after a grace period. */
  readonly accountDeletion: AccountDeletion;
  /**
   * Export of a user's profile, memberships, sessions, audit entries and requests, and of what the
   * application's own tables add.
   */
  readonly dataExport: DataExport;
  /** Keeps erased users from coming back with a restored backup. */
  readonly erasures: Erasures;
  /** Reading of the audit log: a user's own entries, and those of an organization. */
  readonly auditLog: AuditLog;
  /**
   * Users, as operators see and change them: search, creation, suspension, deletion. Check before
   * each call that the caller is an operator.
   */
  readonly users: Users<U>;
  /**
   * Organizations and the audit log, as operators see and change them. Check before each call that
   * the caller is an operator.
   */
  readonly operators: Operators;
  /** The fields that the application adds to its users: `AuthOptions.userFields`. */
  readonly userFields: UserFields<U>;
  /** Permission checks. Mints the proofs that use cases of organizations demand. */
  readonly accessControl: AccessControl<P>;
  /** Counts requests per client and per user. The HTTP surface calls it before each route. */
  readonly rateLimiter: RateLimiter;
  /**
   * Delivers mails, carries out jobs and removes what has expired. Start it in at least one
   * process.
   */
  readonly worker: Worker;
  /** Mails of the application's own, in the layout of the library's. */
  readonly mails: Mails;
  /** The configured secrets, and how much is still stored under each: for rotating them. */
  readonly keys: Keys;
  /** How the application's subscribers may refuse: for the HTTP surface and its documents. */
  readonly events: Events;
  /** The name of `AuthOptions.appName`: what mails and front ends call the application. */
  readonly appName: string;
  /** How mails and pages look: `AuthOptions.brand`, complete. */
  readonly brand: AppBrand;
  /** What the application has chosen, with the defaults of the rest. */
  readonly choices: Choices;
  /** All limits and lifetimes: `POLICY` with the changes of `AuthOptions.policy`. */
  readonly policy: Policy;
  /**
   * The languages of mails and of the pages behind their links, and which of them a person reads.
   */
  readonly languages: Languages;
  /** The clock that all decisions use. */
  readonly clock: Clock;
  /** The source of all ids, tokens and codes. */
  readonly random: Random;
  /** Encrypts what a browser keeps for the pages of the surface. */
  readonly pageSealer: PageSealer;
  /** The log of `AuthOptions.logger`. */
  readonly logger: Logger;
  /**
   * What `AuthOptions.ports.metrics` counts with, for the HTTP surface; null when nothing is
   * measured.
   */
  readonly metrics: Metrics | null;
  /**
   * Asks the database whether it can be reached and is up to date.
   * @returns `ready`, or `migrations_pending` while the schema is older than this version needs.
   * @throws {AuthError} `UNAVAILABLE` when the database does not answer within
   * `policy.readinessTimeout`.
   * @throws {StoreUnavailable} when the database cannot be reached.
   */
  health(): Promise<StoreHealth>;
  /**
   * Does what a process that lives on would do by itself: delivers the mails and does the jobs that
   * are due, and writes down which sessions are in use. For functions and isolates, whose timers
   * stand still between two requests: call it after each answer and from a schedule, and do not
   * start the worker.
   * @param limit How long it may take. It returns then at the latest, whatever hangs. What is not
   * finished is done by a later call.
   * @returns The number of mails, jobs and rows it handled, those of features too.
   * @throws {RangeError} for a limit that is not between a millisecond and a day
   * @example
   * after(() => auth.settle({ within: 10_000 })); // of next/server
   */
  settle(limit: TimeLimit): Promise<number>;
  /**
   * Stops the worker and writes down pending session activity. The store stays open: the
   * application that made it closes it.
   * @returns once all work under way is finished.
   * @example
   * await auth.close();
   * await store.close();
   */
  close(): Promise<void>;
}

/**
 * The whole system with its features `F`, each under its name, and the own fields `U` of its users:
 * what `createAuth` returns.
 */
export type AuthWith<
  F extends readonly AnyFeature[],
  U extends UserFieldOptions = UserFieldOptions,
> = Auth<CorePermission | PermissionsOf<F>, U> & FeaturesOf<F>;
