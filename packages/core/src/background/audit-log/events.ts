/** Every event the audit log knows, with the fields of its `detail`. No field ever holds a secret, an email address, an IP address or a name. */
export const AUDIT_EVENTS = {
  "user.created": ["method"],
  "user.sign_up_refused": [],
  "user.updated": ["fields"],
  "user.reclaimed": [],
  "email.verified": [],
  "email.change_requested": [],
  "email.changed": [],
  "password.refused": [],
  "password.changed": [],
  "password.reset": [],
  "passkey.added": ["passkeyId"],
  "passkey.renamed": ["passkeyId"],
  "passkey.removed": ["passkeyId"],
  "passkey.refused": ["passkeyId", "because"],
  "account.linked": ["provider"],
  "account.unlinked": ["provider"],
  "session.opened": ["sessionId", "method"],
  "session.renewed": ["sessionId", "method"],
  "session.ended": ["sessionId", "because"],
  "sessions.ended": ["count", "because"],
  "code.refused": ["type"],
  "deletion.requested": ["requestId"],
  "deletion.cancelled": ["requestId", "because"],
  "deletion.rejected": ["requestId", "errorCode"],
  "deletion.completed": ["requestId"],
  "export.requested": ["requestId"],
  "export.ready": ["requestId"],
  "export.failed": ["requestId"],
  "export.downloaded": ["requestId"],
  "organization.created": [],
  "organization.updated": ["fields"],
  "organization.deleted": [],
  "member.added": ["memberId", "role"],
  "member.role_changed": ["memberId", "from", "to"],
  "member.removed": ["memberId", "role"],
  "member.left": ["memberId", "role"],
  "ownership.transferred": ["memberId", "previousMemberId"],
  "invitation.created": ["invitationId", "role"],
  "invitation.resent": ["invitationId", "role"],
  "invitation.canceled": ["invitationId"],
  "invitation.accepted": ["invitationId", "role"],
  "invitation.rejected": ["invitationId"],
  "permission.denied": ["permission"],
} as const satisfies Record<string, readonly string[]>;

/** The name of an event, for example `member.removed`: a key of `AUDIT_EVENTS`. */
export type AuditEvent = keyof typeof AUDIT_EVENTS;
/** A refused attempt at a user's account, which another person may have made. */
export type RefusedAttempt = Extract<AuditEvent, `${string}.refused` | "user.sign_up_refused">;
export type AuditDetail<E extends AuditEvent> = Readonly<
  Record<(typeof AUDIT_EVENTS)[E][number], string | number>
>;
