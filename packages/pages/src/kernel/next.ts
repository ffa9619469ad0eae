import type { Policy } from "@acme/auth-core";
import type { Site } from "@acme/auth-http";
import { resolveRedirect } from "@acme/auth-http/pages-host";
import { PAGE_PATHS, type PageName } from "../page-paths.js";

/** Pages to which a sign-in never continues: they begin or end one. */
const NEVER: readonly PageName[] = ["signOut", "signIn", "confirm"];

/** The paths among them that stand for all below them. */
const NEVER_BELOW: readonly string[] = [`${PAGE_PATHS.signIn}/`, "/assets/auth-pages/", "/api/"];

/** The pages of which `next` is a parameter of the query: a sign-in, or a sign-up, begins there. */
const READS_NEXT: ReadonlySet<string> = new Set(["signIn", "signUp", "confirm"]);

/** Whether the page of that name reads `next` of its query. */
export const readsNext = (page: string): boolean => READS_NEXT.has(page);

/** Decides where a `next` may lead. */
export interface NextRules {
  /**
   * Returns the URL to go on to; null when it is missing or not allowed, of which nothing is said.
   * Ask when it comes in and again when it is used.
   */
  after(next: string | null | undefined): string | null;
  /** The same for `/look`, which may go back to a page of a sign-in. */
  backFromLook(next: string | null | undefined): string | null;
}

/** The rules of one site. */
export function createNextRules(
  site: Site,
  { pageNextLength }: Pick<Policy, "pageNextLength">,
): NextRules {
  const base = site.pages ?? "";
  const never = new Set(NEVER.map((name) => base + PAGE_PATHS[name]));

  function allowed(next: string | null | undefined): URL | null {
    if (!next) return null;
    try {
      const href = resolveRedirect(next, site);
      return href.length <= pageNextLength ? new URL(href) : null;
    } catch {
      return null;
    }
  }
  const isBelow = ({ pathname }: URL, prefixes: readonly string[]): boolean =>
    prefixes.some((prefix) => pathname.startsWith(prefix));
  const isOurs = ({ origin }: URL): boolean => origin === site.serviceOrigin;

  return {
    after(next) {
      const url = allowed(next);
      if (!url) return null;
      if (!isOurs(url)) return url.href;
      const below = NEVER_BELOW.map((prefix) => (prefix === "/api/" ? prefix : base + prefix));
      return never.has(url.pathname) || isBelow(url, below) ? null : url.href;
    },
    backFromLook(next) {
      const url = allowed(next);
      if (!url || !isOurs(url)) return url?.href ?? null;
      const isNever =
        url.pathname === base + PAGE_PATHS.signOut ||
        isBelow(url, [`${base}/assets/auth-pages/`, "/api/"]);
      return isNever ? null : url.href;
    },
  };
}
