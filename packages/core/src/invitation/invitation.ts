import type { Granted } from "../access-control/access-control.js";
import type { Role } from "../access-control/permissions.js";
import { outranks, permits } from "../access-control/role-rules.js";
import { recordEvent } from "../audit-log/record-event.js";
import type { Client } from "../client/client.js";
import { after, HOUR, isPast, wholeUnits } from "../kernel/duration.js";
import type { EmailAddress } from "../kernel/email-address.js";
import { AuthError } from "../kernel/errors.js";
import type { InvitationId, MembershipId, OrganizationId } from "../kernel/ids.js";
import type { Secret } from "../kernel/secret.js";
import { enqueueMail } from "../mail/enqueue-mail.js";
import type { Membership } from "../membership/membership-store.js";
import { lockAsActor } from "../organization/lock-as-actor.js";
import type { Organization } from "../organization/organization-store.js";
import type { Env } from "../ports/env.js";
import type { Tx } from "../ports/store.js";
import { spendMailBudget } from "../rate-limit/spend-budget.js";
import type { Caller } from "../session/caller-store.js";
import type { User } from "../user/user-store.js";
import type { Invitation, ShownInvitation } from "./invitation-store.js";

/** Which invitation: by the token that was mailed, or by its id out of one's own list. */
export type InvitationKey = { readonly token: Secret } | { readonly id: InvitationId };

export interface AcceptedInvitation {
  readonly invitation: Invitation;
  readonly organization: Organization;
  readonly membership: Membership;
}

const MOST_SHOWN = 500;

export type Invitations = ReturnType<typeof createInvitations>;

export function createInvitations(env: Env) {
  const { store, clock, random, digest, policy, logger } = env;

  /**
   * Invites an address to the organization, in a role that the inviter may give, and mails the link. Throws `PERMISSION_DENIED`, `ALREADY_MEMBER`,
   * `ALREADY_INVITED`, `LIMIT_REACHED` and `TOO_MANY_REQUESTS`.
   */
  async function invite(
    granted: Granted<"org:invitations:write">,
    { email, role, inviter }: { readonly email: EmailAddress; readonly role: Role; readonly inviter: User },
    client: Client,
  ): Promise<Invitation> {
    const budget = await spendMailBudget(store.counters, env, { email, purpose: "invitation", client });
    const token = random.token(policy.linkTokenBytes);
    const createdAt = clock.now();
    const invitation: Invitation = {
      ...{ id: random.id() as InvitationId, organizationId: granted.organizationId, email, role, status: "pending" },
      ...{ tokenHash: digest.token(token), expiresAt: after(createdAt, policy.invitationLifetime), inviterId: granted.userId, createdAt },
    };
    await store.transaction(async (tx) => {
      const { organization, actor } = await lockAsActor(tx, granted, "org:invitations:write");
      if (!outranks(actor.role, role)) throw new AuthError("PERMISSION_DENIED");
      await insert(tx, invitation);
      const detail = { invitationId: invitation.id, role };
      await recordEvent(tx, env, { event: "invitation.created", userId: granted.userId, organizationId: organization.id, client, detail });
      const days = wholeUnits(policy.invitationLifetime, HOUR * 24);
      const data = { token: token.reveal(), organization: organization.name, inviter: inviter.name || inviter.email, role, days };
      const mail = { template: "invitation", to: email, data, carries: { kind: "invitation", id: invitation.id } } as const;
      await enqueueMail(tx, env, budget.spent ? mail : { template: "none", to: email }, invitation.expiresAt);
    });
    env.nudge();
    logger.info("invitation_created", { organizationId: invitation.organizationId, invitationId: invitation.id });
    return invitation;
  }

  async function insert(tx: Tx, invitation: Invitation): Promise<void> {
    const { organizationId, email, createdAt } = invitation;
    const known = await tx.users.findByEmail(email);
    if (known && (await tx.memberships.find(organizationId, known.id))) throw new AuthError("ALREADY_MEMBER");
    await tx.invitations.cancelExpired(organizationId, email, createdAt);
    if ((await tx.invitations.countPending(organizationId, createdAt)) >= policy.invitationsPerOrganization) throw new AuthError("LIMIT_REACHED");
    if (!(await tx.invitations.insertUnlessPending(invitation))) throw new AuthError("ALREADY_INVITED");
  }

  /** The organization's invitations, newest first. */
  const list = ({ organizationId }: Granted<"org:invitations:read">): Promise<readonly ShownInvitation[]> =>
    store.invitations.listByOrganization(organizationId, MOST_SHOWN);

  /** Throws `INVITATION_NOT_FOUND`, for one of another organization and one that is no longer pending too. */
  async function cancel(granted: Granted<"org:invitations:write">, id: InvitationId, client: Client): Promise<Invitation> {
    return store.transaction(async (tx) => {
      const { actor } = await lockAsActor(tx, granted, "org:invitations:write");
      const invitation = await tx.invitations.find(id);
      if (invitation?.organizationId !== granted.organizationId) throw new AuthError("INVITATION_NOT_FOUND");
      if (!outranks(actor.role, invitation.role)) throw new AuthError("PERMISSION_DENIED");
      if (!(await tx.invitations.settle(id, "canceled", clock.now()))) throw new AuthError("INVITATION_NOT_FOUND");
      const happened = { userId: granted.userId, organizationId: granted.organizationId, client };
      await recordEvent(tx, env, { ...happened, event: "invitation.canceled", detail: { invitationId: id } });
      return { ...invitation, status: "canceled" };
    });
  }

  /** Pending invitations to the caller's address; none unless it is verified. */
  const listMine = async ({ user }: Caller): Promise<readonly ShownInvitation[]> =>
    user.emailVerified ? store.invitations.listPendingFor(user.email, clock.now()) : [];

  /** What a mailed link is for; changes nothing. Throws `INVALID_TOKEN`. */
  async function inspect(token: Secret): Promise<ShownInvitation> {
    const invitation = await store.invitations.findByToken(digest.token(token));
    if (!invitation || !isAlive(invitation)) throw new AuthError("INVALID_TOKEN");
    return invitation;
  }

  /**
   * Makes the caller a member. The invited address must be the caller's and verified, and whoever invited must still be able to give the role.
   * Of many racing calls exactly one succeeds. Throws `INVITATION_NOT_FOUND`, for everybody else's too, `EMAIL_VERIFICATION_REQUIRED` and `LIMIT_REACHED`.
   */
  async function accept({ user }: Caller, key: InvitationKey, client: Client): Promise<AcceptedInvitation> {
    const invitation = await findMine(user, key);
    const accepted = await store.transaction(async (tx) => {
      const locked = await tx.users.lock(user.id);
      if (!locked) throw new AuthError("UNAUTHORIZED");
      checkRecipient(locked, invitation);
      const organization = await tx.organizations.lock(invitation.organizationId);
      if (!organization || !(await mayStillInvite(tx, invitation))) throw new AuthError("INVITATION_NOT_FOUND");
      if ((await tx.memberships.countByUser(user.id)) >= policy.organizationsPerUser) throw new AuthError("LIMIT_REACHED");
      const now = clock.now();
      if (!(await tx.invitations.settle(invitation.id, "accepted", now))) throw new AuthError("INVITATION_NOT_FOUND");
      const joined = { id: random.id() as MembershipId, organizationId: organization.id, userId: user.id, role: invitation.role, createdAt: now };
      const isNew = await tx.memberships.insertUnlessMember(joined);
      const happened = { userId: user.id, organizationId: organization.id, client };
      await recordEvent(tx, env, { ...happened, event: "invitation.accepted", detail: { invitationId: invitation.id, role: invitation.role } });
      if (isNew) await recordEvent(tx, env, { ...happened, event: "member.added", detail: { memberId: joined.id, role: joined.role } });
      const membership = isNew ? joined : (await tx.memberships.find(organization.id, user.id))!;
      return { invitation: { ...invitation, status: "accepted" as const }, organization, membership };
    });
    logger.info("invitation_accepted", { organizationId: invitation.organizationId, userId: user.id });
    return accepted;
  }

  /** Throws `INVITATION_NOT_FOUND` and `EMAIL_VERIFICATION_REQUIRED`. */
  async function reject({ user }: Caller, key: InvitationKey, client: Client): Promise<Invitation> {
    const invitation = await findMine(user, key);
    return store.transaction(async (tx) => {
      if (!(await tx.invitations.settle(invitation.id, "rejected", clock.now()))) throw new AuthError("INVITATION_NOT_FOUND");
      const happened = { userId: user.id, organizationId: invitation.organizationId, client };
      await recordEvent(tx, env, { ...happened, event: "invitation.rejected", detail: { invitationId: invitation.id } });
      return { ...invitation, status: "rejected" };
    });
  }

  /** A pending invitation to the caller. Throws `INVITATION_NOT_FOUND` and `EMAIL_VERIFICATION_REQUIRED`. */
  async function findMine(user: User, key: InvitationKey): Promise<ShownInvitation> {
    const invitation = await ("token" in key ? store.invitations.findByToken(digest.token(key.token)) : store.invitations.find(key.id));
    if (!invitation || !isAlive(invitation)) throw new AuthError("INVITATION_NOT_FOUND");
    checkRecipient(user, invitation);
    return invitation;
  }

  /** The caller's organization that an invitation belongs to. Throws `INVITATION_NOT_FOUND`, for those of other organizations too. */
  async function organizationOf({ user }: Caller, id: InvitationId): Promise<OrganizationId> {
    const invitation = await store.invitations.find(id);
    const membership = invitation && (await store.memberships.find(invitation.organizationId, user.id));
    if (!membership) throw new AuthError("INVITATION_NOT_FOUND");
    return membership.organizationId;
  }

  const isAlive = ({ status, expiresAt }: Invitation): boolean => status === "pending" && !isPast(expiresAt, clock.now());

  return {
    invite,
    list,
    cancel,
    organizationOf,
    listMine,
    findMine: ({ user }: Caller, key: InvitationKey) => findMine(user, key),
    inspect,
    accept,
    reject,
  };
}

/** Whoever is not meant learns nothing; whoever has the address must also have proven it. */
function checkRecipient({ email, emailVerified }: User, invitation: Invitation): void {
  if (email !== invitation.email) throw new AuthError("INVITATION_NOT_FOUND");
  if (!emailVerified) throw new AuthError("EMAIL_VERIFICATION_REQUIRED");
}

/** Under the organization's lock: an inviter who left or was demoted no longer gives what they could give then. */
async function mayStillInvite(tx: Tx, { organizationId, inviterId, role }: Invitation): Promise<boolean> {
  const inviter = inviterId && (await tx.memberships.find(organizationId, inviterId));
  return Boolean(inviter && permits(inviter.role, "org:invitations:write") && outranks(inviter.role, role));
}
