import {
  type Auth,
  AuthError,
  type Caller,
  type Client,
  type CorePermission,
  type Granted,
  type OrganizationId,
} from "@acme/auth-core";
import { idField, once, textField } from "@acme/auth-http/routes";

/**
 * The organization surface of the better-auth client: its paths and shapes over the use cases of
 * `/api/v1`.
 */
export const CLIENT = "/api/auth/organization";
/** The refusals of sessions of one factor, in an organization that requires two. */
export const OF_ONE_FACTOR = [
  "INSUFFICIENT_USER_AUTHENTICATION",
  "SECOND_FACTOR_NOT_ENROLLED",
] as const;
/** The refusals of routes that take an organization, named or active. */
export const IN_ORGANIZATION = [
  ...OF_ONE_FACTOR,
  "ORGANIZATION_NOT_FOUND",
  "NO_ACTIVE_ORGANIZATION",
  "PERMISSION_DENIED",
] as const;

export const organizationId = once(() =>
  idField<OrganizationId>().describe("The id of the organization. Default: the active one."),
);
/** Which organization: by id, by slug, or the active one. */
export const named = once(() => ({
  organizationId: organizationId().exactOptional(),
  organizationSlug: textField()
    .describe("The short name of the organization, instead of its id.")
    .exactOptional(),
}));

/** On whose behalf a route works. */
export interface CallerContext {
  readonly auth: Auth;
  readonly caller: Caller;
  readonly client: Client;
}
/** Which organization a request names. */
export interface Named {
  readonly organizationId?: OrganizationId;
  readonly organizationSlug?: string;
}

/**
 * Returns the id of the organization that a request names by id or slug, or of the active one.
 * @throws {AuthError} `NO_ACTIVE_ORGANIZATION`; `ORGANIZATION_NOT_FOUND` when none of the caller's
 * organizations has the slug
 */
export async function resolveOrganization(
  { auth, caller }: CallerContext,
  { organizationId: id, organizationSlug: slug }: Named,
): Promise<OrganizationId> {
  if (id !== undefined) return id;
  if (slug !== undefined) return (await auth.organizations.activate(caller, { slug })).id;
  if (!caller.membership) throw new AuthError("NO_ACTIVE_ORGANIZATION");
  return caller.membership.organization.id;
}

/**
 * Proves a permission in the organization that a request names, or in the active one.
 * @throws {AuthError} `NO_ACTIVE_ORGANIZATION`, `ORGANIZATION_NOT_FOUND`, `PERMISSION_DENIED`,
 * `INSUFFICIENT_USER_AUTHENTICATION`, `SECOND_FACTOR_NOT_ENROLLED`
 */
export async function grant<P extends CorePermission>(
  context: CallerContext,
  named: Named,
  permission: P,
): Promise<Granted<P>> {
  const id = await resolveOrganization(context, named);
  return context.auth.accessControl.authorizeIn(
    context.caller,
    { organizationId: id, permission },
    context.client,
  );
}
