import { AuthError, type Caller, type OrganizationId } from "@acme/auth-core";
import {
  idField,
  imageField,
  invitationView,
  membershipView,
  memberView,
  metadataField,
  nameField,
  organizationChange,
  organizationView,
  route,
  slugField,
  status,
  STATUS_OK,
  viewInvitation,
  viewMember,
  viewMembership,
  viewOrganization,
  z,
} from "@acme/auth-http/routes";
import {
  CLIENT,
  grant,
  IN_ORGANIZATION,
  type Named,
  named,
  OF_ONE_FACTOR,
  organizationId,
} from "./organization-context.js";

const MAX_MEMBERS = 100;

export const create = route({
  method: "POST",
  path: `${CLIENT}/create`,
  summary: "Create organization (better-auth)",
  description: "Create an organization whose owner is the caller, and return it with its members.",
  access: "session",
  limit: "auth-ip",
  body: () =>
    z.object({
      name: nameField().min(1),
      slug: slugField(),
      logo: imageField().exactOptional(),
      metadata: metadataField().exactOptional(),
      keepCurrentActiveOrganization: z
        .boolean()
        .default(false)
        .describe("Whether the active organization stays as it is."),
    }),
  returns: "The organization with its members.",
  status: 200,
  reply: () =>
    z.strictObject({
      ...organizationView().shape,
      members: z.array(membershipView()).describe("The caller's membership."),
    }),
  creates: ["organization.created", "member.added"],
  refuses: ["SLUG_TAKEN", "LIMIT_REACHED", "IMAGE_URL_NOT_SUPPORTED"],
  codes: {
    SLUG_TAKEN: "ORGANIZATION_ALREADY_EXISTS",
    LIMIT_REACHED: "YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS",
  },
  handle: async ({ auth, caller, body, client, additions }) => {
    const { name, slug, logo = null, metadata = {} } = body;
    const { organization, owner } = await auth.organizations.create(
      caller,
      { name, slug, logo, metadata },
      client,
    );
    return {
      body: Object.assign(viewOrganization(organization, additions), {
        members: [viewMembership(owner)],
      }),
      ...(!body.keepCurrentActiveOrganization && { activeOrganization: organization.id }),
    };
  },
});

export const checkSlug = route({
  method: "POST",
  path: `${CLIENT}/check-slug`,
  summary: "Check slug (better-auth)",
  description: "Check whether a slug is free.",
  access: "session",
  limit: "auth-ip",
  body: () => z.object({ slug: slugField() }),
  returns: "The slug is free.",
  status: 200,
  reply: status,
  refuses: ["SLUG_TAKEN"],
  codes: { SLUG_TAKEN: "ORGANIZATION_SLUG_ALREADY_TAKEN" },
  handle: async ({ auth, body }) => {
    if (!(await auth.organizations.isSlugFree(body.slug))) throw new AuthError("SLUG_TAKEN");
    return { body: STATUS_OK };
  },
});

export const update = route({
  method: "POST",
  path: `${CLIENT}/update`,
  summary: "Update organization (better-auth)",
  description: "Change the given fields of the named or the active organization.",
  access: "session",
  limit: "auth-ip",
  body: () =>
    z.object({
      data: organizationChange().describe("The fields to change."),
      organizationId: named().organizationId,
    }),
  returns: "The organization as it is now.",
  status: 200,
  reply: organizationView,
  refuses: [...IN_ORGANIZATION, "SLUG_TAKEN", "IMAGE_URL_NOT_SUPPORTED"],
  codes: {
    PERMISSION_DENIED: "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION",
    SLUG_TAKEN: "ORGANIZATION_SLUG_ALREADY_TAKEN",
  },
  handle: async ({ auth, caller, body, client, additions }) => {
    const granted = await grant({ auth, caller, client }, body, "org:update");
    return {
      body: viewOrganization(
        await auth.organizations.update(granted, body.data, client),
        additions,
      ),
    };
  },
});

export const remove = route({
  method: "POST",
  path: `${CLIENT}/delete`,
  summary: "Delete organization (better-auth)",
  description: "Delete an organization with its memberships and invitations, and return it.",
  access: "fresh",
  limit: "auth-ip",
  body: () =>
    z.object({
      organizationId: idField<OrganizationId>().describe("The id of the organization."),
    }),
  returns: "The deleted organization.",
  status: 200,
  reply: organizationView,
  refuses: ["ORGANIZATION_NOT_FOUND", "PERMISSION_DENIED", ...OF_ONE_FACTOR],
  codes: { PERMISSION_DENIED: "YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION" },
  handle: async ({ auth, caller, body, client, additions }) => {
    const granted = await grant({ auth, caller, client }, body, "org:delete");
    const fresh = auth.accessControl.requireFresh(granted);
    return { body: viewOrganization(await auth.organizations.remove(fresh, client), additions) };
  },
});

export const setActive = route({
  method: "POST",
  path: `${CLIENT}/set-active`,
  summary: "Set active organization (better-auth)",
  description: "Choose the active organization, by its id or its slug, or none.",
  access: "session",
  limit: "auth-ip",
  body: () =>
    z.object({
      organizationId: organizationId()
        .nullable()
        .describe("The id of the organization, null for none.")
        .exactOptional(),
      organizationSlug: named().organizationSlug,
    }),
  returns: "The organization that is active now, or null.",
  status: 200,
  reply: () => organizationView().nullable(),
  refuses: ["ORGANIZATION_NOT_FOUND"],
  handle: async ({ auth, caller, body, additions }) => {
    const { organizationId: id = null, organizationSlug: slug } = body;
    const wanted = id !== null ? { id } : slug !== undefined ? { slug } : null;
    if (wanted === null) return { body: null, activeOrganization: null };
    const organization = await auth.organizations.activate(caller, wanted);
    return { body: viewOrganization(organization, additions), activeOrganization: organization.id };
  },
});

export const list = route({
  method: "GET",
  path: `${CLIENT}/list`,
  summary: "List organizations (better-auth)",
  description: "List the caller's organizations, the earliest joined first.",
  access: "session",
  limit: "auth-ip",
  returns: "The organizations, the earliest joined first.",
  status: 200,
  reply: () => z.array(organizationView()),
  refuses: [],
  handle: async ({ auth, caller, additions }) => ({
    body: (await auth.organizations.list(caller)).map(({ organization }) =>
      viewOrganization(organization, additions),
    ),
  }),
});

/**
 * Whether no organization is named and none is active. The client expects null then, not a refusal.
 */
const namesNone = (caller: Caller, query: Named): boolean =>
  query.organizationId === undefined &&
  query.organizationSlug === undefined &&
  caller.membership === null;

export const getOrganization = route({
  method: "GET",
  path: `${CLIENT}/get-organization`,
  summary: "Get organization (better-auth)",
  description:
    "Read one of the caller's organizations. Null when none is named and none is active.",
  access: "session",
  limit: "auth-ip",
  query: () => z.object(named()),
  returns: "The organization, or null.",
  status: 200,
  reply: () => organizationView().nullable(),
  refuses: ["ORGANIZATION_NOT_FOUND", ...OF_ONE_FACTOR],
  handle: async ({ auth, caller, query, client, additions }) => {
    if (namesNone(caller, query)) return { body: null };
    return {
      body: viewOrganization(
        await auth.organizations.find(await grant({ auth, caller, client }, query, "org:read")),
        additions,
      ),
    };
  },
});

export const getFullOrganization = route({
  method: "GET",
  path: `${CLIENT}/get-full-organization`,
  summary: "Get full organization (better-auth)",
  description:
    "Read one of the caller's organizations with its members, and with its invitations where the caller may read them. Null when none is named and none is active.",
  access: "session",
  limit: "auth-ip",
  query: () =>
    z.object({
      ...named(),
      membersLimit: z.coerce
        .number()
        .int()
        .min(1)
        .max(MAX_MEMBERS)
        .default(MAX_MEMBERS)
        .describe("The number of members to return, at most."),
    }),
  returns: "The organization with its members and invitations, or null.",
  status: 200,
  reply: () =>
    z
      .strictObject({
        ...organizationView().shape,
        members: z.array(memberView()).describe("The members, the earliest first."),
        invitations: z
          .array(invitationView())
          .describe("The invitations. Empty where the caller may not read them."),
      })
      .nullable(),
  refuses: ["ORGANIZATION_NOT_FOUND", ...OF_ONE_FACTOR],
  handle: async ({ auth, caller, query, client, additions }) => {
    if (namesNone(caller, query)) return { body: null };
    const context = { auth, caller, client };
    const reader = await grant(context, query, "org:read");
    const organization = await auth.organizations.find(reader);
    const here = { organizationId: organization.id };
    const { members } = await auth.memberships.list(
      await grant(context, here, "org:members:read"),
      {
        after: null,
        limit: query.membersLimit,
      },
    );
    const invitations = auth.accessControl.allows(reader.role, "org:invitations:read")
      ? await auth.invitations.list(await grant(context, here, "org:invitations:read"))
      : [];
    return {
      body: Object.assign(viewOrganization(organization, additions), {
        members: members.map(viewMember),
        invitations: invitations.map(viewInvitation),
      }),
    };
  },
});
