import type { User } from "../../account/user/user-store.js";
import { readerLanguage } from "../../background/language/reader-language.js";
import { enqueueMail } from "../../background/mail/enqueue-mail.js";
import type { Client } from "../../kernel/client.js";
import { HOUR, wholeUnits } from "../../kernel/duration.js";
import type { Secret } from "../../kernel/secret.js";
import type { World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import { tellOwners } from "../membership/tell-owners.js";
import type { Organization } from "../organization/organization-store.js";
import type { Invitation } from "./invitation-store.js";

/** An invitation with what its mail says. */
export interface InvitationToMail {
  readonly invitation: Invitation;
  readonly token: Secret;
  readonly organization: Organization;
  readonly inviter: User;
  readonly client: Client;
}

/**
 * Enqueues the mail with the link of an invitation; for an invited owner, a notice to the owners
 * too.
 */
export async function enqueueInvitation(
  tx: Tx,
  world: World,
  { invitation, token, organization, inviter, client }: InvitationToMail,
): Promise<void> {
  const { id, email, role, tokenHash, expiresAt } = invitation;
  const days = wholeUnits(world.policy.invitationLifetime, HOUR * 24);
  const data = {
    token: token.reveal(),
    organization: organization.name,
    inviter: { name: inviter.name, email: inviter.email },
    role,
    days,
  };
  await enqueueMail(
    tx,
    world,
    {
      template: "invitation",
      to: email,
      data,
      carries: { kind: "invitation", id, tokenHash },
      language: readerLanguage(await tx.users.findByEmail(email), client),
    },
    expiresAt,
  );
  if (role === "owner")
    await tellOwners(tx, world, {
      organization,
      template: "owner-invited",
      client,
      by: { name: inviter.name, email: inviter.email },
    });
}
