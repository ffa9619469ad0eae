import { ProviderFailure } from "./provider-failure.js";

/** Throws a `RangeError` unless `address` is an https URL, or an http URL of this very machine, where nobody listens in. */
export function readProviderAddress(what: string, address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !isUsable(url)) {
    throw new RangeError(
      `${what} must be an https address, without user and fragment; http is for loopback hosts`,
    );
  }
  return url;
}

/**
 * An address that an issuer's metadata names. An https issuer has https endpoints only; one on this machine may have them on this machine too.
 * Throws `provider_unavailable` for anything else.
 */
export function readMetadataAddress(name: string, address: unknown, issuer: URL): string {
  const url = typeof address === "string" && URL.canParse(address) ? new URL(address) : null;
  if (!url || !isUsable(url) || (url.protocol !== "https:" && issuer.protocol === "https:")) {
    throw new ProviderFailure(
      "provider_unavailable",
      `the provider's metadata names no usable ${name}`,
    );
  }
  return url.href;
}

const isUsable = (url: URL): boolean =>
  isPrivate(url) && url.username === "" && url.password === "" && url.hash === "";

/** Whether what is sent there reaches nobody else. */
const isPrivate = ({ protocol, hostname }: URL): boolean =>
  protocol === "https:" || (protocol === "http:" && isLoopback(hostname));

const isLoopback = (host: string): boolean =>
  host === "localhost" ||
  host.endsWith(".localhost") ||
  host === "[::1]" ||
  /^127\.\d+\.\d+\.\d+$/.test(host);
