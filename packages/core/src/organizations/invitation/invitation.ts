import type { Caller } from "../../account/session/caller-store.js";
import { recordEvent } from "../../background/audit-log/record-event.js";
import type { Client } from "../../kernel/client.js";
import type { EmailAddress } from "../../kernel/email-address.js";
import { AuthError } from "../../kernel/errors.js";
import type { InvitationId, OrganizationId } from "../../kernel/ids.js";
import type { Role } from "../../kernel/role.js";
import type { Secret } from "../../kernel/secret.js";
import type { Env, World } from "../../store/env.js";
import { type Granted, requireGrant } from "../access-control/granted.js";
import { outranks } from "../access-control/role-rules.js";
import { runAsActor } from "../access-control/run-as-actor.procedure.js";
import { createInvitationAnswers, type InvitationAnswers } from "./answer-invitation.procedure.js";
import { checkMayInvite } from "./check-may-invite.js";
import { enqueueInvitation } from "./enqueue-invitation.js";
import { insertInvitation } from "./insert-invitation.js";
import type { Invitation, ShownInvitation } from "./invitation-store.js";
import { isAlive } from "./liveness.js";
import { prepareMailing } from "./prepare-mailing.procedure.js";
import { renewInvitation } from "./renew-invitation.js";

const MAX_LISTED = 500;

/** Who is invited, and as what. */
export interface NewInvitation {
  readonly email: EmailAddress;
  readonly role: Role;
  /**
   * Whether a pending invitation is mailed again, with the role it has, instead of refused.
   * Default: false.
   */
  readonly resend?: boolean;
}

/** Invitations into an organization: those who invite, and those who are invited. */
export interface Invitations extends InvitationAnswers {
  /**
   * Invites an email address in a role that the inviter may give, and mails the link. The
   * invitation lives for `policy.invitationLifetime`.
   * @throws {AuthError} `EMAIL_VERIFICATION_REQUIRED` when the inviter's own email address is not
   * verified; `PERMISSION_DENIED`; `SESSION_NOT_FRESH` when an owner is invited and the inviter's
   * session is not fresh; `ALREADY_MEMBER`; `ALREADY_INVITED`; `LIMIT_REACHED`; `TOO_MANY_REQUESTS`
   * also when the mail budget of the invited email address is spent; `ORGANIZATION_NOT_FOUND`
   * @example
   * const granted = await auth.accessControl.authorize(caller, "org:invitations:write", client);
   * await auth.invitations.invite(granted, { email, role: "member" }, client);
   */
  invite(
    granted: Granted<"org:invitations:write">,
    invited: NewInvitation,
    client: Client,
  ): Promise<Invitation>;
  /**
   * Mails a new link for a pending invitation. Its lifetime starts again, its inviter is the caller
   * from now on, and the earlier link is dead. Nothing changes when the mail budget is spent.
   * @throws {AuthError} `INVITATION_NOT_FOUND` for an invitation of another organization, an
   * expired and an ended one too; and what `invite` throws
   */
  resend(
    granted: Granted<"org:invitations:write">,
    id: InvitationId,
    client: Client,
  ): Promise<Invitation>;
  /** Returns the organization's invitations of every status, newest first, at most 500. */
  list(granted: Granted<"org:invitations:read">): Promise<readonly ShownInvitation[]>;
  /**
   * Ends a pending invitation.
   * @throws {AuthError} `INVITATION_NOT_FOUND` for one of another organization and one that is no
   * longer pending, too; `PERMISSION_DENIED` for an invitation to a role above the actor's
   */
  cancel(
    granted: Granted<"org:invitations:write">,
    id: InvitationId,
    client: Client,
  ): Promise<Invitation>;
  /**
   * Returns the caller's organization that an invitation belongs to.
   * @throws {AuthError} `INVITATION_NOT_FOUND` when the caller is not a member of it, too
   */
  organizationOf(caller: Caller, id: InvitationId): Promise<OrganizationId>;
  /**
   * Returns the invitation that a mailed link is for. Changes nothing.
   * @throws {AuthError} `INVALID_TOKEN`
   */
  inspect(token: Secret): Promise<ShownInvitation>;
}

export function createInvitations(env: Env): Invitations {
  const { store, clock, digest, logger } = env;
  const permission = "org:invitations:write";

  async function invite(
    granted: Granted<"org:invitations:write">,
    { email, role, resend = false }: NewInvitation,
    client: Client,
  ): Promise<Invitation> {
    const mailing = await prepareMailing(env, { granted, client }, email);
    const { token, link, inviter } = mailing;
    const { userId, organizationId } = granted;
    const invited = await runAsActor(env, { granted, permission, client }, async (tx, at) => {
      const pending = resend
        ? await tx.invitations.findPending(organizationId, email, clock.now())
        : null;
      const renewed =
        pending &&
        (await renewInvitation(tx, env, { invitation: pending, granted, ...at, ...mailing }));
      if (renewed) return renewed;
      checkMayInvite({ granted, actor: at.actor }, role);
      const { tokenHash, ...shown } = link;
      const created = composeInvitation(env, { organizationId, email, role, ...shown });
      const invitation = { ...created, tokenHash };
      await insertInvitation(tx, env, invitation);
      const detail = { invitationId: invitation.id, role };
      const event = "invitation.created";
      await recordEvent(tx, env, { event, userId, organizationId, client, detail, created });
      const { organization } = at;
      await enqueueInvitation(tx, env, { invitation, token, organization, inviter, client });
      return invitation;
    });
    env.nudge();
    logger.info("invitation_created", { organizationId, invitationId: invited.id });
    return invited;
  }

  async function resend(
    granted: Granted<"org:invitations:write">,
    invitationId: InvitationId,
    client: Client,
  ): Promise<Invitation> {
    const { organizationId } = requireGrant(granted, permission);
    const invitation = await store.invitations.find(invitationId);
    if (invitation?.organizationId !== organizationId || !isAlive(invitation, clock.now()))
      throw new AuthError("INVITATION_NOT_FOUND");
    const mailing = await prepareMailing(env, { granted, client }, invitation.email);
    const resent = await runAsActor(env, { granted, permission, client }, async (tx, at) => {
      const renewed = await renewInvitation(tx, env, { invitation, granted, ...at, ...mailing });
      if (!renewed) throw new AuthError("INVITATION_NOT_FOUND");
      return renewed;
    });
    env.nudge();
    logger.info("invitation_resent", { organizationId, invitationId });
    return resent;
  }

  function cancel(
    granted: Granted<"org:invitations:write">,
    id: InvitationId,
    client: Client,
  ): Promise<Invitation> {
    const { userId, organizationId } = granted;
    return runAsActor(env, { granted, permission, client }, async (tx, { actor }) => {
      const invitation = await tx.invitations.find(id);
      if (invitation?.organizationId !== organizationId)
        throw new AuthError("INVITATION_NOT_FOUND");
      if (!outranks(actor.role, invitation.role)) throw new AuthError("PERMISSION_DENIED");
      if (!(await tx.invitations.settle(id, "canceled", clock.now())))
        throw new AuthError("INVITATION_NOT_FOUND");
      const detail = { invitationId: id };
      const event = "invitation.canceled";
      await recordEvent(tx, env, { event, userId, organizationId, client, detail });
      return { ...invitation, status: "canceled" };
    });
  }

  async function inspect(token: Secret): Promise<ShownInvitation> {
    const invitation = await store.invitations.findByToken(digest.token(token));
    if (!invitation || !isAlive(invitation, clock.now())) throw new AuthError("INVALID_TOKEN");
    return invitation;
  }

  async function organizationOf({ user }: Caller, id: InvitationId): Promise<OrganizationId> {
    const invitation = await store.invitations.find(id);
    const membership =
      invitation && (await store.memberships.find(invitation.organizationId, user.id));
    if (!membership) throw new AuthError("INVITATION_NOT_FOUND");
    return membership.organizationId;
  }

  return {
    ...createInvitationAnswers(env),
    invite,
    resend,
    async list(granted) {
      const { organizationId } = requireGrant(granted, "org:invitations:read");
      return store.invitations.listByOrganization(organizationId, MAX_LISTED);
    },
    cancel,
    organizationOf,
    inspect,
  };
}

/** A new invitation, as subscribers are shown it: without the hash of its token. */
type CreatedInvitation = Omit<Invitation, "tokenHash">;

const composeInvitation = (
  { clock, random }: World,
  invited: Omit<CreatedInvitation, "id" | "status" | "createdAt">,
): CreatedInvitation => ({
  ...invited,
  id: random.id<InvitationId>(),
  status: "pending",
  createdAt: clock.now(),
});
