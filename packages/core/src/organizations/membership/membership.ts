import type { Granted } from "../access-control/access-control.js";
import { notingDenials, type Denial } from "../access-control/note-denial.js";
import type { Role } from "../../kernel/role.js";
import { outranks } from "../access-control/role-rules.js";
import type { AuditDetail, AuditEvent } from "../../background/audit-log/events.js";
import { recordEvent } from "../../background/audit-log/record-event.js";
import type { Client } from "../../kernel/client.js";
import { AuthError } from "../../kernel/errors.js";
import type { MembershipId, OrganizationId } from "../../kernel/ids.js";
import { tellUser } from "../../background/mail/enqueue-notice.js";
import { lockAsActor } from "../organization/lock-as-actor.js";
import type { Env } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import type { Caller } from "../../account/session/caller-store.js";
import type { FreshCaller } from "../../account/session/session.js";
import { assignRole } from "./assign-role.js";
import { findMember } from "./find-member.js";
import { keepAnOwner } from "./keep-an-owner.js";
import { createMemberReader } from "./member-reader.js";
import type { Member } from "./membership-store.js";
import { passOwnership } from "./pass-ownership.js";
import { requireFreshActor } from "./require-fresh-actor.js";
import { tellOwners } from "./tell-owners.js";

export type Memberships = ReturnType<typeof createMemberships>;

export function createMemberships(env: Env) {
  const { store, logger } = env;

  /**
   * Gives a member another role. Throws `MEMBER_NOT_FOUND`, `LAST_OWNER`, `PERMISSION_DENIED` where an owner is concerned and the actor is none,
   * or the actor has lost the permission, and `SESSION_NOT_FRESH` where an owner is made or unmade without a proof that the actor's session is fresh.
   */
  async function changeRole(
    granted: Granted<"org:members:write">,
    {
      memberId,
      role,
      fresh,
    }: { readonly memberId: MembershipId; readonly role: Role; readonly fresh: FreshCaller | null },
    client: Client,
  ): Promise<Member> {
    const changed = await asActor(
      granted,
      { permission: "org:members:write", client },
      async (tx) => {
        const { actor } = await lockAsActor(tx, granted, "org:members:write");
        const member = await findMember(tx, granted.organizationId, memberId);
        if (!outranks(actor.role, member.role) || !outranks(actor.role, role))
          throw new AuthError("PERMISSION_DENIED");
        if (member.role === role) return member;
        const ownersChange = member.role === "owner" || role === "owner";
        if (ownersChange) requireFreshActor(fresh, actor);
        await keepAnOwner(tx, member);
        await assignRole(tx, env, { member, role });
        if (ownersChange)
          await tellOwners(tx, env, {
            organizationId: member.organizationId,
            template: "owners-changed",
            except: member.userId,
          });
        await record(tx, granted, {
          event: "member.role_changed",
          client,
          detail: { memberId: member.id, from: member.role, to: role },
        });
        return { ...member, role };
      },
    );
    env.nudge();
    logger.info("role_changed", {
      organizationId: granted.organizationId,
      memberId: changed.id,
      role: changed.role,
    });
    return changed;
  }

  /** Ends a membership, the caller's own too, and tells the removed person. Throws like `changeRole`. Returns the removed member. */
  async function remove(
    granted: Granted<"org:members:write">,
    { memberId, fresh }: { readonly memberId: MembershipId; readonly fresh: FreshCaller | null },
    client: Client,
  ): Promise<Member> {
    const removed = await asActor(
      granted,
      { permission: "org:members:write", client },
      async (tx) => {
        const { actor } = await lockAsActor(tx, granted, "org:members:write");
        const member = await findMember(tx, granted.organizationId, memberId);
        if (!outranks(actor.role, member.role)) throw new AuthError("PERMISSION_DENIED");
        if (member.role === "owner") requireFreshActor(fresh, actor);
        await keepAnOwner(tx, member);
        await tx.memberships.delete(granted.organizationId, member.id);
        await tellUser(tx, env, member.userId, "member-removed");
        if (member.role === "owner")
          await tellOwners(tx, env, {
            organizationId: member.organizationId,
            template: "owners-changed",
          });
        await record(tx, granted, {
          event: "member.removed",
          client,
          detail: { memberId: member.id, role: member.role },
        });
        return member;
      },
    );
    env.nudge();
    logger.info("member_removed", { organizationId: granted.organizationId, memberId });
    return removed;
  }

  /**
   * Ends the caller's own membership. Throws `ORGANIZATION_NOT_FOUND`, for those of others too, `LAST_OWNER`, and `SESSION_NOT_FRESH` where an owner
   * leaves without a proof that their session is fresh. Returns the ended membership.
   */
  async function leave(
    { user }: Caller,
    {
      organizationId,
      fresh,
    }: { readonly organizationId: OrganizationId; readonly fresh: FreshCaller | null },
    client: Client,
  ): Promise<Member> {
    const left = await store.transaction(async (tx) => {
      const organization = await tx.organizations.lock(organizationId);
      const own = organization && (await tx.memberships.find(organizationId, user.id));
      if (!own) throw new AuthError("ORGANIZATION_NOT_FOUND");
      const member = await findMember(tx, organizationId, own.id);
      if (member.role === "owner") requireFreshActor(fresh, own);
      await keepAnOwner(tx, member);
      if (member.role === "owner")
        await tellOwners(tx, env, { organizationId, template: "owners-changed" });
      await tx.memberships.delete(organizationId, member.id);
      await record(
        tx,
        { userId: user.id, organizationId },
        { event: "member.left", client, detail: { memberId: member.id, role: member.role } },
      );
      return member;
    });
    env.nudge();
    logger.info("member_left", { organizationId, userId: user.id });
    return left;
  }

  /**
   * Makes a member the owner in the caller's place, who becomes an admin: in one step, so that there is an owner at every moment.
   * Throws `MEMBER_NOT_FOUND`, for oneself too, `ORGANIZATION_NOT_FOUND`, `PERMISSION_DENIED`, and `SESSION_NOT_FRESH` for somebody else's proof.
   */
  async function transferOwnership(
    fresh: FreshCaller,
    granted: Granted<"org:ownership:transfer">,
    { memberId, client }: { readonly memberId: MembershipId; readonly client: Client },
  ): Promise<{ readonly owner: Member; readonly previousOwner: Member }> {
    const transferred = await asActor(
      granted,
      { permission: "org:ownership:transfer", client },
      async (tx) => {
        const { actor } = await lockAsActor(tx, granted, "org:ownership:transfer");
        requireFreshActor(fresh, actor);
        const owner = await findMember(tx, granted.organizationId, memberId);
        if (owner.id === actor.id) throw new AuthError("MEMBER_NOT_FOUND");
        const previousOwner = await findMember(tx, granted.organizationId, actor.id);
        await passOwnership(tx, env, { owner, previousOwner });
        await record(tx, granted, {
          event: "ownership.transferred",
          client,
          detail: { memberId: owner.id, previousMemberId: previousOwner.id },
        });
        return {
          owner: { ...owner, role: "owner" as const },
          previousOwner: { ...previousOwner, role: "admin" as const },
        };
      },
    );
    env.nudge();
    logger.info("ownership_transferred", { organizationId: granted.organizationId, memberId });
    return transferred;
  }

  const asActor = <T>(
    { userId, organizationId }: Pick<Member, "userId" | "organizationId">,
    asked: Pick<Denial, "permission" | "client">,
    work: (tx: Tx) => Promise<T>,
  ): Promise<T> =>
    notingDenials(env, { ...asked, userId, organizationId }, () => store.transaction(work));

  const record = <E extends AuditEvent>(
    tx: Tx,
    {
      userId,
      organizationId,
    }: { readonly userId: Member["userId"]; readonly organizationId: OrganizationId },
    happened: { readonly event: E; readonly client: Client; readonly detail: AuditDetail<E> },
  ): Promise<void> => recordEvent(tx, env, { ...happened, userId, organizationId });

  return { ...createMemberReader(env), changeRole, remove, leave, transferOwnership };
}
