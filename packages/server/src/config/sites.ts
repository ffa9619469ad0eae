import { getDomain } from "tldts";

/**
 * Returns the registrable domain of a host by the public suffix list, or the host where it has
 * none, such as `localhost` or an IP address.
 */
export const domainOf = (host: string): string =>
  getDomain(host, { allowPrivateDomains: true }) ?? host;

/**
 * Returns whether pages of one URL send a `SameSite=Lax` cookie with their calls to the other: same
 * scheme and registrable domain.
 */
export const areOneSite = (one: string, other: string): boolean => siteOf(one) === siteOf(other);

function siteOf(text: string): string {
  const { protocol, hostname } = new URL(text);
  return `${protocol}//${domainOf(hostname)}`;
}
