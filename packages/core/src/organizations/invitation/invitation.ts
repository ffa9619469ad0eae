import type { Granted } from "../access-control/access-control.js";
import { notingDenials } from "../access-control/note-denial.js";
import type { Role } from "../../kernel/role.js";
import { outranks } from "../access-control/role-rules.js";
import { recordEvent } from "../../background/audit-log/record-event.js";
import type { Client } from "../../kernel/client.js";
import { after } from "../../kernel/duration.js";
import type { EmailAddress } from "../../kernel/email-address.js";
import { AuthError } from "../../kernel/errors.js";
import type { InvitationId, OrganizationId } from "../../kernel/ids.js";
import type { Secret } from "../../kernel/secret.js";
import { lockAsActor } from "../organization/lock-as-actor.js";
import type { Env } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import { spendMailBudget } from "../../background/rate-limit/spend-budget.js";
import type { Caller } from "../../account/session/caller-store.js";
import type { FreshCaller } from "../../account/session/session.js";
import { createInvitationAnswers, isAlive } from "./answer-invitation.js";
import { checkMayInvite } from "./check-may-invite.js";
import { enqueueInvitation } from "./enqueue-invitation.js";
import { findVerifiedInviter } from "./find-verified-inviter.js";
import { insertInvitation } from "./insert-invitation.js";
import type { Invitation, ShownInvitation } from "./invitation-store.js";
import { renewInvitation, type Mailing } from "./renew-invitation.js";

const MOST_SHOWN = 500;

/** Inviting an owner takes the proof that the inviter's session is fresh. */
interface Inviting {
  readonly fresh: FreshCaller | null;
}

export interface NewInvitation extends Inviting {
  readonly email: EmailAddress;
  readonly role: Role;
  /** Whether a pending invitation is mailed again, instead of refused. Default: no. */
  readonly resend?: boolean;
}

export type Invitations = ReturnType<typeof createInvitations>;

export function createInvitations(env: Env) {
  const { store, clock, random, digest, policy, logger } = env;

  /**
   * Invites an email address to the organization, in a role that the inviter may give, and mails the link. With `resend`, a pending invitation keeps its
   * role and is mailed again, as by `resend`. Throws `EMAIL_VERIFICATION_REQUIRED` for an inviter whose own email is not verified, `PERMISSION_DENIED`,
   * `SESSION_NOT_FRESH` for an owner without a proof that the inviter's session is fresh, `ALREADY_MEMBER`, `ALREADY_INVITED`, `LIMIT_REACHED`, and
   * `TOO_MANY_REQUESTS` also when the invited email has no mail budget left.
   */
  async function invite(
    granted: Granted<"org:invitations:write">,
    { email, role, fresh, resend = false }: NewInvitation,
    client: Client,
  ): Promise<Invitation> {
    const mailing = await prepareMailing(granted, email, client);
    const { token, link, inviter } = mailing;
    const invited = await asActor(granted, client, async (tx) => {
      const { organization, actor } = await lockAsActor(tx, granted, "org:invitations:write");
      const pending = resend
        ? await tx.invitations.findPending(organization.id, email, clock.now())
        : null;
      const renewed =
        pending &&
        (await renewInvitation(tx, env, {
          invitation: pending,
          organization,
          actor,
          fresh,
          ...mailing,
        }));
      if (renewed) return renewed;
      checkMayInvite(actor, role, fresh);
      const invitation: Invitation = {
        id: random.id<InvitationId>(),
        organizationId: organization.id,
        email,
        role,
        status: "pending",
        ...link,
        createdAt: clock.now(),
      };
      await insertInvitation(tx, env, invitation);
      const detail = { invitationId: invitation.id, role };
      await recordEvent(tx, env, {
        event: "invitation.created",
        userId: granted.userId,
        organizationId: organization.id,
        client,
        detail,
      });
      await enqueueInvitation(tx, env, { invitation, token, organization, inviter });
      return invitation;
    });
    env.nudge();
    logger.info("invitation_created", {
      organizationId: invited.organizationId,
      invitationId: invited.id,
    });
    return invited;
  }

  /**
   * Mails a new link for a pending invitation, which lives anew from now on and is the caller's from now on; the earlier link is dead. Beyond the mail
   * budget nothing is changed. Throws `INVITATION_NOT_FOUND`, for one of another organization, an expired and an ended one too, and otherwise like `invite`.
   */
  async function resend(
    granted: Granted<"org:invitations:write">,
    { invitationId, fresh }: Inviting & { readonly invitationId: InvitationId },
    client: Client,
  ): Promise<Invitation> {
    const found = await store.invitations.find(invitationId);
    if (found?.organizationId !== granted.organizationId || !isAlive(found, clock.now()))
      throw new AuthError("INVITATION_NOT_FOUND");
    const mailing = await prepareMailing(granted, found.email, client);
    const resent = await asActor(granted, client, async (tx) => {
      const renewed = await renewInvitation(tx, env, {
        invitation: found,
        ...(await lockAsActor(tx, granted, "org:invitations:write")),
        fresh,
        ...mailing,
      });
      if (!renewed) throw new AuthError("INVITATION_NOT_FOUND");
      return renewed;
    });
    env.nudge();
    logger.info("invitation_resent", { organizationId: granted.organizationId, invitationId });
    return resent;
  }

  /** Throws `EMAIL_VERIFICATION_REQUIRED`, and `TOO_MANY_REQUESTS` beyond the mail budget, which inviting and resending share. */
  async function prepareMailing(
    { userId }: Granted<"org:invitations:write">,
    email: EmailAddress,
    client: Client,
  ): Promise<Mailing> {
    // Before the budget: an unverified account must not use up the invitations of others.
    const inviter = await findVerifiedInviter(store, userId);
    const budget = await spendMailBudget(store.counters, env, {
      email,
      purpose: "invitation",
      client,
    });
    if (!budget.spent) throw new AuthError("TOO_MANY_REQUESTS", { retryAt: budget.resetsAt });
    const token = random.token(policy.linkTokenBytes);
    const link = {
      tokenHash: digest.token(token),
      expiresAt: after(clock.now(), policy.invitationLifetime),
      inviterId: userId,
    };
    return { inviter, token, link, client };
  }

  const asActor = <T>(
    { userId, organizationId }: Granted<"org:invitations:write">,
    client: Client,
    work: (tx: Tx) => Promise<T>,
  ): Promise<T> =>
    notingDenials(
      env,
      { userId, organizationId, permission: "org:invitations:write", client },
      () => store.transaction(work),
    );

  /** The organization's invitations, newest first. */
  const list = ({
    organizationId,
  }: Granted<"org:invitations:read">): Promise<readonly ShownInvitation[]> =>
    store.invitations.listByOrganization(organizationId, MOST_SHOWN);

  /** Throws `INVITATION_NOT_FOUND`, for one of another organization and one that is no longer pending too. */
  async function cancel(
    granted: Granted<"org:invitations:write">,
    id: InvitationId,
    client: Client,
  ): Promise<Invitation> {
    return asActor(granted, client, async (tx) => {
      const { actor } = await lockAsActor(tx, granted, "org:invitations:write");
      const invitation = await tx.invitations.find(id);
      if (invitation?.organizationId !== granted.organizationId)
        throw new AuthError("INVITATION_NOT_FOUND");
      if (!outranks(actor.role, invitation.role)) throw new AuthError("PERMISSION_DENIED");
      if (!(await tx.invitations.settle(id, "canceled", clock.now())))
        throw new AuthError("INVITATION_NOT_FOUND");
      const happened = { userId: granted.userId, organizationId: granted.organizationId, client };
      await recordEvent(tx, env, {
        ...happened,
        event: "invitation.canceled",
        detail: { invitationId: id },
      });
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
    const membership =
      invitation && (await store.memberships.find(invitation.organizationId, user.id));
    if (!membership) throw new AuthError("INVITATION_NOT_FOUND");
    return membership.organizationId;
  }

  return { ...createInvitationAnswers(env), invite, resend, list, cancel, organizationOf, inspect };
}
