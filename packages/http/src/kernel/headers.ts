import type { HttpRequest } from "./http-message.js";
import type { Site } from "./site.js";

const HSTS = "max-age=63072000";
const EXPOSED = "Retry-After, X-Retry-After, RateLimit, RateLimit-Policy, X-Request-Id";
const PREFLIGHT_SECONDS = "600";

/** What every response of ours says, whatever it holds. */
export const standingHeaders = ({ secure, hstsIncludeSubdomains }: Site): readonly string[] => [
  "Cache-Control",
  "no-store",
  "X-Content-Type-Options",
  "nosniff",
  "Cross-Origin-Resource-Policy",
  "same-origin",
  "Vary",
  "Origin",
  ...(secure
    ? ["Strict-Transport-Security", hstsIncludeSubdomains ? `${HSTS}; includeSubDomains` : HSTS]
    : []),
];

/** For everything that is not a page with a form. */
export const SEALED_HEADERS: readonly string[] = [
  "Referrer-Policy",
  "no-referrer",
  "Content-Security-Policy",
  "default-src 'none'; frame-ancestors 'none'",
];

export const JSON_HEADERS: readonly string[] = [
  ...SEALED_HEADERS,
  "Content-Type",
  "application/json; charset=utf-8",
];

/** What every answer of an application's own guarded route says: it varies by the organization that is named, too. */
export const guardedHeaders = (site: Site): readonly string[] => [
  ...standingHeaders(site),
  ...SEALED_HEADERS,
  "Vary",
  "X-Active-Org",
];

/** A JSON document to keep, never to show. */
export const downloadHeaders = (fileName: string): readonly string[] => [
  ...JSON_HEADERS,
  "Content-Disposition",
  `attachment; filename="${fileName}"`,
];

/** CORS for an allowed origin (Fetch §3.3): exact, with credentials. Nothing for any other, so the browser keeps the answer to itself. */
export function corsHeaders(request: Pick<HttpRequest, "header">, site: Site): readonly string[] {
  const origin = request.header("origin");
  if (origin === undefined || !site.allowedOrigins.has(origin)) return [];
  return [
    "Access-Control-Allow-Origin",
    origin,
    "Access-Control-Allow-Credentials",
    "true",
    "Access-Control-Expose-Headers",
    EXPOSED,
  ];
}

/** What a preflight asks. Without the headers above, which only allowed origins get, the browser takes it for a no. */
export const preflightHeaders = (methods: readonly string[]): readonly string[] => [
  "Access-Control-Allow-Methods",
  methods.join(", "),
  "Access-Control-Allow-Headers",
  "Content-Type, X-Active-Org",
  "Access-Control-Max-Age",
  PREFLIGHT_SECONDS,
];
