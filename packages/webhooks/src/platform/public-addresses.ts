import { BlockList, isIP, isIPv6 } from "node:net";

/** A network in CIDR notation, such as `10.0.0.0/8`, or one IP address. */
export type Network = string;

type Family = "ipv4" | "ipv6";

/**
 * The networks of one kind. Each family has a list of its own: a list of both would take an IPv4
 * address that is mapped into IPv6 for what it maps.
 */
type Networks = Readonly<Record<Family, BlockList>>;

/**
 * IPv4 that is not routed to a host of the public internet (IANA special-purpose address registry;
 * RFC 6890), what is deprecated there, and what a cloud answers itself.
 */
const NOT_PUBLIC_V4: readonly Network[] = [
  "0.0.0.0/8", // this network
  "10.0.0.0/8", // private
  "100.64.0.0/10", // carrier-grade NAT
  "127.0.0.0/8", // loopback
  "168.63.129.16", // the wire server of Azure, which is reached from every machine there and from nowhere else
  "169.254.0.0/16", // link-local, among it the metadata services of clouds
  "172.16.0.0/12", // private
  "192.0.0.0/24", // protocol assignments
  "192.0.2.0/24", // documentation
  "192.88.99.0/24", // relays of 6to4
  "192.168.0.0/16", // private
  "198.18.0.0/15", // benchmarks
  "198.51.100.0/24", // documentation
  "203.0.113.0/24", // documentation
  "224.0.0.0/4", // multicast
  "240.0.0.0/4", // reserved, and broadcast
];

/**
 * The only IPv6 that is routed publicly. Outside are loopback, link-local, unique local, multicast,
 * mapped IPv4 and NAT64.
 */
const GLOBAL_V6: readonly Network[] = ["2000::/3"];

/** What is special within it. */
const NOT_PUBLIC_V6: readonly Network[] = [
  "2001::/23", // protocol assignments, among them Teredo
  "2001:db8::/32", // documentation
  "2002::/16", // 6to4, which carries an IPv4 address
  "3fff::/20", // documentation
];

/**
 * Reads networks.
 * @throws {RangeError} for text that is no network
 */
export function readNetworks(texts: readonly Network[]): Networks {
  const networks: Networks = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const text of texts) {
    const [address = "", prefix, ...rest] = text.split("/");
    const bits = isIPv6(address) ? 128 : 32;
    const length = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : -1;
    if (
      rest.length > 0 ||
      isIP(address) === 0 ||
      address.includes("%") ||
      length < 0 ||
      length > bits
    )
      throw new RangeError(`webhooks: ${text} is no network such as 10.0.0.0/8`);
    networks[familyOf(address)].addSubnet(address, length, familyOf(address));
  }
  return networks;
}

const familyOf = (address: string): Family => (isIPv6(address) ? "ipv6" : "ipv4");

/** Returns whether an IP address is in one of the networks. */
export function isWithin(networks: Networks, address: string): boolean {
  // An IPv6 address with a zone is link-local.
  if (isIP(address) === 0 || address.includes("%")) return false;
  const family = familyOf(address);
  return networks[family].check(address, family);
}

/** Made for the first address that is judged: most processes start and never judge one. */
let judged: { readonly notPublic: Networks; readonly globalV6: Networks } | undefined;

/** Returns whether an IP address belongs to the public internet. */
export function isPublicAddress(address: string): boolean {
  const { notPublic, globalV6 } = (judged ??= {
    notPublic: readNetworks([...NOT_PUBLIC_V4, ...NOT_PUBLIC_V6]),
    globalV6: readNetworks(GLOBAL_V6),
  });
  return (
    isIP(address) !== 0 &&
    !address.includes("%") &&
    !isWithin(notPublic, address) &&
    (!isIPv6(address) || isWithin(globalV6, address))
  );
}
