import type { FeatureEnv } from "@acme/auth-core";
import type { WebhookLimit } from "./limits.js";
import type { WebhookDeliveryStore } from "./webhook-delivery-store.js";
import type { WebhookEndpointStore } from "./webhook-endpoint-store.js";
import type { WebhookSender } from "./webhook-sender.js";

/** The stores of webhooks, beside those of the base. */
export interface WebhookStores {
  readonly webhookEndpoints: WebhookEndpointStore;
  readonly webhookDeliveries: WebhookDeliveryStore;
}

/** What the use cases of webhooks are built from. */
export interface WebhookEnv extends FeatureEnv<WebhookStores, WebhookLimit> {
  readonly sender: WebhookSender;
  /** Whether the operator allows networks of its own. */
  readonly allowsNetworks: boolean;
}

/** What a step of webhooks may use beside its transaction. */
export type WebhookWorld = Pick<WebhookEnv, "clock" | "random" | "digest" | "sealer" | "limits">;
