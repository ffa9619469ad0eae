import type { AnyRoute, NamedRoute, Section } from "./kernel/route.js";
import { once } from "./kernel/zod.js";
import * as accountDeletion from "./routes/account-deletion.routes.js";
import * as activity from "./routes/activity.routes.js";
import * as betterAuthInvitation from "./compat/better-auth/invitation.routes.js";
import * as betterAuthMember from "./compat/better-auth/member.routes.js";
import * as betterAuthOrganization from "./compat/better-auth/organization.routes.js";
import * as currentUser from "./routes/current-user.routes.js";
import * as dataExport from "./routes/data-export.routes.js";
import * as documentation from "./routes/documentation.routes.js";
import * as emailOtp from "./routes/email-otp.routes.js";
import * as emailVerification from "./routes/email-verification.routes.js";
import * as invitation from "./routes/invitation.routes.js";
import * as magicLink from "./routes/magic-link.routes.js";
import * as membership from "./routes/membership.routes.js";
import * as oauth from "./routes/oauth.routes.js";
import * as organization from "./routes/organization.routes.js";
import * as passkey from "./routes/passkey.routes.js";
import * as password from "./routes/password.routes.js";
import * as passwordReset from "./routes/password-reset.routes.js";
import * as profile from "./routes/profile.routes.js";
import * as service from "./routes/service.routes.js";
import * as session from "./routes/session.routes.js";

/** The route files, under the names that begin the `operationId` of their routes. Renaming one renames operations of the OpenAPI document. */
const files = {
  accountDeletion,
  activity,
  betterAuthInvitation,
  betterAuthMember,
  betterAuthOrganization,
  currentUser,
  dataExport,
  documentation,
  emailOtp,
  emailVerification,
  invitation,
  magicLink,
  membership,
  oauth,
  organization,
  passkey,
  password,
  passwordReset,
  profile,
  service,
  session,
};

const operationIds = new Map<unknown, string>(
  Object.entries(files).flatMap(([file, exported]) =>
    Object.entries(exported).map(([name, value]) => [value, `${file}.${name}`] as const),
  ),
);

function named(route: AnyRoute): NamedRoute {
  const operationId = operationIds.get(route);
  if (operationId === undefined) throw new Error(`${route.path} is exported by no route file`);
  return { ...route, ...schemasOf(route), operationId };
}

/** The schemas of a route, each built when it is needed first, and kept. */
const schemasOf = ({ params, query, body, reply }: AnyRoute) => ({
  ...(params && { params: once(params) }),
  ...(query && { query: once(query) }),
  ...(body && { body: once(body) }),
  reply: once(reply),
});

const table: readonly { readonly title: string; readonly routes: readonly AnyRoute[] }[] = [
  {
    title: "Email one-time code",
    routes: [
      emailOtp.sendVerificationOtp,
      emailOtp.signIn,
      emailOtp.checkVerificationOtp,
      emailOtp.verifyEmail,
      passwordReset.requestPasswordResetCode,
      passwordReset.resetPasswordByCode,
    ],
  },
  {
    title: "Email verification and the current user",
    routes: [
      emailVerification.resendVerification,
      emailVerification.verifyEmail,
      currentUser.me,
      emailVerification.openVerificationLink,
      emailVerification.submitVerificationLink,
      emailVerification.sendVerificationEmail,
    ],
  },
  {
    title: "Email and password",
    routes: [
      password.signUp,
      password.signIn,
      session.signOut,
      passwordReset.requestPasswordReset,
      passwordReset.openPasswordResetLink,
      passwordReset.resetPassword,
      password.changePassword,
      password.verifyPassword,
      profile.updateUser,
      profile.changeEmail,
      profile.openEmailChangeLink,
      profile.confirmEmailChange,
    ],
  },
  {
    title: "Sessions and activity",
    routes: [
      session.getSession,
      session.listSessions,
      session.revokeSession,
      session.revokeOtherSessions,
      session.revokeSessions,
      activity.activity,
    ],
  },
  {
    title: "Magic link",
    routes: [magicLink.sendMagicLink, magicLink.submitMagicLink, magicLink.openMagicLink],
  },
  {
    title: "OAuth sign-in",
    routes: [
      oauth.signInSocial,
      oauth.oauthCallback,
      oauth.linkSocial,
      oauth.listAccounts,
      oauth.unlinkAccount,
      oauth.methods,
    ],
  },
  {
    title: "Passkeys",
    routes: [
      passkey.generateRegisterOptions,
      passkey.openRegisterOptions,
      passkey.verifyRegistration,
      passkey.generateAuthenticationOptions,
      passkey.openAuthenticationOptions,
      passkey.verifyAuthentication,
      passkey.listUserPasskeys,
      passkey.deletePasskey,
      passkey.updatePasskey,
    ],
  },
  {
    title: "Organizations, members, invitations",
    routes: [
      organization.createOrganization,
      organization.listOrganizations,
      organization.readOrganization,
      organization.updateOrganization,
      organization.deleteOrganization,
      organization.setActiveOrganization,
      membership.listMembers,
      membership.changeRole,
      membership.removeMember,
      membership.leaveOrganization,
      membership.transferOwnership,
      invitation.inviteMember,
      invitation.listInvitations,
      invitation.resendInvitation,
      invitation.cancelInvitation,
      invitation.listMyInvitations,
      invitation.acceptInvitation,
      invitation.rejectInvitation,
      invitation.openInvitationLink,
      organization.organizationAudit,
    ],
  },
  {
    title: "Organizations, as the better-auth client has them",
    routes: [
      betterAuthOrganization.create,
      betterAuthOrganization.checkSlug,
      betterAuthOrganization.update,
      betterAuthOrganization.remove,
      betterAuthOrganization.setActive,
      betterAuthOrganization.list,
      betterAuthOrganization.getOrganization,
      betterAuthOrganization.getFullOrganization,
      betterAuthMember.getActiveMember,
      betterAuthMember.getActiveMemberRole,
      betterAuthMember.listMembers,
      betterAuthMember.removeMember,
      betterAuthMember.updateMemberRole,
      betterAuthMember.leave,
      betterAuthInvitation.inviteMember,
      betterAuthInvitation.acceptInvitation,
      betterAuthInvitation.rejectInvitation,
      betterAuthInvitation.cancelInvitation,
      betterAuthInvitation.getInvitation,
      betterAuthInvitation.listInvitations,
      betterAuthInvitation.listUserInvitations,
      betterAuthInvitation.hasPermission,
    ],
  },
  {
    title: "Account deletion",
    routes: [
      accountDeletion.requestDeletion,
      accountDeletion.readDeletion,
      accountDeletion.cancelDeletion,
    ],
  },
  {
    title: "Data export",
    routes: [
      dataExport.requestExport,
      dataExport.listExports,
      dataExport.readExport,
      dataExport.downloadExport,
    ],
  },
  {
    title: "Service",
    routes: [
      service.healthz,
      service.readyz,
      documentation.openapi,
      documentation.docs,
      service.readPolicy,
      service.authOk,
      service.authError,
    ],
  },
];

/** The whole HTTP surface, section by section. */
export const sections: readonly Section[] = table.map(({ title, routes }) => ({
  title,
  routes: routes.map(named),
}));

/** Every route of the surface. */
export const surface: readonly NamedRoute[] = sections.flatMap(({ routes }) => routes);
