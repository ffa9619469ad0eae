import { recordEvent } from "../../background/audit-log/record-event.js";
import type { Client } from "../../kernel/client.js";
import { AuthError } from "../../kernel/errors.js";
import type { MembershipId, UserId } from "../../kernel/ids.js";
import type { World } from "../../store/env.js";
import type { Tx } from "../../store/store.js";
import type { Membership } from "../membership/membership-store.js";
import { nameActor } from "../membership/name-actor.js";
import { tellOwners } from "../membership/tell-owners.js";
import type { LockedOrganization } from "../organization/organization-store.js";
import type { Invitation } from "./invitation-store.js";

/** Who joins which organization, by which invitation. */
export interface Joining {
  readonly userId: UserId;
  readonly organization: LockedOrganization;
  readonly invitation: Invitation;
  readonly client: Client;
}

/**
 * Accepts an invitation and makes the user a member; a member keeps the membership they have. Under
 * the locks of user and organization.
 * @throws {AuthError} `LIMIT_REACHED`, and `INVITATION_NOT_FOUND` when the invitation has ended or
 * expired
 */
export async function joinOrganization(
  tx: Tx,
  world: World,
  { userId, organization, invitation, client }: Joining,
): Promise<Membership> {
  const { clock, random, policy } = world;
  const organizationId = organization.id;
  if ((await tx.memberships.countByUser(userId)) >= policy.organizationsPerUser)
    throw new AuthError("LIMIT_REACHED");
  const now = clock.now();
  if (!(await tx.invitations.settle(invitation.id, "accepted", now)))
    throw new AuthError("INVITATION_NOT_FOUND");
  const { role } = invitation;
  const joined = { id: random.id<MembershipId>(), organizationId, userId, role, createdAt: now };
  const present = (await tx.memberships.insertUnlessMember(joined))
    ? null
    : await tx.memberships.find(organizationId, userId);
  const happened = { userId, organizationId, client };
  await recordEvent(tx, world, {
    ...happened,
    event: "invitation.accepted",
    detail: { invitationId: invitation.id, role },
  });
  if (present) return present;
  await recordEvent(tx, world, {
    ...happened,
    event: "member.added",
    detail: { memberId: joined.id, role },
    created: joined,
  });
  if (role === "owner")
    await tellOwners(tx, world, {
      organization,
      template: "owners-changed",
      client,
      by: await nameActor(tx, joined),
    });
  return joined;
}
