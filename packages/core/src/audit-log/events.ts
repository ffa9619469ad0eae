/** Every event the audit log knows, with the fields of its `detail`. No field ever holds a secret, an address or a name. */
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
  "permission.denied": ["permission"],
} as const satisfies Record<string, readonly string[]>;

export type AuditEvent = keyof typeof AUDIT_EVENTS;
export type AuditDetail<E extends AuditEvent> = Readonly<Record<(typeof AUDIT_EVENTS)[E][number], string | number>>;
