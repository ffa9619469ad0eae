import { ROLES } from "@acme/auth-core";
import * as z from "zod";
import { route } from "../kernel/route.js";
import { userView, viewUser } from "../views/user.view.js";

export const me = route({
  method: "GET",
  path: "/api/v1/auth/me",
  summary: "The signed-in user, the active organization, and what the role there allows.",
  access: "session",
  limit: "read",
  status: 200,
  reply: z.strictObject({
    ...userView.shape,
    activeOrganization: z
      .strictObject({ id: z.string(), name: z.string(), slug: z.string(), role: z.enum(ROLES) })
      .nullable(),
    permissions: z.array(z.string()),
  }),
  refuses: [],
  handle: async ({ auth, caller: { user, membership } }) => ({
    body: {
      ...viewUser(user),
      activeOrganization: membership && { ...membership.organization, role: membership.role },
      permissions: membership ? [...auth.accessControl.permissionsOf(membership.role)] : [],
    },
  }),
});
