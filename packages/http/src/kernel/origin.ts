import { AuthError } from "@acme/auth-core";
import type { HttpRequest } from "./http-message.js";
import type { Site } from "./site.js";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/** Whether a request may change state, by its method (RFC 9110 §9.2.1). */
export const mayChange = ({ method }: Pick<HttpRequest, "method">): boolean => !SAFE.has(method);

/**
 * The cross-site rule for everything that may change state, with or without cookies.
 * @throws {AuthError} `INVALID_ORIGIN`
 */
export function checkOrigin(request: Pick<HttpRequest, "method" | "header">, site: Site): void {
  if (isCrossSite(request, site)) throw new AuthError("INVALID_ORIGIN");
}

/**
 * Whether a request that may change state comes from a page that may not call the service. A
 * present `Origin` decides alone; without one the fetch metadata and then the referrer may only
 * refuse; a request with none of them comes from no browser and is allowed.
 */
export function isCrossSite(request: Pick<HttpRequest, "method" | "header">, site: Site): boolean {
  if (!mayChange(request)) return false;
  const origin = request.header("origin");
  const fetchSite = request.header("sec-fetch-site");
  if (origin !== undefined)
    return !(site.allowedOrigins.has(origin) || (origin === "null" && fetchSite === "same-origin"));
  if (fetchSite === "cross-site" || fetchSite === "same-site") return true;
  const referer = request.header("referer");
  return (
    referer !== undefined &&
    !(URL.canParse(referer) && site.allowedOrigins.has(new URL(referer).origin))
  );
}

/**
 * The rule for a request that no page may make from elsewhere, whatever its method, like the
 * upgrade to a WebSocket, which browsers send to any site and with its cookies.
 * @throws {AuthError} `INVALID_ORIGIN` for an origin that is not allowed, and without one
 */
export function checkUpgradeOrigin(request: Pick<HttpRequest, "header">, site: Site): void {
  if (!isAllowedOrigin(request, site)) throw new AuthError("INVALID_ORIGIN");
}

/** Whether the request says that it comes from a page that may call the service. */
export const isAllowedOrigin = (request: Pick<HttpRequest, "header">, site: Site): boolean =>
  site.allowedOrigins.has(request.header("origin") ?? "");

/**
 * A form carries no custom header that would prove a script of ours sent it, so it must come from a
 * page of the service itself. Throws `INVALID_ORIGIN`.
 */
export function checkFormOrigin(request: Pick<HttpRequest, "header">, site: Site): void {
  if (
    request.header("origin") === site.serviceOrigin ||
    request.header("sec-fetch-site") === "same-origin"
  )
    return;
  throw new AuthError("INVALID_ORIGIN");
}
