import type { AuditEntryId } from "@acme/auth-core";
import { at } from "@acme/auth-testing/feature-contract";
import type { WebhookDelivery } from "../webhook-delivery-store.js";
import type { WebhookEndpoint } from "../webhook-endpoint-store.js";
import type { WebhookDeliveryId, WebhookEndpointId } from "../webhook-ids.js";

export const endpointId = (name: string): WebhookEndpointId =>
  `endpoint-${name}` as WebhookEndpointId;
export const deliveryId = (name: string): WebhookDeliveryId =>
  `delivery-${name}` as WebhookDeliveryId;

/** An enabled endpoint that gets all events. */
export const someEndpoint = (
  name: string,
  own: Partial<WebhookEndpoint> = {},
): WebhookEndpoint => ({
  id: endpointId(name),
  url: `https://${name}.example.com/hooks`,
  events: null,
  sealedSecret: `sealed ${name}`,
  previousSealedSecret: null,
  previousSecretEndsAt: null,
  createdAt: at(0),
  disabledAt: null,
  disabledReason: null,
  ...own,
});

/** A delivery to the endpoint crm that is due from the suite's start on. */
export const someDelivery = (
  name: string,
  own: Partial<WebhookDelivery> = {},
): WebhookDelivery => ({
  id: deliveryId(name),
  endpointId: endpointId("crm"),
  eventId: `event-${name}` as AuditEntryId,
  event: "user.created",
  payload: `{"type":"user.created"}`,
  attempts: 0,
  nextAttemptAt: at(0),
  createdAt: at(0),
  expiresAt: at(1_000_000),
  ...own,
});
