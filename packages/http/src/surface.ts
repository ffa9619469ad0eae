import { namedRoute } from "./feature-routes.js";
import type { AnyRoute, NamedRoute, Section } from "./kernel/route.js";
import * as accountDeletion from "./routes/account-deletion.routes.js";
import * as activity from "./routes/activity.routes.js";
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
import * as preferences from "./routes/preferences.routes.js";
import * as profile from "./routes/profile.routes.js";
import * as service from "./routes/service.routes.js";
import * as session from "./routes/session.routes.js";

/**
 * The route files, under the names that begin the `operationId` of their routes. Renaming one
 * renames operations of the OpenAPI document.
 */
const files = {
  accountDeletion,
  activity,
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
  preferences,
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
  return namedRoute(operationId, route);
}

interface Row extends Omit<Section, "routes"> {
  readonly routes: readonly AnyRoute[];
}

const table: readonly Row[] = [
  {
    title: "Email one-time code",
    description:
      "Signing in, verifying an email address and resetting a password with six mailed digits.",
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
    description: "Proving an email address by a mailed link, and reading who is signed in.",
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
    description:
      "Signing up and in with a password, changing and resetting it, and the user's profile.",
    routes: [
      password.signUp,
      password.signIn,
      session.signOut,
      passwordReset.requestPasswordReset,
      passwordReset.openPasswordResetLink,
      passwordReset.resetPassword,
      password.changePassword,
      password.setPassword,
      password.verifyPassword,
      profile.updateUser,
      profile.changeEmail,
      profile.readEmailChange,
      profile.cancelEmailChange,
      profile.openEmailChangeLink,
      profile.confirmEmailChange,
      preferences.readPreferences,
      preferences.updatePreferences,
    ],
  },
  {
    title: "Sessions and activity",
    description: "Listing and ending the sessions of a user, and what has happened to the account.",
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
    description: "Signing in with a mailed link.",
    routes: [magicLink.sendMagicLink, magicLink.submitMagicLink, magicLink.openMagicLink],
  },
  {
    title: "OAuth sign-in",
    description:
      "Signing in with accounts at external providers, linking them, and the sign-in methods that are offered.",
    routes: [
      oauth.signInSocial,
      oauth.oauthCallback,
      oauth.oauthForm,
      oauth.linkSocial,
      oauth.listAccounts,
      oauth.unlinkAccount,
      oauth.methods,
    ],
  },
  {
    title: "Passkeys",
    description: "Registering, using, naming and deleting passkeys (WebAuthn).",
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
      passkey.passkeySignals,
    ],
  },
  {
    title: "Organizations, members, invitations",
    description:
      "Organizations, their members and roles, invitations, and the audit log of an organization.",
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
      organization.downloadAudit,
    ],
  },
  {
    title: "Account deletion",
    description:
      "Deleting an account after a grace period, in which the deletion can be cancelled.",
    routes: [
      accountDeletion.previewDeletion,
      accountDeletion.requestDeletion,
      accountDeletion.readDeletion,
      accountDeletion.cancelDeletion,
    ],
  },
  {
    title: "Data export",
    description: "A copy of everything that is stored about a user.",
    routes: [
      dataExport.requestExport,
      dataExport.listExports,
      dataExport.readExport,
      dataExport.downloadExport,
    ],
  },
  {
    title: "Service",
    description: "Health checks, and this description of the surface.",
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

/** The HTTP surface of every application, section by section. Features add to it. */
export const sections: readonly Section[] = table.map((section) => ({
  ...section,
  routes: section.routes.map(named),
}));

/** Every route of that surface. */
export const surface: readonly NamedRoute[] = sections.flatMap(({ routes }) => routes);
