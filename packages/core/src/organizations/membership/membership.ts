import type { Caller } from "../../account/session/caller-store.js";
import { isFresh } from "../../account/session/lifetimes.js";
import { recordEvent } from "../../background/audit-log/record-event.js";
import { tellUser } from "../../background/mail/enqueue-notice.js";
import type { Client } from "../../kernel/client.js";
import { AuthError } from "../../kernel/errors.js";
import type { MembershipId, OrganizationId } from "../../kernel/ids.js";
import type { Role } from "../../kernel/role.js";
import type { Env } from "../../store/env.js";
import type { Fresh, Granted } from "../access-control/granted.js";
import { requireFreshGrant } from "../access-control/require-fresh-grant.js";
import { outranks } from "../access-control/role-rules.js";
import { runAsActor } from "../access-control/run-as-actor.procedure.js";
import { assignRole } from "./assign-role.js";
import { findMember } from "./find-member.js";
import { keepAnOwner } from "./keep-an-owner.js";
import type { Member } from "./membership-store.js";
import { nameActor, personOf } from "./name-actor.js";
import { type OwnershipTransfer, passOwnership } from "./pass-ownership.js";
import { createMemberReader, type MemberReader } from "./read-members.procedure.js";
import { tellOwners } from "./tell-owners.js";

/** Which member gets which role. */
export interface RoleChange {
  readonly memberId: MembershipId;
  readonly role: Role;
}

/**
 * Who belongs to an organization, and as what. Each change runs under the organization's lock, so
 * that an organization has an owner at every moment. Changes of owners take a session that is
 * fresh.
 */
export interface Memberships extends MemberReader {
  /**
   * Gives a member another role, and tells the member by mail. When an owner is concerned, the
   * owners get a mail too.
   * @returns the member with the new role
   * @throws {AuthError} `MEMBER_NOT_FOUND`; `LAST_OWNER`; `PERMISSION_DENIED` where an owner is
   * concerned and the actor is not one, or the actor has lost the permission; `SESSION_NOT_FRESH`
   * where an owner is made or unmade; `ORGANIZATION_NOT_FOUND`
   * @example
   * const granted = await auth.accessControl.authorize(caller, "org:members:write", client);
   * await auth.memberships.changeRole(granted, { memberId, role: "admin" }, client);
   */
  changeRole(
    granted: Granted<"org:members:write">,
    change: RoleChange,
    client: Client,
  ): Promise<Member>;
  /**
   * Ends a membership, the actor's own too, and tells the removed member by mail. When an owner is
   * concerned, the owners get a mail too.
   * @returns the removed member
   * @throws {AuthError} `MEMBER_NOT_FOUND`, `LAST_OWNER`, `PERMISSION_DENIED`, `SESSION_NOT_FRESH`,
   * `ORGANIZATION_NOT_FOUND`: as `changeRole` does
   */
  remove(
    granted: Granted<"org:members:write">,
    memberId: MembershipId,
    client: Client,
  ): Promise<Member>;
  /**
   * Ends the caller's own membership. It takes no permission.
   * @returns the ended membership
   * @throws {AuthError} `ORGANIZATION_NOT_FOUND` when the caller is not a member, too;
   * `LAST_OWNER`; `SESSION_NOT_FRESH` when an owner leaves
   */
  leave(caller: Caller, organizationId: OrganizationId, client: Client): Promise<Member>;
  /**
   * Makes a member the owner in the actor's place, who becomes an admin, in one step.
   * @throws {AuthError} `MEMBER_NOT_FOUND` when the member is the actor, too;
   * `ORGANIZATION_NOT_FOUND`; `PERMISSION_DENIED`; `SESSION_NOT_FRESH` for a grant that is not
   * fresh
   */
  transferOwnership(
    granted: Granted<"org:ownership:transfer"> & Fresh,
    memberId: MembershipId,
    client: Client,
  ): Promise<OwnershipTransfer>;
}

export function createMemberships(env: Env): Memberships {
  const { store, clock, policy, logger } = env;

  async function changeRole(
    granted: Granted<"org:members:write">,
    { memberId, role }: RoleChange,
    client: Client,
  ): Promise<Member> {
    const { userId, organizationId } = granted;
    const request = { granted, permission: "org:members:write", client } as const;
    const changed = await runAsActor(env, request, async (tx, { actor, organization }) => {
      const member = await findMember(tx, organizationId, memberId);
      if (!outranks(actor.role, member.role) || !outranks(actor.role, role))
        throw new AuthError("PERMISSION_DENIED");
      if (member.role === role) return member;
      const ownersChange = member.role === "owner" || role === "owner";
      if (ownersChange) requireFreshGrant(granted);
      const by = await nameActor(tx, actor);
      await keepAnOwner(tx, member);
      await assignRole(tx, env, { member, role, organization, client, by });
      if (ownersChange) {
        const except = member.userId;
        await tellOwners(tx, env, { organization, template: "owners-changed", except, client, by });
      }
      const detail = { memberId: member.id, from: member.role, to: role };
      const event = "member.role_changed";
      const doneTo = member.userId;
      await recordEvent(tx, env, { event, userId, doneTo, organizationId, client, detail });
      return { ...member, role };
    });
    env.nudge();
    logger.info("role_changed", { organizationId, memberId: changed.id, role: changed.role });
    return changed;
  }

  async function remove(
    granted: Granted<"org:members:write">,
    memberId: MembershipId,
    client: Client,
  ): Promise<Member> {
    const { userId, organizationId } = granted;
    const request = { granted, permission: "org:members:write", client } as const;
    const removed = await runAsActor(env, request, async (tx, { actor, organization }) => {
      const member = await findMember(tx, organizationId, memberId);
      if (!outranks(actor.role, member.role)) throw new AuthError("PERMISSION_DENIED");
      if (member.role === "owner") requireFreshGrant(granted);
      const by = await nameActor(tx, actor);
      const data = { organization: organization.name };
      await keepAnOwner(tx, member);
      await tx.memberships.delete(organizationId, member.id);
      await tellUser(tx, env, member.userId, { template: "member-removed", data, client, by });
      if (member.role === "owner")
        await tellOwners(tx, env, { organization, template: "owners-changed", client, by });
      const detail = { memberId: member.id, role: member.role };
      const event = "member.removed";
      const doneTo = member.userId;
      await recordEvent(tx, env, { event, userId, doneTo, organizationId, client, detail });
      return member;
    });
    env.nudge();
    logger.info("member_removed", { organizationId, memberId });
    return removed;
  }

  async function leave(
    { user, session }: Caller,
    organizationId: OrganizationId,
    client: Client,
  ): Promise<Member> {
    const left = await store.transaction(async (tx) => {
      const organization = await tx.organizations.lock(organizationId);
      const own = organization && (await tx.memberships.find(organizationId, user.id));
      if (!own) throw new AuthError("ORGANIZATION_NOT_FOUND");
      const member = await findMember(tx, organizationId, own.id);
      if (member.role === "owner" && !isFresh(session, policy, clock.now()))
        throw new AuthError("SESSION_NOT_FRESH");
      const by = personOf(member);
      await keepAnOwner(tx, member);
      if (member.role === "owner")
        await tellOwners(tx, env, { organization, template: "owners-changed", client, by });
      await tx.memberships.delete(organizationId, member.id);
      const detail = { memberId: member.id, role: member.role };
      const event = "member.left";
      await recordEvent(tx, env, { event, userId: user.id, organizationId, client, detail });
      return member;
    });
    env.nudge();
    logger.info("member_left", { organizationId, userId: user.id });
    return left;
  }

  async function transferOwnership(
    granted: Granted<"org:ownership:transfer"> & Fresh,
    memberId: MembershipId,
    client: Client,
  ): Promise<OwnershipTransfer> {
    const { userId, organizationId } = requireFreshGrant(granted);
    const request = { granted, permission: "org:ownership:transfer", client } as const;
    const transferred = await runAsActor(env, request, async (tx, { actor, organization }) => {
      const owner = await findMember(tx, organizationId, memberId);
      if (owner.id === actor.id) throw new AuthError("MEMBER_NOT_FOUND");
      const previousOwner = await findMember(tx, organizationId, actor.id);
      const by = personOf(previousOwner);
      const transfer = { owner, previousOwner, organization, client, by };
      const passed = await passOwnership(tx, env, transfer);
      const detail = { memberId: owner.id, previousMemberId: previousOwner.id };
      const event = "ownership.transferred";
      const doneTo = owner.userId;
      await recordEvent(tx, env, { event, userId, doneTo, organizationId, client, detail });
      return passed;
    });
    env.nudge();
    logger.info("ownership_transferred", { organizationId, memberId });
    return transferred;
  }

  return { ...createMemberReader(env), changeRole, remove, leave, transferOwnership };
}
