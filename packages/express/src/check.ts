import type { IncomingMessage } from "node:http";
import type { CorePermission, PermissionId } from "@acme/auth-core";
import type { GrantedRequest, GuardDemand, GuardedRequest, GuardOptions } from "@acme/auth-http";
import { organizationNamed, type RouteOrganization } from "./route-organization.js";
import type { Surface } from "./surface.js";

/** What `requirePermission` asks for besides the permission. */
export interface PermissionOptions extends GuardOptions {
  /**
   * The organization in which the permission is needed, instead of the active one. Who is not a
   * member of it is answered `ORGANIZATION_NOT_FOUND`, whether it exists or not.
   */
  readonly of?: RouteOrganization;
}

/** What `check` asks for, in the words of `requirePermission`. */
export interface CheckOptions<P extends PermissionId> extends PermissionOptions {
  /** A permission of the core catalog, or one that a feature of `createAuth` adds. */
  readonly permission: P;
}

/** Finds and checks the caller of a request, and throws where a guard would answer. */
export interface Check<P extends PermissionId> {
  <Q extends CorePermission | P>(
    request: IncomingMessage,
    options: CheckOptions<Q>,
  ): Promise<GrantedRequest<Q>>;
  (request: IncomingMessage, options?: SessionCheckOptions): Promise<GuardedRequest>;
}

/** What `check` asks for without a permission. */
export interface SessionCheckOptions extends GuardOptions {
  /** None is asked for. */
  readonly permission?: never;
  /** Goes with a permission only. */
  readonly of?: never;
}

/** What finds the caller inside a route, and throws where a guard would answer. */
export function createCheck<P extends PermissionId>({
  http,
  read,
}: Pick<Surface<P>, "http" | "read">): Check<P> {
  async function check<Q extends CorePermission | P>(
    request: IncomingMessage,
    options: CheckOptions<Q>,
  ): Promise<GrantedRequest<Q>>;
  async function check(
    request: IncomingMessage,
    options?: SessionCheckOptions,
  ): Promise<GuardedRequest>;
  async function check<Q extends CorePermission | P>(
    request: IncomingMessage,
    { of, ...demand }: GuardDemand<Q> & Pick<PermissionOptions, "of"> = {},
  ): Promise<GuardedRequest & Partial<GrantedRequest<Q>>> {
    const organizationId = of === undefined ? of : organizationNamed(of, request);
    const { granted, ...guarded } = await http.guard(demand, read(request), organizationId);
    return granted ? { ...guarded, granted } : guarded;
  }

  return check;
}
