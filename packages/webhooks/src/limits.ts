import type { PolicyEntry } from "@acme/auth-core";
import { DAY, HOUR, MINUTE, SECOND } from "@acme/auth-core/surface";

/** The limits of webhooks, which `createAuth({ policy })` may change within their bounds. */
export const LIMITS = {
  /** Random bytes in the secret of an endpoint: 24, so that its base64 needs no padding. */
  webhookSecretBytes: { min: 24, value: 24, max: 24, unit: "bytes" },
  /** How long the earlier secret of an endpoint signs beside the new one, in milliseconds. */
  webhookSecretOverlap: { min: HOUR, value: DAY, max: 7 * DAY, unit: "ms" },
  /** Endpoints of webhooks, disabled ones included. */
  webhookEndpoints: { min: 1, value: 20, max: 100, unit: "count" },
  /**
   * How long one delivery may take, from the look-up of the host to the end of the answer, in
   * milliseconds.
   */
  webhookTimeout: { min: SECOND, value: 15 * SECOND, max: 15 * SECOND, unit: "ms" },
  /** Bytes that are read of the body of an answer. */
  webhookAnswer: { min: 1_024, value: 1_024, max: 1_024, unit: "bytes" },
  /** Attempts at one delivery, over three days. After the last it is a dead letter. */
  webhookAttempts: { min: 1, value: 10, max: 10, unit: "count" },
  /** How long a delivery is kept, whatever became of it, in milliseconds. */
  webhookMemory: { min: 30 * DAY, value: 30 * DAY, max: 30 * DAY, unit: "ms" },
} as const satisfies Record<string, PolicyEntry>;

/** The name of one of the limits. */
export type WebhookLimit = keyof typeof LIMITS;

/**
 * How long to wait after each failed delivery of a webhook, in milliseconds, before
 * `WEBHOOK_JITTER` is added: the schedule that Standard Webhooks recommends, three days in all.
 */
export const WEBHOOK_BACKOFF: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR),
];

/**
 * The part of a pause that is added at random, so that an endpoint that comes back is not met by
 * everything at once.
 */
export const WEBHOOK_JITTER = 0.1;

/**
 * Endpoints of webhooks that may hang at the same time while the others are called without delay.
 */
export const SLOW_ENDPOINTS = 8;

/**
 * How long the name servers may take to look up the host of a webhook, in milliseconds. What is
 * left of `webhookTimeout` is for the receiver.
 */
export const WEBHOOK_LOOKUP_TIMEOUT = 5 * SECOND;

/**
 * How long the IP addresses of such a host are kept, in milliseconds: one look-up for a batch of
 * deliveries.
 */
export const WEBHOOK_LOOKUP_MEMORY = 5 * SECOND;
