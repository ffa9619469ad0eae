import { createProfiles } from "./account/profile/profile.js";
import { createSessions } from "./account/session/session.js";
import { createSignInMethods } from "./account/sign-in-method/sign-in-method.js";
import { createUserFields } from "./account/user-fields/user-fields.js";
import type { Auth } from "./auth.js";
import type { Languages } from "./background/language/languages.js";
import { createReadiness } from "./background/readiness/readiness.js";
import { createAccountDeletion } from "./lifecycle/account-deletion/account-deletion.js";
import { createDataExport } from "./lifecycle/data-export/data-export.js";
import { createErasures } from "./lifecycle/erasure/erasure.js";
import { createAuditRecords } from "./operators/audit-records/audit-records.js";
import { createOperatedOrganizations } from "./operators/organizations/organizations.js";
import { createUsers } from "./operators/users/users.js";
import { createAuditLog } from "./organizations/audit-log/audit-log.js";
import { createInvitations } from "./organizations/invitation/invitation.js";
import { createMemberships } from "./organizations/membership/membership.js";
import { createOrganizations } from "./organizations/organization/organization.js";
import { createEmailChange } from "./sign-in/email-change/email-change.js";
import { createEmailOtp } from "./sign-in/email-otp/email-otp.js";
import { createEmailVerification } from "./sign-in/email-verification/email-verification.js";
import { createMagicLinks } from "./sign-in/magic-link/magic-link.js";
import { createOAuth } from "./sign-in/oauth/oauth.js";
import { createPasskeys } from "./sign-in/passkey/passkey.js";
import { createPasswords } from "./sign-in/password/password.js";
import { createPasswordReset } from "./sign-in/password-reset/password-reset.js";
import type { Env } from "./store/env.js";

/**
 * Builds the features that need nothing but the environment: the table of contents of the system, a
 * line for each folder of use cases.
 */
export const createFeatures = (env: Env, languages: Languages) =>
  ({
    sessions: createSessions(env),
    passwords: createPasswords(env),
    passwordReset: createPasswordReset(env),
    emailOtp: createEmailOtp(env),
    emailVerification: createEmailVerification(env),
    emailChange: createEmailChange(env),
    magicLinks: createMagicLinks(env),
    oauth: createOAuth(env),
    passkeys: createPasskeys(env),
    signInMethods: createSignInMethods(env),
    organizations: createOrganizations(env),
    memberships: createMemberships(env),
    invitations: createInvitations(env),
    auditLog: createAuditLog(env),
    profiles: createProfiles(env, languages),
    userFields: createUserFields(env),
    accountDeletion: createAccountDeletion(env),
    dataExport: createDataExport(env),
    erasures: createErasures(env),
    users: createUsers(env),
    operators: { ...createOperatedOrganizations(env), ...createAuditRecords(env) },
    health: createReadiness(env),
  }) satisfies Partial<Auth>;
