import {
  type Auth,
  type Caller,
  type Client,
  type Granted,
  ORG_SECURITY_WRITE,
  type Organization,
  type OrganizationId,
  ROLES,
} from "@acme/auth-core";
import { route } from "../kernel/route.js";
import { once, type Output, z } from "../kernel/zod.js";
import {
  idField,
  imageField,
  metadataField,
  nameField,
  slugField,
  textField,
} from "../schemas/fields.js";
import { organizationPatch } from "../schemas/organization-change.js";
import {
  auditCursor,
  auditDownloadQuery,
  nextCursorView,
  organizationAuditQuery,
} from "../schemas/paging.js";
import {
  organizationAuditEntryView,
  viewOrganizationAuditEntry,
} from "../views/audit-entry.view.js";
import { AUDIT_MEDIA, auditFile, viewAuditFile } from "../views/audit-file.view.js";
import { organizationView, viewOrganization } from "../views/organization.view.js";

const ORGANIZATIONS = "/api/v1/organizations";
/** The organization of the path. Whether there is one is for the access of the route to say. */
export const ofOrganization = once(() =>
  z.object({ id: textField().describe("The id of the organization.") }),
);

export const createOrganization = route({
  method: "POST",
  path: ORGANIZATIONS,
  summary: "Create organization",
  description: "Create an organization whose owner is the caller, and make it the active one.",
  access: "session",
  limit: "none",
  body: () =>
    z.object({
      name: nameField().min(1),
      slug: slugField().exactOptional(),
      logo: imageField().exactOptional(),
      metadata: metadataField().exactOptional(),
    }),
  returns: "The organization, which is the active one now.",
  status: 201,
  reply: organizationView,
  creates: ["organization.created", "member.added"],
  refuses: ["SLUG_TAKEN", "LIMIT_REACHED", "IMAGE_URL_NOT_SUPPORTED"],
  handle: async ({ auth, caller, body, client, additions }) => {
    const { name, slug = null, logo = null, metadata = {} } = body;
    const { organization } = await auth.organizations.create(
      caller,
      { name, slug, logo, metadata },
      client,
    );
    return { body: viewOrganization(organization, additions), activeOrganization: organization.id };
  },
});

export const listOrganizations = route({
  method: "GET",
  path: ORGANIZATIONS,
  summary: "List organizations",
  description: "List the caller's organizations with the role in each, the earliest joined first.",
  access: "session",
  limit: "none",
  returns: "The organizations, the earliest joined first.",
  status: 200,
  reply: () =>
    z.array(
      z
        .strictObject({
          ...organizationView().shape,
          role: z.enum(ROLES).describe("The caller's role there."),
        })
        .meta({ id: "ListedOrganization", description: "An organization of the caller." }),
    ),
  refuses: [],
  handle: async ({ auth, caller, additions }) => {
    const mine = await auth.organizations.list(caller);
    return {
      body: mine.map(({ organization, role }) =>
        Object.assign(viewOrganization(organization, additions), { role }),
      ),
    };
  },
});

export const readOrganization = route({
  method: "GET",
  path: `${ORGANIZATIONS}/:id`,
  summary: "Get organization",
  description: "Read one of the caller's organizations.",
  access: { permission: "org:read", of: "path" },
  limit: "read",
  params: ofOrganization,
  returns: "The organization.",
  status: 200,
  reply: organizationView,
  refuses: [],
  handle: async ({ auth, granted, additions }) => ({
    body: viewOrganization(await auth.organizations.find(granted), additions),
  }),
});

export const updateOrganization = route({
  method: "PATCH",
  path: `${ORGANIZATIONS}/:id`,
  summary: "Update organization",
  description:
    "Change the given fields of an organization. That it requires a second factor is for owners to change, with the permission `org:security:write`, in a fresh session in which they have shown theirs.",
  access: { permission: "org:update", of: "path" },
  limit: "none",
  params: ofOrganization,
  body: organizationPatch,
  returns: "The organization as it is now.",
  status: 200,
  reply: organizationView,
  refuses: ["SLUG_TAKEN", "IMAGE_URL_NOT_SUPPORTED", "SESSION_NOT_FRESH"],
  handle: async ({ additions, ...call }) => ({
    body: viewOrganization(await changeOrganization(call), additions),
  }),
});

/** Changes what is given, once all of it may be changed. */
async function changeOrganization({
  auth,
  caller,
  granted,
  body: { requireSecondFactor, ...change },
  client,
}: {
  readonly auth: Auth;
  readonly caller: Caller;
  readonly granted: Granted<"org:update">;
  readonly body: Output<typeof organizationPatch>;
  readonly client: Client;
}): Promise<Organization> {
  const { sessions, accessControl, organizations } = auth;
  if (requireSecondFactor === undefined) return organizations.update(granted, change, client);
  sessions.requireFresh(caller);
  const wanted = {
    organizationId: granted.organizationId,
    permission: ORG_SECURITY_WRITE,
  } as const;
  const owner = await accessControl.authorizeIn(caller, wanted, client);
  await sessions.requireProved(caller);
  if (requireSecondFactor) await sessions.requireSteppedUp(caller, { factors: 2 });
  if (Object.keys(change).length > 0) await organizations.update(granted, change, client);
  const fresh = accessControl.requireFresh(owner);
  return organizations.requireSecondFactor(fresh, requireSecondFactor, client);
}

export const deleteOrganization = route({
  method: "DELETE",
  path: `${ORGANIZATIONS}/:id`,
  summary: "Delete organization",
  description: "Delete an organization with its memberships and invitations.",
  access: { permission: "org:delete", of: "path", fresh: true },
  limit: "none",
  params: ofOrganization,
  returns: "Nothing: the organization is deleted.",
  status: 204,
  reply: () => z.null(),
  refuses: [],
  handle: async ({ auth, granted, client }) => {
    await auth.organizations.remove(granted, client);
    return { body: null };
  },
});

export const setActiveOrganization = route({
  method: "PUT",
  path: "/api/v1/me/active-organization",
  summary: "Set active organization",
  description: "Choose the active organization, or none.",
  access: "session",
  limit: "none",
  body: () =>
    z.object({
      organizationId: idField<OrganizationId>()
        .nullable()
        .describe("The id of the organization, null for none."),
    }),
  returns: "The organization that is active now, or null.",
  status: 200,
  reply: () => organizationView().nullable(),
  refuses: ["ORGANIZATION_NOT_FOUND"],
  handle: async ({ auth, caller, body, additions }) => {
    if (body.organizationId === null) return { body: null, activeOrganization: null };
    const organization = await auth.organizations.activate(caller, { id: body.organizationId });
    return { body: viewOrganization(organization, additions), activeOrganization: organization.id };
  },
});

export const organizationAudit = route({
  method: "GET",
  path: `${ORGANIZATIONS}/:id/audit`,
  summary: "List audit entries",
  description: "List what happened in an organization, newest first.",
  access: { permission: "org:audit:read", of: "path" },
  limit: "read",
  params: ofOrganization,
  query: organizationAuditQuery,
  returns: "A page of audit entries, newest first.",
  status: 200,
  reply: () =>
    z.strictObject({
      entries: z.array(organizationAuditEntryView()).describe("The entries of the page."),
      nextCursor: nextCursorView(),
    }),
  refuses: [],
  handle: async ({ auth, granted, query }) => {
    const { entries, next } = await auth.auditLog.ofOrganization(granted, {
      ...query,
      after: query.cursor ?? null,
    });
    return {
      body: {
        entries: entries.map(viewOrganizationAuditEntry),
        nextCursor: next && auditCursor.write(next),
      },
    };
  },
});

export const downloadAudit = route({
  method: "GET",
  path: `${ORGANIZATIONS}/:id/audit/export`,
  summary: "Download audit log",
  description:
    "Download what happened in an organization, newest first, as a stream: 100,000 entries at most.",
  access: { permission: "org:audit:read", of: "path" },
  limit: "read",
  params: ofOrganization,
  query: auditDownloadQuery,
  files: AUDIT_MEDIA,
  returns: "The entries, as a file.",
  status: 200,
  reply: () => z.string(),
  refuses: [],
  handle: async ({ auth, granted, request, query, client }) => {
    // A request for the headers reads no entry.
    const pages =
      request.method === "HEAD" ? [] : await auth.auditLog.download(granted, query, client);
    const content = viewAuditFile(query.format, pages);
    return { download: { ...auditFile(query.format), content } };
  },
});
