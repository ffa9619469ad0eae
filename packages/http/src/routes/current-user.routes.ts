import { type ActiveMembership, ROLES } from "@acme/auth-core";
import { z } from "../kernel/zod.js";
import { route } from "../kernel/route.js";
import { userView, viewUser } from "../views/user.view.js";

const viewActiveOrganization = ({ organization: { id, name, slug }, role }: ActiveMembership) => ({
  id,
  name,
  slug,
  role,
});

export const me = route({
  method: "GET",
  path: "/api/v1/auth/me",
  summary: "Read the signed-in user, the active organization, and what the role there allows.",
  access: "session",
  limit: "read",
  returns:
    "The user, the active organization with the caller's role there, and what that role allows.",
  status: 200,
  reply: () =>
    z.strictObject({
      ...userView().shape,
      activeOrganization: z
        .strictObject({
          id: z.string().describe("The id of the organization."),
          name: z.string().describe("The name of the organization."),
          slug: z.string().describe("The short name of the organization."),
          role: z.enum(ROLES).describe("The caller's role there."),
        })
        .nullable()
        .describe("The active organization, null for none."),
      permissions: z.array(z.string()).describe("The permissions of that role."),
    }),
  refuses: [],
  // Every property by name: spreading two objects into a third costs more than all the rest of this.
  handle: async ({ auth, caller: { user, membership } }) => {
    const { id, email, emailVerified, name, image, createdAt, updatedAt } = viewUser(user);
    return {
      body: {
        id,
        email,
        emailVerified,
        name,
        image,
        createdAt,
        updatedAt,
        activeOrganization: membership && viewActiveOrganization(membership),
        permissions: membership ? [...auth.accessControl.permissionsOf(membership.role)] : [],
      },
    };
  },
});
