import {
  type ContinuationCookie,
  type OrganizationId,
  parseId,
  type Policy,
  type RenewedSession,
  Secret,
} from "@acme/auth-core";
import { sessionCookieName } from "@acme/auth-core/surface";
import type { Site } from "./site.js";

const ACTIVE_ORGANIZATION = "active-org";

/** The value of a cookie that occurs exactly once; null when it is absent, empty or ambiguous. */
export function readCookie(header: string | undefined, name: string): string | null {
  if (!header) return null;
  let found: string | null = null;
  for (let start = 0; start < header.length;) {
    let end = header.indexOf(";", start);
    if (end < 0) end = header.length;
    while (header.charCodeAt(start) === 32) start++;
    if (header.startsWith(name, start) && header.charCodeAt(start + name.length) === 61) {
      if (found !== null) return null;
      found = header.slice(start + name.length + 1, end).trim();
    }
    start = end + 1;
  }
  return found === "" ? null : found;
}

export function readSessionToken(header: string | undefined, site: Site): Secret | null {
  const value = readCookie(header, sessionCookieName(site));
  return value === null ? null : new Secret(value);
}

/** Whether a session cookie is there at all: empty, repeated or malformed ones count. */
export function presentsSessionCookie(header: string | undefined, site: Site): boolean {
  const start = `${sessionCookieName(site)}=`;
  return (header ?? "").split(";").some((cookie) => cookie.trimStart().startsWith(start));
}

/**
 * Returns the organization that a request names: the header of one tab takes precedence over the
 * cookie of the browser. Null for none, and for text that is no id.
 */
export function readOrganizationHint(
  cookieHeader: string | undefined,
  organizationHeader: string | undefined,
): OrganizationId | null {
  const hint = organizationHeader ?? readCookie(cookieHeader, ACTIVE_ORGANIZATION);
  return hint === null ? null : parseId<OrganizationId>(hint);
}

/**
 * The cookie that binds an authorization request or a passkey ceremony to the browser that has
 * started it.
 */
export const browserCookieName = ({ secure }: Pick<Site, "secure">): string =>
  secure ? "__Host-browser" : "browser";

export function readBrowserToken(header: string | undefined, site: Site): Secret | null {
  const value = readCookie(header, browserCookieName(site));
  return value === null ? null : new Secret(value);
}

/** Sets that cookie, for as long as an authorization request lives. */
export const browserCookie = (site: Site, policy: Policy, token: Secret): string =>
  `${browserCookieName(site)}=${token.reveal()}; Max-Age=${Math.floor(policy.oauthStateLifetime / 1_000)}; ${attributes(site)}`;

/** The cookie by which a browser is known again after a sign-in. It opens nothing. */
const knownBrowserCookieName = ({ secure }: Pick<Site, "secure">): string =>
  secure ? "__Host-known-browser" : "known-browser";

export function readKnownBrowserToken(header: string | undefined, site: Site): Secret | null {
  const value = readCookie(header, knownBrowserCookieName(site));
  return value === null ? null : new Secret(value);
}

/** Sets that cookie anew for as long as a browser is known. */
export const knownBrowserCookie = (site: Site, policy: Policy, token: Secret): string =>
  `${knownBrowserCookieName(site)}=${token.reveal()}; Max-Age=${Math.floor(policy.knownBrowserLifetime / 1_000)}; ${attributes(site)}`;

/** The names of the cookies above, without their prefix: no gate of a feature may have them. */
export const BASE_COOKIES: ReadonlySet<string> = new Set([
  "session",
  ACTIVE_ORGANIZATION,
  "browser",
  "known-browser",
]);

/** The cookie by which the browser of a withheld sign-in goes on. `name`: that of the gate. */
export const continuationCookieName = (name: string, { secure }: Pick<Site, "secure">): string =>
  secure ? `__Host-${name}` : name;

/** Sets that cookie, or clears it where its lifetime is 0. */
export const continuationCookie = (
  site: Site,
  { name, value, lifetime }: ContinuationCookie,
): string =>
  `${continuationCookieName(name, site)}=${value.reveal()}; Max-Age=${Math.floor(lifetime / 1_000)}; ${attributes(site)}`;

/** Clears that cookie. */
export const clearedContinuationCookie = (site: Site, name: string): string =>
  `${continuationCookieName(name, site)}=; Max-Age=0; ${attributes(site)}`;

/** Returns the value of that cookie, untrusted; null without one, and for an ambiguous one. */
export function readContinuationToken(
  header: string | undefined,
  name: string,
  site: Pick<Site, "secure">,
): Secret | null {
  const value = readCookie(header, continuationCookieName(name, site));
  return value === null ? null : new Secret(value);
}

const attributes = (site: Site): string =>
  `Path=/; HttpOnly;${site.secure ? " Secure;" : ""} SameSite=Lax`;

/**
 * The cookie of a completed sign-in, or of a session that goes on under a new token. The server's
 * own limits end a session; `Max-Age` only tidies up.
 */
export function sessionCookie(
  site: Site,
  policy: Policy,
  { token, session }: RenewedSession,
): string {
  const life = session.remembered ? `Max-Age=${Math.floor(policy.sessionAbsolute / 1_000)}; ` : "";
  return `${sessionCookieName(site)}=${token.reveal()}; ${life}${attributes(site)}`;
}

/**
 * The organization this browser works in: a hint, checked against the database on every request.
 */
export const organizationCookie = (
  site: Site,
  policy: Policy,
  id: OrganizationId | null,
): string =>
  id === null
    ? `${ACTIVE_ORGANIZATION}=; Max-Age=0; ${attributes(site)}`
    : `${ACTIVE_ORGANIZATION}=${id}; Max-Age=${Math.floor(policy.sessionAbsolute / 1_000)}; ${attributes(site)}`;

export const clearedCookies = (site: Site): readonly string[] =>
  [sessionCookieName(site), ACTIVE_ORGANIZATION].map(
    (name) => `${name}=; Max-Age=0; ${attributes(site)}`,
  );
