import type { AuditEntryId } from "@acme/auth-core";
import { openSecrets } from "./endpoint-secrets.js";
import { signHeaders } from "./signed-headers.js";
import type { WebhookEndpoint } from "./webhook-endpoint-store.js";
import type { WebhookEnv } from "./webhook-env.js";
import type { WebhookAnswer, WebhookAttempt } from "./webhook-sender.js";

/** What is posted, and where. */
export interface Posting {
  readonly endpoint: WebhookEndpoint;
  readonly id: AuditEntryId;
  readonly body: string;
}

/**
 * Signs a webhook and begins to post it.
 * @throws {Error} when no configured key opens the secret of the endpoint
 */
export function postWebhook(
  { sealer, clock, digest, limits, sender }: WebhookEnv,
  { endpoint, id, body }: Posting,
): WebhookAttempt {
  const at = clock.now();
  const secrets = openSecrets(sealer, endpoint, at);
  if (!secrets) throw new Error("the secret of the endpoint is sealed with an unknown key");
  return sender.send({
    url: endpoint.url,
    headers: signHeaders(digest, secrets, { id, at, body }),
    body,
    timeoutMs: limits.webhookTimeout,
    maxAnswerBytes: limits.webhookAnswer,
  });
}

/**
 * Whether a webhook has arrived: any 2xx. A redirect is a failure, because no operator entered the
 * URL that it leads to.
 */
export const hasArrived = (answer: WebhookAnswer): boolean =>
  "status" in answer && answer.status >= 200 && answer.status < 300;

/** Whether the receiver says that it wants nothing any more (410 Gone). */
export const isGone = (answer: WebhookAnswer): boolean =>
  "status" in answer && answer.status === 410;
