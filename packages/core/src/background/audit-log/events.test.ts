import { expect, it } from "vitest";
import { AUDIT_EVENTS, type EventRow, isAuditEvent, isRefusedAttempt } from "./events.js";

/** The table, written out a second time: applications, receivers of webhooks and exports rely on every name in it. */
const EVENTS = {
  "user.created": { detail: ["method"], refusable: true },
  "user.sign_up_refused": { detail: [], once: "per user" },
  "user.updated": { detail: ["fields"], once: "per user", change: true },
  "user.reclaimed": { detail: [] },
  "user.suspended": { detail: [] },
  "user.reinstated": { detail: [] },
  "user.exported": { detail: [] },
  "email.verified": { detail: [] },
  "email.change_requested": { detail: [] },
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
  "permission.denied": { detail: ["permission"], once: "per user" },
};

it("every event has the name, the fields and the target that its readers rely on", () => {
  expect(AUDIT_EVENTS).toEqual(EVENTS);
});

it("an event is known by its own name alone", () => {
  for (const event of Object.keys(EVENTS)) expect(isAuditEvent(event)).toBe(true);
  for (const event of ["", "toString", "user.exploded"]) expect(isAuditEvent(event)).toBe(false);
});

it("the refused attempts are those that a stranger may have made", () => {
  expect(
    Object.keys(EVENTS).filter((event) => isAuditEvent(event) && isRefusedAttempt(event)),
  ).toEqual([
    "user.sign_up_refused",
    "password.refused",
    "passkey.refused",
    "account.refused",
    "code.refused",
  ]);
});

it("every refused attempt is entered once in a while, for a stranger decides how many there are", () => {
  const refused = Object.entries<EventRow>(AUDIT_EVENTS).filter(
    ([event]) => isAuditEvent(event) && isRefusedAttempt(event),
  );
  for (const [event, { once }] of refused) expect(once, event).toBe("per user");
});
