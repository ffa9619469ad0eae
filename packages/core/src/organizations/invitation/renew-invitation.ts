import type { User } from "../../account/user/user-store.js";
import { recordEvent } from "../../background/audit-log/record-event.js";
import type { Client } from "../../kernel/client.js";
import type { Secret } from "../../kernel/secret.js";
import type { World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import type { Granted } from "../access-control/granted.js";
import type { ActorAtWork } from "../organization/lock-as-actor.js";
import { checkMayInvite } from "./check-may-invite.js";
import { enqueueInvitation } from "./enqueue-invitation.js";
import type { Invitation, InvitationLink } from "./invitation-store.js";

/** What the mail of an invitation needs. */
export interface Mailing {
  readonly inviter: User;
  readonly token: Secret;
  readonly link: InvitationLink;
  readonly client: Client;
}

/** A pending invitation, and what its next mail needs. */
export interface Renewal extends Mailing, ActorAtWork {
  readonly invitation: Invitation;
  readonly granted: Granted<"org:invitations:write">;
}

/**
 * Gives a pending invitation another link and mails it. Returns null when it has ended or expired
 * meanwhile.
 * @throws {AuthError} `PERMISSION_DENIED`, `SESSION_NOT_FRESH`: as `checkMayInvite` does
 */
export async function renewInvitation(
  tx: Tx,
  world: World,
  renewal: Renewal,
): Promise<Invitation | null> {
  const { invitation, organization, actor, inviter, token, link, client, granted } = renewal;
  const { id, role } = invitation;
  checkMayInvite({ granted, actor }, role);
  if (!(await tx.invitations.updateLink(id, link, world.clock.now()))) return null;
  const detail = { invitationId: id, role };
  await recordEvent(tx, world, {
    event: "invitation.resent",
    userId: actor.userId,
    organizationId: organization.id,
    client,
    detail,
  });
  const renewed: Invitation = { ...invitation, ...link };
  await enqueueInvitation(tx, world, {
    invitation: renewed,
    token,
    organization,
    inviter,
    client,
  });
  return renewed;
}
