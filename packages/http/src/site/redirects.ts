import { AuthError, hasControlCharacter } from "@acme/auth-core";
import type { Site } from "../kernel/site.js";

/** What a URL parser drops or turns around, and slashes or backslashes in disguise. */
const isSuspicious = (target: string): boolean =>
  hasControlCharacter(target) ||
  target.includes("\\") ||
  / |%2f|%5c/i.test(target.split(/[?#]/, 1)[0]!);

/**
 * Where a browser may be sent: `target` resolved against the front end's address and re-serialised. Every redirect goes through here, when it is
 * stored and again when it is used. Throws `INVALID_CALLBACK_URL` for anything but an address on an allowed origin.
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

/** Where somebody lands after something that is done: the place that was stored, or the front end when it is no longer allowed, or none was given. */
export function safeRedirectTarget(target: string | null | undefined, site: Site): string {
  try {
    return resolveRedirect(target ?? site.appUrl, site);
  } catch {
    return site.appUrl;
  }
}

/** A page of the front end below `APP_URL`, whose path is kept: resolving `page` against it would replace that path. */
export function frontEndPage(page: `/${string}`, { appUrl }: Site): string {
  const url = new URL(appUrl);
  url.pathname = url.pathname.replace(/\/+$/, "") + page;
  url.search = "";
  url.hash = "";
  return url.href;
}

/** The address with one more parameter, put in the place of any of that name. */
export function withParameter(address: string, name: string, value: string): string {
  const url = new URL(address);
  url.searchParams.set(name, value);
  return url.href;
}
