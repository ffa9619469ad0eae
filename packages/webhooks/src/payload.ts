import type { AuditEntryId, OrganizationId, UserId } from "@acme/auth-core";

/** What webhooks are told of an event. */
export interface WebhookEvent {
  readonly id: AuditEntryId;
  readonly event: string;
  readonly at: Date;
  readonly userId: UserId | null;
  readonly organizationId: OrganizationId | null;
  readonly actorId: UserId | null;
  readonly detail: Readonly<Record<string, unknown>>;
}

/**
 * Returns the body of a webhook: the event, its time, and ids. Everything else the receiver asks us
 * for, so that what leaves is of no use by itself and never out of date.
 */
export function composePayload({
  event,
  at,
  userId,
  organizationId,
  actorId,
  detail,
}: WebhookEvent): string {
  const ids = Object.entries({ userId, organizationId, actorId, ...detail }).filter(
    ([name, id]) => name.endsWith("Id") && typeof id === "string",
  );
  return JSON.stringify({
    type: event,
    timestamp: at.toISOString(),
    data: Object.fromEntries(ids),
  });
}
