import type { LockedUser } from "../account/user/user-store.js";
import type { FeatureJobKind } from "../background/jobs/job-store.js";
import type { DeletionRequestId, SessionId, UserId } from "../kernel/ids.js";
import type { Stores, Tx } from "./store.js";

/**
 * The sections of the personal export that show rows of stores, in their order. Every other section
 * comes from a contributor.
 */
export const STORED_SECTIONS = [
  "user",
  "memberships",
  "auditEntries",
  "sessions",
  "accountDeletionRequests",
  "dataExportRequests",
] as const;

/** A section of the personal export that shows rows of a store. */
export type StoredSection = (typeof STORED_SECTIONS)[number];

/**
 * The user whose rows are removed. The row of the user is locked, and `email` is the email address
 * before any change.
 */
export interface Removal {
  readonly user: LockedUser;
}

/**
 * An account that was never verified, and whose mailbox has just been proven by a request without a
 * live session of its user.
 */
export interface AccountRecovery extends Removal {
  readonly now: Date;
  /** A suspended user's pending deletion goes on. */
  readonly isSuspended: boolean;
  /** Records that the pending deletion request was cancelled. */
  readonly recordCancelled: (id: DeletionRequestId) => Promise<void>;
}

/** A user whose email address is changing. */
export interface EmailChangeRemoval extends Removal {
  /**
   * The session in which the change was confirmed, when it is one of the user; null ends all of
   * them.
   */
  readonly except: SessionId | null;
}

/** A user whose account is being erased. */
export interface ErasureRemoval extends Removal {
  readonly now: Date;
  /** The request that is carried out. */
  readonly requestId: DeletionRequestId;
  /** Leaves the rest to a job that runs after the transaction. */
  readonly enqueue: (
    kind: "delete-file" | "blank-audit" | FeatureJobKind,
    subject: string,
  ) => Promise<void>;
}

/** The columns that say what becomes of the rows, and when. */
export type OwnershipColumn =
  | "plantable"
  | "endedByReset"
  | "endedByEmailChange"
  | "endedWithOtherSessions"
  | "endedBySuspension"
  | "erased";

/**
 * Removes rows within the transaction. What it resolves to does not matter. Like a method, it may
 * ask for the stores of its own feature besides.
 */
export type RemoveRows<R extends Removal, T extends Tx = Tx> = {
  /** Removes the rows. */
  remove(tx: T, removal: R): Promise<unknown>;
}["remove"];

/** What becomes of the rows of one store. `T`: the stores that its functions need. */
export interface Ownership<T extends Tx = Tx> {
  /**
   * Who owns the rows: a user (by id), an email address (whichever user has it), an organization,
   * or none, because the row names no one.
   */
  readonly of: "user" | "email address" | "organization" | "none";
  /**
   * Pre-hijacking: an attacker signs up with the email address of another person and prepares what
   * will still work when that person comes. The function removes what could have been prepared,
   * when the owner of the mailbox signs in by code or magic link, or resets the password. Verifying
   * by link or code removes nothing. False when the rows could do the owner no harm.
   */
  readonly plantable: false | RemoveRows<AccountRecovery, T>;
  /**
   * What a reset of the password ends, whether or not the account was verified. False when the rows
   * stay.
   */
  readonly endedByReset: false | RemoveRows<Removal, T>;
  /** What a change of the email address ends. False when the rows stay. */
  readonly endedByEmailChange: false | RemoveRows<EmailChangeRemoval, T>;
  /**
   * What ends where the other sessions of the user end, or all of them: a password was set or
   * changed, a passkey removed, an account unlinked, a second factor changed, or sessions were ended
   * by their user or an operator. Default: the rows stay. Those of the base end there by themselves.
   */
  readonly endedWithOtherSessions?: RemoveRows<Removal, T>;
  /** What a suspension ends, in the place of `endedWithOtherSessions`. Default: the rows stay. */
  readonly endedBySuspension?: RemoveRows<Removal, T>;
  /**
   * What becomes of the rows when the account is erased. `last`: this is the user's own row, which
   * is deleted after everything else. `cascade`: the database deletes them with the user's row.
   * `kept`: they are not the user's. `expires`: they name no one and end at their time.
   */
  readonly erased: "last" | "cascade" | "kept" | "expires" | RemoveRows<ErasureRemoval, T>;
  /** The section of the personal export that shows the rows. Null when none does. */
  readonly exported: StoredSection | null;
  /** What docs/ownership.md says of a column, where "removed" or "stays" would mislead. */
  readonly words?: Partial<Record<OwnershipColumn, string>>;
  /** A sentence that docs/ownership.md adds. */
  readonly note?: string;
}

/**
 * The counter of how many exports a user has requested. It is the only counter that names a user.
 */
export const exportBudgetOf = (userId: UserId): string => `exports/${userId}`;

/** No one enrols before the email address is verified: an imported row can say otherwise. */
const forgetFactor = async (tx: Tx, { user }: Removal) => {
  if (user.secondFactorSince) await tx.users.markEnrolled(user.id, null);
  if (user.recoveryDueAt) await tx.users.markRecoveryDue(user.id, null);
};
const endSessions = (tx: Tx, { user }: Removal) => tx.sessions.revokeOthers(user.id, null);
const forgetBrowsers = (tx: Tx, { user }: Removal) => tx.knownBrowsers.deleteOthers(user.id, null);
const deleteLinks = (tx: Tx, { user }: Removal) =>
  tx.mailedLinks.deleteFor({ userId: user.id, email: user.email });
const deleteUnboundLinks = (tx: Tx, { user }: Removal) =>
  tx.mailedLinks.deleteUnboundFor({ userId: user.id, email: user.email });
const deleteCodes = (tx: Tx, { user }: Removal) => tx.oneTimeCodes.deleteFor(user.email);

/**
 * Every store, and what becomes of its rows. A store that is missing here does not compile. The
 * proof of a mailbox, the reset of a password, the change of an email address, the erasure of an
 * account, the personal export and docs/ownership.md all read this table, each its column, in the
 * order of the rows.
 */
export const OWNERSHIP = {
  users: {
    of: "user",
    plantable: forgetFactor,
    endedByReset: false,
    endedByEmailChange: false,
    erased: "last",
    exported: "user",
    words: { plantable: "stays, without a second factor" },
    note: "Name and image stay at account recovery; the language is forgotten, and own fields are emptied, except those that only operators write.",
  },
  passwords: {
    of: "user",
    plantable: (tx, { user }) => tx.passwords.delete(user.id),
    endedByReset: false,
    endedByEmailChange: false,
    erased: "cascade",
    exported: null,
    words: { endedByReset: "replaced" },
  },
  failureStreaks: {
    of: "none",
    plantable: false,
    endedByReset: false,
    endedByEmailChange: false,
    erased: "expires",
    exported: null,
    note: "Kept under the id of a session, or a pseudonym of email address and network.",
  },
  passkeys: {
    of: "user",
    plantable: (tx, { user }) => tx.passkeys.deleteFor(user.id),
    endedByReset: false,
    endedByEmailChange: false,
    erased: "cascade",
    exported: null,
  },
  passkeyChallenges: {
    of: "user",
    plantable: (tx, { user }) => tx.passkeyChallenges.deleteFor(user.id),
    endedByReset: false,
    endedByEmailChange: false,
    erased: "cascade",
    exported: null,
  },
  linkedAccounts: {
    of: "user",
    plantable: (tx, { user }) => tx.linkedAccounts.deleteFor(user.id),
    endedByReset: false,
    endedByEmailChange: false,
    erased: "cascade",
    exported: null,
  },
  oauthStates: {
    of: "user",
    plantable: (tx, { user }) => tx.oauthStates.deleteFor(user.id),
    endedByReset: false,
    endedByEmailChange: false,
    erased: "cascade",
    exported: null,
    note: "Those of a sign-in name no user, and expire.",
  },
  sessions: {
    of: "user",
    plantable: endSessions,
    endedByReset: endSessions,
    endedByEmailChange: (tx, { user, except }) => tx.sessions.revokeOthers(user.id, except),
    erased: "cascade",
    exported: "sessions",
    words: { endedByEmailChange: "removed, except the session that confirms it" },
  },
  knownBrowsers: {
    of: "user",
    plantable: forgetBrowsers,
    endedByReset: forgetBrowsers,
    endedByEmailChange: (tx, { user, except }) => tx.knownBrowsers.deleteOthers(user.id, except),
    erased: "cascade",
    exported: null,
    words: { endedByEmailChange: "removed, except that of the session that confirms it" },
    note: "Hashes of browsers that a user has signed in with, forgotten 400 days after the last sign-in there.",
  },
  mailedLinks: {
    of: "email address",
    plantable: deleteLinks,
    endedByReset: deleteUnboundLinks,
    endedByEmailChange: deleteLinks,
    erased: deleteLinks,
    exported: null,
    words: { endedByReset: "removed, or dead with the session that they are bound to" },
    note: "Those that were mailed to the email address, and those of the user: a pending change of the email address is one of them. One that another user asked for is that user's.",
  },
  oneTimeCodes: {
    of: "email address",
    plantable: deleteCodes,
    endedByReset: deleteCodes,
    endedByEmailChange: deleteCodes,
    erased: deleteCodes,
    exported: null,
  },
  organizations: {
    of: "organization",
    plantable: false,
    endedByReset: false,
    endedByEmailChange: false,
    erased: "kept",
    exported: null,
    note: "An account that is the only owner of an organization is not erased.",
  },
  memberships: {
    of: "user",
    plantable: false,
    endedByReset: false,
    endedByEmailChange: false,
    erased: "cascade",
    exported: "memberships",
    note: "After account recovery no sign-in activates an earlier membership; only the user's own switch does.",
  },
  invitations: {
    of: "email address",
    plantable: false,
    endedByReset: false,
    endedByEmailChange: false,
    erased: (tx, { user }) => tx.invitations.deleteFor(user.email),
    exported: null,
    note: "Those to the user's email address. One that the user sent stays, without its sender.",
  },
  deletionRequests: {
    of: "user",
    plantable: async (tx, { user, now, isSuspended, recordCancelled }) => {
      if (isSuspended) return;
      const cancelled = await tx.deletionRequests.revoke(user.id, now);
      if (cancelled) await recordCancelled(cancelled.id);
    },
    endedByReset: false,
    endedByEmailChange: false,
    erased: (tx, { requestId, now }) =>
      tx.deletionRequests.settle(requestId, { status: "completed" }, now),
    exported: "accountDeletionRequests",
    words: {
      plantable: "the pending one is cancelled, unless the user is suspended",
      erased: "stays, and names no one",
    },
  },
  erasures: {
    of: "none",
    plantable: false,
    endedByReset: false,
    endedByEmailChange: false,
    erased: "kept",
    exported: null,
    note: "Keyed pseudonyms of erased users, while a ledger of erasures is configured.",
  },
  exportRequests: {
    of: "user",
    plantable: false,
    endedByReset: false,
    endedByEmailChange: false,
    erased: "cascade",
    exported: "dataExportRequests",
  },
  fileChunks: {
    of: "user",
    plantable: false,
    endedByReset: false,
    endedByEmailChange: false,
    erased: async (tx, { user, enqueue }) => {
      for (const file of await tx.exportRequests.listFiles(user.id))
        await enqueue("delete-file", file);
    },
    exported: null,
    words: { erased: "removed by a job" },
    note: "The files of exports, unless the application stores them elsewhere.",
  },
  jobs: {
    of: "none",
    plantable: false,
    endedByReset: false,
    endedByEmailChange: false,
    erased: "expires",
    exported: null,
    note: "Those about an account that is gone find nothing to do.",
  },
  outbox: {
    of: "email address",
    plantable: false,
    endedByReset: false,
    endedByEmailChange: false,
    erased: "expires",
    exported: null,
    note: "Sealed mails. One that brings a dead code or link is dropped instead of sent.",
  },
  counters: {
    of: "none",
    plantable: false,
    endedByReset: false,
    endedByEmailChange: false,
    erased: (tx, { user }) => tx.counters.reset(exportBudgetOf(user.id)),
    exported: null,
    words: { erased: "the one that names the user is removed" },
    note: "Kept under pseudonyms, except the number of exports.",
  },
  audit: {
    of: "user",
    plantable: false,
    endedByReset: false,
    endedByEmailChange: false,
    erased: (_tx, { user, enqueue }) => enqueue("blank-audit", user.id),
    exported: "auditEntries",
    words: { erased: "stays; a job removes user, IP address and user agent" },
  },
} as const satisfies Readonly<Record<keyof Stores, Ownership>>;

/** The sections that some store has a row for. */
export type ExportedSection = NonNullable<(typeof OWNERSHIP)[keyof Stores]["exported"]>;

const ROWS: readonly Ownership[] = Object.values(OWNERSHIP);

/** The sections that the table says are exported, in the order of the document. */
export const EXPORTED_SECTIONS: readonly StoredSection[] = STORED_SECTIONS.filter((section) =>
  ROWS.some(({ exported }) => exported === section),
);

type RemoveOf<C extends OwnershipColumn> = Extract<Ownership[C], (...given: never) => unknown>;

/**
 * Returns the functions of one column of the rows, in their order. Run all of them in one
 * transaction that has locked the user.
 */
export const removalsOf = <C extends OwnershipColumn>(
  rows: readonly Pick<Ownership, OwnershipColumn>[],
  column: C,
): readonly RemoveOf<C>[] =>
  rows.map((row) => row[column]).filter((cell): cell is RemoveOf<C> => typeof cell === "function");
