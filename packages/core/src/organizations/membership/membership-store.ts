import type { User, UserRecord } from "../../account/user/user-store.js";
import type { MembershipId, OrganizationId, UserId } from "../../kernel/ids.js";
import type { Role } from "../../kernel/role.js";

/** That a user belongs to an organization, with one role. */
export interface Membership {
  readonly id: MembershipId;
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
  readonly role: Role;
  readonly createdAt: Date;
}

/** A membership with what other members see of its user. */
export interface Member extends Membership {
  readonly user: Pick<User, "id" | "name" | "email" | "image">;
}

/** An owner, with what a notice to them needs. */
export type Owner = Pick<
  UserRecord,
  "id" | "email" | "emailVerified" | "locale" | "signInLanguage"
>;

/** Where a page of members begins: behind this member, in the order of joining and then of id. */
export type MemberPosition = Pick<Membership, "createdAt" | "id">;

/** Which members a search finds, and where its page begins. */
export interface MemberQuery {
  /** The beginning of email addresses, in lower case. */
  readonly email: string;
  /**
   * Beginnings of names, at least one, each with its ASCII letters in lower case. The ASCII letters
   * of names are compared in lower case, all other characters as they are.
   */
  readonly names: readonly string[];
  /** Behind this member; null: from the first on. */
  readonly after: MemberPosition | null;
}

/**
 * The table of memberships. A transaction that changes it holds the organization's lock: see
 * `OrganizationStore.lock`.
 */
export interface MembershipStore {
  /**
   * Inserts the membership. Returns false, and changes nothing, when the user is a member already.
   * Atomic: one of many racing callers gets true.
   */
  insertUnlessMember(membership: Membership): Promise<boolean>;
  /** Returns the user's membership of the organization; null when there is none. */
  find(organizationId: OrganizationId, userId: UserId): Promise<Membership | null>;
  /** Returns the organization's member with that membership id; null when there is none. */
  findMember(organizationId: OrganizationId, id: MembershipId): Promise<Member | null>;
  /**
   * Returns up to `limit` members, first to join first, behind `after`; from the first on when it
   * is null.
   */
  listMembers(
    organizationId: OrganizationId,
    after: MemberPosition | null,
    limit: number,
  ): Promise<readonly Member[]>;
  /**
   * Returns up to `limit` members whose email address or name has one of the beginnings, first to
   * join first. Every character of a beginning stands for itself.
   */
  listMatching(
    organizationId: OrganizationId,
    query: MemberQuery,
    limit: number,
  ): Promise<readonly Member[]>;
  /** Returns the number of the organization's members. */
  countByOrganization(organizationId: OrganizationId): Promise<number>;
  /**
   * Returns the number of the organization's members without two factors: those who have neither
   * enrolled a second one nor a passkey that counts as two.
   */
  countWithoutTwoFactors(organizationId: OrganizationId): Promise<number>;
  /** Returns the number of organizations that the user belongs to. */
  countByUser(userId: UserId): Promise<number>;
  /** Returns the organization's owners, in the order of their ids. */
  listOwners(organizationId: OrganizationId): Promise<readonly Owner[]>;
  /** Returns the number of the organization's owners. */
  countOwners(organizationId: OrganizationId): Promise<number>;
  /**
   * Returns the organization that a sign-in works in: `hint` when the user belongs to it, else the
   * one that the user joined first, but none joined at or before `notBefore`; null when there is
   * none.
   */
  findActive(
    userId: UserId,
    hint: OrganizationId | null,
    notBefore: Date | null,
  ): Promise<OrganizationId | null>;
  /** Changes a member's role. Returns false when the organization has no such member. */
  changeRole(organizationId: OrganizationId, id: MembershipId, role: Role): Promise<boolean>;
  /** Removes a membership. Returns false when the organization has no such member. */
  delete(organizationId: OrganizationId, id: MembershipId): Promise<boolean>;
}
