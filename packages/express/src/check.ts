import type { IncomingMessage } from "node:http";
import type { CorePermission, DemandOptions, GrantClass, PermissionId } from "@acme/auth-core";
import type {
  GrantedRequest,
  GuardDemand,
  GuardedRequest,
  GuardOptions,
  MadeDemand,
  SteppedUpGrantedRequest,
  SteppedUpRequest,
} from "@acme/auth-http";
import { organizationNamed, type RouteOrganization } from "./route-organization.js";
import type { Surface } from "./surface.js";

/** What `requirePermission` asks for besides the permission. */
export interface PermissionOptions extends GuardOptions {
  /**
   * The organization in which the permission is needed, instead of the active one. Who is not a
   * member of it is answered `ORGANIZATION_NOT_FOUND`, whether it exists or not.
   */
  readonly of?: RouteOrganization;
  /** It takes sessions only: `GrantPermissionOptions`. */
  readonly grants?: never;
}

/** What `requirePermission` asks for that takes grants too. No grant is fresh or stepped up. */
export interface GrantPermissionOptions extends Omit<
  PermissionOptions,
  "fresh" | "grants" | keyof DemandOptions
> {
  /**
   * Which grants it takes besides sessions: `any`, those of service accounts too; `user`, those of
   * users; `app`, those that an application holds for its user.
   */
  readonly grants: GrantClass;
}

/** What `requireGrant` asks for. */
export interface GrantOptions<P extends PermissionId> extends Omit<
  PermissionOptions,
  "fresh" | "grants" | keyof DemandOptions
> {
  /** The kinds of grants it takes. Default: all. */
  readonly kinds?: readonly string[];
  /** The permission that the role and the grant must both have. Default: none. */
  readonly permission?: P;
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
    options: CheckOptions<Q> & MadeDemand,
  ): Promise<SteppedUpGrantedRequest<Q>>;
  <Q extends CorePermission | P>(
    request: IncomingMessage,
    options: CheckOptions<Q>,
  ): Promise<GrantedRequest<Q>>;
  (request: IncomingMessage, options: SessionCheckOptions & MadeDemand): Promise<SteppedUpRequest>;
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
    options: CheckOptions<Q> & MadeDemand,
  ): Promise<SteppedUpGrantedRequest<Q>>;
  async function check<Q extends CorePermission | P>(
    request: IncomingMessage,
    options: CheckOptions<Q>,
  ): Promise<GrantedRequest<Q>>;
  async function check(
    request: IncomingMessage,
    options: SessionCheckOptions & MadeDemand,
  ): Promise<SteppedUpRequest>;
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
