import { after } from "../../kernel/duration.js";
import { toId, type WebhookDeliveryId, type WebhookEndpointId } from "../../kernel/ids.js";
import type { World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import { composePayload, type WebhookEvent } from "./payload.js";

/** Goes to every endpoint, whatever it subscribed to: who keeps something about the user must hear that the user is gone. */
export const ERASED_EVENT = "user.erased";

/** The endpoint of a delivery that is attempted nowhere. It is there so that a refused attempt costs the same whether or not there is a user. */
const NOWHERE = toId<WebhookEndpointId>("nowhere");

/** Queues an event for each enabled endpoint that gets it, in the transaction that causes it. Does nothing while webhooks are off. Without `isTold` the deliveries go nowhere, at the same cost. */
export async function enqueueDeliveries(
  tx: Tx,
  { clock, random, policy, webhooks }: World,
  { event, isTold }: { readonly event: WebhookEvent; readonly isTold: boolean },
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
      endpointId: isTold ? id : NOWHERE,
      eventId: event.id,
      event: event.event,
      payload,
      attempts: 0,
      nextAttemptAt: now,
      createdAt: now,
      expiresAt: after(now, policy.webhookMemory),
    });
}

const getsEvent = (events: readonly string[] | null, event: string): boolean =>
  events === null || event === ERASED_EVENT || events.includes(event);
