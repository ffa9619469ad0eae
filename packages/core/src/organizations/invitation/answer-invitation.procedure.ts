import type { Caller } from "../../account/session/caller-store.js";
import { isSuspended } from "../../account/user/suspension.js";
import type { User } from "../../account/user/user-store.js";
import { recordEvent } from "../../background/audit-log/record-event.js";
import type { Client } from "../../kernel/client.js";
import { AuthError } from "../../kernel/errors.js";
import type { InvitationId } from "../../kernel/ids.js";
import type { Secret } from "../../kernel/secret.js";
import type { Env, World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import { outranks, permits } from "../access-control/role-rules.js";
import type { Membership } from "../membership/membership-store.js";
import type { Organization } from "../organization/organization-store.js";
import type { Invitation, ShownInvitation } from "./invitation-store.js";
import { joinOrganization } from "./join-organization.js";
import { isAlive } from "./liveness.js";

/** Which invitation: by the token of the mailed link, or by its id in the caller's own list. */
export type InvitationKey = { readonly token: Secret } | { readonly id: InvitationId };

/** What an accepted invitation leads to. */
export interface AcceptedInvitation {
  readonly invitation: Invitation;
  readonly organization: Organization;
  /** The new membership, or the one that the caller had already. */
  readonly membership: Membership;
}

/** Invitations as the invited person sees them. */
export interface InvitationAnswers {
  /**
   * Returns the pending invitations to the caller's email address, newest first; none unless that
   * email address is verified.
   */
  listMine(caller: Caller): Promise<readonly ShownInvitation[]>;
  /**
   * Returns a pending invitation to the caller.
   * @throws {AuthError} `INVITATION_NOT_FOUND` for an invitation to another email address, too;
   * `EMAIL_VERIFICATION_REQUIRED`
   */
  findMine(caller: Caller, key: InvitationKey): Promise<ShownInvitation>;
  /**
   * Makes the caller a member. The invited email address must be the caller's and verified, and the
   * inviter must still be able to give the role. Of many racing calls exactly one succeeds.
   * @throws {AuthError} `INVITATION_NOT_FOUND` for an invitation to another email address, too, and
   * when the inviter may no longer give the role; `EMAIL_VERIFICATION_REQUIRED`; `LIMIT_REACHED`;
   * `UNAUTHORIZED`
   */
  accept(caller: Caller, key: InvitationKey, client: Client): Promise<AcceptedInvitation>;
  /**
   * Declines a pending invitation to the caller.
   * @throws {AuthError} `INVITATION_NOT_FOUND`, `EMAIL_VERIFICATION_REQUIRED`
   */
  reject(caller: Caller, key: InvitationKey, client: Client): Promise<Invitation>;
}

export function createInvitationAnswers(env: Env): InvitationAnswers {
  const { store, clock, digest, logger } = env;

  async function accept(
    { user }: Caller,
    key: InvitationKey,
    client: Client,
  ): Promise<AcceptedInvitation> {
    const invitation = await findMine(user, key);
    const { organizationId } = invitation;
    const accepted = await store.transaction(async (tx) => {
      const locked = await tx.users.lock(user.id);
      if (!locked) throw new AuthError("UNAUTHORIZED");
      checkRecipient(locked, invitation);
      const organization = await tx.organizations.lock(organizationId);
      if (!organization || !(await mayStillInvite(tx, env, invitation)))
        throw new AuthError("INVITATION_NOT_FOUND");
      const joining = { userId: user.id, organization, invitation, client };
      const membership = await joinOrganization(tx, env, joining);
      const settled: Invitation = { ...invitation, status: "accepted" };
      return { invitation: settled, organization, membership };
    });
    env.nudge();
    logger.info("invitation_accepted", { organizationId, userId: user.id });
    return accepted;
  }

  async function reject({ user }: Caller, key: InvitationKey, client: Client): Promise<Invitation> {
    const invitation = await findMine(user, key);
    const { id, organizationId } = invitation;
    return store.transaction(async (tx) => {
      if (!(await tx.invitations.settle(id, "rejected", clock.now())))
        throw new AuthError("INVITATION_NOT_FOUND");
      const happened = { userId: user.id, organizationId, client };
      await recordEvent(tx, env, {
        ...happened,
        event: "invitation.rejected",
        detail: { invitationId: id },
      });
      return { ...invitation, status: "rejected" };
    });
  }

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
    listMine: async ({ user }) =>
      user.emailVerified ? store.invitations.listPendingFor(user.email, clock.now()) : [],
    findMine: ({ user }, key) => findMine(user, key),
    accept,
    reject,
  };
}

/**
 * A user with another email address learns nothing; one with the invited email address must also
 * have verified it.
 */
function checkRecipient({ email, emailVerified }: User, invitation: Invitation): void {
  if (email !== invitation.email) throw new AuthError("INVITATION_NOT_FOUND");
  if (!emailVerified) throw new AuthError("EMAIL_VERIFICATION_REQUIRED");
}

/**
 * Under the organization's lock: an inviter who left, was demoted or is suspended no longer gives
 * what they could give then.
 */
async function mayStillInvite(
  tx: Tx,
  { clock }: World,
  { organizationId, inviterId, role }: Invitation,
): Promise<boolean> {
  const inviter = inviterId && (await tx.memberships.find(organizationId, inviterId));
  const mayGive =
    inviter && permits(inviter.role, "org:invitations:write") && outranks(inviter.role, role);
  const user = mayGive && (await tx.users.findById(inviter.userId));
  return Boolean(user && !isSuspended(user, clock.now()));
}
