import type { Granted } from "../access-control/access-control.js";
import { notingDenials, type Denial } from "../access-control/note-denial.js";
import type { Role } from "../access-control/permissions.js";
import { outranks } from "../access-control/role-rules.js";
import type { AuditDetail, AuditEvent } from "../audit-log/events.js";
import { recordEvent } from "../audit-log/record-event.js";
import type { Client } from "../client/client.js";
import { AuthError } from "../kernel/errors.js";
import type { MembershipId, OrganizationId } from "../kernel/ids.js";
import { enqueueNotice } from "../mail/enqueue-mail.js";
import { lockAsActor } from "../organization/lock-as-actor.js";
import type { Env } from "../ports/env.js";
import type { Tx } from "../ports/store.js";
import type { Caller } from "../session/caller-store.js";
import type { FreshCaller } from "../session/session.js";
import { createMemberReader } from "./member-reader.js";
import type { Member } from "./membership-store.js";

export type Memberships = ReturnType<typeof createMemberships>;

export function createMemberships(env: Env) {
  const { store, logger } = env;

  /**
   * Gives a member another role. Throws `MEMBER_NOT_FOUND`, `LAST_OWNER`, and `PERMISSION_DENIED` where an owner is concerned and the actor is none,
   * or the actor has lost the permission.
   */
  async function changeRole(
    granted: Granted<"org:members:write">,
    wish: { readonly memberId: MembershipId; readonly role: Role },
    client: Client,
  ): Promise<Member> {
    const changed = await asActor(granted, { permission: "org:members:write", client }, async (tx) => {
      const { actor } = await lockAsActor(tx, granted, "org:members:write");
      const member = await findIn(tx, granted.organizationId, wish.memberId);
      if (!outranks(actor.role, member.role) || !outranks(actor.role, wish.role)) throw new AuthError("PERMISSION_DENIED");
      if (member.role === wish.role) return member;
      await keepAnOwner(tx, member);
      await assign(tx, member, wish.role);
      await record(tx, granted, { event: "member.role_changed", client, detail: { memberId: member.id, from: member.role, to: wish.role } });
      return { ...member, role: wish.role };
    });
    env.nudge();
    logger.info("role_changed", { organizationId: granted.organizationId, memberId: changed.id, role: changed.role });
    return changed;
  }

  /** Ends a membership, one's own too. Throws like `changeRole`. Who it was. */
  async function remove(granted: Granted<"org:members:write">, memberId: MembershipId, client: Client): Promise<Member> {
    const removed = await asActor(granted, { permission: "org:members:write", client }, async (tx) => {
      const { actor } = await lockAsActor(tx, granted, "org:members:write");
      const member = await findIn(tx, granted.organizationId, memberId);
      if (!outranks(actor.role, member.role)) throw new AuthError("PERMISSION_DENIED");
      await keepAnOwner(tx, member);
      await tx.memberships.delete(granted.organizationId, member.id);
      await record(tx, granted, { event: "member.removed", client, detail: { memberId: member.id, role: member.role } });
      return member;
    });
    logger.info("member_removed", { organizationId: granted.organizationId, memberId });
    return removed;
  }

  /** Ends the caller's own membership. Throws `ORGANIZATION_NOT_FOUND`, for those of others too, and `LAST_OWNER`. What it was. */
  async function leave({ user }: Caller, organizationId: OrganizationId, client: Client): Promise<Member> {
    const left = await store.transaction(async (tx) => {
      const organization = await tx.organizations.lock(organizationId);
      const own = organization && (await tx.memberships.find(organizationId, user.id));
      if (!own) throw new AuthError("ORGANIZATION_NOT_FOUND");
      const member = await findIn(tx, organizationId, own.id);
      await keepAnOwner(tx, member);
      await tx.memberships.delete(organizationId, member.id);
      await record(tx, { userId: user.id, organizationId }, { event: "member.left", client, detail: { memberId: member.id, role: member.role } });
      return member;
    });
    logger.info("member_left", { organizationId, userId: user.id });
    return left;
  }

  /**
   * Makes a member the owner in the caller's place, who becomes an admin: in one step, so that there is an owner at every moment.
   * Throws `MEMBER_NOT_FOUND`, for oneself too, `ORGANIZATION_NOT_FOUND` and `PERMISSION_DENIED`.
   */
  async function transferOwnership(
    _proof: FreshCaller,
    granted: Granted<"org:ownership:transfer">,
    { memberId, client }: { readonly memberId: MembershipId; readonly client: Client },
  ): Promise<{ readonly owner: Member; readonly previousOwner: Member }> {
    const transferred = await asActor(granted, { permission: "org:ownership:transfer", client }, async (tx) => {
      const { actor } = await lockAsActor(tx, granted, "org:ownership:transfer");
      const owner = await findIn(tx, granted.organizationId, memberId);
      if (owner.id === actor.id) throw new AuthError("MEMBER_NOT_FOUND");
      const previousOwner = await findIn(tx, granted.organizationId, actor.id);
      await assign(tx, owner, "owner");
      await assign(tx, previousOwner, "admin");
      await record(tx, granted, { event: "ownership.transferred", client, detail: { memberId: owner.id, previousMemberId: previousOwner.id } });
      return { owner: { ...owner, role: "owner" as const }, previousOwner: { ...previousOwner, role: "admin" as const } };
    });
    env.nudge();
    logger.info("ownership_transferred", { organizationId: granted.organizationId, memberId });
    return transferred;
  }

  const asActor = <T>(
    { userId, organizationId }: Pick<Member, "userId" | "organizationId">,
    asked: Pick<Denial, "permission" | "client">,
    work: (tx: Tx) => Promise<T>,
  ): Promise<T> => notingDenials(env, { ...asked, userId, organizationId }, () => store.transaction(work));

  async function findIn(tx: Tx, organizationId: OrganizationId, memberId: MembershipId): Promise<Member> {
    const member = await tx.memberships.findMember(organizationId, memberId);
    if (!member) throw new AuthError("MEMBER_NOT_FOUND");
    return member;
  }

  /** Under the organization's lock, so that two owners cannot go at once. */
  async function keepAnOwner(tx: Tx, { organizationId, role }: Member): Promise<void> {
    if (role === "owner" && (await tx.memberships.countOwners(organizationId)) === 1) throw new AuthError("LAST_OWNER");
  }

  async function assign(tx: Tx, { organizationId, id, user }: Member, role: Role): Promise<void> {
    if (!(await tx.memberships.changeRole(organizationId, id, role))) throw new AuthError("MEMBER_NOT_FOUND");
    await enqueueNotice(tx, env, user.email, "role-changed");
  }

  const record = <E extends AuditEvent>(
    tx: Tx,
    { userId, organizationId }: { readonly userId: Member["userId"]; readonly organizationId: OrganizationId },
    happened: { readonly event: E; readonly client: Client; readonly detail: AuditDetail<E> },
  ): Promise<void> => recordEvent(tx, env, { ...happened, userId, organizationId });

  return { ...createMemberReader(env), changeRole, remove, leave, transferOwnership };
}
