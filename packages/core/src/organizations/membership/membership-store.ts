import type { Role } from "../../kernel/role.js";
import type { MembershipId, OrganizationId, UserId } from "../../kernel/ids.js";
import type { User } from "../../account/user/user-store.js";

export interface Membership {
  readonly id: MembershipId;
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
  readonly role: Role;
  readonly createdAt: Date;
}

/** A membership with what other members see of the person. */
export interface Member extends Membership {
  readonly user: Pick<User, "id" | "name" | "email" | "image">;
}

/** An owner as far as telling them something needs. */
export type Owner = Pick<User, "id" | "email" | "emailVerified">;

/** Where a page begins: behind this member, in the order of joining and then of id. */
export type MemberPosition = Pick<Membership, "createdAt" | "id">;

/** Whoever changes memberships holds the organization's row: see `OrganizationStore.lock`. */
export interface MembershipStore {
  /** False, and nothing changed, when the user is a member already. Atomic: one of many racing callers gets true. */
  insertUnlessMember(membership: Membership): Promise<boolean>;
  find(organizationId: OrganizationId, userId: UserId): Promise<Membership | null>;
  findMember(organizationId: OrganizationId, id: MembershipId): Promise<Member | null>;
  /** Up to `limit` members, first to join first, behind `after`; null: from the first on. */
  listMembers(
    organizationId: OrganizationId,
    after: MemberPosition | null,
    limit: number,
  ): Promise<readonly Member[]>;
  countByOrganization(organizationId: OrganizationId): Promise<number>;
  countByUser(userId: UserId): Promise<number>;
  /** The organization's owners, in the order of their ids. */
  listOwners(organizationId: OrganizationId): Promise<readonly Owner[]>;
  countOwners(organizationId: OrganizationId): Promise<number>;
  /**
   * The organization a sign-in works in: `hint`, when the user belongs to it, else the one the user joined first, but none joined at or before
   * `notBefore`; null when there is none.
   */
  findActive(
    userId: UserId,
    hint: OrganizationId | null,
    notBefore: Date | null,
  ): Promise<OrganizationId | null>;
  /** False when the organization has no such member. */
  changeRole(organizationId: OrganizationId, id: MembershipId, role: Role): Promise<boolean>;
  /** False when the organization has no such member. */
  delete(organizationId: OrganizationId, id: MembershipId): Promise<boolean>;
}
