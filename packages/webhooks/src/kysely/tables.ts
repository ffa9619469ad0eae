import type { FeatureTables } from "@acme/auth-kysely/tables";
import type { WebhookStores } from "../webhook-env.js";
import { webhookMigrations } from "./migrations.js";
import type { WebhookTables } from "./schema.js";
import { webhookDeliveries } from "./webhook-deliveries.js";
import { webhookEndpoints } from "./webhook-endpoints.js";

export type { WebhookDeliveryTable, WebhookEndpointTable, WebhookTables } from "./schema.js";

/**
 * The tables of webhooks, for a store of `@acme/auth-kysely`.
 * @example
 * const store = createPostgresStore(pool, { features: [webhookTables] });
 */
export const webhookTables: FeatureTables<WebhookStores, WebhookTables> = {
  name: "webhooks",
  migrations: webhookMigrations,
  stores: { webhookEndpoints, webhookDeliveries },
  lifetimes: {
    auth_webhook_endpoint: null,
    auth_webhook_delivery: {
      key: "id",
      ends: "expires_at",
      statuses: ["delivered", "dead"],
      mostlySettled: true,
    },
  },
  sealed: { "webhook-secret": ["auth_webhook_endpoint", "sealed_secret"] },
};
