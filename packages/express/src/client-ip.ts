import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";
import { describeAddress, type Peer } from "@acme/auth-http";

/** What says where a request comes from. */
type Sender = Pick<IncomingMessage, "headers" | "socket">;

const MIN_PREFIX_LENGTH = { ipv4: 8, ipv6: 16 } as const;
const MAPPED_PREFIX = 96;
/**
 * These IP addresses are private (RFC 4193), so a network of them may be as wide as one of IPv4.
 */
const isUniqueLocal = (ipAddress: string): boolean => /^f[cd]/i.test(ipAddress);

/**
 * Reads the IP addresses and networks (CIDR) of proxies that append to `X-Forwarded-For`.
 * @throws {TypeError} when an entry is neither an IP address nor a network
 * @throws {RangeError} when a network is so wide that strangers are in it: shorter than /8, or /16
 * for IPv6
 */
export function trustedProxies(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [, text = "", length] = /^([\da-f.:]+)(?:\/(0|[1-9]\d{0,2}))?$/i.exec(entry) ?? [];
    const bits = isIP(text) === 4 ? 32 : 128;
    const prefix = Number(length ?? bits);
    if (isIP(text) === 0 || prefix > bits)
      throw new TypeError(`${entry} is neither an IP address nor a network`);
    if (!trust(list, text, prefix))
      throw new RangeError(`${entry} is too wide to be trusted: at least /8, or /16 for IPv6`);
  }
  return list;
}

/**
 * Adds a network to the list. Returns false for one that is too wide. An IPv4-mapped network counts
 * as one of IPv4, and a prefix that is below 0 then is too short.
 */
function trust(list: BlockList, text: string, prefix: number): boolean {
  const address = describeAddress(text).ipAddress ?? text;
  if (isIP(address) === 4 && isIP(text) === 6) return trust(list, address, prefix - MAPPED_PREFIX);
  const family = isIP(text) === 4 ? "ipv4" : "ipv6";
  if (prefix < (isUniqueLocal(text) ? MIN_PREFIX_LENGTH.ipv4 : MIN_PREFIX_LENGTH[family]))
    return false;
  const network = new BlockList();
  network.addSubnet(text, prefix, family);
  if (family === "ipv6" && network.check("0.0.0.0", "ipv4")) return false;
  list.addSubnet(text, prefix, family);
  return true;
}

/**
 * Returns the client of a request: the IP address of the socket, or, when that is a trusted proxy,
 * the rightmost entry of `X-Forwarded-For` that is not a trusted proxy. Entries further left may be
 * forged by the client.
 */
export function clientAddress({ headers, socket }: Sender, proxies: BlockList | null): Peer {
  const peer = describeAddress(socket.remoteAddress);
  if (!proxies || !isTrusted(peer, proxies)) return peer;
  const forwarded = String(headers["x-forwarded-for"] ?? "").split(",");
  let client = peer;
  for (const hop of forwarded.reverse()) {
    const described = describeAddress(withoutPort(hop.trim()));
    if (described.ipAddress === null) return client;
    client = described;
    if (!isTrusted(client, proxies)) return client;
  }
  return client;
}

/** Some proxies add the port of a hop, and put IPv6 into brackets (RFC 7239 §6). */
const withoutPort = (hop: string): string =>
  /^\[([\da-f:.]+)\](?::\d{1,5})?$/i.exec(hop)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(hop)?.[1] ?? hop;

/**
 * Whether the forwarding headers of a request are ignored, because its peer is no trusted proxy.
 */
export const isStranger = (
  { socket }: Pick<Sender, "socket">,
  proxies: BlockList | null,
): boolean => !proxies || !isTrusted(describeAddress(socket.remoteAddress), proxies);

const isTrusted = ({ ipAddress }: Peer, proxies: BlockList): boolean =>
  ipAddress !== null && proxies.check(ipAddress, isIP(ipAddress) === 4 ? "ipv4" : "ipv6");
