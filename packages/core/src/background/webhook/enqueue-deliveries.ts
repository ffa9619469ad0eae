import { after } from "../../kernel/duration.js";
import { toId, type WebhookDeliveryId, type WebhookEndpointId } from "../../kernel/ids.js";
import type { World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import { ERASED_EVENT } from "../../store/erasure-event.js";
import { composePayload, type WebhookEvent } from "./payload.js";

/**
 * The endpoint of a delivery that is attempted nowhere. It is there so that a refused attempt costs
 * the same whether or not there is a user.
 */
const NOWHERE = toId<WebhookEndpointId>("nowhere");

/** An event on its way to the endpoints. */
interface Delivered {
  readonly event: WebhookEvent;
  /** False: the deliveries have no endpoint, at the same cost. */
  readonly notifies: boolean;
  /** When they are attempted first; at once by default. */
  readonly dueAt?: Date;
}

/**
 * Queues an event for each enabled endpoint that gets it, in the transaction that causes it. Does
 * nothing while webhooks are off.
 */
export async function enqueueDeliveries(
  tx: Tx,
  { clock, random, policy, webhooks }: World,
  { event, notifies, dueAt = clock.now() }: Delivered,
): Promise<void> {
  if (!webhooks) return;
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
      expiresAt: after(dueAt, policy.webhookMemory),
    });
}

/**
 * An erasure goes to every endpoint, whatever it subscribed to: a receiver that keeps something
 * about the user must learn that the user is gone.
 */
const getsEvent = (events: readonly string[] | null, event: string): boolean =>
  events === null || event === ERASED_EVENT || events.includes(event);
