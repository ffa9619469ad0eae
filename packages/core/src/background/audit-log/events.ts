/** What the table says of one event. */
export interface EventRow {
  /**
   * The fields of its `detail`. None ever holds a secret, an email address, an IP address or a
   * name.
   */
  readonly detail: readonly string[];
  /** Something comes into being: a subscriber of the application may refuse it, which undoes it. */
  readonly refusable?: true;
  /** The worker does it, not the user whose entry it is. */
  readonly byWorker?: true;
  /**
   * Equal ones are entered, told and logged once in `policy.auditRepeatsEvery`: of each user or
   * email address, or of each of their client networks. They can be caused as fast as requests are
   * answered.
   */
  readonly once?: "per user" | "per network";
  /**
   * It changes what others copy. Equal ones that follow within that time are told once more,
   * together, when it is over: who copies the state has the last one then.
   */
  readonly change?: true;
  /** What it was done to, where that has a name. `self`: the user whose entry it is. */
  readonly target?: "user" | "self" | "invitation" | "passkey" | "provider" | "organization";
}

/**
 * Every event the audit log knows. Only creations are refusable: an application can keep something
 * from coming into being, and can never veto that access ends, that an account is recovered or
 * erased, or that an attempt is counted.
 */
export const AUDIT_EVENTS = {
  "user.created": { detail: ["method"], refusable: true },
  "user.sign_up_refused": { detail: ["reason"], once: "per user" },
  "user.updated": { detail: ["fields"], once: "per user", change: true },
  "user.reclaimed": { detail: [] },
  "user.suspended": { detail: [] },
  "user.reinstated": { detail: [] },
  "user.exported": { detail: [] },
  "email.verified": { detail: [] },
  "email.change_requested": { detail: [] },
  "email.change_cancelled": { detail: [] },
  "email.changed": { detail: [] },
  "password.refused": { detail: [], once: "per user" },
  "password.changed": { detail: [] },
  "password.reset_requested": { detail: [] },
  "password.reset": { detail: [] },
  "passkey.added": { detail: ["passkeyId"], refusable: true, target: "passkey" },
  "passkey.renamed": { detail: ["passkeyId"], target: "passkey" },
  "passkey.removed": { detail: ["passkeyId"], target: "passkey" },
  "passkey.refused": { detail: ["passkeyId", "because"], once: "per user", target: "passkey" },
  "account.linked": { detail: ["provider"], refusable: true, target: "provider" },
  "account.unlinked": { detail: ["provider"], target: "provider" },
  "account.refused": { detail: ["provider"], once: "per user", target: "provider" },
  "session.opened": { detail: ["sessionId", "method"] },
  "session.renewed": { detail: ["sessionId", "method"] },
  "session.stepped_up": { detail: ["sessionId", "method"] },
  "session.ended": { detail: ["sessionId", "because"] },
  "sessions.ended": { detail: ["count", "because"] },
  "code.refused": { detail: ["type"], once: "per user" },
  "deletion.requested": { detail: ["requestId"] },
  "deletion.cancelled": { detail: ["requestId", "because"] },
  "deletion.retried": { detail: ["requestId"] },
  "deletion.rejected": { detail: ["requestId", "errorCode"], byWorker: true },
  "deletion.completed": { detail: ["requestId"], byWorker: true },
  "export.requested": { detail: ["requestId"] },
  "export.ready": { detail: ["requestId"], byWorker: true },
  "export.failed": { detail: ["requestId"], byWorker: true },
  "export.downloaded": { detail: ["requestId"], once: "per network" },
  "organization.created": { detail: [], refusable: true, target: "organization" },
  "organization.updated": {
    detail: ["fields"],
    once: "per user",
    change: true,
    target: "organization",
  },
  "organization.deleted": { detail: [], target: "organization" },
  "organization.second_factor_required": { detail: [], target: "organization" },
  "organization.second_factor_waived": { detail: [], target: "organization" },
  "member.added": { detail: ["memberId", "role"], refusable: true, target: "self" },
  "member.role_changed": { detail: ["memberId", "from", "to"], target: "user" },
  "member.removed": { detail: ["memberId", "role"], target: "user" },
  "member.left": { detail: ["memberId", "role"], target: "self" },
  "ownership.transferred": { detail: ["memberId", "previousMemberId"], target: "user" },
  "invitation.created": { detail: ["invitationId", "role"], refusable: true, target: "invitation" },
  "invitation.resent": { detail: ["invitationId", "role"], target: "invitation" },
  "invitation.canceled": { detail: ["invitationId"], target: "invitation" },
  "invitation.accepted": { detail: ["invitationId", "role"], target: "invitation" },
  "invitation.rejected": { detail: ["invitationId"], target: "invitation" },
  "audit.exported": { detail: ["format", "filters", "count"] },
  "permission.denied": { detail: ["permission"], once: "per user" },
} as const satisfies Record<string, EventRow>;

/** The name of an event, for example `member.removed`: a key of `AUDIT_EVENTS`. */
export type AuditEvent = keyof typeof AUDIT_EVENTS;
/** An event that a subscriber may refuse with `within`. */
export type RefusableEvent = {
  [E in AuditEvent]: (typeof AUDIT_EVENTS)[E] extends { readonly refusable: true } ? E : never;
}[AuditEvent];
/** A refused attempt at a user's account, which another person may have made. */
export type RefusedAttempt = Extract<AuditEvent, `${string}.refused` | "user.sign_up_refused">;

/** Returns whether the event is one of the library. */
export const isAuditEvent = (event: string): event is AuditEvent =>
  Object.hasOwn(AUDIT_EVENTS, event);

/** Returns whether the event is a refused attempt. */
export const isRefusedAttempt = (event: AuditEvent): event is RefusedAttempt =>
  event === "user.sign_up_refused" || event.endsWith(".refused");

/** The `detail` of an event: a text or a number for each of its fields. */
export type AuditDetail<E extends AuditEvent> = Readonly<
  Record<(typeof AUDIT_EVENTS)[E]["detail"][number], string | number>
>;
