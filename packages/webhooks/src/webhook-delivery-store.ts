import type { AuditEntryId, QueuePosition, QueueRow } from "@acme/auth-core";
import type { CallQueue, LeaseToken } from "@acme/auth-core/store";
import type { WebhookDeliveryId, WebhookEndpointId } from "./webhook-ids.js";
import type { WebhookFailure } from "./webhook-sender.js";

/** One event on its way to one endpoint. */
export interface WebhookDelivery extends QueueRow {
  readonly id: WebhookDeliveryId;
  readonly endpointId: WebhookEndpointId;
  /** The `webhook-id` of every attempt, replays included. */
  readonly eventId: AuditEntryId;
  readonly event: string;
  /** The body of every attempt, as JSON. */
  readonly payload: string;
  readonly expiresAt: Date;
}

/** When an attempt ended, and how: with a status, or without an answer. */
export interface AttemptResult {
  readonly at: Date;
  readonly status: number | null;
  readonly failure: WebhookFailure | null;
}

/** Whether a delivery waits for its next attempt, has arrived, or was given up. */
export type DeliveryState = "queued" | "delivered" | "dead";

/** What an operator sees of a delivery. */
export interface DeliveryReport extends Omit<WebhookDelivery, "payload"> {
  readonly state: DeliveryState;
  /** The latest attempt; null before the first. */
  readonly lastAttempt: AttemptResult | null;
}

/**
 * The queue of deliveries; their endpoint is the receiver. Unlike other queues it keeps a row that
 * is done with: `complete` marks it as delivered, `find` finds it, and it can be replayed.
 */
export interface WebhookDeliveryStore extends CallQueue<WebhookDelivery> {
  /** Notes how an attempt ended. Returns false when the lease has passed to another. */
  markAttempted(id: WebhookDeliveryId, lease: LeaseToken, result: AttemptResult): Promise<boolean>;
  /**
   * Removes a delivery whose endpoint gets nothing any more. Returns false when the lease has
   * passed to another.
   */
  deleteLeased(id: WebhookDeliveryId, lease: LeaseToken): Promise<boolean>;
  /**
   * Returns up to `limit` deliveries to the endpoint, newest first, behind `after`; with null, from
   * the newest on.
   */
  listByEndpoint(
    endpointId: WebhookEndpointId,
    after: QueuePosition<WebhookDelivery> | null,
    limit: number,
  ): Promise<readonly DeliveryReport[]>;
  /**
   * Queues a delivery again that has arrived or is dead: due at `now`, with all its attempts before
   * it. Returns false when there is no such delivery.
   */
  retrySettled(id: WebhookDeliveryId, now: Date): Promise<boolean>;
}
