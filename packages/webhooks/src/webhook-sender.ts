/** One signed request to the endpoint of an operator. */
export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /**
   * How long it may take, from the look-up of the host to the end of the answer, in milliseconds.
   */
  readonly timeoutMs: number;
  /**
   * Bytes that are read of the body of the answer. They are read so that the connection ends in
   * order, and thrown away.
   */
  readonly maxAnswerBytes: number;
}

/**
 * Why there is no answer. `address_refused`: the host has no IP address to which webhooks may go,
 * and nothing was sent. `timed_out`: no answer came in time. `unreachable`: the host, the
 * connection or the certificate failed. `cancelled`: the sender was told to give up.
 */
export type WebhookFailure = "address_refused" | "timed_out" | "unreachable" | "cancelled";

/** The status of the answer, whichever it is; redirects are answers, and never followed. */
export type WebhookAnswer = { readonly status: number } | { readonly failure: WebhookFailure };

/** A request under way. */
export interface WebhookAttempt {
  /** Never rejects. */
  readonly answer: Promise<WebhookAnswer>;
  /** Gives up, unless the answer is there already. */
  cancel(): void;
}

/**
 * Posts webhooks, to public IP addresses only and to the networks that the operator allows. With the
 * default one, whatever the host resolves to, the IP address that is connected to is the one that
 * was judged, and no proxy is taken from the environment.
 */
export interface WebhookSender {
  /** Begins to post a webhook. Throws nothing: whatever fails is an answer. */
  send(request: WebhookRequest): WebhookAttempt;
}
