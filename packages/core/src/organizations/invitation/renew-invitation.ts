import { recordEvent } from "../../background/audit-log/record-event.js";
import type { Client } from "../../kernel/client.js";
import type { Secret } from "../../kernel/secret.js";
import type { ActorAtWork } from "../organization/lock-as-actor.js";
import type { World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import type { FreshCaller } from "../../account/session/session.js";
import type { User } from "../../account/user/user-store.js";
import { checkMayInvite } from "./check-may-invite.js";
import { enqueueInvitation } from "./enqueue-invitation.js";
import type { Invitation, InvitationLink } from "./invitation-store.js";

/** What mailing an invitation takes. */
export interface Mailing {
  readonly inviter: User;
  readonly token: Secret;
  readonly link: InvitationLink;
  readonly client: Client;
}

export interface Renewal extends Mailing, ActorAtWork {
  readonly invitation: Invitation;
  readonly fresh: FreshCaller | null;
}

/** Gives a pending invitation another link and mails it. Returns null when it has ended or expired meanwhile. Throws like `checkMayInvite`. */
export async function renewInvitation(
  tx: Tx,
  world: World,
  renewal: Renewal,
): Promise<Invitation | null> {
  const { invitation, organization, actor, inviter, token, link, client, fresh } = renewal;
  const { id, role } = invitation;
  checkMayInvite(actor, role, fresh);
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
  await enqueueInvitation(tx, world, { invitation: renewed, token, organization, inviter });
  return renewed;
}
