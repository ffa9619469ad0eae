import { type InvitationId, type InvitationKey, ROLES } from "@acme/auth-core";
import { route } from "../kernel/route.js";
import { once, z } from "../kernel/zod.js";
import { invitationPage } from "../pages/invitation-page.js";
import { deadLinkAnswer } from "../pages/mailed-link-pages.js";
import { readerOf } from "../pages/reader.js";
import { emailField, idField, textField, tokenField } from "../schemas/fields.js";
import {
  invitationView,
  organizationView,
  receivedInvitationView,
  viewInvitation,
  viewOrganization,
  viewReceivedInvitation,
} from "../views/organization.view.js";
import { ofOrganization } from "./organization.routes.js";

const INVITATIONS = "/api/v1/organizations/:id/invitations";
const ofInvitation = once(() =>
  z.object({
    id: textField().describe("The id of the organization."),
    invitationId: idField<InvitationId>().describe("The id of the invitation."),
  }),
);

export const inviteMember = route({
  method: "POST",
  path: INVITATIONS,
  summary: "Invite member",
  description:
    "Invite an email address to an organization, in a role that the caller may give. Inviting an owner requires a fresh session.",
  access: { permission: "org:invitations:write", of: "path" },
  limit: "none",
  params: ofOrganization,
  body: () =>
    z.object({
      email: emailField().describe("The email address to invite."),
      role: z.enum(ROLES).describe("The role of the new member."),
    }),
  returns: "The pending invitation.",
  status: 201,
  reply: invitationView,
  creates: ["invitation.created"],
  refuses: [
    "EMAIL_VERIFICATION_REQUIRED",
    "SESSION_NOT_FRESH",
    "ALREADY_MEMBER",
    "ALREADY_INVITED",
    "LIMIT_REACHED",
    "TOO_MANY_REQUESTS",
  ],
  handle: async ({ auth, granted, body, client }) => ({
    body: viewInvitation(await auth.invitations.invite(granted, body, client)),
  }),
});

export const resendInvitation = route({
  method: "POST",
  path: `${INVITATIONS}/:invitationId/resend`,
  summary: "Resend invitation",
  description:
    "Mail a new link for a pending invitation and extend its life. The earlier link stops working. For an invited owner this requires a fresh session.",
  access: { permission: "org:invitations:write", of: "path" },
  limit: "none",
  params: ofInvitation,
  returns: "The invitation, with its new time of expiry.",
  status: 200,
  reply: invitationView,
  refuses: [
    "EMAIL_VERIFICATION_REQUIRED",
    "SESSION_NOT_FRESH",
    "INVITATION_NOT_FOUND",
    "TOO_MANY_REQUESTS",
  ],
  handle: async ({ auth, granted, params: { invitationId }, client }) => ({
    body: viewInvitation(await auth.invitations.resend(granted, invitationId, client)),
  }),
});

export const listInvitations = route({
  method: "GET",
  path: INVITATIONS,
  summary: "List invitations",
  description: "List the invitations of an organization, newest first.",
  access: { permission: "org:invitations:read", of: "path" },
  limit: "read",
  params: ofOrganization,
  returns: "The invitations, newest first.",
  status: 200,
  reply: () => z.array(invitationView()),
  refuses: [],
  handle: async ({ auth, granted }) => ({
    body: (await auth.invitations.list(granted)).map(viewInvitation),
  }),
});

export const cancelInvitation = route({
  method: "DELETE",
  path: `${INVITATIONS}/:invitationId`,
  summary: "Cancel invitation",
  description: "Cancel a pending invitation.",
  access: { permission: "org:invitations:write", of: "path" },
  limit: "none",
  params: ofInvitation,
  returns: "Nothing: the invitation is cancelled.",
  status: 204,
  reply: () => z.null(),
  refuses: ["INVITATION_NOT_FOUND"],
  handle: async ({ auth, granted, params, client }) => {
    await auth.invitations.cancel(granted, params.invitationId, client);
    return { body: null };
  },
});

export const listMyInvitations = route({
  method: "GET",
  path: "/api/v1/me/invitations",
  summary: "List received invitations",
  description: "List the pending invitations to the caller's verified email address, newest first.",
  access: "session",
  limit: "none",
  returns: "The pending invitations, newest first.",
  status: 200,
  reply: () => z.array(receivedInvitationView()),
  refuses: [],
  handle: async ({ auth, caller }) => ({
    body: (await auth.invitations.listMine(caller)).map(viewReceivedInvitation),
  }),
});

/** The mailed token, or the id out of one's own list. */
const key = once(() =>
  z
    .union([
      z.object({ token: tokenField() }),
      z.object({
        invitationId: idField<InvitationId>().describe(
          "The id of an invitation of the caller's list.",
        ),
      }),
    ])
    .transform((body): InvitationKey => ("token" in body ? body : { id: body.invitationId })),
);

export const acceptInvitation = route({
  method: "POST",
  path: "/api/v1/invitations/accept",
  summary: "Accept invitation",
  description:
    "Accept an invitation, and make its organization the active one. The invited email address must be the caller's, and verified.",
  access: "session",
  limit: "none",
  body: key,
  returns: "The organization, and the caller's role there. It is the active organization now.",
  status: 200,
  reply: () =>
    z.strictObject({
      organization: organizationView(),
      role: z.enum(ROLES).describe("The caller's role there."),
    }),
  creates: ["member.added"],
  refuses: ["INVITATION_NOT_FOUND", "EMAIL_VERIFICATION_REQUIRED", "LIMIT_REACHED"],
  handle: async ({ auth, caller, body, client, additions }) => {
    const { organization, membership } = await auth.invitations.accept(caller, body, client);
    return {
      body: { organization: viewOrganization(organization, additions), role: membership.role },
      activeOrganization: organization.id,
    };
  },
});

export const rejectInvitation = route({
  method: "POST",
  path: "/api/v1/invitations/reject",
  summary: "Reject invitation",
  description: "Reject an invitation.",
  access: "session",
  limit: "none",
  body: key,
  returns: "Nothing: the invitation is rejected.",
  status: 204,
  reply: () => z.null(),
  refuses: ["INVITATION_NOT_FOUND", "EMAIL_VERIFICATION_REQUIRED"],
  handle: async ({ auth, caller, body, client }) => {
    await auth.invitations.reject(caller, body, client);
    return { body: null };
  },
});

export const openInvitationLink = route({
  method: "GET",
  path: "/api/auth/invitation",
  summary: "Open invitation link",
  description:
    "Open a mailed invitation link: shows who invites to which organization, and links to the front end.",
  access: "anyone",
  limit: "auth-ip",
  query: () => z.object({ token: tokenField().prefault("") }),
  returns: "A page that says who invites to which organization, with a link to the front end.",
  status: 200,
  page: "always",
  deadLinkPage: true,
  reply: () => z.never(),
  refuses: [],
  handle: async (call) => {
    const { auth, site, client, query } = call;
    const reader = await readerOf(call);
    try {
      const invitation = await auth.invitations.inspect(query.token);
      const viewer = site.pages === null ? null : await auth.sessions.identify(client);
      const token = query.token.reveal();
      return { page: invitationPage(invitation, { token, reader, viewer: viewer && viewer.user }) };
    } catch (thrown) {
      return deadLinkAnswer(thrown, { reader, startAgain: null });
    }
  },
});
