import { isIP } from "node:net";
import { USER_AGENT } from "../signed-headers.js";
import type { WebhookRequest, WebhookSender } from "../webhook-sender.js";
import { beforeAbort } from "./before-abort.js";
import { beginAttempt, Refused } from "./begin-attempt.js";
import { readAtMost } from "./bounded-body.js";
import { lookUpOverHttps } from "./dns-over-https.js";
import { isPublicAddress, isWithin, readNetworks } from "./public-addresses.js";
import { isPublicName } from "./public-names.js";

/** How webhooks are sent where connections cannot be chosen. */
export interface FetchWebhookSenderOptions {
  /**
   * Networks, such as `127.0.0.0/8`, to which webhooks may go besides public IP addresses, by http
   * and on any port too. Default: none.
   */
  readonly allowedNetworks?: readonly string[];
  /**
   * The https URL of a resolver that answers `application/dns-json`, such as
   * `https://cloudflare-dns.com/dns-query`. Every IP address of a host must then be allowed. Default:
   * names are not looked up.
   */
  readonly dnsOverHttps?: string;
  /** Default: that of the platform. */
  readonly fetch?: typeof fetch;
}

/**
 * A `WebhookSender` over `fetch`, for platforms such as Cloudflare Workers, where `node:https` does
 * not choose the IP address that it connects to. It judges the URL, the IP address in it, and what
 * the host resolves to when `dnsOverHttps` is given. **The platform looks the host up again**: a name
 * that resolves to another IP address a moment later is connected to. So use it only where the
 * platform itself reaches nothing but the public internet.
 * @throws {RangeError} for a network that is none, or a resolver that is no https URL
 * @example
 * webhooks({ sender: createFetchWebhookSender({ dnsOverHttps: "https://cloudflare-dns.com/dns-query" }) })
 */
export function createFetchWebhookSender({
  allowedNetworks = [],
  dnsOverHttps,
  // Called without an object: some platforms refuse `this`.
  fetch: send = (...request) => fetch(...request),
}: FetchWebhookSenderOptions = {}): WebhookSender {
  const allowed = readNetworks(allowedNetworks);
  const lookUp = dnsOverHttps === undefined ? null : lookUpOverHttps(dnsOverHttps, send);

  /** Throws `Refused` unless a webhook may go there. */
  async function judge(url: URL, signal: AbortSignal): Promise<void> {
    if (url.username !== "" || url.password !== "") throw new Refused("it has user and password");
    const isStandard = url.protocol === "https:" && url.port === "";
    const host = url.hostname.replace(/^\[|\]$/g, "");
    const isAllowed = (address: string): boolean =>
      isWithin(allowed, address) || (isStandard && isPublicAddress(address));
    if (isIP(host) !== 0) {
      if (!isAllowed(host)) throw new Refused(`${host} is not allowed`);
      return;
    }
    // A name may resolve to anything, so that it needs what only a public host can have.
    if (!isStandard || !isPublicName(host)) throw new Refused(`${host} is no public host`);
    if (!lookUp) return;
    const found = await lookUp(host, signal);
    // The connection may go to any of them, and not only to those that are allowed.
    if (!found.every(isAllowed)) throw new Refused(`${host} has an IP address that is not allowed`);
  }

  async function post(webhook: WebhookRequest, signal: AbortSignal): Promise<number> {
    const url = new URL(webhook.url);
    await beforeAbort(judge(url, signal), signal);
    const request = send(url.href, {
      method: "POST",
      headers: { ...webhook.headers, "user-agent": USER_AGENT },
      body: webhook.body,
      redirect: "manual",
      signal,
    });
    const { status, body } = await beforeAbort(request, signal);
    // Once there is a status, it counts: how the body ends says nothing.
    await beforeAbort(readAtMost(body, webhook.maxAnswerBytes), signal).catch(() => null);
    return status;
  }

  return { send: (webhook) => beginAttempt(webhook, (signal) => post(webhook, signal)) };
}
