import type { Caller } from "../../account/session/caller-store.js";
import { recordEvent } from "../../background/audit-log/record-event.js";
import type { Client } from "../../kernel/client.js";
import { requireDisplayName } from "../../kernel/display-name.js";
import { AuthError } from "../../kernel/errors.js";
import type { MembershipId, OrganizationId } from "../../kernel/ids.js";
import { parseImageUrl } from "../../kernel/image-url.js";
import type { Env } from "../../store/env.js";
import { type Fresh, type Granted, requireGrant } from "../access-control/granted.js";
import { requireFreshGrant } from "../access-control/require-fresh-grant.js";
import type { Membership } from "../membership/membership-store.js";
import { nameActor } from "../membership/name-actor.js";
import { tellOwners } from "../membership/tell-owners.js";
import { insertOrganization, type OrganizationInput } from "./insert-organization.js";
import { lockAsActor } from "./lock-as-actor.js";
import { type Metadata, parseMetadata } from "./metadata.js";
import type {
  CheckedOrganizationChange,
  Organization,
  OrganizationChange,
  OrganizationOfUser,
} from "./organization-store.js";
import {
  createOrganizationSecurity,
  type OrganizationSecurity,
} from "./require-second-factor.procedure.js";
import { parseSlug } from "./slug.js";

/** What a new organization is made of. */
export interface NewOrganization {
  readonly name: string;
  /** Null: made from the name. */
  readonly slug: string | null;
  readonly logo: string | null;
  readonly metadata: Metadata;
}

/** A new organization with the membership of its owner. */
export interface CreatedOrganization {
  readonly organization: Organization;
  readonly owner: Membership;
}

/** Which of the caller's organizations. */
export type OrganizationKey = { readonly id: OrganizationId } | { readonly slug: string };

/** Organizations: what they are called, and that they exist. */
export interface Organizations extends OrganizationSecurity {
  /**
   * Creates an organization whose owner is the caller.
   * @throws {AuthError} `VALIDATION_ERROR`; `IMAGE_URL_NOT_SUPPORTED`; `SLUG_TAKEN` for a slug that
   * was asked for; `LIMIT_REACHED` beyond `policy.organizationsPerUser`; `UNAUTHORIZED`
   * @example
   * const { organization } = await auth.organizations.create(
   *   caller,
   *   { name: "Acme", slug: null, logo: null, metadata: {} },
   *   client,
   * );
   */
  create(caller: Caller, input: NewOrganization, client: Client): Promise<CreatedOrganization>;
  /** Returns the caller's organizations with the role in each, first joined first. */
  list(caller: Caller): Promise<readonly OrganizationOfUser[]>;
  /** Returns whether no organization has the slug. */
  isSlugFree(slug: string): Promise<boolean>;
  /**
   * Returns the organization of the grant.
   * @throws {AuthError} `ORGANIZATION_NOT_FOUND`
   */
  find(granted: Granted<"org:read">): Promise<Organization>;
  /**
   * Returns the caller's organization of that id or slug, for the caller to work in. Stores
   * nothing: the host keeps the choice.
   * @throws {AuthError} `ORGANIZATION_NOT_FOUND` when the caller is not a member of it, too
   */
  activate(caller: Caller, wanted: OrganizationKey): Promise<Organization>;
  /**
   * Changes what is given and keeps the rest.
   * @returns the organization after the change
   * @throws {AuthError} `VALIDATION_ERROR`, `IMAGE_URL_NOT_SUPPORTED`, `SLUG_TAKEN`,
   * `ORGANIZATION_NOT_FOUND`, `PERMISSION_DENIED`
   */
  update(
    granted: Granted<"org:update">,
    change: OrganizationChange,
    client: Client,
  ): Promise<Organization>;
  /**
   * Removes the organization with its memberships and invitations, and tells its owners by mail.
   * @returns the removed organization
   * @throws {AuthError} `ORGANIZATION_NOT_FOUND`, `PERMISSION_DENIED`, `SESSION_NOT_FRESH` for a
   * grant that is not fresh
   */
  remove(granted: Granted<"org:delete"> & Fresh, client: Client): Promise<Organization>;
}

export function createOrganizations(env: Env): Organizations {
  const { store, clock, random, policy, logger } = env;

  async function create(
    { user }: Caller,
    input: NewOrganization,
    client: Client,
  ): Promise<CreatedOrganization> {
    const checked = checkInput(input);
    const created = await store.transaction(async (tx) => {
      if (!(await tx.users.lock(user.id))) throw new AuthError("UNAUTHORIZED");
      if ((await tx.memberships.countByUser(user.id)) >= policy.organizationsPerUser)
        throw new AuthError("LIMIT_REACHED");
      const organization = await insertOrganization(tx, env, checked);
      const owner: Membership = {
        id: random.id<MembershipId>(),
        organizationId: organization.id,
        userId: user.id,
        role: "owner",
        createdAt: organization.createdAt,
      };
      await tx.memberships.insertUnlessMember(owner);
      const happened = { userId: user.id, organizationId: organization.id, client };
      await recordEvent(tx, env, {
        ...happened,
        event: "organization.created",
        detail: {},
        created: organization,
      });
      await recordEvent(tx, env, {
        ...happened,
        event: "member.added",
        detail: { memberId: owner.id, role: owner.role },
        created: owner,
      });
      return { organization, owner };
    });
    logger.info("organization_created", {
      userId: user.id,
      organizationId: created.organization.id,
    });
    return created;
  }

  async function find(granted: Granted<"org:read">): Promise<Organization> {
    const { organizationId } = requireGrant(granted, "org:read");
    const organization = await store.organizations.find(organizationId);
    if (!organization) throw new AuthError("ORGANIZATION_NOT_FOUND");
    return organization;
  }

  async function activate({ user }: Caller, wanted: OrganizationKey): Promise<Organization> {
    const own = await store.organizations.listByUser(user.id);
    const found = own.find(({ organization: { id, slug } }) =>
      "id" in wanted ? id === wanted.id : slug === wanted.slug,
    );
    if (!found) throw new AuthError("ORGANIZATION_NOT_FOUND");
    return found.organization;
  }

  async function update(
    granted: Granted<"org:update">,
    change: OrganizationChange,
    client: Client,
  ): Promise<Organization> {
    const checked = checkChange(change);
    return store.transaction(async (tx) => {
      const { organization } = await lockAsActor(tx, granted, "org:update");
      const updated = await tx.organizations.update(organization.id, checked, clock.now());
      if (updated === "taken") throw new AuthError("SLUG_TAKEN");
      if (!updated) throw new AuthError("ORGANIZATION_NOT_FOUND");
      await recordEvent(tx, env, {
        event: "organization.updated",
        userId: granted.userId,
        organizationId: organization.id,
        client,
        detail: { fields: Object.keys(change).join(" ") },
      });
      return updated;
    });
  }

  async function remove(
    granted: Granted<"org:delete"> & Fresh,
    client: Client,
  ): Promise<Organization> {
    const { userId, organizationId } = requireFreshGrant(granted);
    const removed = await store.transaction(async (tx) => {
      const { organization, actor } = await lockAsActor(tx, granted, "org:delete");
      await tellOwners(tx, env, {
        organization,
        template: "organization-deleted",
        client,
        by: await nameActor(tx, actor),
      });
      await tx.organizations.delete(organizationId);
      const event = "organization.deleted";
      await recordEvent(tx, env, { event, userId, organizationId, client, detail: {} });
      return organization;
    });
    env.nudge();
    logger.info("organization_deleted", { userId, organizationId });
    return removed;
  }

  return {
    create,
    list: ({ user }) => store.organizations.listByUser(user.id),
    isSlugFree: async (slug) => (await store.organizations.findBySlug(slug)) === null,
    find,
    activate,
    update,
    remove,
    ...createOrganizationSecurity(env),
  };
}

function checkInput({ name, slug, logo, metadata }: NewOrganization): OrganizationInput {
  return {
    name: requireDisplayName(name),
    slug: slug === null ? null : parseSlug(slug),
    logo: parseImageUrl(logo, "logo"),
    metadata: parseMetadata(metadata),
  };
}

function checkChange({
  name,
  slug,
  logo,
  metadata,
}: OrganizationChange): CheckedOrganizationChange {
  return {
    ...(name !== undefined && { name: requireDisplayName(name) }),
    ...(slug !== undefined && { slug: parseSlug(slug) }),
    ...(logo !== undefined && { logo: parseImageUrl(logo, "logo") }),
    ...(metadata !== undefined && { metadata: parseMetadata(metadata) }),
  };
}
