import { AuthError, type InvitationId, type PermissionId } from "@acme/auth-core";
import {
  emailField,
  idField,
  invitationView,
  membershipView,
  once,
  recordField,
  route,
  viewInvitation,
  viewMembership,
  z,
} from "@acme/auth-http/routes";
import { roleField } from "./member.routes.js";
import { CLIENT, grant, IN_ORGANIZATION, named, OF_ONE_FACTOR } from "./organization-context.js";

const invitationId = once(() => idField<InvitationId>().describe("The id of the invitation."));
/** Of resources in one question, and of actions of each; far more than any catalog has. */
const MAX_PERMISSIONS = 100;
const MAX_PERMISSION = 200;
/** What mailing an invitation refuses. */
const MAILING = ["EMAIL_VERIFICATION_REQUIRED", "TOO_MANY_REQUESTS"] as const;
const RECIPIENT = ["INVITATION_NOT_FOUND", "EMAIL_VERIFICATION_REQUIRED"] as const;

export const inviteMember = route({
  method: "POST",
  path: `${CLIENT}/invite-member`,
  summary: "Invite member (better-auth)",
  description:
    "Invite an email address to an organization. With `resend`, mail a pending invitation again.",
  access: "session",
  limit: "auth-ip",
  body: () =>
    z.object({
      email: emailField(),
      role: roleField(),
      organizationId: named().organizationId,
      resend: z
        .boolean()
        .default(false)
        .describe("Whether a pending invitation is mailed again instead of refused."),
    }),
  returns: "The pending invitation.",
  status: 200,
  reply: invitationView,
  creates: ["invitation.created"],
  refuses: [
    ...IN_ORGANIZATION,
    ...MAILING,
    "ROLE_NOT_ALLOWED",
    "SESSION_NOT_FRESH",
    "ALREADY_MEMBER",
    "ALREADY_INVITED",
    "LIMIT_REACHED",
  ],
  codes: {
    PERMISSION_DENIED: "YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION",
    ROLE_NOT_ALLOWED: "YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE",
    ALREADY_MEMBER: "USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION",
    ALREADY_INVITED: "USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION",
    LIMIT_REACHED: "INVITATION_LIMIT_REACHED",
  },
  handle: async ({ auth, caller, body, client }) => {
    const granted = await grant({ auth, caller, client }, body, "org:invitations:write");
    const { email, role, resend } = body;
    const invited = await auth.invitations
      .invite(granted, { email, role, resend }, client)
      .catch(tellRoleDenied);
    return { body: viewInvitation(invited) };
  },
});

/**
 * That the caller may invite was proven before: what is denied now is the role. The contract has a
 * code of its own for that.
 */
function tellRoleDenied(thrown: unknown): never {
  if (AuthError.is(thrown) && thrown.code === "PERMISSION_DENIED")
    throw new AuthError("ROLE_NOT_ALLOWED", { cause: thrown });
  throw thrown;
}

export const acceptInvitation = route({
  method: "POST",
  path: `${CLIENT}/accept-invitation`,
  summary: "Accept invitation (better-auth)",
  description: "Accept an invitation, and make its organization the active one.",
  access: "session",
  limit: "auth-ip",
  body: () => z.object({ invitationId: invitationId() }),
  returns: "The invitation, and the caller's new membership.",
  status: 200,
  reply: () =>
    z.strictObject({
      invitation: invitationView(),
      member: membershipView().describe("The caller's membership."),
    }),
  creates: ["member.added"],
  refuses: [...RECIPIENT, "LIMIT_REACHED"],
  codes: {
    EMAIL_VERIFICATION_REQUIRED:
      "EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION",
    LIMIT_REACHED: "ORGANIZATION_MEMBERSHIP_LIMIT_REACHED",
  },
  handle: async ({ auth, caller, body, client }) => {
    const { invitation, membership } = await auth.invitations.accept(
      caller,
      { id: body.invitationId },
      client,
    );
    return {
      body: { invitation: viewInvitation(invitation), member: viewMembership(membership) },
      activeOrganization: membership.organizationId,
    };
  },
});

export const rejectInvitation = route({
  method: "POST",
  path: `${CLIENT}/reject-invitation`,
  summary: "Reject invitation (better-auth)",
  description: "Reject an invitation, named by its id, and return it.",
  access: "session",
  limit: "auth-ip",
  body: () => z.object({ invitationId: invitationId() }),
  returns: "The rejected invitation.",
  status: 200,
  reply: () =>
    z.strictObject({ invitation: invitationView(), member: z.null().describe("Always null.") }),
  refuses: RECIPIENT,
  codes: {
    EMAIL_VERIFICATION_REQUIRED:
      "EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION",
  },
  handle: async ({ auth, caller, body, client }) => {
    const invitation = await auth.invitations.reject(caller, { id: body.invitationId }, client);
    return { body: { invitation: viewInvitation(invitation), member: null } };
  },
});

export const cancelInvitation = route({
  method: "POST",
  path: `${CLIENT}/cancel-invitation`,
  summary: "Cancel invitation (better-auth)",
  description: "Cancel a pending invitation of one of the caller's organizations.",
  access: "session",
  limit: "auth-ip",
  body: () => z.object({ invitationId: invitationId() }),
  returns: "The cancelled invitation.",
  status: 200,
  reply: invitationView,
  refuses: ["INVITATION_NOT_FOUND", "PERMISSION_DENIED", ...OF_ONE_FACTOR],
  codes: { PERMISSION_DENIED: "YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION" },
  handle: async ({ auth, caller, body, client }) => {
    const organizationId = await auth.invitations.organizationOf(caller, body.invitationId);
    const granted = await grant(
      { auth, caller, client },
      { organizationId },
      "org:invitations:write",
    );
    return {
      body: viewInvitation(await auth.invitations.cancel(granted, body.invitationId, client)),
    };
  },
});

export const getInvitation = route({
  method: "GET",
  path: `${CLIENT}/get-invitation`,
  summary: "Get invitation (better-auth)",
  description: "Read an invitation to the caller.",
  access: "session",
  limit: "auth-ip",
  query: () => z.object({ id: invitationId() }),
  returns: "The invitation.",
  status: 200,
  reply: () =>
    z.strictObject({
      ...invitationView().shape,
      organizationName: z.string().describe("The name of the organization."),
      organizationSlug: z.string().describe("The short name of the organization."),
      inviterEmail: z
        .string()
        .nullable()
        .describe("The email address of the user who invites, null when that user is gone."),
    }),
  refuses: RECIPIENT,
  codes: { EMAIL_VERIFICATION_REQUIRED: "EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION" },
  handle: async ({ auth, caller, query }) => {
    const invitation = await auth.invitations.findMine(caller, query);
    const { organization, inviter } = invitation;
    const shown = {
      organizationName: organization.name,
      organizationSlug: organization.slug,
      inviterEmail: inviter?.email ?? null,
    };
    return { body: { ...viewInvitation(invitation), ...shown } };
  },
});

export const listInvitations = route({
  method: "GET",
  path: `${CLIENT}/list-invitations`,
  summary: "List invitations (better-auth)",
  description: "List the invitations of the named or the active organization, newest first.",
  access: "session",
  limit: "auth-ip",
  query: () => z.object(named()),
  returns: "The invitations, newest first.",
  status: 200,
  reply: () => z.array(invitationView()),
  refuses: IN_ORGANIZATION,
  handle: async ({ auth, caller, query, client }) => {
    const granted = await grant({ auth, caller, client }, query, "org:invitations:read");
    return { body: (await auth.invitations.list(granted)).map(viewInvitation) };
  },
});

export const listUserInvitations = route({
  method: "GET",
  path: `${CLIENT}/list-user-invitations`,
  summary: "List received invitations (better-auth)",
  description: "List the pending invitations to the caller's verified email address.",
  access: "session",
  limit: "auth-ip",
  returns: "The pending invitations.",
  status: 200,
  reply: () =>
    z.array(
      z
        .strictObject({
          ...invitationView().shape,
          organizationName: z.string().describe("The name of the organization."),
        })
        .meta({ id: "ListedInvitation", description: "An invitation to the caller." }),
    ),
  refuses: [],
  handle: async ({ auth, caller }) => {
    const invitations = await auth.invitations.listMine(caller);
    return {
      body: invitations.map((invitation) => ({
        ...viewInvitation(invitation),
        organizationName: invitation.organization.name,
      })),
    };
  },
});

/** The permission of the catalog for each default statement of the client. */
const STATEMENTS: ReadonlyMap<string, PermissionId> = new Map(
  Object.entries({
    "organization:update": "org:update",
    "organization:delete": "org:delete",
    "member:create": "org:members:write",
    "member:update": "org:members:write",
    "member:delete": "org:members:write",
    "invitation:create": "org:invitations:write",
    "invitation:cancel": "org:invitations:write",
    "team:create": "org:update",
    "team:update": "org:update",
    "team:delete": "org:update",
    "ac:create": "org:update",
    "ac:read": "org:read",
    "ac:update": "org:update",
    "ac:delete": "org:update",
  }),
);

export const hasPermission = route({
  method: "POST",
  path: `${CLIENT}/has-permission`,
  summary: "Check permissions (better-auth)",
  description:
    "Check whether the caller's role has every named permission: the client's statements, or our ids as resource `a:b` with action `c`.",
  access: "session",
  limit: "auth-ip",
  body: () =>
    z.object({
      permissions: recordField(
        z.array(z.string().max(MAX_PERMISSION)).max(MAX_PERMISSIONS),
        MAX_PERMISSIONS,
      ).describe("The actions that are asked for, by resource."),
      organizationId: named().organizationId,
    }),
  returns: "Whether the role has every one of the permissions.",
  status: 200,
  reply: () =>
    z.strictObject({
      error: z.null().describe("Always null."),
      success: z.boolean().describe("Whether the role has every one of them."),
    }),
  refuses: ["ORGANIZATION_NOT_FOUND", "NO_ACTIVE_ORGANIZATION", ...OF_ONE_FACTOR],
  handle: async ({ auth, caller, body, client }) => {
    const { role } = await grant({ auth, caller, client }, body, "org:read");
    const held = auth.accessControl.permissionsOf(role);
    const asked = Object.entries(body.permissions);
    const success =
      asked.length > 0 && asked.every(([resource, actions]) => hasAll(held, resource, actions));
    return { body: { error: null, success } };
  },
});

/** An empty list asks for nothing, and nothing is not a permission. */
const hasAll = (held: readonly string[], resource: string, actions: readonly string[]): boolean =>
  actions.length > 0 &&
  actions.every((action) => {
    const id = `${resource}:${action}`;
    return held.includes(STATEMENTS.get(id) ?? id);
  });
