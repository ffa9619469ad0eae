import type { EmailAddress } from "../../kernel/email-address.js";
import type { AuditEntryId, OrganizationId, UserId } from "../../kernel/ids.js";
import type { OperatorText } from "../../kernel/operator-text.js";
import type { ApplicationEventName } from "./application-event.js";
import type { AuditEvent } from "./events.js";

export type { DetailOf, NameOf, Subscribable } from "./application-event.js";
export type { AuditEvent, RefusableEvent } from "./events.js";

/**
 * One recorded event: who did what, when and from where. `detail` holds the keys that `AUDIT_EVENTS` lists for the event.
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
  /** Who caused it as an operator, and why, in their own words; null when no operator did. It is in no other view. */
  readonly operator: string | null;
}

/** Where a page begins: behind this entry, in the order of time and then of id. */
export type AuditPosition = Pick<AuditEntry, "at" | "id">;

/** Append-only. Entries outlive what they speak of, so they hold no foreign key. */
export interface AuditStore {
  /** Appends the entry, with what the operator wrote who caused it. It takes part in the transaction when the store is a `Tx`. */
  append(entry: AuditEntry, operator?: OperatorText | null): Promise<void>;
  /**
   * Appends the entry of a refused attempt for the user with that email address, without IP address and user agent unless the email address is verified.
   * For an email address without a user, it does the same work and appends nothing.
   */
  appendRefusal(email: EmailAddress, entry: Omit<AuditEntry, "userId">): Promise<void>;
  /** Up to `limit` entries of the user, newest first, behind `after`; null: from the newest on. */
  listByUser(
    userId: UserId,
    after: AuditPosition | null,
    limit: number,
  ): Promise<readonly AuditEntry[]>;
  /** The same of an organization. */
  listByOrganization(
    organizationId: OrganizationId,
    after: AuditPosition | null,
    limit: number,
  ): Promise<readonly AuditEntry[]>;
  /** Like `listByUser`, for operators. */
  listRecords(
    userId: UserId,
    after: AuditPosition | null,
    limit: number,
  ): Promise<readonly AuditRecord[]>;
  /** Sets user, IP address, user agent and what an operator wrote to null in up to `limit` entries of the user. Returns how many. */
  blankUser(userId: UserId, limit: number): Promise<number>;
}
