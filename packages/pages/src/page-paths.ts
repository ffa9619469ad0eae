/**
 * Every page that a link or a form may lead to, by its name: its path below that of the pages. A
 * part `:name` is a parameter.
 */
export const PAGE_PATHS = {
  home: "/",
  signIn: "/sign-in",
  signInCode: "/sign-in/code",
  resendCode: "/sign-in/code/resend",
  signInLink: "/sign-in/link",
  signInPassword: "/sign-in/password",
  signInPasskey: "/sign-in/passkey",
  signInWith: "/sign-in/with/:provider",
  secondFactor: "/second-factor",
  secondFactorRecovery: "/second-factor/recovery",
  invitation: "/invitation",
  signUp: "/sign-up",
  forgotPassword: "/forgot-password",
  resetPassword: "/reset-password",
  welcome: "/welcome",
  confirm: "/confirm",
  signOut: "/sign-out",
  look: "/look",
  profile: "/account",
  name: "/account/name",
  email: "/account/email",
  cancelEmail: "/account/email/cancel",
  verifyEmail: "/account/email/verify",
  security: "/account/security",
  newPasskey: "/account/security/passkeys/new",
  passkey: "/account/security/passkeys/:id",
  removePasskey: "/account/security/passkeys/:id/remove",
  password: "/account/security/password",
  newSecondFactor: "/account/security/second-factor/new",
  recoveryCodes: "/account/security/second-factor/codes",
  removeSecondFactor: "/account/security/second-factor/remove",
  cancelRecovery: "/account/security/recovery/cancel",
  linkAccount: "/account/security/accounts/:provider/link",
  unlinkAccount: "/account/security/accounts/:id/unlink",
  sessions: "/account/sessions",
  endSession: "/account/sessions/:id/end",
  endOtherSessions: "/account/sessions/end-others",
  activity: "/account/activity",
  data: "/account/data",
  exports: "/account/data/exports",
  deletion: "/account/deletion",
  cancelDeletion: "/account/deletion/cancel",
  preferences: "/account/preferences",
  tokens: "/account/tokens",
  goodbye: "/goodbye",
  organizations: "/organizations",
  newOrganization: "/new-organization",
  switchOrganization: "/switch-organization",
  acceptInvitation: "/invitations/:id/accept",
  declineInvitation: "/invitations/:id/decline",
  organization: "/organizations/:slug",
  members: "/organizations/:slug/members",
  member: "/organizations/:slug/members/:id",
  memberRole: "/organizations/:slug/members/:id/role",
  removeMember: "/organizations/:slug/members/:id/remove",
  invitations: "/organizations/:slug/invitations",
  newInvitations: "/organizations/:slug/invitations/new",
  resendInvitation: "/organizations/:slug/invitations/:id/resend",
  cancelInvitation: "/organizations/:slug/invitations/:id/cancel",
  settings: "/organizations/:slug/settings",
  requireSecondFactor: "/organizations/:slug/settings/second-factor",
  transfer: "/organizations/:slug/transfer",
  leave: "/organizations/:slug/leave",
  deleteOrganization: "/organizations/:slug/delete",
  auditLog: "/organizations/:slug/audit",
  downloadAuditLog: "/organizations/:slug/audit/download",
} as const satisfies Readonly<Record<string, `/${string}`>>;

/** The name of a page of the package. */
export type PageName = keyof typeof PAGE_PATHS;

/** The names of the parameters of a path. */
export type ParameterOf<Path extends string> = Path extends `${infer Before}/${infer After}`
  ? ParameterOf<Before> | ParameterOf<After>
  : Path extends `:${infer Name}`
    ? Name
    : never;

/** What fills the parameters of a page's path; `never` keys where it has none. */
export type PageParameters<Name extends PageName> = Readonly<
  Record<ParameterOf<(typeof PAGE_PATHS)[Name]>, string>
>;
