import type {
  WebhookAnswer,
  WebhookAttempt,
  WebhookFailure,
  WebhookRequest,
} from "../webhook-sender.js";

/** The host has no IP address to which a webhook may go. */
export class Refused extends Error {}

/** Something has not answered in time. */
export class TimedOut extends Error {}

/**
 * Begins an attempt that ends in time and can be called off.
 * @param post resolves to the status of the answer
 */
export function beginAttempt(
  { timeoutMs }: Pick<WebhookRequest, "timeoutMs">,
  post: (signal: AbortSignal) => Promise<number>,
): WebhookAttempt {
  const cancelled = new AbortController();
  const timeout = AbortSignal.timeout(timeoutMs);
  const failureOf = (thrown: unknown): WebhookFailure => {
    if (cancelled.signal.aborted) return "cancelled";
    if (timeout.aborted || thrown instanceof TimedOut) return "timed_out";
    return thrown instanceof Refused ? "address_refused" : "unreachable";
  };
  const answer = post(AbortSignal.any([cancelled.signal, timeout])).then(
    (status): WebhookAnswer => ({ status }),
    (thrown: unknown): WebhookAnswer => ({ failure: failureOf(thrown) }),
  );
  return { answer, cancel: () => cancelled.abort() };
}
