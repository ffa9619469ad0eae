import type { HttpRequest } from "./http-message.js";

/** Where a request comes from. */
export type Peer = HttpRequest["peer"];

/** All clients whose IP address is unknown share one budget, so that hiding it gains nothing. */
const UNKNOWN: Peer = { ipAddress: null, network: "unknown" };

const IPV6_GROUPS = 8;
const NETWORK_GROUPS = 4;

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;
const IPV6_CHARACTERS = /^[\da-f:.]+$/i;

/** Without `node:net`, because the surface runs on any runtime. */
const isIPv6 = (text: string): boolean =>
  IPV6_CHARACTERS.test(text) && URL.canParse(`http://[${text}]`);

/**
 * Describes the other end of a connection by the text of its IP address.
 * @returns the IP address in canonical text (RFC 5952), and the network that limits count by: an
 * IPv4 address whole, an IPv6 address by its /64. IPv4-mapped IPv6 becomes IPv4. Everything that is
 * no IP address is one unknown peer, which shares one budget.
 */
export function describeAddress(text: string | undefined): Peer {
  if (text === undefined) return UNKNOWN;
  const zone = text.indexOf("%");
  const bare = zone < 0 ? text : text.slice(0, zone);
  if (IPV4.test(bare)) return { ipAddress: bare, network: bare };
  if (!isIPv6(bare)) return UNKNOWN;
  const canonical = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const groups = expand(canonical);
  const mapped = unmap(groups);
  if (mapped) return { ipAddress: mapped, network: mapped };
  return { ipAddress: canonical, network: `${groups.slice(0, NETWORK_GROUPS).join(":")}::/64` };
}

/**
 * Returns the eight groups of a canonical IPv6 address. The URL parser has already replaced dotted
 * quads.
 */
function expand(canonical: string): readonly string[] {
  const [head, tail] = canonical.split("::");
  const before = head ? head.split(":") : [];
  const behind = tail ? tail.split(":") : [];
  return [
    ...before,
    ...Array<string>(IPV6_GROUPS - before.length - behind.length).fill("0"),
    ...behind,
  ];
}

function unmap(groups: readonly string[]): string | null {
  if (groups.slice(0, 5).some((group) => group !== "0") || groups[5] !== "ffff") return null;
  const [high = 0, low = 0] = groups.slice(6).map((group) => parseInt(group, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}
