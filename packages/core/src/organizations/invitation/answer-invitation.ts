import { outranks, permits } from "../access-control/role-rules.js";
import { recordEvent } from "../../background/audit-log/record-event.js";
import type { Client } from "../../kernel/client.js";
import { isPast } from "../../kernel/duration.js";
import { AuthError } from "../../kernel/errors.js";
import type { InvitationId, MembershipId } from "../../kernel/ids.js";
import type { Secret } from "../../kernel/secret.js";
import type { Membership } from "../membership/membership-store.js";
import { tellOwners } from "../membership/tell-owners.js";
import type { Organization } from "../organization/organization-store.js";
import type { Env } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import type { Caller } from "../../account/session/caller-store.js";
import type { User } from "../../account/user/user-store.js";
import type { Invitation, ShownInvitation } from "./invitation-store.js";

/** Which invitation: by the token that was mailed, or by its id out of one's own list. */
export type InvitationKey = { readonly token: Secret } | { readonly id: InvitationId };

export interface AcceptedInvitation {
  readonly invitation: Invitation;
  readonly organization: Organization;
  readonly membership: Membership;
}

/** The side of whoever is invited. */
export function createInvitationAnswers(env: Env) {
  const { store, clock, random, digest, policy, logger } = env;

  /** Pending invitations to the caller's address; none unless it is verified. */
  const listMine = async ({ user }: Caller): Promise<readonly ShownInvitation[]> =>
    user.emailVerified ? store.invitations.listPendingFor(user.email, clock.now()) : [];

  /**
   * Makes the caller a member. The invited address must be the caller's and verified, and whoever invited must still be able to give the role.
   * Of many racing calls exactly one succeeds. Throws `INVITATION_NOT_FOUND`, for everybody else's too, `EMAIL_VERIFICATION_REQUIRED` and `LIMIT_REACHED`.
   */
  async function accept(
    { user }: Caller,
    key: InvitationKey,
    client: Client,
  ): Promise<AcceptedInvitation> {
    const invitation = await findMine(user, key);
    const accepted = await store.transaction(async (tx) => {
      const locked = await tx.users.lock(user.id);
      if (!locked) throw new AuthError("UNAUTHORIZED");
      checkRecipient(locked, invitation);
      const organization = await tx.organizations.lock(invitation.organizationId);
      if (!organization || !(await mayStillInvite(tx, invitation)))
        throw new AuthError("INVITATION_NOT_FOUND");
      if ((await tx.memberships.countByUser(user.id)) >= policy.organizationsPerUser)
        throw new AuthError("LIMIT_REACHED");
      const now = clock.now();
      if (!(await tx.invitations.settle(invitation.id, "accepted", now)))
        throw new AuthError("INVITATION_NOT_FOUND");
      const joined = {
        id: random.id<MembershipId>(),
        organizationId: organization.id,
        userId: user.id,
        role: invitation.role,
        createdAt: now,
      };
      const isNew = await tx.memberships.insertUnlessMember(joined);
      const happened = { userId: user.id, organizationId: organization.id, client };
      await recordEvent(tx, env, {
        ...happened,
        event: "invitation.accepted",
        detail: { invitationId: invitation.id, role: invitation.role },
      });
      if (isNew)
        await recordEvent(tx, env, {
          ...happened,
          event: "member.added",
          detail: { memberId: joined.id, role: joined.role },
        });
      if (isNew && joined.role === "owner")
        await tellOwners(tx, env, { organizationId: organization.id, template: "owners-changed" });
      const membership = isNew ? joined : (await tx.memberships.find(organization.id, user.id))!;
      return {
        invitation: { ...invitation, status: "accepted" as const },
        organization,
        membership,
      };
    });
    env.nudge();
    logger.info("invitation_accepted", {
      organizationId: invitation.organizationId,
      userId: user.id,
    });
    return accepted;
  }

  /** Throws `INVITATION_NOT_FOUND` and `EMAIL_VERIFICATION_REQUIRED`. */
  async function reject({ user }: Caller, key: InvitationKey, client: Client): Promise<Invitation> {
    const invitation = await findMine(user, key);
    return store.transaction(async (tx) => {
      if (!(await tx.invitations.settle(invitation.id, "rejected", clock.now())))
        throw new AuthError("INVITATION_NOT_FOUND");
      const happened = { userId: user.id, organizationId: invitation.organizationId, client };
      await recordEvent(tx, env, {
        ...happened,
        event: "invitation.rejected",
        detail: { invitationId: invitation.id },
      });
      return { ...invitation, status: "rejected" };
    });
  }

  /** A pending invitation to the caller. Throws `INVITATION_NOT_FOUND` and `EMAIL_VERIFICATION_REQUIRED`. */
  async function findMine(user: User, key: InvitationKey): Promise<ShownInvitation> {
    const invitation = await ("token" in key
      ? store.invitations.findByToken(digest.token(key.token))
      : store.invitations.find(key.id));
    if (!invitation || !isAlive(invitation, clock.now()))
      throw new AuthError("INVITATION_NOT_FOUND");
    checkRecipient(user, invitation);
    return invitation;
  }

  return {
    listMine,
    findMine: ({ user }: Caller, key: InvitationKey) => findMine(user, key),
    accept,
    reject,
  };
}

export const isAlive = ({ status, expiresAt }: Invitation, now: Date): boolean =>
  status === "pending" && !isPast(expiresAt, now);

/** Whoever is not meant learns nothing; whoever has the address must also have proven it. */
function checkRecipient({ email, emailVerified }: User, invitation: Invitation): void {
  if (email !== invitation.email) throw new AuthError("INVITATION_NOT_FOUND");
  if (!emailVerified) throw new AuthError("EMAIL_VERIFICATION_REQUIRED");
}

/** Under the organization's lock: an inviter who left or was demoted no longer gives what they could give then. */
async function mayStillInvite(
  tx: Tx,
  { organizationId, inviterId, role }: Invitation,
): Promise<boolean> {
  const inviter = inviterId && (await tx.memberships.find(organizationId, inviterId));
  return Boolean(
    inviter && permits(inviter.role, "org:invitations:write") && outranks(inviter.role, role),
  );
}
