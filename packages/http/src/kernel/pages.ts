import type { Auth, PermissionId } from "@acme/auth-core";
import type { Family } from "./family.js";
import type { NamedRoute } from "./route.js";
import type { NamedSite } from "./site.js";

/** Ready account pages. `createPages` of `@acme/auth-pages` makes them. */
export interface Pages {
  /** Builds the pages of one surface. The surface calls it once. */
  open(host: PagesHost): OpenedPages;
}

/** What pages are built from. */
export interface PagesHost {
  readonly auth: Auth<PermissionId>;
  /** Its `pages` is not null. */
  readonly site: NamedSite;
}

/** The pages of a surface. */
export interface OpenedPages {
  /** A route for each method of each page, all of them of `family`. */
  readonly routes: readonly NamedRoute[];
  readonly family: Family;
}
