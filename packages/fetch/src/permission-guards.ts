import type { CorePermission, PermissionId } from "@acme/auth-core";
import { parseDemand } from "@acme/auth-core/surface";
import {
  type GrantedRequest,
  type HttpRequest,
  type HttpSurface,
  isDemand,
  type MadeDemand,
  type SteppedUpGrantedRequest,
  type TakenRequest,
} from "@acme/auth-http";
import type { Context, GrantPermissionOptions, Guard, Guards, PermissionOptions } from "./guard.js";

/** Finds the caller of a request, in the organization that it names. */
export type Find<G> = (request: HttpRequest, organizationId: string | undefined) => Promise<G>;

/** Makes a guard of what finds the caller. */
export type GuardBy<C extends Context> = <G, R extends C>(
  find: Find<G>,
  of: PermissionOptions<R>["of"],
) => Guard<G, R>;

/** The guards that ask for a permission or take grants. */
export function createPermissionGuards<P extends PermissionId, C extends Context>(
  http: HttpSurface<P>,
  guardBy: GuardBy<C>,
): Pick<Guards<P, C>, "requirePermission" | "requireGrant"> {
  function requirePermission<Q extends CorePermission | P, R extends C = C>(
    permission: Q,
    options: GrantPermissionOptions<R>,
  ): Guard<TakenRequest<Q>, R>;
  function requirePermission<Q extends CorePermission | P, R extends C = C>(
    permission: Q,
    options: PermissionOptions<R> & MadeDemand,
  ): Guard<SteppedUpGrantedRequest<Q>, R>;
  function requirePermission<Q extends CorePermission | P, R extends C = C>(
    permission: Q,
    options?: PermissionOptions<R>,
  ): Guard<GrantedRequest<Q>, R>;
  function requirePermission<Q extends CorePermission | P, R extends C = C>(
    permission: Q,
    { of, ...options }: PermissionOptions<R> | GrantPermissionOptions<R> = {},
  ):
    Guard<TakenRequest<Q>, R> | Guard<GrantedRequest<Q>, R> | Guard<SteppedUpGrantedRequest<Q>, R> {
    if (options.grants) {
      const demand = { ...options, permission };
      return guardBy<TakenRequest<Q>, R>((...given) => http.take(demand, ...given), of);
    }
    parseDemand(options);
    if (isDemand(options)) {
      const demand = { ...options, permission };
      return guardBy<SteppedUpGrantedRequest<Q>, R>(async (...given) => {
        const { granted, ...guarded } = await http.guard(demand, ...given);
        return { ...guarded, granted: proven(granted, permission) };
      }, of);
    }
    const demand = { ...options, permission };
    return guardBy<GrantedRequest<Q>, R>(async (...given) => {
      const { granted, ...guarded } = await http.guard(demand, ...given);
      return { ...guarded, granted: proven(granted, permission) };
    }, of);
  }

  return {
    requirePermission,
    requireGrant: ({ of, ...options } = {}) =>
      guardBy(
        (...given) => http.take({ ...options, grants: "any", grantsOnly: true }, ...given),
        of,
      ),
  };
}

function proven<G>(granted: G | null, permission: PermissionId): G {
  if (!granted) throw new Error(`Nothing proves ${permission}.`);
  return granted;
}
