import type { Role } from "../../kernel/role.js";
import type { Brand } from "../../kernel/brand.js";
import type { MembershipId, OrganizationId, UserId } from "../../kernel/ids.js";

/** What an application keeps with an organization: plain JSON, opaque here. */
export type Metadata = Readonly<Record<string, unknown>>;

/** An organization: the aggregate that memberships, invitations and permissions belong to. */
export interface Organization {
  readonly id: OrganizationId;
  readonly name: string;
  /** Its name in URLs: lower-case letters, digits and dashes. Unique. */
  readonly slug: string;
  readonly logo: string | null;
  readonly metadata: Metadata;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** An organization whose row this transaction holds: whoever changes who belongs to it, and as what, comes after. */
export type LockedOrganization = Brand<Organization, "LockedOrganization">;

/** An organization with the role somebody has in it. */
export interface OrganizationOfUser {
  readonly organization: Organization;
  readonly membershipId: MembershipId;
  readonly role: Role;
}

/** What of an organization to set. A property that is missing keeps its value. */
export type OrganizationChange = Partial<Pick<Organization, "name" | "slug" | "logo" | "metadata">>;

/** The organizations. `MembershipStore` holds who belongs to them. */
export interface OrganizationStore {
  /** False, and nothing changed, when the slug is taken. Atomic: one of many racing callers gets true. */
  insertUnlessTaken(organization: Organization): Promise<boolean>;
  /** Returns null when there is no such organization. */
  find(id: OrganizationId): Promise<Organization | null>;
  /** Returns null when no organization has that slug. */
  findBySlug(slug: string): Promise<Organization | null>;
  /** The organization as it is now, held until the transaction ends; null when there is none. Inside a transaction only, after any user's lock. */
  lock(id: OrganizationId): Promise<LockedOrganization | null>;
  /** The organizations the user owns, by id, held like by `lock`. Nor does any other become theirs until the transaction ends. */
  lockOwnedBy(userId: UserId): Promise<readonly LockedOrganization[]>;
  /** The organizations whose only owner the user is, by id. Holds nothing. */
  listSolelyOwnedBy(userId: UserId): Promise<readonly Organization[]>;
  /** The organizations the user belongs to, oldest membership first. */
  listByUser(userId: UserId): Promise<readonly OrganizationOfUser[]>;
  /** Sets what is given and keeps the rest: the organization as it then is. `taken`, and nothing changed, when another one has the slug; null when it has vanished. */
  update(
    id: OrganizationId,
    change: OrganizationChange,
    now: Date,
  ): Promise<Organization | "taken" | null>;
  /** Removes the organization with its memberships and invitations. False when it has vanished. */
  delete(id: OrganizationId): Promise<boolean>;
}
