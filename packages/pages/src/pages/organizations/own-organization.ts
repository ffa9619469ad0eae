import {
  type AnyId,
  AuthError,
  type Caller,
  type CorePermission,
  type Granted,
  type Member,
  type MembershipId,
  type OrganizationOfUser,
  parseId,
  type PermissionId,
} from "@acme/auth-core";
import type { AnyVisit } from "../../kernel/visit.js";

/** A visit of a page of an organization. */
export type OrganizationVisit = AnyVisit & {
  readonly caller: Caller;
  readonly granted: Granted<PermissionId>;
};

/**
 * Returns the organization of the page, and the caller's role in it. Where the page has the proof of
 * a permission, it is that of the proof: slugs may pass to another organization meanwhile.
 * @throws {AuthError} `NOT_FOUND`
 */
export async function ownOrganization({
  auth,
  caller,
  granted,
  params,
}: AnyVisit & { readonly caller: Caller }): Promise<OrganizationOfUser> {
  const own = await auth.organizations.list(caller);
  const found = own.find(({ organization: { id, slug } }) =>
    granted ? id === granted.organizationId : slug === params["slug"],
  );
  if (!found) throw new AuthError("NOT_FOUND");
  return found;
}

/** Returns whether the caller's role has a permission in the organization of the page. */
export const mayDo = ({ auth, granted }: OrganizationVisit, permission: CorePermission): boolean =>
  auth.accessControl.allows(granted.role, permission);

/**
 * Returns the proof of another permission in the organization of the page.
 * @throws {AuthError} `PERMISSION_DENIED`
 */
export const alsoGranted = <P extends CorePermission>(
  { auth, caller, client, granted: { organizationId } }: OrganizationVisit,
  permission: P,
): Promise<Granted<P>> =>
  auth.accessControl.authorizeIn(caller, { organizationId, permission }, client);

/**
 * Returns the id in the path.
 * @throws {AuthError} `NOT_FOUND` for text that is no id
 */
export function idInPath<Id extends AnyId>(
  { params }: AnyVisit,
  parse: (text: string) => Id | null,
): Id {
  const id = parse(params["id"] ?? "");
  if (!id) throw new AuthError("NOT_FOUND");
  return id;
}

/**
 * Returns the member in the path.
 * @throws {AuthError} `NOT_FOUND`
 */
export async function memberInPath(visit: OrganizationVisit): Promise<Member> {
  const granted = await alsoGranted(visit, "org:members:read");
  const member = await visit.auth.memberships.find(granted, idInPath(visit, parseId<MembershipId>));
  if (!member) throw new AuthError("NOT_FOUND");
  return member;
}

/** What people call a user. */
export const nameOf = ({ name, email }: { readonly name: string; readonly email: string }) =>
  name || email;
