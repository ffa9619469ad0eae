import type { FeatureRoutes } from "@acme/auth-http";
import * as invitation from "./invitation.routes.js";
import * as member from "./member.routes.js";
import * as organization from "./organization.routes.js";

/**
 * The routes of the organization plugin of the official better-auth client, over the use cases of
 * `/api/v1/organizations`. They need nothing of `createAuth`.
 * @example
 * const surface = createSurface({ auth, site, features: [betterAuthRoutes] });
 */
export const betterAuthRoutes: FeatureRoutes = {
  title: "Organizations, as the better-auth client has them",
  description:
    "The same organizations at the paths and with the codes that the organization plugin of the better-auth client expects.",
  examples: async () => (await import("./examples.json", { with: { type: "json" } })).default,
  routes: {
    betterAuthOrganization: {
      create: organization.create,
      checkSlug: organization.checkSlug,
      update: organization.update,
      remove: organization.remove,
      setActive: organization.setActive,
      list: organization.list,
      getOrganization: organization.getOrganization,
      getFullOrganization: organization.getFullOrganization,
    },
    betterAuthMember: {
      getActiveMember: member.getActiveMember,
      getActiveMemberRole: member.getActiveMemberRole,
      listMembers: member.listMembers,
      removeMember: member.removeMember,
      updateMemberRole: member.updateMemberRole,
      leave: member.leave,
    },
    betterAuthInvitation: {
      inviteMember: invitation.inviteMember,
      acceptInvitation: invitation.acceptInvitation,
      rejectInvitation: invitation.rejectInvitation,
      cancelInvitation: invitation.cancelInvitation,
      getInvitation: invitation.getInvitation,
      listInvitations: invitation.listInvitations,
      listUserInvitations: invitation.listUserInvitations,
      hasPermission: invitation.hasPermission,
    },
  },
};
