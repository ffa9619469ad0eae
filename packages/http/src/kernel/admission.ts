import {
  type Auth,
  AuthError,
  type Caller,
  type Client,
  type GrantCaller,
  type Granted,
  isGrantCaller,
  type OrganizationId,
  parseId,
  type PermissionId,
  type Permitted,
  type PresentedToken,
} from "@acme/auth-core";
import { findBearer } from "./bearer.js";
import type { HttpRequest } from "./http-message.js";
import type { AccessTo, AnyRoute, PermissionAccess } from "./route.js";

/**
 * Returns the caller that a session token has found.
 * @throws {AuthError} `UNAUTHORIZED` when there is none.
 */
export function requireCaller<C extends Caller | GrantCaller>(caller: C | null): C {
  if (!caller) throw new AuthError("UNAUTHORIZED");
  return caller;
}

/**
 * Begins to find the caller of a request to a route, by the token or by the session that it
 * presents; null where the route is open to all. Nothing waits here: every request comes this way.
 */
export function identify(
  auth: Pick<Auth<PermissionId>, "sessions">,
  { access }: Pick<AnyRoute, "access">,
  {
    bearer,
    request,
    client,
  }: {
    readonly bearer: PresentedToken | null;
    readonly request: HttpRequest;
    readonly client: Client;
  },
): Promise<Caller | GrantCaller | null> | null {
  if (access === "anyone") return null;
  return bearer ? findBearer(bearer, request, client) : auth.sessions.identify(client);
}

/** Checks the access of a caller by either, like `authorize`. */
export const authorizeAny = <P extends PermissionId, Q extends P>(
  auth: Pick<Auth<P>, "sessions" | "accessControl">,
  access: AccessTo<Q>,
  { caller, client }: { readonly caller: Caller | GrantCaller; readonly client: Client },
): Promise<Granted<Q> | Permitted<Q>> | null =>
  isGrantCaller(caller)
    ? authorizeGrant(auth, access, { caller, client })
    : authorize(auth, access, { caller, client });

/**
 * Checks that an identified caller has the access.
 * @returns a promise of the proof of the permission that the access names; null when it names none,
 * so that nothing has to wait.
 * @throws {AuthError} `SESSION_NOT_FRESH`, `ORGANIZATION_NOT_FOUND`, `NO_ACTIVE_ORGANIZATION`,
 * `PERMISSION_DENIED`
 */
export function authorize<P extends PermissionId, Q extends P>(
  { sessions, accessControl }: Pick<Auth<P>, "sessions" | "accessControl">,
  access: AccessTo<Q>,
  { caller, client }: { readonly caller: Caller; readonly client: Client },
): Promise<Granted<Q>> | null {
  if (access === "anyone" || access === "session") return null;
  if (access === "fresh") {
    sessions.requireFresh(caller);
    return null;
  }
  if (access.of === "path" && !caller.membership) throw new AuthError("ORGANIZATION_NOT_FOUND");
  if (access.fresh) sessions.requireFresh(caller);
  const granting = accessControl.authorize(caller, access.permission, client);
  return access.fresh ? granting.then((granted) => accessControl.requireFresh(granted)) : granting;
}

/**
 * Checks that an identified caller has a permission in the organization whose slug the path names.
 * @returns the proof
 * @throws {AuthError} `SESSION_NOT_FRESH`, `ORGANIZATION_NOT_FOUND`, `PERMISSION_DENIED`
 */
export async function authorizeBySlug<P extends PermissionId>(
  {
    sessions,
    organizations,
    accessControl,
  }: Pick<Auth<P>, "sessions" | "organizations" | "accessControl">,
  { permission, fresh }: PermissionAccess<P>,
  {
    caller,
    client,
    slug,
  }: { readonly caller: Caller; readonly client: Client; readonly slug: string },
): Promise<Granted<P>> {
  const { id } = await organizations.activate(caller, { slug });
  const wanted = { organizationId: id, permission };
  const granted = await accessControl.authorizeIn(caller, wanted, client);
  if (!fresh) return granted;
  sessions.requireFresh(caller);
  return accessControl.requireFresh(granted);
}

/**
 * The same of a caller by a grant. No grant is fresh, and none acts elsewhere than where the request
 * says.
 */
export function authorizeGrant<P extends PermissionId, Q extends P>(
  { accessControl }: Pick<Auth<P>, "accessControl">,
  access: AccessTo<Q>,
  { caller, client }: { readonly caller: GrantCaller; readonly client: Client },
): Promise<Permitted<Q>> | null {
  if (access === "anyone" || access === "session") return null;
  if (access === "fresh" || access.fresh) throw new AuthError("SESSION_NOT_FRESH");
  const reached = caller.membership?.organization.id ?? null;
  if (access.of === "path" && (reached === null || reached !== client.organization))
    throw new AuthError("ORGANIZATION_NOT_FOUND");
  if (client.organization !== null && reached !== client.organization)
    throw new AuthError("NO_ACTIVE_ORGANIZATION");
  return accessControl.authorize(caller, access.permission, client);
}

/**
 * Sets the organization that the path names as the client's, so that the statement that finds the
 * caller also finds the membership there.
 */
export function worksIn(
  client: Client,
  access: AccessTo<PermissionId>,
  params: Readonly<Record<string, string>>,
): Client {
  if (typeof access !== "object" || access.of !== "path") return client;
  return { ...client, organization: parseId<OrganizationId>(params["id"] ?? "") };
}
