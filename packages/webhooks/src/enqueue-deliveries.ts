import { ERASED_EVENT, type Published, toId, type TxWith } from "@acme/auth-core";
import { after } from "@acme/auth-core/surface";
import { composePayload, type WebhookEvent } from "./payload.js";
import type { WebhookStores, WebhookWorld } from "./webhook-env.js";
import type { WebhookDeliveryId, WebhookEndpointId } from "./webhook-ids.js";

/**
 * The endpoint of a delivery that is attempted nowhere. It is there so that a refused attempt costs
 * the same whether or not there is a user.
 */
const NOWHERE = toId<WebhookEndpointId>("nowhere");

/** An event on its way to the endpoints. */
interface Delivered extends Omit<Published, "event"> {
  readonly event: WebhookEvent;
}

/**
 * Queues an event for each enabled endpoint that gets it, in the transaction that causes it. Where
 * no one is told, the deliveries lead nowhere, at the same cost.
 */
export async function enqueueDeliveries(
  tx: TxWith<WebhookStores>,
  { clock, random, limits }: WebhookWorld,
  { event, notifies, dueAt = clock.now() }: Delivered,
): Promise<void> {
  const endpoints = (await tx.webhookEndpoints.listEnabled()).filter(({ events }) =>
    getsEvent(events, event.event),
  );
  if (endpoints.length === 0) return;
  const now = clock.now();
  const payload = composePayload(event);
  for (const { id } of endpoints)
    await tx.webhookDeliveries.enqueue({
      id: random.id<WebhookDeliveryId>(),
      endpointId: notifies ? id : NOWHERE,
      eventId: event.id,
      event: event.event,
      payload,
      attempts: 0,
      nextAttemptAt: dueAt,
      createdAt: now,
      expiresAt: after(dueAt, limits.webhookMemory),
    });
}

/**
 * An erasure goes to every endpoint, whatever it subscribed to: a receiver that keeps something
 * about the user must learn that the user is gone.
 */
const getsEvent = (events: readonly string[] | null, event: string): boolean =>
  events === null || event === ERASED_EVENT || events.includes(event);
