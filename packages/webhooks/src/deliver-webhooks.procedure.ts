import type { LogFields, QueueTask } from "@acme/auth-core";
import {
  type Attempt,
  createQueueTask,
  type Lease,
  type Outcome,
  SECOND,
} from "@acme/auth-core/surface";
import { hostOf } from "./endpoint-url.js";
import { SLOW_ENDPOINTS, WEBHOOK_BACKOFF, WEBHOOK_JITTER } from "./limits.js";
import { hasArrived, isGone, postWebhook } from "./post-webhook.procedure.js";
import type { WebhookDelivery } from "./webhook-delivery-store.js";
import type { WebhookEndpoint } from "./webhook-endpoint-store.js";
import type { WebhookEnv } from "./webhook-env.js";
import type { WebhookAnswer, WebhookAttempt } from "./webhook-sender.js";

/** How often a delivery under way asks whether it is still this worker's. */
const EXTEND_EVERY_MS = SECOND;

/** The queue of webhooks: at least once, under a lease, with pauses that grow to a day. */
export function createWebhookDelivery(env: WebhookEnv): QueueTask {
  const { store, clock, random, policy, limits, scheduler, logger } = env;
  const { webhookDeliveries, webhookEndpoints } = store;

  function prepare(row: WebhookDelivery): Attempt {
    const fields = {
      deliveryId: row.id,
      event: row.event,
      endpointId: row.endpointId,
      attempt: row.attempts + 1,
    };
    return {
      fields,
      maxAttempts: limits.webhookAttempts,
      backoff: spread(WEBHOOK_BACKOFF),
      run: (lease) => deliver(row, lease, fields),
    };
  }

  /** Each pause, and up to a tenth of it. */
  function spread(pauses: readonly number[]): readonly number[] {
    const fraction = Number(random.digits(3).reveal()) / 1_000;
    return pauses.map((pause) => Math.round(pause * (1 + WEBHOOK_JITTER * fraction)));
  }

  async function deliver(row: WebhookDelivery, lease: Lease, fields: LogFields): Promise<Outcome> {
    const endpoint = await webhookEndpoints.find(row.endpointId);
    if (!endpoint || endpoint.disabledAt) {
      logger.debug("webhook_dropped", fields);
      await webhookDeliveries.deleteLeased(row.id, lease.token);
      return "completed";
    }
    const attempt = postWebhook(env, { endpoint, id: row.eventId, body: row.payload });
    const answer = await whileLeased(attempt, lease);
    await webhookDeliveries.markAttempted(row.id, lease.token, resultOf(answer));
    if (hasArrived(answer)) {
      logger.debug("webhook_sent", fields);
      return "done";
    }
    if (!isGone(answer)) throw new Error(`${hostOf(endpoint.url)} ${wordsOf(answer)}`);
    await disable(endpoint, row, lease);
    return "completed";
  }

  const resultOf = (answer: WebhookAnswer) => ({
    at: clock.now(),
    status: "status" in answer ? answer.status : null,
    failure: "failure" in answer ? answer.failure : null,
  });

  /** The endpoint wants nothing any more; what else waits for it is dropped at its next attempt. */
  async function disable(
    { id, url }: WebhookEndpoint,
    row: WebhookDelivery,
    { token }: Lease,
  ): Promise<void> {
    await webhookDeliveries.bury(row.id, token);
    if (await webhookEndpoints.markDisabled(id, "gone", clock.now()))
      logger.warn("webhook_endpoint_gone", { endpointId: id, host: hostOf(url) });
  }

  /**
   * Gives an attempt up once its row passes to another worker or this one stops: a receiver that
   * hangs must not hold up the end of the process.
   */
  async function whileLeased(attempt: WebhookAttempt, lease: Lease): Promise<WebhookAnswer> {
    let isOver = false;
    let lost: unknown = null;
    let cancelNext = (): void => {};
    const giveUp = (failure: unknown): void => {
      lost = failure;
      attempt.cancel();
    };
    function watch(): void {
      if (isOver) return;
      cancelNext = scheduler.after(EXTEND_EVERY_MS, () => {
        lease.extend().then(watch, giveUp);
      });
    }
    watch();
    const answer = await attempt.answer;
    isOver = true;
    cancelNext();
    if ("failure" in answer && answer.failure === "cancelled") throw lost;
    return answer;
  }

  return createQueueTask(env, {
    name: "webhooks",
    noun: "webhook",
    idField: "deliveryId",
    queue: webhookDeliveries,
    concurrency: policy.workerBatch,
    calls: {
      queue: webhookDeliveries,
      receiverOf: ({ endpointId }) => endpointId,
      slowReceivers: SLOW_ENDPOINTS,
    },
    prepare,
    remove: ({ id }) => webhookDeliveries.deleteUnclaimed(id, clock.now()),
    describe: ({ id, event, endpointId, attempts, createdAt }) => ({
      id,
      kind: event,
      subject: endpointId,
      attempts,
      createdAt,
      lastError: null,
    }),
  });
}

const wordsOf = (answer: WebhookAnswer): string =>
  "status" in answer
    ? `answers with status ${answer.status}`
    : `does not answer: ${answer.failure}`;
