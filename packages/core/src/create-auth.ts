import type { AuthOptions } from "./auth-options.js";
import type { Auth, PermissionsWith } from "./auth.js";
import { createProfiles } from "./account/profile/profile.js";
import { createSessions } from "./account/session/session.js";
import { createSignInMethods } from "./account/sign-in-method/sign-in-method.js";
import { createKeys } from "./background/keys/keys.js";
import { describeEvents } from "./background/events/subscribers.js";
import { chooseMails } from "./background/mail/mail-choices.js";
import { createRateLimiter } from "./background/rate-limit/rate-limit.js";
import { createReadiness } from "./background/readiness/readiness.js";
import { createWebhooks } from "./background/webhook/webhook.js";
import { createWorker } from "./background/worker/worker.js";
import { createEnv } from "./create-env.js";
import { definePolicy } from "./kernel/policy.js";
import { createAccountDeletion } from "./lifecycle/account-deletion/account-deletion.js";
import { createDataExport } from "./lifecycle/data-export/data-export.js";
import { createErasures } from "./lifecycle/erasure/erasure.js";
import { createUsers } from "./operators/users/users.js";
import { createAccessControl } from "./organizations/access-control/access-control.js";
import type { PermissionMap } from "./organizations/access-control/permissions.js";
import { CORE_PERMISSIONS, definePermissions } from "./organizations/access-control/permissions.js";
import { createAuditLog } from "./organizations/audit-log/audit-log.js";
import { createInvitations } from "./organizations/invitation/invitation.js";
import { createMemberships } from "./organizations/membership/membership.js";
import { createOrganizations } from "./organizations/organization/organization.js";
import { checkOptions } from "./platform/check-options.js";
import { configuredKeyIds, defaultPorts, defaultRelyingParty } from "./platform/default-ports.js";
import { createEmailChange } from "./sign-in/email-change/email-change.js";
import { createEmailOtp } from "./sign-in/email-otp/email-otp.js";
import { createEmailVerification } from "./sign-in/email-verification/email-verification.js";
import { createMagicLinks } from "./sign-in/magic-link/magic-link.js";
import { createOAuth } from "./sign-in/oauth/oauth.js";
import { createPasskeys } from "./sign-in/passkey/passkey.js";
import { createPasswordReset } from "./sign-in/password-reset/password-reset.js";
import { createPasswords } from "./sign-in/password/password.js";
import { workerTasks } from "./worker-tasks.js";

export { createPasswordHasher } from "./platform/argon2-hasher.js";
export { silentLogger } from "./platform/console-logger.js";
export { directoryFiles } from "./platform/directory-files.js";
export { fileErasureLedger } from "./platform/file-erasure-ledger.js";
export { decodeSecret, SECRET_SHAPE } from "./platform/key-ring.js";
export { preloadLibraries } from "./platform/preload-libraries.js";

/**
 * Builds the whole system once. Opens no connection and loads no library: both happen on first use.
 * @throws {RangeError} that names every missing or unusable one of store, mailer, links and secret at once; also for an unusable policy, permission,
 *   contributor, subscriber, list of providers, or choice of `mails`.
 * @example
 * const store = createSqliteStore("auth.sqlite");
 * await store.migrate();
 * const auth = createAuth({ store, mailer, links, secret });
 * auth.worker.start();
 */
export function createAuth<const M extends PermissionMap = Record<never, never>>(
  options: AuthOptions<M>,
): Auth<PermissionsWith<M>> {
  checkOptions(options);
  const policy = definePolicy(options.policy);
  const ports = defaultPorts(options, policy);
  const relyingParty = defaultRelyingParty(options.links);
  const env = createEnv(options, {
    policy,
    ports,
    relyingParty,
    nudge: (queue) => worker.nudge(queue),
  });
  const permissions = { ...CORE_PERMISSIONS, ...definePermissions(options.permissions ?? {}) };
  const mails = chooseMails(options.mails ?? {});
  const worker = createWorker(env, workerTasks(env, options.mailer, mails));
  const sessions = createSessions(env);

  return {
    sessions,
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
    profiles: createProfiles(env, mails.languages),
    accountDeletion: createAccountDeletion(env),
    dataExport: createDataExport(env),
    erasures: createErasures(env),
    auditLog: createAuditLog(env),
    webhooks: createWebhooks(env),
    users: createUsers(env),
    accessControl: createAccessControl(env, permissions),
    rateLimiter: options.ports?.rateLimiter ?? createRateLimiter(env),
    worker,
    keys: createKeys(options.store, configuredKeyIds(options)),
    events: describeEvents(options),
    appName: env.choices.appName,
    policy,
    languages: mails.languages,
    clock: env.clock,
    random: env.random,
    logger: env.logger,
    metrics: env.metrics,
    health: createReadiness(env),
    async close() {
      await sessions.flushTouches();
      await worker.stop();
    },
  };
}
