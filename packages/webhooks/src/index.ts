export { LIMITS as WEBHOOK_LIMITS, type WebhookLimit } from "./limits.js";
export type { NewEndpoint, ShownEndpoint, Webhooks } from "./operate-webhooks.procedure.js";
export type {
  AttemptResult,
  DeliveryReport,
  DeliveryState,
  WebhookDelivery,
  WebhookDeliveryStore,
} from "./webhook-delivery-store.js";
export type {
  DisabledReason,
  EndpointSecrets,
  WebhookEndpoint,
  WebhookEndpointStore,
} from "./webhook-endpoint-store.js";
export type { WebhookStores } from "./webhook-env.js";
export type { WebhookDeliveryId, WebhookEndpointId } from "./webhook-ids.js";
export type {
  WebhookAnswer,
  WebhookAttempt,
  WebhookFailure,
  WebhookRequest,
  WebhookSender,
} from "./webhook-sender.js";
export {
  createFetchWebhookSender,
  type FetchWebhookSenderOptions,
  webhooks,
  type WebhookOptions,
} from "./webhooks.js";
