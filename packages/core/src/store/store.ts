import type { CallerStore } from "../account/session/caller-store.js";
import type { KnownBrowserStore } from "../account/session/known-browser-store.js";
import type { SessionStore } from "../account/session/session-store.js";
import type { UserStore } from "../account/user/user-store.js";
import type { AuditStore } from "../background/audit-log/audit-store.js";
import type { JobStore } from "../background/jobs/job-store.js";
import type { OutboxStore } from "../background/mail/outbox-store.js";
import type { CounterStore } from "../background/rate-limit/counter-store.js";
import type { DeletionRequestStore } from "../lifecycle/account-deletion/deletion-request-store.js";
import type { ExportRequestStore } from "../lifecycle/data-export/export-request-store.js";
import type { FileChunkStore } from "../lifecycle/data-export/file-chunk-store.js";
import type { ErasureStore } from "../lifecycle/erasure/erasure-store.js";
import type { InvitationStore } from "../organizations/invitation/invitation-store.js";
import type { MembershipStore } from "../organizations/membership/membership-store.js";
import type { OrganizationStore } from "../organizations/organization/organization-store.js";
import type { OneTimeCodeStore } from "../sign-in/email-otp/one-time-code-store.js";
import type { MailedLinkStore } from "../sign-in/mailed-link/mailed-link-store.js";
import type { LinkedAccountStore } from "../sign-in/oauth/linked-account-store.js";
import type { OAuthStateStore } from "../sign-in/oauth/oauth-state-store.js";
import type { PasskeyChallengeStore } from "../sign-in/passkey/challenge-store.js";
import type { PasskeyStore } from "../sign-in/passkey/passkey-store.js";
import type { FailureStreakStore } from "../sign-in/password/failure-streak-store.js";
import type { PasswordStore } from "../sign-in/password/password-store.js";

/**
 * One store for each kind of row. What becomes of the rows when their user goes is said in
 * `OWNERSHIP`.
 */
export interface Stores {
  readonly users: UserStore;
  readonly passwords: PasswordStore;
  readonly failureStreaks: FailureStreakStore;
  readonly mailedLinks: MailedLinkStore;
  readonly passkeys: PasskeyStore;
  readonly passkeyChallenges: PasskeyChallengeStore;
  readonly linkedAccounts: LinkedAccountStore;
  readonly oauthStates: OAuthStateStore;
  readonly sessions: SessionStore;
  readonly knownBrowsers: KnownBrowserStore;
  readonly organizations: OrganizationStore;
  readonly memberships: MembershipStore;
  readonly invitations: InvitationStore;
  readonly oneTimeCodes: OneTimeCodeStore;
  readonly deletionRequests: DeletionRequestStore;
  readonly erasures: ErasureStore;
  readonly exportRequests: ExportRequestStore;
  readonly fileChunks: FileChunkStore;
  readonly jobs: JobStore;
  readonly outbox: OutboxStore;
  readonly counters: CounterStore;
  readonly audit: AuditStore;
}

declare const open: unique symbol;

/**
 * The stores inside one open transaction. Only `Store.transaction` makes one, and it cannot open
 * another.
 */
export interface Tx extends Stores {
  readonly [open]: true;
}

/** How long rows are kept that are still of use after their end, in milliseconds. */
export interface Retention {
  /** After an invitation has expired, whatever became of it. */
  readonly invitations: number;
  /** After an audit entry was made. Through its last millisecond, inclusive. */
  readonly auditEntries: number;
  /** After the last attempt at calling a subscriber. */
  readonly subscriberCalls: number;
}

/** How many rows were made with a key that is derived from one secret. */
export interface KeyUse {
  /**
   * The id of the secret, which each value that was made with its keys begins with. It reveals
   * nothing of the secret.
   */
  readonly keyId: string;
  /**
   * Waiting or dead mails, mailed codes, authorization requests under way, secrets of webhook
   * endpoints, or what a feature names `feature/what`.
   */
  readonly kind:
    "mail" | "one-time-code" | "oauth-state" | "webhook-secret" | `${string}/${string}`;
  readonly rows: number;
  /** When the oldest of them was made. */
  readonly oldestAt: Date;
}

/** Whether the schema of the database is as new as this version needs. */
export type StoreHealth = "ready" | "migrations_pending";

/**
 * What the system asks of storage. All methods may reject with a `StoreUnavailable`: the database
 * is out of reach or stayed locked for too long, and trying again later makes sense. Nothing was
 * changed then, unless the connection was lost while a transaction was committing. A method that
 * would store a second row under a value that is unique, an id among them, and has no answer for
 * that (as `insertUnlessTaken` has) rejects with a `StoreConflict` and changes nothing; the work of
 * a transaction that meets one must throw.
 */
export interface Store extends Stores {
  /** The read model of the hot path. */
  readonly callers: CallerStore;
  /**
   * Commits when `work` resolves, rolls back when it throws. Isolation is at least READ COMMITTED.
   * `work` awaits nothing but its `tx` and has no outside effects, for it may run again after a
   * deadlock or serialisation failure. A unique value that turns out to be there already when it
   * commits is a `StoreConflict` too.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Removes rows that have ended by `now`, up to `limit` of each kind, those that ended first:
   * sessions, codes, links, challenges, states, streaks of failures, known browsers and counters at
   * the instant they expire, dead mails and what features let expire too; invitations, audit entries
   * and dead calls of subscribers once `retention` is over as well. Queued mails and all
   * other jobs are left to the worker. A store may also mend here what an earlier release leaves
   * behind beside this one. Rows that another transaction has locked are left for the next call.
   * Returns the number of rows removed or repaired.
   */
  sweep(now: Date, limit: number, retention: Retention): Promise<number>;
  /** Returns `migrations_pending` when the schema is older than this version needs. */
  health(): Promise<StoreHealth>;
  /**
   * Returns which secrets stored values were made with, by kind and key id. Reads every row that
   * holds such a value: for operators.
   */
  listKeyUses(): Promise<readonly KeyUse[]>;
}

/**
 * What an adapter throws when the database is out of reach. It is recognized by its code, so that
 * adapters need no class of this package at run time.
 */
export interface StoreUnavailable extends Error {
  readonly code: "STORE_UNAVAILABLE";
}

/** Returns whether a thrown value says that the database is out of reach. */
export const isStoreUnavailable = (thrown: unknown): thrown is StoreUnavailable =>
  thrown instanceof Error && "code" in thrown && thrown.code === "STORE_UNAVAILABLE";

/**
 * What an adapter throws when a row with the same unique value is there already, and the method has
 * no answer that says so; also for an application's own statements in a transaction. Like
 * `StoreUnavailable`, it is recognized by its code.
 */
export interface StoreConflict extends Error {
  readonly code: "STORE_CONFLICT";
}

/** Returns whether a thrown value says that a row with the same unique value is there already. */
export const isStoreConflict = (thrown: unknown): thrown is StoreConflict =>
  thrown instanceof Error && "code" in thrown && thrown.code === "STORE_CONFLICT";
