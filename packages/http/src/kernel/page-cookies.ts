import type { Policy } from "@acme/auth-core";
import { readCookie } from "./cookies.js";
import type { Site } from "./site.js";

/**
 * What a browser keeps for the pages: the sign-in under way, what the next page says, the way of
 * the last sign-in, and theme and language.
 */
export const PAGE_COOKIES = ["step", "flash", "last-way", "look"] as const;
/** The name of such a cookie, without the prefix that it has over https. */
export type PageCookie = (typeof PAGE_COOKIES)[number];

/** New values of these cookies; null clears one. What is missing stays as it is. */
export type PageCookieChanges = Readonly<Partial<Record<PageCookie, string | null>>>;

/** How long each is kept. */
const LIFETIME = {
  step: "pageStepLifetime",
  flash: "pageFlashLifetime",
  "last-way": "pageLookLifetime",
  look: "pageLookLifetime",
} as const satisfies Readonly<Record<PageCookie, keyof Policy>>;

/** Over https the prefix keeps other hosts and plain http from setting the cookie. */
export const pageCookieName = (cookie: PageCookie, { secure }: Pick<Site, "secure">): string =>
  secure ? `__Host-${cookie}` : cookie;

/** Returns the value of a cookie of the pages; null when it is absent, empty or ambiguous. */
export const readPageCookie = (
  header: string | undefined,
  cookie: PageCookie,
  site: Pick<Site, "secure">,
): string | null => readCookie(header, pageCookieName(cookie, site));

/** Returns the values of `Set-Cookie` that make the changes. */
export const pageCookies = (
  site: Pick<Site, "secure">,
  policy: Policy,
  changes: PageCookieChanges,
): readonly string[] =>
  PAGE_COOKIES.flatMap((cookie) => {
    const value = changes[cookie];
    if (value === undefined) return [];
    const seconds = value === null ? 0 : Math.floor(policy[LIFETIME[cookie]] / 1_000);
    const secure = site.secure ? " Secure;" : "";
    return `${pageCookieName(cookie, site)}=${value ?? ""}; Max-Age=${seconds}; Path=/; HttpOnly;${secure} SameSite=Lax`;
  });
