import type { Granted } from "../access-control/access-control.js";
import { recordChange, recordEvent } from "../../background/audit-log/record-event.js";
import type { Client } from "../../kernel/client.js";
import { AuthError } from "../../kernel/errors.js";
import type { MembershipId, OrganizationId } from "../../kernel/ids.js";
import type { Membership } from "../membership/membership-store.js";
import { requireFreshActor } from "../membership/require-fresh-actor.js";
import { tellOwners } from "../membership/tell-owners.js";
import type { Env } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import type { Caller } from "../../account/session/caller-store.js";
import type { FreshCaller } from "../../account/session/session.js";
import { lockAsActor } from "./lock-as-actor.js";
import { metadataFault } from "./metadata.js";
import type {
  Metadata,
  Organization,
  OrganizationChange,
  OrganizationOfUser,
} from "./organization-store.js";
import { slugFrom } from "./slug.js";

export interface NewOrganization {
  readonly name: string;
  /** Made from the name when there is none. */
  readonly slug: string | null;
  readonly logo: string | null;
  readonly metadata: Metadata;
}

const SUFFIX_DIGITS = 6;

export type Organizations = ReturnType<typeof createOrganizations>;

export function createOrganizations(env: Env) {
  const { store, clock, random, policy, logger } = env;

  /** Creates an organization whose owner is the caller. Throws `SLUG_TAKEN` for a slug that was asked for, `LIMIT_REACHED` and `VALIDATION_ERROR`. */
  async function create(
    { user }: Caller,
    wish: NewOrganization,
    client: Client,
  ): Promise<{ readonly organization: Organization; readonly owner: Membership }> {
    requireMetadata(wish.metadata);
    const created = await store.transaction(async (tx) => {
      if (!(await tx.users.lock(user.id))) throw new AuthError("UNAUTHORIZED");
      if ((await tx.memberships.countByUser(user.id)) >= policy.organizationsPerUser)
        throw new AuthError("LIMIT_REACHED");
      const organization = await insertUnderSomeSlug(tx, wish);
      const owner: Membership = {
        id: random.id<MembershipId>(),
        organizationId: organization.id,
        userId: user.id,
        role: "owner",
        createdAt: organization.createdAt,
      };
      await tx.memberships.insertUnlessMember(owner);
      const happened = { userId: user.id, organizationId: organization.id, client };
      await recordEvent(tx, env, { ...happened, event: "organization.created", detail: {} });
      await recordEvent(tx, env, {
        ...happened,
        event: "member.added",
        detail: { memberId: owner.id, role: owner.role },
      });
      return { organization, owner };
    });
    logger.info("organization_created", {
      userId: user.id,
      organizationId: created.organization.id,
    });
    return created;
  }

  async function insertUnderSomeSlug(
    tx: Tx,
    { slug, ...wish }: NewOrganization,
  ): Promise<Organization> {
    const now = clock.now();
    const compose = (name: string): Organization => ({
      ...wish,
      id: random.id<OrganizationId>(),
      slug: name,
      createdAt: now,
      updatedAt: now,
    });
    const suffix = random.digits(SUFFIX_DIGITS).reveal();
    const base = slugFrom(wish.name);
    const names = slug !== null ? [slug] : base === "" ? [suffix] : [base, `${base}-${suffix}`];
    for (const name of names) {
      const organization = compose(name);
      if (await tx.organizations.insertUnlessTaken(organization)) return organization;
    }
    throw new AuthError("SLUG_TAKEN");
  }

  /** The caller's organizations with the role in each, first joined first. */
  const list = ({ user }: Caller): Promise<readonly OrganizationOfUser[]> =>
    store.organizations.listByUser(user.id);

  /** Whether a slug is still free. */
  const isSlugFree = async (slug: string): Promise<boolean> =>
    (await store.organizations.findBySlug(slug)) === null;

  /** Throws `ORGANIZATION_NOT_FOUND`. */
  async function find({ organizationId }: Granted<"org:read">): Promise<Organization> {
    const organization = await store.organizations.find(organizationId);
    if (!organization) throw new AuthError("ORGANIZATION_NOT_FOUND");
    return organization;
  }

  /** The organization that the caller wants to work in. Throws `ORGANIZATION_NOT_FOUND`, for those of others too. */
  async function activate(
    { user }: Caller,
    wanted: { readonly id: OrganizationId } | { readonly slug: string },
  ): Promise<Organization> {
    const mine = (await store.organizations.listByUser(user.id)).map(
      ({ organization }) => organization,
    );
    const organization = mine.find(({ id, slug }) =>
      "id" in wanted ? id === wanted.id : slug === wanted.slug,
    );
    if (!organization) throw new AuthError("ORGANIZATION_NOT_FOUND");
    return organization;
  }

  /** Changes what is given. Throws `SLUG_TAKEN`, `ORGANIZATION_NOT_FOUND`, `PERMISSION_DENIED` and `VALIDATION_ERROR`. */
  async function update(
    granted: Granted<"org:update">,
    change: OrganizationChange,
    client: Client,
  ): Promise<Organization> {
    requireMetadata(change.metadata ?? {});
    return store.transaction(async (tx) => {
      const { organization } = await lockAsActor(tx, granted, "org:update");
      const updated = await tx.organizations.update(organization.id, change, clock.now());
      if (updated === "taken") throw new AuthError("SLUG_TAKEN");
      if (!updated) throw new AuthError("ORGANIZATION_NOT_FOUND");
      const detail = { fields: Object.keys(change).join(" ") };
      await recordChange(tx, env, {
        event: "organization.updated",
        userId: granted.userId,
        organizationId: organization.id,
        client,
        detail,
      });
      return updated;
    });
  }

  /**
   * Removes the organization, its memberships and its invitations, and tells its owners. Throws `ORGANIZATION_NOT_FOUND`, `PERMISSION_DENIED`, and
   * `SESSION_NOT_FRESH` for somebody else's proof. Returns the removed organization.
   */
  async function remove(
    fresh: FreshCaller,
    granted: Granted<"org:delete">,
    client: Client,
  ): Promise<Organization> {
    const removed = await store.transaction(async (tx) => {
      const { organization, actor } = await lockAsActor(tx, granted, "org:delete");
      requireFreshActor(fresh, actor);
      await tellOwners(tx, env, {
        organizationId: organization.id,
        template: "organization-deleted",
      });
      await tx.organizations.delete(organization.id);
      await recordEvent(tx, env, {
        event: "organization.deleted",
        userId: granted.userId,
        organizationId: organization.id,
        client,
        detail: {},
      });
      return organization;
    });
    env.nudge();
    logger.info("organization_deleted", { userId: granted.userId, organizationId: removed.id });
    return removed;
  }

  return { create, list, isSlugFree, find, activate, update, remove };
}

function requireMetadata(metadata: Metadata): void {
  const message = metadataFault(metadata);
  if (message !== null)
    throw new AuthError("VALIDATION_ERROR", { issues: [{ path: "metadata", message }] });
}
