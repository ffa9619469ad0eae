import type { HttpRequest } from "./http-message.js";
import type { AnyRoute, Download } from "./route.js";
import type { Site } from "./site.js";

const HSTS = "max-age=63072000";
const EXPOSED = "Retry-After, X-Retry-After, RateLimit, RateLimit-Policy, X-Request-Id";
const EXPOSED_CHALLENGE = `${EXPOSED}, WWW-Authenticate`;
const PREFLIGHT_SECONDS = "600";

/**
 * The headers of every response.
 * @param vary what the response depends on, the names of request headers
 */
export const standingHeaders = (
  { secure, hstsIncludeSubdomains }: Site,
  vary = "Origin",
): readonly string[] => [
  "Cache-Control",
  "no-store",
  "X-Content-Type-Options",
  "nosniff",
  "Cross-Origin-Resource-Policy",
  "same-origin",
  "Vary",
  vary,
  ...(secure ? ["Strict-Transport-Security", hstsOf(hstsIncludeSubdomains)] : []),
];

const hstsOf = (includesSubdomains: boolean): string =>
  includesSubdomains ? `${HSTS}; includeSubDomains` : HSTS;

/**
 * The headers of every reply of a page. The true origin of a form comes with `strict-origin`; no
 * path and no query does.
 */
export const pageStandingHeaders = (site: Site): readonly string[] => [
  ...standingHeaders(site, "Accept-Language, Cookie"),
  "Referrer-Policy",
  "strict-origin",
  "Permissions-Policy",
  "publickey-credentials-get=(self), publickey-credentials-create=(self)",
  "Cross-Origin-Opener-Policy",
  "same-origin",
];

/** The headers of a file whose name changes with what is in it. */
export const fileHeaders = (site: Site): readonly string[] => {
  const [, , ...rest] = standingHeaders(site, "Accept-Encoding");
  return ["Cache-Control", "public, max-age=31536000, immutable", ...rest];
};

/**
 * The headers of a document that says nothing about who asks. Every origin may show it; for how long
 * it is kept is given in seconds.
 */
export const publicHeaders = (site: Site, seconds: number): readonly string[] => {
  const { secure, hstsIncludeSubdomains } = site;
  return [
    "Cache-Control",
    `public, max-age=${seconds}`,
    "X-Content-Type-Options",
    "nosniff",
    "Cross-Origin-Resource-Policy",
    "cross-origin",
    ...(secure ? ["Strict-Transport-Security", hstsOf(hstsIncludeSubdomains)] : []),
  ];
};

/** Of a reply of the pages without a body. */
export const NOTHING_TO_SHOW: readonly string[] = [
  "Content-Security-Policy",
  "default-src 'none'; frame-ancestors 'none'",
];

/**
 * Returns the value of a `Vary` header with the names of further request headers: each once, in
 * whichever case (RFC 9110 §12.5.5).
 */
export function addToVary(before: string, names: string): string {
  if (before === "") return names;
  const all = `${before},${names}`.split(",").map((name) => name.trim());
  const unique = new Map(all.filter(Boolean).map((name) => [name.toLowerCase(), name]));
  return [...unique.values()].join(", ");
}

/** For everything that is not a page with a form. */
export const SEALED_HEADERS: readonly string[] = [
  "Referrer-Policy",
  "no-referrer",
  "Content-Security-Policy",
  "default-src 'none'; frame-ancestors 'none'",
];

const JSON_MEDIA = "application/json; charset=utf-8";
export const JSON_HEADERS: readonly string[] = [...SEALED_HEADERS, "Content-Type", JSON_MEDIA];

/** The headers of a JSON answer of a route, or of none. */
export const jsonHeaders = (route: Pick<AnyRoute, "protocol"> | null): readonly string[] =>
  route?.protocol ? [...SEALED_HEADERS, "Content-Type", route.protocol.media] : JSON_HEADERS;

/**
 * The headers of every response of an application's own guarded route, which also varies by the
 * organization that the request names.
 */
export const guardedHeaders = (site: Site): readonly string[] => [
  ...standingHeaders(site, "Origin, X-Active-Org"),
  ...SEALED_HEADERS,
];

/**
 * The headers of a page or answer about a person that no guard stands around. A page may have its
 * own `Content-Security-Policy`, and its forms must send their origin, so neither is forbidden.
 */
export const personalHeaders = (site: Site): Readonly<Record<string, string>> => {
  const pairs = standingHeaders(site, "Cookie, Origin, X-Active-Org");
  const headers: Record<string, string> = { "Referrer-Policy": "same-origin" };
  for (let at = 0; at < pairs.length; at += 2) headers[pairs[at]!] = pairs[at + 1]!;
  return headers;
};

/** The headers of a document that the browser saves and does not show. */
export const downloadHeaders = (file: Pick<Download, "fileName" | "media">): readonly string[] => [
  ...SEALED_HEADERS,
  ...savedFileHeaders(file),
];

/** What makes a browser save a file, and name it. */
export const savedFileHeaders = ({
  fileName,
  media = JSON_MEDIA,
}: Pick<Download, "fileName" | "media">): readonly string[] => [
  "Content-Type",
  media,
  "Content-Disposition",
  `attachment; filename="${fileName}"`,
];

/**
 * CORS headers for an allowed origin (Fetch §3.3): exact, with credentials. None for any other
 * origin, whose page the browser then lets read nothing.
 * @param isChallenge whether the reply has `WWW-Authenticate`, which a page needs then
 */
export function corsHeaders(
  request: Pick<HttpRequest, "header">,
  site: Site,
  isChallenge = false,
): readonly string[] {
  const origin = request.header("origin");
  if (origin === undefined || !site.allowedOrigins.has(origin)) return [];
  return [
    "Access-Control-Allow-Origin",
    origin,
    "Access-Control-Allow-Credentials",
    "true",
    "Access-Control-Expose-Headers",
    isChallenge ? EXPOSED_CHALLENGE : EXPOSED,
  ];
}

/**
 * The headers of the reply to a preflight. Without those of `corsHeaders`, which only allowed
 * origins get, the browser refuses the request.
 */
export const preflightHeaders = (methods: readonly string[]): readonly string[] => [
  "Access-Control-Allow-Methods",
  methods.join(", "),
  "Access-Control-Allow-Headers",
  "Content-Type, X-Active-Org",
  "Access-Control-Max-Age",
  PREFLIGHT_SECONDS,
];
