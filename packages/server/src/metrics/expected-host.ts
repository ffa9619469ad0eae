import { isIP } from "node:net";
import { isLoopbackHost } from "@acme/auth-core/surface";

/**
 * Returns whether a `Host` header names what metrics are served on. A page of a foreign name that
 * resolves to this machine sends its own name there (DNS rebinding). On loopback only loopback
 * counts. Elsewhere it is the configured name, an IP address, or a name without a dot, which no
 * stranger can own.
 * @param listening the host of the socket, as configured
 */
export function isExpectedHost(header: string | undefined, listening: string): boolean {
  const url = `http://${header ?? ""}`;
  if (!URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  if (isLoopbackHost(inBrackets(listening))) return isLoopbackHost(hostname);
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, "")) !== 0;
  return isAddress || !hostname.includes(".") || hostname === listening.toLowerCase();
}

/** An IPv6 address as a URL spells it. */
export const inBrackets = (host: string): string => (host.includes(":") ? `[${host}]` : host);
