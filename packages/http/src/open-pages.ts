import type { PermissionId } from "@acme/auth-core";
import type { OpenedPages, Pages, PagesHost } from "./kernel/pages.js";

/**
 * Opens the pages of a site that has some; null where it has none.
 * @throws {TypeError} for `pages` without those of the site, and the other way round
 */
export function openPages(
  pages: Pages<PermissionId, never> | undefined,
  host: PagesHost,
): OpenedPages | null {
  if (pages === undefined && host.site.pages === null) return null;
  if (pages === undefined)
    throw new TypeError("the site has pages: give the surface those that createPages makes");
  if (host.site.pages === null)
    throw new TypeError("pages need a place: give createSite the path of pages");
  return pages.open(host);
}
