import type { EmailAddress } from "../../kernel/email-address.js";
import type { AuditEntryId, OrganizationId, UserId } from "../../kernel/ids.js";
import type { OperatorText } from "../../kernel/operator-text.js";
import type { ApplicationEventName } from "./application-event.js";
import type { AuditEvent } from "./events.js";

export type { DetailOf, NameOf, Subscribable } from "./application-event.js";
export type { AuditEvent, RefusableEvent } from "./events.js";

/**
 * One recorded event: who did what, when and from where. `detail` holds the keys that
 * `AUDIT_EVENTS` lists for the event.
 */
export interface AuditEntry {
  readonly id: AuditEntryId;
  readonly at: Date;
  readonly event: AuditEvent | ApplicationEventName;
  readonly userId: UserId | null;
  readonly organizationId: OrganizationId | null;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
  readonly detail: Readonly<Record<string, string | number>>;
}

/** An entry as operators see it. */
export interface AuditRecord extends AuditEntry {
  /**
   * Who caused it as an operator, and why, in their own words; null when no operator did. It is in
   * no other view.
   */
  readonly operator: string | null;
}

/** Where a page begins: behind this entry, in the order of time and then of id. */
export type AuditPosition = Pick<AuditEntry, "at" | "id">;

/** A user whom an entry names, under their present name. */
export interface NamedUser {
  readonly name: string;
  /**
   * Null where a reader of the entry could not know it: the user is no member of the organization
   * any more, and has moved to another email address since.
   */
  readonly email: EmailAddress | null;
}

/** An entry, with the present names of the users and things in it. */
export interface NamedEntry {
  readonly entry: AuditEntry;
  /** The user to whom it was done, when that is another than the user of the entry. */
  readonly doneTo: UserId | null;
  /** Whether an operator caused it. */
  readonly byOperator: boolean;
  /** Each null for what the entry does not name, and for what is gone. */
  readonly names: {
    /** The user of the entry. */
    readonly user: NamedUser | null;
    readonly doneTo: NamedUser | null;
    /** The invited email address of the invitation in `detail`. */
    readonly invitation: EmailAddress | null;
    /** The name of the user's passkey in `detail`. */
    readonly passkey: string | null;
    /** The name of the organization; in a user's own list, only while the user is a member. */
    readonly organization: string | null;
  };
}

/** Whose entries a list shows: those of a user, or of an organization. */
export type AuditScope = { readonly userId: UserId } | { readonly organizationId: OrganizationId };

/** Which entries of a scope are meant. */
export interface AuditFilter {
  /** Only entries of this event; null: of any. */
  readonly event: string | null;
  /** Only entries of this user; null: of any, and of none. */
  readonly actor: UserId | null;
  /** Only entries of this time and later; null: since the first. */
  readonly from: Date | null;
  /** Only entries before this time; null: until now. */
  readonly to: Date | null;
}

/** Which entries a list shows, and where it begins. */
export interface AuditQuery extends AuditFilter {
  /** Behind this entry; null: from the newest on. */
  readonly after: AuditPosition | null;
}

/** Which entries of the whole log are meant. Each that is null leaves none out. */
export interface AuditRecordFilter {
  /** Only entries of this user: who did it, or to whose account it happened. */
  readonly userId: UserId | null;
  /** Only entries of this organization. */
  readonly organizationId: OrganizationId | null;
  /** Only entries of this event. */
  readonly event: string | null;
  /** Only entries of this time and later. */
  readonly from: Date | null;
  /** Only entries before this time. */
  readonly to: Date | null;
}

/** Which entries of the whole log a list shows, and where it begins. */
export interface AuditRecordQuery extends AuditRecordFilter {
  /** Behind this entry; null: from the newest on. */
  readonly after: AuditPosition | null;
}

/**
 * An entry as operators see it, with what those in it are called now. Each of these is null for what
 * the entry does not name, and for what is gone.
 */
export interface NamedRecord extends AuditRecord {
  /** The email address of the user of the entry. */
  readonly email: EmailAddress | null;
  /** The user to whom it was done, when that is another than the user of the entry. */
  readonly doneTo: UserId | null;
  /** The email address of that user. */
  readonly doneToEmail: EmailAddress | null;
  /** The slug of the organization. */
  readonly slug: string | null;
}

/** Append-only. Entries outlive the users and things in them, so they hold no foreign key. */
export interface AuditStore {
  /**
   * Appends the entry, with what the operator wrote who caused it, and the user to whom it was done
   * when that is another than the entry's. It participates in the transaction when the store is a
   * `Tx`.
   */
  append(entry: AuditEntry, operator?: OperatorText | null, doneTo?: UserId | null): Promise<void>;
  /**
   * Appends the entry of a refused attempt for the user with that email address, without IP address
   * and user agent unless the email address is verified. For an email address without a user, it
   * does the same work and appends nothing.
   */
  appendRefusal(email: EmailAddress, entry: Omit<AuditEntry, "userId">): Promise<void>;
  /** Up to `limit` entries of the user, newest first, behind `after`; null: from the newest on. */
  listByUser(
    userId: UserId,
    after: AuditPosition | null,
    limit: number,
  ): Promise<readonly AuditEntry[]>;
  /**
   * Up to `limit` entries of a user or an organization, newest first, each with the names of the
   * users and things in it.
   */
  listNamed(scope: AuditScope, query: AuditQuery, limit: number): Promise<readonly NamedEntry[]>;
  /** Returns the number of entries of a user or an organization, and `most` if there are more. */
  countMatching(scope: AuditScope, filter: AuditFilter, most: number): Promise<number>;
  /** Like `listByUser`, for operators. */
  listRecords(
    userId: UserId,
    after: AuditPosition | null,
    limit: number,
  ): Promise<readonly AuditRecord[]>;
  /** Up to `limit` entries of the whole log, newest first, for operators. */
  listNamedRecords(query: AuditRecordQuery, limit: number): Promise<readonly NamedRecord[]>;
  /**
   * In up to `limit` entries: sets user, IP address, user agent and what an operator wrote to null
   * where the entry is the user's, and forgets that something was done to the user. Returns how
   * many.
   */
  blankUser(userId: UserId, limit: number): Promise<number>;
}
