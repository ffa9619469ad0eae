import {
  type Auth,
  type Caller,
  type Client,
  type CorePermission,
  type Granted,
  type PermissionId,
} from "@acme/auth-core";
import { GuardedCaller } from "./guarded-caller.js";
import { authorize, requireCaller, worksIn } from "./kernel/admission.js";
import { clientOf } from "./kernel/client.js";
import type { HttpRequest } from "./kernel/http-message.js";
import { checkOrigin, checkUpgradeOrigin, isCrossSite } from "./kernel/origin.js";
import type { AccessTo } from "./kernel/route.js";
import type { Site } from "./kernel/site.js";

/** What a guard of an application's own route may ask for. */
export type GuardAccess<P extends PermissionId> = Exclude<AccessTo<P>, "anyone">;

/** The caller and the client behind a guarded request. */
export interface Guarded<P extends PermissionId> {
  /** As JSON it is what `GET /api/v1/auth/me` answers, and its user alone what that shows of the user. */
  readonly caller: Caller;
  readonly client: Client;
  /** The proof of the permission that the guard asks for, null when it asks for none. */
  readonly granted: Granted<P> | null;
}

/** The caller, if there is one, and the client behind a request to a route that is open to everybody. */
export interface Visit {
  /** Null without a live session. As JSON it is what `GET /api/v1/auth/me` answers. */
  readonly caller: Caller | null;
  readonly client: Client;
}

/** What `identify` accepts besides the allowed origins. */
export interface IdentifyOptions {
  /**
   * - `allowed` (default): the origins of the site's pages only.
   * - `allowed-or-absent`: also requests without `Origin`, which no browser sends for a WebSocket: for native clients.
   * - `any`: every origin. Any page then opens the connection as the user who visits it.
   */
  readonly origin?: "allowed" | "allowed-or-absent" | "any";
}

/** Finds and checks the callers of an application's own routes. */
export interface Guarding<P extends PermissionId> {
  /**
   * Guards an application's own route: applies the cross-site rule, then finds the caller and proves the access.
   * @param organizationId the organization that the route's path names, for an access `of: "path"`. Untrusted
   * @throws {AuthError} `INVALID_ORIGIN`, `UNAUTHORIZED`, `SESSION_NOT_FRESH`, `NO_ACTIVE_ORGANIZATION`, `ORGANIZATION_NOT_FOUND`, `PERMISSION_DENIED`
   */
  guard<Q extends CorePermission | P>(
    access: GuardAccess<Q>,
    request: HttpRequest,
    organizationId?: string,
  ): Promise<Guarded<Q>>;
  /** Finds the caller of a route that is open to everybody. A request that the cross-site rule would refuse has none. */
  visit(request: HttpRequest): Promise<Visit>;
  /**
   * Finds the caller by the headers alone, for the upgrade to a WebSocket.
   * @throws {AuthError} `INVALID_ORIGIN` unless `Origin` is an allowed one, or `options` say otherwise; `UNAUTHORIZED`
   */
  identify(request: Pick<HttpRequest, "header">, options?: IdentifyOptions): Promise<Caller>;
}

/** The peer of a request of which only the headers are known. Nothing is counted or recorded for it. */
const NO_PEER: HttpRequest["peer"] = { ipAddress: null, network: "unknown" };

export function createGuarding<P extends PermissionId>(
  auth: Auth<CorePermission | P>,
  site: Site,
): Guarding<P> {
  const handOver = (caller: Caller): Caller => new GuardedCaller(caller, auth.accessControl);

  return {
    async guard(access, request, organizationId = "") {
      checkOrigin(request, site);
      const client = worksIn(clientOf(request, site), access, { id: organizationId });
      const caller = requireCaller(await auth.sessions.identify(client));
      const granting = authorize(auth, access, { caller, client });
      return { caller: handOver(caller), client, granted: granting && (await granting) };
    },

    async visit(request) {
      const client = clientOf(request, site);
      const caller = isCrossSite(request, site) ? null : await auth.sessions.identify(client);
      return { caller: caller && handOver(caller), client };
    },

    async identify(request, { origin = "allowed" } = {}) {
      const isExcused =
        origin === "any" ||
        (origin === "allowed-or-absent" && request.header("origin") === undefined);
      if (!isExcused) checkUpgradeOrigin(request, site);
      const header = (name: string) => request.header(name);
      const client = clientOf({ header, peer: NO_PEER }, site);
      return handOver(requireCaller(await auth.sessions.identify(client)));
    },
  };
}
