import { AuthError } from "@acme/auth-core";
import { hasControlCharacter } from "@acme/auth-core/surface";
import type { Site } from "../kernel/site.js";

/** Characters that a URL parser drops or rewrites, and encoded slashes or backslashes. */
const isSuspicious = (target: string): boolean =>
  hasControlCharacter(target) || target.includes("\\") || /^[^?#]*(?: |%2f|%5c)/i.test(target);

/**
 * Resolves `target` against the URL of the front end. Every redirect goes through here, when it is
 * stored and again when it is used.
 * @throws {AuthError} `INVALID_CALLBACK_URL` unless the URL is on an allowed origin
 */
export function resolveRedirect(target: string, site: Site): string {
  if (isSuspicious(target) || !URL.canParse(target, site.appUrl))
    throw new AuthError("INVALID_CALLBACK_URL");
  const url = new URL(target, site.appUrl);
  const plain = url.username === "" && url.password === "";
  if (!plain || !/^https?:$/.test(url.protocol) || !site.allowedOrigins.has(url.origin))
    throw new AuthError("INVALID_CALLBACK_URL");
  return url.href;
}

export const resolveOptionalRedirect = (target: string | undefined, site: Site): string | null =>
  target === undefined || target === "" ? null : resolveRedirect(target, site);

/**
 * Returns the URL to redirect to: the stored target, or the front end when there is none or when it
 * is no longer allowed.
 */
export function safeRedirectTarget(target: string | null | undefined, site: Site): string {
  try {
    return resolveRedirect(target ?? site.appUrl, site);
  } catch {
    return site.appUrl;
  }
}

/**
 * Returns the URL of a page of the front end below `APP_URL`, whose path is kept: resolving `page`
 * against it would replace that path.
 */
export function frontEndPage(page: `/${string}`, { appUrl }: Site): string {
  const url = new URL(appUrl);
  url.pathname = url.pathname.replace(/\/+$/, "") + page;
  url.search = "";
  url.hash = "";
  return url.href;
}

/** Returns the URL with a query parameter, which replaces any of that name. */
export function withParameter(text: string, name: string, value: string): string {
  const url = new URL(text);
  url.searchParams.set(name, value);
  return url.href;
}
