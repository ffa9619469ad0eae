import type { Brand } from "@acme/auth-core";

/** Names an endpoint. */
export type WebhookEndpointId = Brand<string, "WebhookEndpointId">;
/** Names a delivery. */
export type WebhookDeliveryId = Brand<string, "WebhookDeliveryId">;
