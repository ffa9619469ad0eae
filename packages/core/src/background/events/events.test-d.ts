import type { AuditLog } from "../../organizations/audit-log/audit-log.js";
import type { Tx } from "../../store/store.js";
import type { CreationEvent, EventHandlers } from "../../store/subscriber.js";
import { defineEvents } from "../audit-log/application-event.js";
import type { AuditEvent, RefusableEvent } from "../audit-log/events.js";
import { on } from "./subscribers.js";

const nothing = async (): Promise<void> => {};
const see = (..._values: readonly unknown[]): void => {};

/** A creation may be refused within its transaction, and hands over what came into being. */
export const withinCreations = [
  on("user.created", { within: async (_tx, { created }) => see(created.email) }),
  on("organization.created", { within: async (_tx, { created }) => see(created.slug) }),
  on("member.added", { within: async (_tx, { created }) => see(created.role) }),
  on("invitation.created", { within: async (_tx, { created }) => see(created.email) }),
  on("account.linked", { within: async (_tx, { created }) => see(created.providerId) }),
  on("passkey.added", { within: async (_tx, { created }) => see(created.deviceType) }),
];

/** Revocation, recovery, erasure and counted attempts cannot be vetoed. */
export const withinNothingElse = [
  // @ts-expect-error -- access that ends
  on("session.ended", { within: nothing }),
  // @ts-expect-error -- account recovery
  on("user.reclaimed", { within: nothing }),
  // @ts-expect-error -- suspension
  on("user.suspended", { within: nothing }),
  // @ts-expect-error -- erasure
  on("deletion.completed", { within: nothing }),
  // @ts-expect-error -- a counted attempt
  on("password.refused", { within: nothing }),
];

type HasWithin<E extends AuditEvent> = EventHandlers<E>["within"] extends undefined ? never : E;
type EventsWithWithin = { [E in AuditEvent]: HasWithin<E> }[AuditEvent];

/** `within` exists for creations alone, whatever the table of events will hold. */
export function withinExistsForRefusableEventsAlone(
  has: EventsWithWithin,
  refusable: RefusableEvent,
): void {
  has satisfies RefusableEvent;
  refusable satisfies EventsWithWithin;
}

/** What came into being holds no secret. */
export function createdHoldsNoSecret(
  invitation: CreationEvent<"invitation.created">,
  passkey: CreationEvent<"passkey.added">,
): void {
  // @ts-expect-error -- the hash of the token is left out
  see(invitation.created.tokenHash);
  // @ts-expect-error -- and so is the key
  see(passkey.created.publicKey);
}

const events = defineEvents({
  "billing.plan_changed": { detail: ["from", "to"] },
  "billing.card_added": { detail: [] },
});
const changed = events["billing.plan_changed"];

/** An application's own event is subscribed to by its name, and its detail is known. */
export const ownEvents = [
  on(changed, { after: async ({ event, detail }) => see(event, detail.from, detail.to) }),
  // @ts-expect-error -- no such field
  on(changed, { after: async ({ detail }) => see(detail.plan) }),
  // @ts-expect-error -- it cannot be refused: the application that records it has decided
  on(changed, { within: nothing }),
  // @ts-expect-error -- no such event was defined
  on(events["billing.plan_chosen"], { after: nothing }),
  // @ts-expect-error -- an event without a user
  on("billing.plan_changed", { after: nothing }),
];

/** And is recorded with the fields it was defined with. */
export async function ownEntries(auditLog: AuditLog, tx: Tx): Promise<void> {
  const entry = { userId: null, organizationId: null, client: null };
  await auditLog.record(tx, { ...entry, event: changed, detail: { from: "free", to: "team" } });
  await auditLog.record(tx, { ...entry, event: "billing.other", detail: { any: "field" } });
  // @ts-expect-error -- a field is missing
  await auditLog.record(tx, { ...entry, event: changed, detail: { from: "free" } });
}
