import { isLoopbackHost } from "../kernel/loopback.js";
import { ProviderFailure } from "./provider-failure.js";

/**
 * Reads a configured URL of a provider.
 *
 * @throws {RangeError} Unless it is an https URL, or an http URL of a loopback host, without user
 * and fragment.
 */
export function readProviderUrl(what: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !isUsable(url)) {
    throw new RangeError(
      `${what} must be an https URL without user and fragment; http is accepted for loopback hosts only`,
    );
  }
  return url;
}

/**
 * Reads an endpoint from an issuer's metadata. An https issuer has https endpoints only; an issuer
 * on a loopback host may have endpoints on loopback hosts too.
 *
 * @throws {ProviderFailure} `provider_unavailable` for anything else.
 */
export function readMetadataUrl(name: string, value: unknown, issuer: URL): string {
  const url = typeof value === "string" && URL.canParse(value) ? new URL(value) : null;
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

/** Returns whether what is sent to the URL is encrypted or stays on this machine. */
const isPrivate = ({ protocol, hostname }: URL): boolean =>
  protocol === "https:" || (protocol === "http:" && isLoopbackHost(hostname));
