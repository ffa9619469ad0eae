import type { Auth, CorePermission, PermissionId } from "@acme/auth-core";
import type { Family } from "./family.js";
import type { NamedRoute, Needs } from "./route.js";
import type { NamedSite } from "./site.js";

declare const asks: unique symbol;
/** For the compiler alone: the permissions that pages may ask for. */
export interface Asks<P extends PermissionId> {
  /** No value has it. */
  readonly [asks]?: P;
}

/**
 * Ready account pages. `createPages` of `@acme/auth-pages` makes them. `P` are the permissions that
 * they may ask for, `W` is what they need on `auth` besides the base.
 */
export interface Pages<P extends PermissionId = CorePermission, W = unknown>
  extends Needs<W>, Asks<P> {
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
