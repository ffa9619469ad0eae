import { expect, it } from "vitest";
import { AUDIT_EVENTS, type EventRow, isAuditEvent, isRefusedAttempt } from "./events.js";

it("an event is known by its own name alone", () => {
  for (const event of Object.keys(AUDIT_EVENTS)) expect(isAuditEvent(event)).toBe(true);
  for (const event of ["", "toString", "user.exploded"]) expect(isAuditEvent(event)).toBe(false);
});

it("the refused attempts are those that a stranger may have made", () => {
  expect(
    Object.keys(AUDIT_EVENTS).filter((event) => isAuditEvent(event) && isRefusedAttempt(event)),
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
