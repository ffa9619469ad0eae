import type { Brand } from "../../kernel/brand.js";
import type { DisplayName } from "../../kernel/display-name.js";
import type { MembershipId, OrganizationId, UserId } from "../../kernel/ids.js";
import type { ImageUrl } from "../../kernel/image-url.js";
import type { Role } from "../../kernel/role.js";
import type { Metadata, OrganizationMetadata } from "./metadata.js";
import type { Slug } from "./slug.js";

/** A group of users who work together, each with a role. */
export interface Organization {
  readonly id: OrganizationId;
  readonly name: string;
  /**
   * The name in URLs: lower-case letters, digits and dashes. No two organizations have the same
   * one.
   */
  readonly slug: string;
  /** The URL of a picture; null when the organization has none. */
  readonly logo: string | null;
  readonly metadata: Metadata;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Whether its routes work only in sessions of two factors. */
  readonly requireSecondFactor: boolean;
}

/**
 * An organization as it is stored: core has minted what its users wrote. Organizations that are
 * read have plain strings, because older rows were checked elsewhere.
 */
export interface CheckedOrganization extends Organization {
  readonly name: DisplayName;
  readonly slug: Slug;
  readonly logo: ImageUrl | null;
  readonly metadata: OrganizationMetadata;
}

/**
 * An organization whose row this transaction has locked: no other transaction changes the
 * organization or its members before this one ends.
 */
export type LockedOrganization = Brand<Organization, "LockedOrganization">;

/** An organization with the role that a user has in it. */
export interface OrganizationOfUser {
  readonly organization: Organization;
  readonly membershipId: MembershipId;
  readonly role: Role;
}

/** What changes of an organization. A field that is absent stays as it is. */
export type OrganizationChange = Partial<Pick<Organization, "name" | "slug" | "logo" | "metadata">>;

/** A change of an organization as it is stored. */
export type CheckedOrganizationChange = Partial<
  Pick<CheckedOrganization, "name" | "slug" | "logo" | "metadata">
>;

/** Which organizations a list shows, and where it begins. */
export interface OrganizationQuery {
  /** What the slug begins with; empty for any. */
  readonly prefix: string;
  /** The list begins behind this slug; null: from the first one on. */
  readonly after: string | null;
}

/** The organizations. `MembershipStore` holds who belongs to them. */
export interface OrganizationStore {
  /**
   * Inserts an organization. False, and nothing changed, when the slug is taken. Atomic: one of
   * many racing callers gets true.
   */
  insertUnlessTaken(organization: CheckedOrganization): Promise<boolean>;
  /** Returns the organization; null when there is none. */
  find(id: OrganizationId): Promise<Organization | null>;
  /** Returns the organization with that slug; null when there is none. */
  findBySlug(slug: string): Promise<Organization | null>;
  /** Returns up to `limit` organizations in the order of their slugs, compared byte by byte. */
  list(query: OrganizationQuery, limit: number): Promise<readonly Organization[]>;
  /**
   * Returns the organization as it is now, and keeps others from changing or deleting it until the
   * transaction ends; null when there is none. Inside a transaction only, and after any lock of a
   * user.
   */
  lock(id: OrganizationId): Promise<LockedOrganization | null>;
  /**
   * Returns the organizations that the user owns, by id, each locked like by `lock`. The user
   * becomes the owner of no other one until the transaction ends.
   */
  lockOwnedBy(userId: UserId): Promise<readonly LockedOrganization[]>;
  /** Returns the organizations whose only owner is the user, by id. Locks nothing. */
  listSolelyOwnedBy(userId: UserId): Promise<readonly Organization[]>;
  /** Returns the organizations that the user belongs to, oldest membership first. */
  listByUser(userId: UserId): Promise<readonly OrganizationOfUser[]>;
  /**
   * Sets the fields that are present and keeps the others. Returns the organization after the
   * change; `taken`, and nothing changed, when another one has the slug; null when it has vanished.
   */
  update(
    id: OrganizationId,
    change: CheckedOrganizationChange,
    now: Date,
  ): Promise<Organization | "taken" | null>;
  /**
   * Sets whether its routes work only in sessions of two factors. Returns the organization after the
   * change; null when it has vanished.
   */
  markSecondFactorRequired(
    id: OrganizationId,
    isRequired: boolean,
    now: Date,
  ): Promise<Organization | null>;
  /** Removes the organization with its memberships and invitations. False when it has vanished. */
  delete(id: OrganizationId): Promise<boolean>;
}
