import type { Granted } from "../access-control/access-control.js";
import { notingDenials } from "../access-control/note-denial.js";
import type { Role } from "../access-control/permissions.js";
import { outranks } from "../access-control/role-rules.js";
import { recordEvent } from "../audit-log/record-event.js";
import type { Client } from "../client/client.js";
import { after, HOUR, wholeUnits } from "../kernel/duration.js";
import type { EmailAddress } from "../kernel/email-address.js";
import { AuthError } from "../kernel/errors.js";
import type { InvitationId, OrganizationId } from "../kernel/ids.js";
import type { Secret } from "../kernel/secret.js";
import { enqueueMail } from "../mail/enqueue-mail.js";
import { lockAsActor } from "../organization/lock-as-actor.js";
import type { Env } from "../ports/env.js";
import type { Tx } from "../ports/store.js";
import { spendMailBudget } from "../rate-limit/spend-budget.js";
import type { Caller } from "../session/caller-store.js";
import { createInvitationAnswers, isAlive } from "./answer-invitation.js";
import { findVerifiedInviter } from "./find-verified-inviter.js";
import type { Invitation, ShownInvitation } from "./invitation-store.js";

const MOST_SHOWN = 500;

export type Invitations = ReturnType<typeof createInvitations>;

export function createInvitations(env: Env) {
  const { store, clock, random, digest, policy, logger } = env;

  /**
   * Invites an email address to the organization, in a role that the inviter may give, and mails the link. Throws `EMAIL_VERIFICATION_REQUIRED` for an
   * inviter whose own email is not verified, `PERMISSION_DENIED`, `ALREADY_MEMBER`, `ALREADY_INVITED`, `LIMIT_REACHED`, and `TOO_MANY_REQUESTS` also when
   * the invited email has no mail budget left.
   */
  async function invite(
    granted: Granted<"org:invitations:write">,
    { email, role }: { readonly email: EmailAddress; readonly role: Role },
    client: Client,
  ): Promise<Invitation> {
    // Before the budget: an unverified account must not use up the invitations of others.
    const inviter = await findVerifiedInviter(store, granted.userId);
    const budget = await spendMailBudget(store.counters, env, { email, purpose: "invitation", client });
    if (!budget.spent) throw new AuthError("TOO_MANY_REQUESTS", { retryAt: budget.resetsAt });
    const token = random.token(policy.linkTokenBytes);
    const createdAt = clock.now();
    const invitation: Invitation = {
      ...{ id: random.id() as InvitationId, organizationId: granted.organizationId, email, role, status: "pending" },
      ...{ tokenHash: digest.token(token), expiresAt: after(createdAt, policy.invitationLifetime), inviterId: granted.userId, createdAt },
    };
    await asActor(granted, client, async (tx) => {
      const { organization, actor } = await lockAsActor(tx, granted, "org:invitations:write");
      if (!outranks(actor.role, role)) throw new AuthError("PERMISSION_DENIED");
      await insert(tx, invitation);
      const detail = { invitationId: invitation.id, role };
      await recordEvent(tx, env, { event: "invitation.created", userId: granted.userId, organizationId: organization.id, client, detail });
      const days = wholeUnits(policy.invitationLifetime, HOUR * 24);
      const data = { token: token.reveal(), organization: organization.name, inviter: { name: inviter.name, email: inviter.email }, role, days };
      const mail = { template: "invitation", to: email, data, carries: { kind: "invitation", id: invitation.id } } as const;
      await enqueueMail(tx, env, mail, invitation.expiresAt);
    });
    env.nudge();
    logger.info("invitation_created", { organizationId: invitation.organizationId, invitationId: invitation.id });
    return invitation;
  }

  const asActor = <T>({ userId, organizationId }: Granted<"org:invitations:write">, client: Client, work: (tx: Tx) => Promise<T>): Promise<T> =>
    notingDenials(env, { userId, organizationId, permission: "org:invitations:write", client }, () => store.transaction(work));

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
    return asActor(granted, client, async (tx) => {
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

  /** What a mailed link is for; changes nothing. Throws `INVALID_TOKEN`. */
  async function inspect(token: Secret): Promise<ShownInvitation> {
    const invitation = await store.invitations.findByToken(digest.token(token));
    if (!invitation || !isAlive(invitation, clock.now())) throw new AuthError("INVALID_TOKEN");
    return invitation;
  }

  /** The caller's organization that an invitation belongs to. Throws `INVITATION_NOT_FOUND`, for those of other organizations too. */
  async function organizationOf({ user }: Caller, id: InvitationId): Promise<OrganizationId> {
    const invitation = await store.invitations.find(id);
    const membership = invitation && (await store.memberships.find(invitation.organizationId, user.id));
    if (!membership) throw new AuthError("INVITATION_NOT_FOUND");
    return membership.organizationId;
  }

  return { ...createInvitationAnswers(env), invite, list, cancel, organizationOf, inspect };
}
