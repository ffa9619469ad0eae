import type { LookupAddress } from "node:dns";
import type { IncomingMessage, RequestOptions } from "node:http";
import { USER_AGENT } from "../signed-headers.js";
import type { WebhookRequest, WebhookSender } from "../webhook-sender.js";
import { beginAttempt, Refused } from "./begin-attempt.js";
import { createHostResolver, type ResolveHost } from "./host-resolver.js";
import { isPublicAddress, isWithin, readNetworks } from "./public-addresses.js";

/** Whatever the environment says, a webhook goes to the IP address that was judged. */
export interface WebhookSenderOptions {
  /**
   * Networks, such as `127.0.0.0/8`, to which webhooks may go besides public IP addresses, by http
   * and on any port too. Default: none.
   */
  readonly allowedNetworks?: readonly string[];
  /** Default: the hosts file and the name servers of the operating system. */
  readonly resolve?: ResolveHost;
  /** Certificate authorities that are trusted, as PEM. Default: those of Node.js. */
  readonly ca?: string;
}

/**
 * The default `WebhookSender`, over node:https, which it loads with the first webhook. The IP
 * addresses of the host are judged at each attempt; the socket is given those that passed, so that
 * a name that resolves to another one a moment later changes nothing.
 * @throws {RangeError} for a network that is none
 */
export function createWebhookSender({
  allowedNetworks = [],
  resolve = createHostResolver(),
  ca,
}: WebhookSenderOptions = {}): WebhookSender {
  const allowed = readNetworks(allowedNetworks);

  /**
   * The IP addresses of the host to which a webhook may go. A URL that is not https on port 443
   * goes to the operator's own networks only.
   */
  async function judgeHost(url: URL, signal: AbortSignal): Promise<readonly LookupAddress[]> {
    const isStandard = url.protocol === "https:" && url.port === "";
    const found = await resolve(url.hostname.replace(/^\[|\]$/g, ""), signal);
    const permitted = found.filter(
      ({ address }) => isWithin(allowed, address) || (isStandard && isPublicAddress(address)),
    );
    if (permitted.length === 0) throw new Refused(`no IP address of ${url.hostname} is allowed`);
    return permitted;
  }

  async function post(webhook: WebhookRequest, signal: AbortSignal): Promise<number> {
    const url = new URL(webhook.url);
    const addresses = await judgeHost(url, signal);
    const { Agent, request } =
      url.protocol === "https:" ? await import("node:https") : await import("node:http");
    const options: RequestOptions = {
      method: "POST",
      headers: headersOf(webhook),
      // Of its own for each attempt: no connection is shared, and none goes through a proxy.
      agent: new Agent({ keepAlive: false }),
      // A host that is an IP address is not looked up, and is the one that was judged.
      lookup: pinned(addresses),
      signal,
      ...(ca && { ca }),
    };
    return new Promise((answered, failed) => {
      let status: number | null = null;
      // Once there is a status, it counts: how the body ends says nothing.
      const end = (failure = new Error("the answer has no status")): void => {
        if (status === null) failed(failure);
        else answered(status);
      };
      request(url, options, (answer) => {
        status = answer.statusCode ?? null;
        readAtMost(answer, webhook.maxAnswerBytes, end);
      })
        // Node.js reports a switch of protocols as neither an answer nor an error, and lets go of
        // the socket.
        .on("upgrade", ({ statusCode }, socket) => {
          socket.destroy();
          status = statusCode ?? null;
          end();
        })
        .on("error", end)
        .on("close", () => end())
        .end(webhook.body);
      // Whatever a receiver makes of the connection, the attempt ends in time.
      signal.addEventListener("abort", () => end(), { once: true });
    });
  }

  return { send: (webhook) => beginAttempt(webhook, (signal) => post(webhook, signal)) };
}

const headersOf = ({ headers, body }: WebhookRequest) => ({
  ...headers,
  "content-length": Buffer.byteLength(body),
  "user-agent": USER_AGENT,
});

/** What answers the socket's question for the host: nothing but what was judged. */
const pinned =
  (addresses: readonly LookupAddress[]): NonNullable<RequestOptions["lookup"]> =>
  (_hostname, { all }, callback) => {
    const [first] = addresses;
    if (all) callback(null, [...addresses]);
    else callback(null, first?.address ?? "", first?.family);
  };

/** Reads the body to its end or to `limit` bytes, and throws it away. */
function readAtMost(answer: IncomingMessage, limit: number, end: () => void): void {
  let length = 0;
  answer
    .on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length > limit) answer.destroy();
    })
    .on("error", end)
    .on("close", end);
}
