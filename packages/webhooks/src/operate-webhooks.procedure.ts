import {
  AUDIT_EVENTS,
  type AuditEntryId,
  AuthError,
  ERASED_EVENT,
  type QueuePosition,
  type Secret,
} from "@acme/auth-core";
import { after, isApplicationEvent, isPast, refuseField } from "@acme/auth-core/surface";
import { mintSecret, sealSecret } from "./endpoint-secrets.js";
import { readEndpointUrl } from "./endpoint-url.js";
import { composePayload } from "./payload.js";
import { postWebhook } from "./post-webhook.procedure.js";
import type { DeliveryReport, WebhookDelivery } from "./webhook-delivery-store.js";
import type { WebhookEndpoint } from "./webhook-endpoint-store.js";
import type { WebhookEnv } from "./webhook-env.js";
import type { WebhookDeliveryId, WebhookEndpointId } from "./webhook-ids.js";
import type { WebhookAnswer } from "./webhook-sender.js";

/** Deliveries on one page. */
const DELIVERIES_PER_PAGE = 100;

/** The event of `test`. No endpoint subscribes to it. */
const TEST_EVENT = "webhook.test";

/** An endpoint, as an operator sees it: everything but its secrets. */
export interface ShownEndpoint extends Pick<
  WebhookEndpoint,
  "id" | "url" | "events" | "createdAt" | "disabledAt" | "disabledReason"
> {
  /**
   * Until when the earlier secret signs beside the current one; null when the secret is not being
   * rotated.
   */
  readonly rotatesUntil: Date | null;
}

/** Where events are to be sent. */
export interface NewEndpoint {
  /**
   * https on port 443, without user and password; in `WebhookOptions.allowedNetworks` also http,
   * and any port.
   */
  readonly url: string;
  /**
   * The names of the events it gets: the library's, and those that the application records.
   * Default: all. `user.erased` always comes.
   */
  readonly events?: readonly string[];
}

/**
 * Signed webhooks (Standard Webhooks, v1), for operators: operators enter the endpoints, users
 * never do. The worker delivers. A webhook holds the name of an event, its time and ids.
 */
export interface Webhooks {
  /** @returns All endpoints, oldest first. */
  list(): Promise<readonly ShownEndpoint[]>;
  /**
   * Adds an endpoint. Events that are recorded from now on go there.
   * @returns Its id, and the secret with which the receiver verifies. It is shown this once.
   * @throws {AuthError} `VALIDATION_ERROR` for a URL or an event that cannot be, `LIMIT_REACHED`
   * beyond `policy.webhookEndpoints`
   * @example
   * const { id, secret } = await auth.webhooks.add({ url: "https://crm.example.com/hooks" });
   * console.log(secret.reveal());
   */
  add(endpoint: NewEndpoint): Promise<{ readonly id: WebhookEndpointId; readonly secret: Secret }>;
  /** Sends nothing more there. @returns False when no enabled endpoint has that id. */
  disable(id: WebhookEndpointId): Promise<boolean>;
  /** Sends there what happens from now on. @returns False when no disabled endpoint has that id. */
  enable(id: WebhookEndpointId): Promise<boolean>;
  /** Removes an endpoint. @returns False when there is none of that id. */
  remove(id: WebhookEndpointId): Promise<boolean>;
  /**
   * Posts the event `webhook.test` there, once and at once, also to an endpoint that is disabled.
   * @returns The status of the answer, or why there was none; null when there is no such endpoint.
   */
  test(id: WebhookEndpointId): Promise<WebhookAnswer | null>;
  /**
   * Gives an endpoint a new secret. For `policy.webhookSecretOverlap` every webhook is signed with
   * both, so that the receiver can change over without a gap.
   * @returns The new secret, shown this once; null when there is no such endpoint.
   */
  rotate(id: WebhookEndpointId): Promise<Secret | null>;
  /**
   * What was sent to an endpoint, and what became of it. Kept for `policy.webhookMemory`.
   * @param after The last delivery of the page before; without it, the page begins with the newest.
   * @returns Up to 100 deliveries, newest first.
   */
  listDeliveries(
    id: WebhookEndpointId,
    after?: QueuePosition<WebhookDelivery>,
  ): Promise<readonly DeliveryReport[]>;
  /**
   * Delivers once more what has arrived or was given up, with the same `webhook-id`.
   * @returns False when there is no such delivery, it waits already, or its endpoint is disabled.
   */
  replay(id: WebhookDeliveryId): Promise<boolean>;
}

export function createWebhooks(env: WebhookEnv): Webhooks {
  const { store, clock, random, sealer, limits, allowsNetworks } = env;
  const { webhookEndpoints, webhookDeliveries } = store;

  async function add({ url, events }: NewEndpoint) {
    const href = checkUrl(url, allowsNetworks);
    if (events) checkEvents(events);
    const id = random.id<WebhookEndpointId>();
    const secret = mintSecret(env);
    await store.transaction(async (tx) => {
      if ((await tx.webhookEndpoints.list()).length >= limits.webhookEndpoints)
        throw new AuthError("LIMIT_REACHED");
      await tx.webhookEndpoints.insert({
        id,
        url: href,
        events: events ?? null,
        createdAt: clock.now(),
        sealedSecret: sealSecret(sealer, id, secret),
        previousSealedSecret: null,
        previousSecretEndsAt: null,
        disabledAt: null,
        disabledReason: null,
      });
    });
    return { id, secret };
  }

  async function test(id: WebhookEndpointId): Promise<WebhookAnswer | null> {
    const endpoint = await webhookEndpoints.find(id);
    if (!endpoint) return null;
    const eventId = random.id<AuditEntryId>();
    const body = composePayload({
      id: eventId,
      event: TEST_EVENT,
      at: clock.now(),
      userId: null,
      organizationId: null,
      actorId: null,
      detail: { endpointId: id },
    });
    return postWebhook(env, { endpoint, id: eventId, body }).answer;
  }

  async function rotate(id: WebhookEndpointId): Promise<Secret | null> {
    const secret = mintSecret(env);
    for (;;) {
      const endpoint = await webhookEndpoints.find(id);
      if (!endpoint) return null;
      const isReplaced = await webhookEndpoints.updateSecrets(id, endpoint.sealedSecret, {
        sealedSecret: sealSecret(sealer, id, secret),
        previousSealedSecret: endpoint.sealedSecret,
        previousSecretEndsAt: after(clock.now(), limits.webhookSecretOverlap),
      });
      if (isReplaced) return secret;
    }
  }

  async function replay(id: WebhookDeliveryId): Promise<boolean> {
    const delivery = await webhookDeliveries.find(id);
    const endpoint = delivery && (await webhookEndpoints.find(delivery.endpointId));
    if (!endpoint || endpoint.disabledAt) return false;
    const isQueued = await webhookDeliveries.retrySettled(id, clock.now());
    if (isQueued) env.nudge("webhooks");
    return isQueued;
  }

  return {
    list: async () => (await webhookEndpoints.list()).map(showAt(clock.now())),
    add,
    disable: (id) => webhookEndpoints.markDisabled(id, "operator", clock.now()),
    enable: (id) => webhookEndpoints.markEnabled(id),
    remove: (id) => webhookEndpoints.delete(id),
    test,
    rotate,
    listDeliveries: (id, position) =>
      webhookDeliveries.listByEndpoint(id, position ?? null, DELIVERIES_PER_PAGE),
    replay,
  };
}

function checkUrl(url: string, allowsNetworks: boolean): string {
  const read = readEndpointUrl(url, allowsNetworks);
  if ("href" in read) return read.href;
  refuseField("url", read.fault);
  return url;
}

function checkEvents(events: readonly string[]): void {
  const unknown = events.filter(
    (event) =>
      event !== ERASED_EVENT && !Object.hasOwn(AUDIT_EVENTS, event) && !isApplicationEvent(event),
  );
  if (unknown.length > 0) refuseField("events", `There is no event ${unknown.join(", ")}.`);
  if (events.length === 0) refuseField("events", "Name an event, or leave them out for all.");
}

const showAt =
  (now: Date) =>
  ({
    id,
    url,
    events,
    createdAt,
    disabledAt,
    disabledReason,
    previousSecretEndsAt,
  }: WebhookEndpoint): ShownEndpoint => ({
    id,
    url,
    events,
    createdAt,
    disabledAt,
    disabledReason,
    rotatesUntil:
      previousSecretEndsAt && isPast(previousSecretEndsAt, now) ? null : previousSecretEndsAt,
  });
