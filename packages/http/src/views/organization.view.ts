import {
  type Invitation,
  type Member,
  type Membership,
  type Organization,
  ROLES,
  type ShownInvitation,
} from "@acme/auth-core";
import { type Additions, noted } from "../kernel/additions.js";
import { type Input, once, z } from "../kernel/zod.js";
import { timestamp } from "../schemas/fields.js";

const role = once(() => z.enum(ROLES).describe("The role in the organization."));

/** An organization, as it is answered. */
export const organizationView = once(() =>
  z
    .strictObject({
      id: z.string().describe("The id of the organization."),
      name: z.string().describe("The name of the organization."),
      slug: z.string().describe("The short name of the organization, unique."),
      logo: z.string().nullable().describe("The http or https URL of the logo, null without one."),
      metadata: z.record(z.string(), z.unknown()).describe("The application's own JSON object."),
      createdAt: timestamp().describe("When the organization was created."),
    })
    .meta({ id: "Organization", description: "An organization." }),
);

/**
 * Returns what is shown of an organization. `additions` is that of the call, by which the object
 * gains the fields of features: answer this very object, and no copy.
 */
export const viewOrganization = (
  organization: Organization,
  additions: Additions | null,
): Input<typeof organizationView> =>
  noted("organization", organization, additions, {
    id: organization.id,
    name: organization.name,
    slug: organization.slug,
    logo: organization.logo,
    createdAt: organization.createdAt.toISOString(),
    metadata: { ...organization.metadata },
  });

/** A membership as the better-auth client knows it. */
export const membershipView = once(() =>
  z
    .strictObject({
      id: z.string().describe("The id of the membership."),
      organizationId: z.string().describe("The id of the organization."),
      userId: z.string().describe("The id of the user."),
      role: role(),
      createdAt: timestamp().describe("When the user became a member."),
    })
    .meta({ id: "Membership", description: "The membership of a user in an organization." }),
);

/** Returns what is shown of a membership. */
export const viewMembership = (membership: Membership): Input<typeof membershipView> => ({
  id: membership.id,
  organizationId: membership.organizationId,
  userId: membership.userId,
  role: membership.role,
  createdAt: membership.createdAt.toISOString(),
});

/** A membership with its user, as it is answered. */
export const memberView = once(() =>
  z
    .strictObject({
      ...membershipView().shape,
      user: z
        .strictObject({
          id: z.string().describe("The id of the user."),
          name: z.string().describe("The user's display name. May be empty."),
          email: z.string().describe("The user's email address."),
          image: z.string().nullable().describe("The URL of the user's picture, null without one."),
        })
        .describe("The user who is the member."),
    })
    .meta({
      id: "Member",
      description: "The membership of a user in an organization, with the user.",
    }),
);

/** Returns what is shown of a member. */
export const viewMember = (member: Member): Input<typeof memberView> => ({
  ...viewMembership(member),
  user: {
    id: member.user.id,
    name: member.user.name,
    email: member.user.email,
    image: member.user.image,
  },
});

/** An invitation, as it is answered. */
export const invitationView = once(() =>
  z
    .strictObject({
      id: z.string().describe("The id of the invitation."),
      organizationId: z.string().describe("The id of the organization."),
      email: z.string().describe("The invited email address."),
      role: role(),
      status: z
        .enum(["pending", "accepted", "rejected", "canceled"])
        .describe("What has become of the invitation. An expired one stays `pending`."),
      expiresAt: timestamp().describe("When the invitation ends if it is not accepted."),
      createdAt: timestamp().describe("When the invitation was made."),
      inviterId: z
        .string()
        .nullable()
        .describe("The id of the user who invites, null when that user is gone."),
    })
    .meta({ id: "Invitation", description: "An invitation into an organization." }),
);

/** Returns what is shown of an invitation. */
export const viewInvitation = (invitation: Invitation): Input<typeof invitationView> => ({
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
export const receivedInvitationView = once(() =>
  z
    .strictObject({
      ...invitationView().shape,
      organization: z
        .strictObject({
          name: z.string().describe("The name of the organization."),
          slug: z.string().describe("The short name of the organization."),
        })
        .describe("The organization that invites."),
      inviter: z
        .strictObject({
          name: z.string().describe("The display name of the user who invites. May be empty."),
          email: z.string().describe("The email address of the user who invites."),
        })
        .nullable()
        .describe("The user who invites, null when that user is gone."),
    })
    .meta({
      id: "ReceivedInvitation",
      description: "An invitation, with what the invited user needs to decide.",
    }),
);

export const viewReceivedInvitation = (
  invitation: ShownInvitation,
): Input<typeof receivedInvitationView> => ({
  ...viewInvitation(invitation),
  organization: { name: invitation.organization.name, slug: invitation.organization.slug },
  inviter: invitation.inviter && { name: invitation.inviter.name, email: invitation.inviter.email },
});
