import {
  ROLES,
  type Invitation,
  type Member,
  type Membership,
  type Organization,
  type ShownInvitation,
} from "@acme/auth-core";
import * as z from "zod";
import { timestamp } from "../schemas/fields.js";

const role = z.enum(ROLES);

export const organizationView = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    slug: z.string(),
    logo: z.string().nullable(),
    metadata: z.record(z.string(), z.unknown()),
    createdAt: timestamp,
  })
  .meta({ id: "Organization" });

export const viewOrganization = ({
  id,
  name,
  slug,
  logo,
  metadata,
  createdAt,
}: Organization): z.input<typeof organizationView> => ({
  id,
  name,
  slug,
  logo,
  createdAt: createdAt.toISOString(),
  metadata: { ...metadata },
});

/** A membership as the better-auth client knows it. */
export const membershipView = z
  .strictObject({
    id: z.string(),
    organizationId: z.string(),
    userId: z.string(),
    role,
    createdAt: timestamp,
  })
  .meta({ id: "Membership" });

export const viewMembership = (membership: Membership): z.input<typeof membershipView> => ({
  id: membership.id,
  organizationId: membership.organizationId,
  userId: membership.userId,
  role: membership.role,
  createdAt: membership.createdAt.toISOString(),
});

export const memberView = z
  .strictObject({
    ...membershipView.shape,
    user: z.strictObject({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      image: z.string().nullable(),
    }),
  })
  .meta({ id: "Member" });

export const viewMember = (member: Member): z.input<typeof memberView> => ({
  ...viewMembership(member),
  user: {
    id: member.user.id,
    name: member.user.name,
    email: member.user.email,
    image: member.user.image,
  },
});

export const invitationView = z
  .strictObject({
    id: z.string(),
    organizationId: z.string(),
    email: z.string(),
    role,
    status: z.enum(["pending", "accepted", "rejected", "canceled"]),
    expiresAt: timestamp,
    createdAt: timestamp,
    inviterId: z.string().nullable(),
  })
  .meta({ id: "Invitation" });

export const viewInvitation = (invitation: Invitation): z.input<typeof invitationView> => ({
  id: invitation.id,
  organizationId: invitation.organizationId,
  email: invitation.email,
  role: invitation.role,
  status: invitation.status,
  expiresAt: invitation.expiresAt.toISOString(),
  createdAt: invitation.createdAt.toISOString(),
  inviterId: invitation.inviterId,
});

/** With what the invited person needs to decide. */
export const receivedInvitationView = z
  .strictObject({
    ...invitationView.shape,
    organization: z.strictObject({ name: z.string(), slug: z.string() }),
    inviter: z.strictObject({ name: z.string(), email: z.string() }).nullable(),
  })
  .meta({ id: "ReceivedInvitation" });

export const viewReceivedInvitation = (
  invitation: ShownInvitation,
): z.input<typeof receivedInvitationView> => ({
  ...viewInvitation(invitation),
  organization: { name: invitation.organization.name, slug: invitation.organization.slug },
  inviter: invitation.inviter && { name: invitation.inviter.name, email: invitation.inviter.email },
});
