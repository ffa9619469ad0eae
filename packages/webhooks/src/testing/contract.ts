import { toId } from "@acme/auth-core";
import {
  type Chapter,
  describeCallQueue,
  describeChapters,
  describeQueue,
  describeSharedValues,
  type StoreFixture,
} from "@acme/auth-testing/feature-contract";
import { describe } from "vitest";
import type { WebhookStores } from "../webhook-env.js";
import { describeWebhookDeliveries } from "./webhook-deliveries.js";
import { describeWebhookEndpoints } from "./webhook-endpoints.js";
import { deliveryId, endpointId, someDelivery, someEndpoint } from "./webhook-samples.js";

/** What is shown of each store; a store that is missing here does not compile. */
const CHAPTERS: Readonly<Record<keyof WebhookStores, readonly Chapter<WebhookStores>[]>> = {
  webhookEndpoints: [describeWebhookEndpoints],
  webhookDeliveries: [
    describeWebhookDeliveries,
    (opened) =>
      describeQueue(opened, "deliveries of webhooks", {
        queueOf: ({ webhookDeliveries }) => webhookDeliveries,
        idOf: deliveryId,
        enqueue: ({ webhookDeliveries }, name, own) =>
          webhookDeliveries.enqueue(someDelivery(name, own)),
      }),
    (opened) =>
      describeCallQueue(opened, "endpoints of webhooks", {
        queueOf: ({ webhookDeliveries }) => webhookDeliveries,
        idOf: deliveryId,
        receiverOf: endpointId,
        enqueue: ({ webhookDeliveries }, name, receiver) =>
          webhookDeliveries.enqueue(someDelivery(name, { endpointId: toId(receiver) })),
      }),
  ],
};

const describeConflicts: Chapter<WebhookStores> = (opened) =>
  describe("unique values", () =>
    describeSharedValues<WebhookStores>(opened, {
      "endpoints of webhooks with one id": ({ webhookEndpoints }, name) =>
        webhookEndpoints.insert(someEndpoint(name, { id: endpointId("one") })),
      "deliveries of webhooks with one id": ({ webhookDeliveries }, name) =>
        webhookDeliveries.enqueue(someDelivery(name, { id: deliveryId("one") })),
    }));

/**
 * Everything that the stores of webhooks promise, as tests. Run it over each way an adapter can be
 * opened, as `describeStore` of `@acme/auth-testing/store-contract`. `open` gives an empty, migrated
 * database.
 */
export function describeWebhookStores(
  name: string,
  open: () => Promise<StoreFixture<WebhookStores>>,
): void {
  describeChapters(`the contract of webhooks, over ${name}`, open, [
    ...Object.values(CHAPTERS).flat(),
    describeConflicts,
  ]);
}
