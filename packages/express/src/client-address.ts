import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";
import type { Client } from "@acme/auth-core";

export type Peer = Pick<Client, "ipAddress" | "network">;

/** Everybody whose address cannot be told shares one budget, so that hiding it gains nothing. */
const UNKNOWN: Peer = { ipAddress: null, network: "unknown" };

const IPV6_GROUPS = 8;
const NETWORK_GROUPS = 4;

/** The address as people and limits know it: IPv4-mapped IPv6 unmapped first, IPv6 in canonical text (RFC 5952) and counted by its /64. */
export function describeAddress(text: string | undefined): Peer {
  const bare = text?.split("%", 1)[0] ?? "";
  if (isIP(bare) === 4) return { ipAddress: bare, network: bare };
  if (isIP(bare) !== 6) return UNKNOWN;
  const canonical = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const groups = expand(canonical);
  const mapped = unmap(groups);
  if (mapped) return { ipAddress: mapped, network: mapped };
  return { ipAddress: canonical, network: `${groups.slice(0, NETWORK_GROUPS).join(":")}::/64` };
}

/** The eight groups of a canonical IPv6 address, which the URL parser has already rid of dotted quads. */
function expand(canonical: string): readonly string[] {
  const [head = "", tail] = canonical.split("::");
  const before = head === "" ? [] : head.split(":");
  const behind = tail === undefined || tail === "" ? [] : tail.split(":");
  return [...before, ...Array<string>(IPV6_GROUPS - before.length - behind.length).fill("0"), ...behind];
}

function unmap(groups: readonly string[]): string | null {
  if (groups.slice(0, 5).some((group) => group !== "0") || groups[5] !== "ffff") return null;
  const [high, low] = groups.slice(6).map((group) => parseInt(group, 16)) as [number, number];
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

/** Addresses and networks (CIDR) of proxies that append to `X-Forwarded-For`. Throws a `TypeError` for anything else. */
export function trustedProxies(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [, address = "", prefix] = /^([\da-f.:]+)(?:\/(0|[1-9]\d{0,2}))?$/i.exec(entry) ?? [];
    const family = isIP(address) === 4 ? "ipv4" : "ipv6";
    if (isIP(address) === 0 || Number(prefix ?? 0) > (family === "ipv4" ? 32 : 128))
      throw new TypeError(`${entry} is neither an address nor a network`);
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

/**
 * The client of a request: the socket's address, or, when that is a trusted proxy, the rightmost entry of `X-Forwarded-For` that is not.
 * Only a trusted peer's word counts, and what stands further left is the client's own invention.
 */
export function clientAddress(request: IncomingMessage, proxies: BlockList | null): Peer {
  const peer = describeAddress(request.socket.remoteAddress);
  if (!proxies || !isTrusted(peer, proxies)) return peer;
  const forwarded = String(request.headers["x-forwarded-for"] ?? "").split(",");
  let client = peer;
  for (const hop of forwarded.reverse()) {
    const described = describeAddress(hop.trim());
    if (described === UNKNOWN) return client;
    client = described;
    if (!isTrusted(client, proxies)) return client;
  }
  return client;
}

const isTrusted = ({ ipAddress }: Peer, proxies: BlockList): boolean =>
  ipAddress !== null && proxies.check(ipAddress, isIP(ipAddress) === 4 ? "ipv4" : "ipv6");
