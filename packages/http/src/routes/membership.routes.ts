import { type MembershipId, type OrganizationId, ROLES } from "@acme/auth-core";
import { route } from "../kernel/route.js";
import { once, z } from "../kernel/zod.js";
import { idField, textField } from "../schemas/fields.js";
import { memberCursor, memberQuery, nextCursorView } from "../schemas/paging.js";
import { memberView, viewMember } from "../views/organization.view.js";
import { ofOrganization } from "./organization.routes.js";

const MEMBERS = "/api/v1/organizations/:id/members";
const ofMember = once(() =>
  z.object({
    id: textField().describe("The id of the organization."),
    memberId: idField<MembershipId>().describe("The id of the membership."),
  }),
);

export const listMembers = route({
  method: "GET",
  path: MEMBERS,
  summary: "List members",
  description:
    "List the members of an organization, all or those with the beginning of a name or an email address, the earliest first.",
  access: { permission: "org:members:read", of: "path" },
  limit: "read",
  params: ofOrganization,
  query: memberQuery,
  returns: "A page of members, the earliest first.",
  status: 200,
  reply: () =>
    z.strictObject({
      members: z.array(memberView()).describe("The members on the page."),
      nextCursor: nextCursorView(),
    }),
  refuses: [],
  handle: async ({ auth, granted, query: { cursor, limit, q } }) => {
    const { members, next } = await auth.memberships.list(granted, {
      after: cursor ?? null,
      limit,
      prefix: q ?? null,
    });
    return {
      body: { members: members.map(viewMember), nextCursor: next && memberCursor.write(next) },
    };
  },
});

export const changeRole = route({
  method: "PATCH",
  path: `${MEMBERS}/:memberId`,
  summary: "Change member role",
  description:
    "Give a member another role. Only owners make and unmake owners, and that requires a fresh session.",
  access: { permission: "org:members:write", of: "path" },
  limit: "none",
  params: ofMember,
  body: () => z.object({ role: z.enum(ROLES).describe("The new role.") }),
  returns: "The member, with the new role.",
  status: 200,
  reply: memberView,
  refuses: ["SESSION_NOT_FRESH", "MEMBER_NOT_FOUND", "LAST_OWNER"],
  handle: async ({ auth, granted, params: { memberId }, body: { role }, client }) => ({
    body: viewMember(await auth.memberships.changeRole(granted, { memberId, role }, client)),
  }),
});

export const removeMember = route({
  method: "DELETE",
  path: `${MEMBERS}/:memberId`,
  summary: "Remove member",
  description: "End a membership. Only owners remove owners, and that requires a fresh session.",
  access: { permission: "org:members:write", of: "path" },
  limit: "none",
  params: ofMember,
  returns: "Nothing: the membership has ended.",
  status: 204,
  reply: () => z.null(),
  refuses: ["SESSION_NOT_FRESH", "MEMBER_NOT_FOUND", "LAST_OWNER"],
  handle: async ({ auth, granted, params, client }) => {
    await auth.memberships.remove(granted, params.memberId, client);
    return { body: null };
  },
});

export const leaveOrganization = route({
  method: "POST",
  path: "/api/v1/organizations/:id/leave",
  summary: "Leave organization",
  description: "End the caller's own membership. For an owner this requires a fresh session.",
  access: "session",
  limit: "none",
  params: () => z.object({ id: idField<OrganizationId>().describe("The id of the organization.") }),
  returns: "Nothing: the caller's membership has ended.",
  status: 204,
  reply: () => z.null(),
  refuses: ["ORGANIZATION_NOT_FOUND", "SESSION_NOT_FRESH", "LAST_OWNER"],
  handle: async ({ auth, caller, params, client }) => {
    await auth.memberships.leave(caller, params.id, client);
    return { body: null };
  },
});

export const transferOwnership = route({
  method: "POST",
  path: "/api/v1/organizations/:id/transfer-ownership",
  summary: "Transfer ownership",
  description: "Make a member the owner in the caller's place. The caller becomes an admin.",
  access: { permission: "org:ownership:transfer", of: "path", fresh: true },
  limit: "none",
  params: ofOrganization,
  body: () =>
    z.object({
      memberId: idField<MembershipId>().describe("The id of the membership of the new owner."),
    }),
  returns: "The new owner and the previous one.",
  status: 200,
  reply: () =>
    z.strictObject({
      owner: memberView().describe("The new owner."),
      previousOwner: memberView().describe("The owner before, who is an admin now."),
    }),
  refuses: ["MEMBER_NOT_FOUND"],
  handle: async ({ auth, granted, body: { memberId }, client }) => {
    const passed = await auth.memberships.transferOwnership(granted, memberId, client);
    const { owner, previousOwner } = passed;
    return { body: { owner: viewMember(owner), previousOwner: viewMember(previousOwner) } };
  },
});
