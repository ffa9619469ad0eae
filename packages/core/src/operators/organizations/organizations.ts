import type { User } from "../../account/user/user-store.js";
import type { OrganizationId } from "../../kernel/ids.js";
import { pageOf } from "../../kernel/page.js";
import type { MemberPosition } from "../../organizations/membership/membership-store.js";
import type { OwnershipTransfer } from "../../organizations/membership/pass-ownership.js";
import type { MemberPage } from "../../organizations/membership/read-members.procedure.js";
import type {
  Organization,
  OrganizationQuery,
} from "../../organizations/organization/organization-store.js";
import type { Env } from "../../store/env.js";
import { type TransferInput, transferOwnership } from "./transfer-ownership.procedure.js";

/** Which page of organizations. */
export interface OrganizationListRequest extends Partial<OrganizationQuery> {
  /** How many organizations at most. */
  readonly limit: number;
}

/** A page of organizations, in the order of their slugs. */
export interface OrganizationPage {
  readonly organizations: readonly Organization[];
  /** The slug behind which the following page begins; null on the last page. */
  readonly next: string | null;
}

/** An organization, with what operators are asked about it. */
export interface OrganizationDescription {
  readonly organization: Organization;
  /** In the order of their ids. */
  readonly owners: readonly Pick<User, "id" | "email">[];
  /** How many members it has, the owners among them. */
  readonly members: number;
  /** How many of them have no second factor. */
  readonly membersWithoutTwoFactors: number;
  /** How many invitations wait for an answer. */
  readonly pendingInvitations: number;
}

/**
 * Organizations, as the operators of an application see and change them. No method checks who calls
 * it: an application checks before each call that the caller is an operator.
 */
export interface OperatedOrganizations {
  /**
   * Returns a page of organizations, in the order of their slugs.
   * @param page by default all organizations, from the first one on
   * @example
   * const { organizations } = await auth.operators.listOrganizations({ prefix: "ac", limit: 50 });
   */
  listOrganizations(page: OrganizationListRequest): Promise<OrganizationPage>;
  /** Returns the organization with what operators are asked about it; null when there is none. */
  findOrganization(id: OrganizationId): Promise<OrganizationDescription | null>;
  /** Returns the same of the organization with that slug; null when there is none. */
  findOrganizationBySlug(slug: string): Promise<OrganizationDescription | null>;
  /**
   * Returns a page of members, first to join first.
   * @param page `after`: the `next` of the page before; null for the first page. `limit`: how many
   * members at most
   */
  listMembers(
    id: OrganizationId,
    page: { readonly after: MemberPosition | null; readonly limit: number },
  ): Promise<MemberPage>;
  /**
   * Makes a member an owner in the place of another, who becomes an admin, in one step, as
   * `memberships.transferOwnership` does. Both are told by mail, and so are all owners. A user who is
   * suspended, or waits for deletion, becomes no owner.
   * @throws {AuthError} `VALIDATION_ERROR`, for the fields `operator`, `to` and `from`;
   * `ORGANIZATION_NOT_FOUND`, `USER_NOT_FOUND`; `MEMBER_NOT_FOUND` when `to` is not a member
   * @example
   * const operator = "jane@support: the owner has left the company, ticket 4713";
   * await auth.operators.transferOwnership(organization.id, { to: user.id, operator });
   */
  transferOwnership(id: OrganizationId, input: TransferInput): Promise<OwnershipTransfer>;
}

export function createOperatedOrganizations(env: Env): OperatedOrganizations {
  const { store, clock } = env;

  async function listOrganizations({
    prefix = "",
    after = null,
    limit,
  }: OrganizationListRequest): Promise<OrganizationPage> {
    const query = { prefix: prefix.trim().toLowerCase(), after };
    const { rows, last } = pageOf(await store.organizations.list(query, limit + 1), limit);
    return { organizations: rows, next: last?.slug ?? null };
  }

  async function describe(organization: Organization | null) {
    if (!organization) return null;
    const { id } = organization;
    const [owners, members, membersWithoutTwoFactors, pendingInvitations] = await Promise.all([
      store.memberships.listOwners(id),
      store.memberships.countByOrganization(id),
      store.memberships.countWithoutTwoFactors(id),
      store.invitations.countPending(id, clock.now()),
    ]);
    const shown = owners.map((owner) => ({ id: owner.id, email: owner.email }));
    return { organization, owners: shown, members, membersWithoutTwoFactors, pendingInvitations };
  }

  return {
    listOrganizations,
    findOrganization: async (id) => describe(await store.organizations.find(id)),
    findOrganizationBySlug: async (slug) => describe(await store.organizations.findBySlug(slug)),
    async listMembers(id, { after, limit }) {
      const found = await store.memberships.listMembers(id, after, limit + 1);
      const { rows, last } = pageOf(found, limit);
      return { members: rows, next: last && { createdAt: last.createdAt, id: last.id } };
    },
    transferOwnership: transferOwnership(env),
  };
}
