import type { HttpRequest } from "./http-message.js";
import type { Site } from "./site.js";

/**
 * Whether a GET is a `fetch` by the front end's own script, which may use a mailed token up. Mail
 * scanners, prefetches, navigations and command lines do not send these headers together (Fetch
 * Metadata, W3C).
 */
export function isOwnFetch(
  { method, header }: Pick<HttpRequest, "method" | "header">,
  { allowedOrigins }: Site,
): boolean {
  if (
    method !== "GET" ||
    header("sec-fetch-mode") !== "cors" ||
    header("sec-fetch-dest") !== "empty" ||
    header("sec-purpose") !== undefined
  )
    return false;
  const origin = header("origin");
  return origin === undefined
    ? header("sec-fetch-site") === "same-origin"
    : allowedOrigins.has(origin);
}
