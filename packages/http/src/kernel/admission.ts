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
import { CARRIER_ERRORS } from "@acme/auth-core/surface";
import { findBearer } from "./bearer.js";
import type { HttpRequest } from "./http-message.js";
import {
  type AccessTo,
  type AnyRoute,
  isDemand,
  isFreshAccess,
  type PermissionAccess,
  permissionAccessOf,
  type StepUpAccess,
  stepUpOf,
} from "./route.js";

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
): Promise<Granted<Q> | Permitted<Q> | null> | null =>
  isGrantCaller(caller)
    ? authorizeGrant(auth, access, { caller, client })
    : authorize(auth, access, { caller, client });

/**
 * Checks that an identified caller has the access: freshness first, then organization and
 * permission, then what the session has to prove.
 * @returns a promise of the proof of the permission that the access names, of null when it names
 * none; null when nothing has to wait.
 * @throws {AuthError} `SESSION_NOT_FRESH`, `ORGANIZATION_NOT_FOUND`, `NO_ACTIVE_ORGANIZATION`,
 * `PERMISSION_DENIED`, `INSUFFICIENT_USER_AUTHENTICATION`, `SECOND_FACTOR_NOT_ENROLLED`
 */
export function authorize<P extends PermissionId, Q extends P>(
  { sessions, accessControl }: Pick<Auth<P>, "sessions" | "accessControl">,
  access: AccessTo<Q>,
  { caller, client }: { readonly caller: Caller; readonly client: Client },
): Promise<Granted<Q> | null> | null {
  if (access === "anyone" || access === "session") return null;
  const asked = permissionAccessOf(access);
  if (asked?.of === "path" && !caller.membership) throw new AuthError("ORGANIZATION_NOT_FOUND");
  if (isFreshAccess(access)) sessions.requireFresh(caller);
  const stepUp = stepUpOf(access);
  if (!asked) return stepUp && requireStepUp(sessions, caller, stepUp).then(() => null);
  const authorized = accessControl.authorize(caller, asked.permission, client);
  const granting = asked.fresh
    ? authorized.then((granted) => accessControl.requireFresh(granted))
    : authorized;
  if (!stepUp) return granting;
  return granting.then(async (granted) => {
    await requireStepUp(sessions, caller, stepUp);
    return granted;
  });
}

/** Checks what an access asks of a session last. */
async function requireStepUp(
  sessions: Pick<Auth["sessions"], "requireProved" | "requireSteppedUp">,
  caller: Caller,
  { proved, ...demand }: StepUpAccess,
): Promise<void> {
  if (proved) await sessions.requireProved(caller);
  if (isDemand(demand)) await sessions.requireSteppedUp(caller, demand);
}

/**
 * Checks that an identified caller has a permission in the organization whose slug the path names.
 * @returns the proof
 * @throws {AuthError} `SESSION_NOT_FRESH`, `ORGANIZATION_NOT_FOUND`, `PERMISSION_DENIED`,
 * `INSUFFICIENT_USER_AUTHENTICATION`, `SECOND_FACTOR_NOT_ENROLLED`
 */
export async function authorizeBySlug<P extends PermissionId>(
  {
    sessions,
    organizations,
    accessControl,
  }: Pick<Auth<P>, "sessions" | "organizations" | "accessControl">,
  access: PermissionAccess<P>,
  {
    caller,
    client,
    slug,
  }: { readonly caller: Caller; readonly client: Client; readonly slug: string },
): Promise<Granted<P>> {
  const { id } = await organizations.activate(caller, { slug });
  const wanted = { organizationId: id, permission: access.permission };
  const granted = await accessControl.authorizeIn(caller, wanted, client);
  if (access.fresh) sessions.requireFresh(caller);
  const stepUp = stepUpOf(access);
  if (stepUp) await requireStepUp(sessions, caller, stepUp);
  return access.fresh ? accessControl.requireFresh(granted) : granted;
}

/**
 * The same of a caller by a grant. No grant is fresh or stepped up, and none acts elsewhere than
 * where the request says.
 */
export function authorizeGrant<P extends PermissionId, Q extends P>(
  { accessControl }: Pick<Auth<P>, "accessControl">,
  access: AccessTo<Q>,
  { caller, client }: { readonly caller: GrantCaller; readonly client: Client },
): Promise<Permitted<Q>> | null {
  if (access === "anyone" || access === "session") return null;
  if (isFreshAccess(access)) throw new AuthError("SESSION_NOT_FRESH");
  const asked = permissionAccessOf(access);
  if (!asked || stepUpOf(access)) throw new AuthError(CARRIER_ERRORS.GRANT_NOT_ALLOWED);
  checkReach(asked, caller, client);
  return accessControl.authorize(caller, asked.permission, client);
}

function checkReach(
  { of }: PermissionAccess<PermissionId>,
  { membership }: GrantCaller,
  { organization }: Client,
): void {
  const reached = membership?.organization.id ?? null;
  if (of === "path" && (reached === null || reached !== organization))
    throw new AuthError("ORGANIZATION_NOT_FOUND");
  if (organization !== null && reached !== organization)
    throw new AuthError("NO_ACTIVE_ORGANIZATION");
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
  if (permissionAccessOf(access)?.of !== "path") return client;
  return { ...client, organization: parseId<OrganizationId>(params["id"] ?? "") };
}
