import type { AnyRoute, Section } from "./kernel/route.js";
import * as accountDeletion from "./routes/account-deletion.routes.js";
import * as activity from "./routes/activity.routes.js";
import * as clientInvitation from "./compat/better-auth/invitation.routes.js";
import * as clientMember from "./compat/better-auth/member.routes.js";
import * as clientOrganization from "./compat/better-auth/organization.routes.js";
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

/** The whole HTTP surface, section by section. */
export const sections: readonly Section[] = [
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
      clientOrganization.create,
      clientOrganization.checkSlug,
      clientOrganization.update,
      clientOrganization.remove,
      clientOrganization.setActive,
      clientOrganization.list,
      clientOrganization.getOrganization,
      clientOrganization.getFullOrganization,
      clientMember.getActiveMember,
      clientMember.getActiveMemberRole,
      clientMember.listMembers,
      clientMember.removeMember,
      clientMember.updateMemberRole,
      clientMember.leave,
      clientInvitation.inviteMember,
      clientInvitation.acceptInvitation,
      clientInvitation.rejectInvitation,
      clientInvitation.cancelInvitation,
      clientInvitation.getInvitation,
      clientInvitation.listInvitations,
      clientInvitation.listUserInvitations,
      clientInvitation.hasPermission,
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
    routes: [dataExport.requestExport, dataExport.readExport, dataExport.downloadExport],
  },
  {
    title: "Service",
    routes: [
      service.healthz,
      service.readyz,
      documentation.openapi,
      documentation.docs,
      service.authOk,
      service.authError,
    ],
  },
];

export const surface: readonly AnyRoute[] = sections.flatMap(({ routes }) => routes);
