import { isIP } from "node:net";
import { type EmailAddress, parseEmailAddress, Secret } from "@acme/auth-core";
import { isLoopbackHost } from "@acme/auth-core/surface";
import { trustedProxies } from "@acme/auth-express";
import { fault, label, read, type Reader } from "./reading.js";

const WEB = /^https?:$/;

/** Where a front end of the application's own is unless another place is named. */
export const DEFAULT_APP_URL = "http://localhost:3004";

/** An http or https URL without user, query and fragment; returned without a slash at its end. */
export const webAddress: Reader<string> = (text) => {
  const url = parse(text);
  if (!url || !WEB.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    return fault("must be an http or https URL, without user, query or fragment");
  }
  return read(url.href.replace(/\/+$/, ""));
};

/** Scheme, host and port, and nothing behind them. Origins are compared whole: no wildcard. */
export const origin: Reader<string> = (text) => {
  const url = parse(text);
  const plain =
    url &&
    WEB.test(url.protocol) &&
    !url.username &&
    !url.password &&
    url.pathname === "/" &&
    !url.search &&
    !url.hash &&
    !url.hostname.includes("*");
  return plain
    ? read(url.origin)
    : fault("must be an http or https origin: scheme, host and port, without a path or a wildcard");
};

/** An https URL of a page, or an http one of this machine, perhaps of a part of the page. */
export const pageAddress: Reader<string> = (text) =>
  isSafe(text.replace(/#.*$/s, ""))
    ? read(new URL(text).href)
    : fault("must be an https URL, without user");

/**
 * An origin on whose pages passkeys may be used: https, or http on this machine. Passkeys belong to
 * names, so it has one; browsers know no wildcard.
 */
export const relatedOrigin: Reader<string> = (text) => {
  const reading = origin(text);
  const isFit = "value" in reading && isSafe(text) && isIP(hostOf(reading.value)) === 0;
  return isFit
    ? reading
    : fault("must list https origins with a host name, without a path and no IP address");
};

const hostOf = (url: string): string => new URL(url).hostname.replace(/^\[|\]$/g, "");

/** The origin of this service, which cannot be put under a path. */
export const serviceOrigin: Reader<string> = (text) => {
  const url = parse(text);
  if (url === null || !WEB.test(url.protocol) || url.pathname === "/") return origin(text);
  return fault(
    "must be an origin, without a path: the service answers at /api/auth and /api/v1 from the root of its host, so give it a host of its own, such as https://auth.example.com",
  );
};

/**
 * Tokens and secrets are sent to an identity provider, so its URLs must be https, except for a
 * provider on this machine.
 */
function isSafe(text: string): boolean {
  const url = parse(text);
  return (
    url !== null &&
    WEB.test(url.protocol) &&
    !url.username &&
    !url.password &&
    !url.hash &&
    (url.protocol === "https:" || isLoopback(text))
  );
}

/**
 * An endpoint of an identity provider, unchanged: a slash at its end or a query belongs to the
 * provider's URL.
 */
export const providerEndpoint: Reader<string> = (text) =>
  isSafe(text) ? read(text) : fault("must be an https URL, without user or fragment");

/** The issuer, unchanged: it is compared with the issuer that the provider's metadata names. */
export const providerIssuer: Reader<string> = (text) =>
  isSafe(text) && !text.includes("?")
    ? read(text)
    : fault("must be an https URL, without user, query or fragment");

/** Returns whether a URL names this machine. */
export const isLoopback = (url: string): boolean => isLoopbackHost(new URL(url).hostname);

export type Database =
  | { readonly engine: "sqlite"; readonly file: string }
  | { readonly engine: "postgres"; readonly url: Secret };
export const IN_MEMORY = ":memory:";

export const database: Reader<Database> = (text) => {
  const file = /^sqlite:(?!\/\/)(.+)$/.exec(text)?.[1];
  if (file) return read({ engine: "sqlite", file });
  const url = parse(text);
  if (url && /^postgres(ql)?:$/.test(url.protocol))
    return read({ engine: "postgres", url: new Secret(text) });
  return fault(`must be sqlite:FILE, sqlite:${IN_MEMORY} or postgres://…`);
};

export const smtpServer: Reader<Secret> = (text) => {
  const url = parse(text);
  return url && /^smtps?:$/.test(url.protocol) && url.hostname
    ? read(new Secret(text))
    : fault("must be an smtp:// or smtps:// URL");
};

export interface Mailbox {
  readonly name: string | null;
  readonly address: EmailAddress;
}

/** `auth@example.com` or `Acme <auth@example.com>`. */
export const mailbox: Reader<Mailbox> = (text) => {
  const [, quoted, bare, bracketed] = /^(?:"([^"<>]*)"\s*|([^"<>]*))<([^<>]+)>$/.exec(text) ?? [];
  const name = (quoted ?? bare ?? "").trim();
  const address = parseEmailAddress(bracketed ?? text);
  return address && "value" in label(name)
    ? read({ name: name || null, address })
    : fault("must be an email address, or Name <email address>");
};

/** One IP address or network (CIDR) of a proxy. */
export const trustedProxy: Reader<string> = (text) => {
  try {
    trustedProxies([text]);
    return read(text);
  } catch (thrown) {
    return fault(
      thrown instanceof RangeError
        ? "must not list a network wider than /8, or /16 for IPv6: every machine in it could pretend to be any client"
        : "must list IP addresses or networks of the proxies in front, such as 10.0.0.0/8",
    );
  }
};

/** A network of the operator's own, such as 10.0.0.0/8. */
export const ownNetwork: Reader<string> = (text) =>
  "fault" in trustedProxy(text)
    ? fault(
        "must list IP addresses or networks such as 10.0.0.0/8, none wider than /8, or /16 for IPv6",
      )
    : read(text);

const parse = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null);
