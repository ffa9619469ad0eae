import type { AuditEntry, NamedEntry, NamedUser } from "../../background/audit-log/audit-store.js";
import {
  AUDIT_EVENTS,
  type AuditEvent,
  type EventRow,
  isAuditEvent,
  isRefusedAttempt,
} from "../../background/audit-log/events.js";
import type { EmailAddress } from "../../kernel/email-address.js";
import type { UserId } from "../../kernel/ids.js";

/** Who did what an entry tells. */
export interface AuditActor {
  readonly id: UserId;
  /** The name as it is now. May be empty. */
  readonly name: string;
  /**
   * The email address; null when the user is no member any more and has moved to another one since.
   */
  readonly email: EmailAddress | null;
}

/** What it was done to. */
export interface AuditTarget {
  readonly type: "user" | "invitation" | "passkey" | "provider" | "organization";
  /** The id of the user, the invitation, the passkey, the provider or the organization. */
  readonly id: string;
  /** What people call it: a name as it is now, or an email address. */
  readonly label: string;
}

/** An entry as those see it whom it concerns. */
export interface ShownAuditEntry extends AuditEntry {
  /** Null when an operator, the worker or an unknown person did it, and once the user is erased. */
  readonly actor: AuditActor | null;
  /** Null for an event without one, and once it is gone. */
  readonly target: AuditTarget | null;
}

/**
 * Returns who did it and to what, by the table of events. No user who is gone is named: names are
 * never stored with an entry.
 */
export function showEntry(
  named: NamedEntry,
  providers: readonly { readonly id: string; readonly name: string }[],
): ShownAuditEntry {
  const { entry } = named;
  const known = isAuditEvent(entry.event) ? entry.event : null;
  return {
    ...entry,
    actor: known && !isByUser(named, known) ? null : actorOf(named),
    target: known && targetOf(named, AUDIT_EVENTS[known], providers),
  };
}

/**
 * Whether the user of the entry did it: not of a refused attempt, which another person may have
 * made.
 */
function isByUser({ entry, byOperator }: NamedEntry, event: AuditEvent): boolean {
  const { byWorker }: EventRow = AUDIT_EVENTS[event];
  return (
    !byOperator && !byWorker && !isRefusedAttempt(event) && entry.detail.because !== "operator"
  );
}

const actorOf = ({ entry: { userId }, names }: NamedEntry): AuditActor | null =>
  userId && names.user && { id: userId, name: names.user.name, email: names.user.email };

function targetOf(
  { entry, doneTo, names }: NamedEntry,
  { target: type }: EventRow,
  providers: readonly { readonly id: string; readonly name: string }[],
): AuditTarget | null {
  const { userId, organizationId, detail } = entry;
  const { provider } = detail;
  if (!type) return null;
  switch (type) {
    case "self":
      return target("user", userId, callUser(names.user));
    case "user":
      return target(type, doneTo, callUser(names.doneTo));
    case "invitation":
      return target(type, detail.invitationId, names.invitation);
    case "passkey":
      return target(type, detail.passkeyId, names.passkey);
    case "provider":
      return target(type, provider, providers.find(({ id }) => id === provider)?.name ?? provider);
    case "organization":
      return target(type, organizationId, names.organization);
  }
}

const callUser = (user: NamedUser | null): string | null => user && (user.name || user.email);

const target = (
  type: AuditTarget["type"],
  id: string | number | null | undefined,
  label: string | number | null | undefined,
): AuditTarget | null =>
  typeof id === "string" && typeof label === "string" ? { type, id, label } : null;
