import {
  type Auth,
  AuthError,
  type Caller,
  type Client,
  type Granted,
  type OrganizationId,
  parseId,
  type PermissionId,
} from "@acme/auth-core";
import type { AccessTo, PermissionAccess } from "./route.js";

/**
 * Returns the caller that a session token has found.
 * @throws {AuthError} `UNAUTHORIZED` when there is none.
 */
export function requireCaller(caller: Caller | null): Caller {
  if (!caller) throw new AuthError("UNAUTHORIZED");
  return caller;
}

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
