import {
  type Auth,
  AuthError,
  type Granted,
  type Member,
  type MembershipId,
  type OrganizationId,
  parseEmailAddress,
  ROLES,
  toId,
} from "@acme/auth-core";
import {
  idField,
  membershipView,
  memberView,
  once,
  route,
  textField,
  viewMember,
  viewMembership,
  z,
} from "@acme/auth-http/routes";
import {
  CLIENT,
  grant,
  IN_ORGANIZATION,
  named,
  OF_ONE_FACTOR,
  resolveOrganization,
} from "./organization-context.js";

const PAGE = 100;
/**
 * How many members the client may skip. The cursors of `/api/v1` have no such limit, because every
 * page costs the same.
 */
const MAX_OFFSET = 10_000;

/**
 * Filters of the client that are not supported are refused, because a list that looks filtered and
 * is not misleads.
 */
const noFilter = once(() =>
  z
    .never({ error: "Members cannot be filtered here." })
    .describe("Not supported: refused with `VALIDATION_ERROR`.")
    .exactOptional(),
);

/** The client sends one role, or a list of one. */
export const roleField = once(() =>
  z
    .union([z.enum(ROLES), z.tuple([z.enum(ROLES)]).transform(([role]) => role)])
    .describe("The role, or a list of one role."),
);

export const getActiveMember = route({
  method: "GET",
  path: `${CLIENT}/get-active-member`,
  summary: "Get active member (better-auth)",
  description: "Read the caller's membership in the active organization.",
  access: "session",
  limit: "auth-ip",
  returns: "The membership.",
  status: 200,
  reply: memberView,
  refuses: ["NO_ACTIVE_ORGANIZATION", ...OF_ONE_FACTOR],
  handle: async ({ auth, caller, client }) => {
    const id = await resolveOrganization({ auth, caller, client }, {});
    await grant({ auth, caller, client }, { organizationId: id }, "org:read");
    return { body: viewMember(await auth.memberships.findOwn(caller, id)) };
  },
});

export const getActiveMemberRole = route({
  method: "GET",
  path: `${CLIENT}/get-active-member-role`,
  summary: "Get member role (better-auth)",
  description: "Read the caller's role in an organization.",
  access: "session",
  limit: "auth-ip",
  query: () => z.object(named()),
  returns: "The caller's role in that organization.",
  status: 200,
  reply: () => z.strictObject({ role: z.enum(ROLES).describe("The caller's role.") }),
  refuses: ["NO_ACTIVE_ORGANIZATION", "ORGANIZATION_NOT_FOUND", ...OF_ONE_FACTOR],
  handle: async ({ auth, caller, query, client }) => ({
    body: { role: (await grant({ auth, caller, client }, query, "org:read")).role },
  }),
});

export const listMembers = route({
  method: "GET",
  path: `${CLIENT}/list-members`,
  summary: "List members (better-auth)",
  description: "List the members of the named or the active organization, the earliest first.",
  access: "session",
  limit: "auth-ip",
  query: () =>
    z.object({
      ...named(),
      limit: z.coerce
        .number()
        .int()
        .min(1)
        .max(PAGE)
        .default(PAGE)
        .describe("The number of members to return, at most."),
      offset: z.coerce
        .number()
        .int()
        .min(0)
        .max(MAX_OFFSET)
        .default(0)
        .describe("The number of members to skip."),
      sortBy: z.literal("createdAt").describe("The only order that there is.").exactOptional(),
      sortDirection: z.literal("asc").describe("The only order that there is.").exactOptional(),
      filterField: noFilter(),
      filterValue: noFilter(),
      filterOperator: noFilter(),
    }),
  returns: "The members, the earliest first, and their number.",
  status: 200,
  reply: () =>
    z.strictObject({
      members: z.array(memberView()).describe("The members."),
      total: z.number().int().min(0).describe("The number of members of the organization."),
    }),
  refuses: ["NO_ACTIVE_ORGANIZATION", "ORGANIZATION_NOT_FOUND", ...OF_ONE_FACTOR],
  handle: async ({ auth, caller, query, client }) => {
    const granted = await grant({ auth, caller, client }, query, "org:members:read");
    const { members } = await auth.memberships.list(granted, {
      after: null,
      limit: query.offset + query.limit,
    });
    return {
      body: {
        members: members.slice(query.offset).map(viewMember),
        total: await auth.memberships.count(granted),
      },
    };
  },
});

/**
 * Finds a member by the id of the membership or by the email address: the client sends either.
 * @throws {AuthError} `MEMBER_NOT_FOUND`
 */
async function findMember(
  auth: Auth,
  granted: Granted<"org:members:read">,
  idOrEmail: string,
): Promise<Member> {
  const email = parseEmailAddress(idOrEmail);
  const found = email
    ? await auth.memberships.findByEmail(granted, email)
    : await auth.memberships.find(granted, toId<MembershipId>(idOrEmail));
  if (!found) throw new AuthError("MEMBER_NOT_FOUND");
  return found;
}

export const removeMember = route({
  method: "POST",
  path: `${CLIENT}/remove-member`,
  summary: "Remove member (better-auth)",
  description: "End a membership, named by its id or by the member's email address.",
  access: "session",
  limit: "auth-ip",
  body: () =>
    z.object({
      memberIdOrEmail: textField()
        .transform((text) => (parseEmailAddress(text) ? text : idField<MembershipId>().parse(text)))
        .describe("The id of the membership, or the member's email address."),
      organizationId: named().organizationId,
    }),
  returns: "The removed member.",
  status: 200,
  reply: () => z.strictObject({ member: memberView().describe("The removed member.") }),
  refuses: [...IN_ORGANIZATION, "SESSION_NOT_FRESH", "MEMBER_NOT_FOUND", "LAST_OWNER"],
  codes: {
    PERMISSION_DENIED: "YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER",
    LAST_OWNER: "YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER",
  },
  handle: async ({ auth, caller, body, client }) => {
    const context = { auth, caller, client };
    const granted = await grant(context, body, "org:members:write");
    const target = await findMember(
      auth,
      await grant(context, granted, "org:members:read"),
      body.memberIdOrEmail,
    );
    const removed = await auth.memberships.remove(granted, target.id, client);
    return { body: { member: viewMember(removed) } };
  },
});

export const updateMemberRole = route({
  method: "POST",
  path: `${CLIENT}/update-member-role`,
  summary: "Change member role (better-auth)",
  description: "Give a member another role.",
  access: "session",
  limit: "auth-ip",
  body: () =>
    z.object({
      memberId: idField<MembershipId>().describe("The id of the membership."),
      role: roleField(),
      organizationId: named().organizationId,
    }),
  returns: "The membership, with the new role.",
  status: 200,
  reply: membershipView,
  refuses: [...IN_ORGANIZATION, "SESSION_NOT_FRESH", "MEMBER_NOT_FOUND", "LAST_OWNER"],
  codes: {
    PERMISSION_DENIED: "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER",
    LAST_OWNER: "YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER",
  },
  handle: async ({ auth, caller, body, client }) => {
    const granted = await grant({ auth, caller, client }, body, "org:members:write");
    const { memberId, role } = body;
    const changed = await auth.memberships.changeRole(granted, { memberId, role }, client);
    return { body: viewMembership(changed) };
  },
});

export const leave = route({
  method: "POST",
  path: `${CLIENT}/leave`,
  summary: "Leave organization (better-auth)",
  description: "End the caller's own membership.",
  access: "session",
  limit: "auth-ip",
  body: () =>
    z.object({
      organizationId: idField<OrganizationId>().describe("The id of the organization."),
    }),
  returns: "The ended membership.",
  status: 200,
  reply: memberView,
  refuses: ["ORGANIZATION_NOT_FOUND", "SESSION_NOT_FRESH", "LAST_OWNER"],
  codes: { LAST_OWNER: "YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER" },
  handle: async ({ auth, caller, body: { organizationId }, client }) => ({
    body: viewMember(await auth.memberships.leave(caller, organizationId, client)),
  }),
});
