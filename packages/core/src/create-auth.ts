import {
  createAccessControl,
  type AccessControl,
} from "./organizations/access-control/access-control.js";
import {
  CORE_PERMISSIONS,
  definePermissions,
  type CorePermission,
  type PermissionId,
  type PermissionMap,
} from "./organizations/access-control/permissions.js";
import { blankAudit, eraseAfter } from "./lifecycle/account-deletion/after-deletion.js";
import {
  createAccountDeletion,
  type AccountDeletion,
} from "./lifecycle/account-deletion/account-deletion.js";
import { createAuditLog, type AuditLog } from "./organizations/audit-log/audit-log.js";
import { createDataExport, type DataExport } from "./lifecycle/data-export/data-export.js";
import { OWN_SECTIONS } from "./lifecycle/data-export/export-document.js";
import { deleteFile, expireExport, produceExport } from "./lifecycle/data-export/produce-export.js";
import { createEmailChange, type EmailChange } from "./sign-in/email-change/email-change.js";
import { createEmailOtp, type EmailOtp } from "./sign-in/email-otp/email-otp.js";
import {
  createEmailVerification,
  type EmailVerification,
} from "./sign-in/email-verification/email-verification.js";
import { createInvitations, type Invitations } from "./organizations/invitation/invitation.js";
import { definePolicy, type Policy } from "./kernel/policy.js";
import { createJobs } from "./background/jobs/jobs.js";
import { createMailDelivery } from "./background/mail/mail.js";
import { createMagicLinks, type MagicLinks } from "./sign-in/magic-link/magic-link.js";
import { createMemberships, type Memberships } from "./organizations/membership/membership.js";
import {
  createOrganizations,
  type Organizations,
} from "./organizations/organization/organization.js";
import { createOAuth, type OAuth } from "./sign-in/oauth/oauth.js";
import { createPasskeys, type Passkeys } from "./sign-in/passkey/passkey.js";
import { createPasswords, type Passwords } from "./sign-in/password/password.js";
import {
  createPasswordReset,
  type PasswordReset,
} from "./sign-in/password-reset/password-reset.js";
import { createPasswordHasher } from "./platform/argon2-hasher.js";
import { createCommonPasswords } from "./platform/common-passwords.js";
import { createTokenSigner } from "./platform/jose-token-signer.js";
import { directoryFiles } from "./platform/directory-files.js";
import { createKeyRing, type KeyRing } from "./platform/key-ring.js";
import { createDigest } from "./platform/node-digest.js";
import { createRandom } from "./platform/node-random.js";
import { createSealer } from "./platform/node-sealer.js";
import { oauth2Provider } from "./platform/oauth2-provider.js";
import { openIdProvider } from "./platform/openid-provider.js";
import { createWebAuthn } from "./platform/simplewebauthn.js";
import { createStoredFiles } from "./platform/stored-files.js";
import { systemClock, timers } from "./platform/system-time.js";
import type { Clock } from "./ports/clock.js";
import type { Contributor } from "./store/contributor.js";
import type { Digest } from "./ports/digest.js";
import type { Choices, Env } from "./store/env.js";
import type { FileStore } from "./ports/file-store.js";
import type { IdentityProvider } from "./ports/identity-provider.js";
import type { Links } from "./ports/links.js";
import type { Logger } from "./ports/logger.js";
import type { Mailer } from "./ports/mailer.js";
import type { PasswordBlocklist } from "./ports/password-blocklist.js";
import type { PasswordHasher } from "./ports/password-hasher.js";
import type { Random } from "./ports/random.js";
import type { RateLimiter } from "./ports/rate-limiter.js";
import type { Scheduler } from "./ports/scheduler.js";
import type { Sealer } from "./ports/sealer.js";
import type { Store, StoreHealth } from "./store/store.js";
import type { TokenSigner } from "./ports/token-signer.js";
import type { RelyingParty, WebAuthn } from "./ports/webauthn.js";
import { createProfiles, type Profiles } from "./account/profile/profile.js";
import { createReadiness } from "./background/readiness/readiness.js";
import { createRateLimiter } from "./background/rate-limit/rate-limit.js";
import { createSessions, type Sessions } from "./account/session/session.js";
import {
  createSignInMethods,
  type SignInMethods,
} from "./account/sign-in-method/sign-in-method.js";
import { createSweep } from "./background/worker/sweep.js";
import { createWorker, type Worker } from "./background/worker/worker.js";

/** The default hasher, for whoever wraps it; exports in a folder; the two kinds of external providers. */
export { createPasswordHasher, directoryFiles, oauth2Provider, openIdProvider };

/** What the system reaches the outside through, besides store, mailer, links and logger. Each has a default. */
export interface Ports {
  readonly clock: Clock;
  readonly random: Random;
  readonly digest: Digest;
  readonly sealer: Sealer;
  readonly scheduler: Scheduler;
  readonly tokenSigner: TokenSigner;
  readonly passwordHasher: PasswordHasher;
  readonly commonPasswords: PasswordBlocklist;
  readonly rateLimiter: RateLimiter;
  readonly webauthn: WebAuthn;
  /** Where exports wait. Default: compressed in the database. */
  readonly files: FileStore;
}

export interface AuthOptions<M extends PermissionMap> {
  readonly store: Store;
  readonly mailer: Mailer;
  readonly links: Links;
  /** base64 or base64url of at least 32 random bytes. Every key is derived from it. */
  readonly secret: string;
  /** Earlier secrets, newest first: they still verify and open what they made. */
  readonly previousSecrets?: readonly string[];
  /** What mails and prompts call the application. */
  readonly appName?: string;
  /** Whether a password opens a session only once the address is verified. Default: no. */
  readonly requireEmailVerification?: boolean;
  /** What happens to a common password. Default: `refuse`. */
  readonly passwordBlocklist?: Choices["passwordBlocklist"];
  /** Whom passkeys belong to. Default: the host name, origin and name of the application (`links.home`, `appName`). */
  readonly relyingParty?: Partial<RelyingParty>;
  /** Made with `openIdProvider` or `oauth2Provider`, or an `IdentityProvider` of the application's own. Default: none. */
  readonly identityProviders?: readonly IdentityProvider[];
  /** Which ways to sign in are offered. Default: all. */
  readonly signInMethods?: Partial<Choices["signInMethods"]>;
  readonly policy?: Partial<Policy>;
  /** The application's own permissions, added to the catalog. */
  readonly permissions?: M;
  /** What the application itself keeps of users. */
  readonly contributors?: readonly Contributor[];
  readonly logger?: Logger;
  readonly ports?: Partial<Ports>;
}

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };

/** The whole system, by feature. */
export interface Auth<P extends PermissionId = CorePermission> {
  readonly sessions: Sessions;
  readonly passwords: Passwords;
  readonly passwordReset: PasswordReset;
  readonly emailOtp: EmailOtp;
  readonly emailVerification: EmailVerification;
  readonly emailChange: EmailChange;
  readonly magicLinks: MagicLinks;
  readonly oauth: OAuth;
  readonly passkeys: Passkeys;
  readonly signInMethods: SignInMethods;
  readonly organizations: Organizations;
  readonly memberships: Memberships;
  readonly invitations: Invitations;
  readonly profiles: Profiles;
  readonly accountDeletion: Omit<AccountDeletion, "carryOut">;
  readonly dataExport: DataExport;
  readonly auditLog: AuditLog;
  readonly accessControl: AccessControl<P>;
  readonly rateLimiter: RateLimiter;
  readonly worker: Worker;
  readonly policy: Policy;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** Whether the database can be reached and is up to date. Rejects when it cannot, or does not say so in time: within two seconds. */
  health(): Promise<StoreHealth>;
  /** Finishes what is under way. The store stays open: it belongs to whoever made it. */
  close(): Promise<void>;
}

/** Builds the whole system once. Throws a `RangeError` for an unusable secret or policy; opens no connection by itself. */
export function createAuth<const M extends PermissionMap = Record<never, never>>(
  options: AuthOptions<M>,
): Auth<CorePermission | (keyof M & PermissionId)> {
  const env = createEnv(options, () => worker.nudge());
  const { mailer, permissions, ports } = options;
  definePermissions(permissions ?? {});
  const delivery = createMailDelivery(env, mailer);
  const { carryOut, ...accountDeletion } = createAccountDeletion(env);
  const jobs = createJobs(env, {
    "delete-account": carryOut,
    "blank-audit": blankAudit(env),
    "erase-after": eraseAfter(env),
    "produce-export": produceExport(env),
    "expire-export": expireExport(env),
    "delete-file": deleteFile(env),
  });
  const worker = createWorker(env, [
    { name: "mail", runDue: delivery.deliverDue },
    jobs,
    createSweep(env),
  ]);
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
    profiles: createProfiles(env),
    accountDeletion,
    dataExport: createDataExport(env),
    auditLog: createAuditLog(env),
    accessControl: createAccessControl(env, { ...CORE_PERMISSIONS, ...permissions }),
    rateLimiter: ports?.rateLimiter ?? createRateLimiter(env),
    worker,
    policy: env.policy,
    clock: env.clock,
    random: env.random,
    logger: env.logger,
    health: createReadiness(env),
    async close() {
      await sessions.flushRolls();
      await worker.stop();
    },
  };
}

function createEnv(
  { store, links, logger = silent, ...options }: AuthOptions<PermissionMap>,
  nudge: () => void,
): Env {
  const policy = definePolicy(options.policy);
  const appName = options.appName ?? "Acme";
  const choices: Choices = {
    appName,
    requireEmailVerification: options.requireEmailVerification ?? false,
    passwordBlocklist: options.passwordBlocklist ?? "refuse",
    signInMethods: {
      password: true,
      emailOtp: true,
      magicLink: true,
      passkey: true,
      ...options.signInMethods,
    },
  };
  const { hostname, origin } = new URL(links.home);
  const keys = createKeyRing([options.secret, ...(options.previousSecrets ?? [])]);
  return {
    store,
    links,
    logger,
    policy,
    choices,
    nudge,
    relyingParty: { id: hostname, name: appName, origins: [origin], ...options.relyingParty },
    identityProviders: distinct(
      "identityProviders",
      options.identityProviders ?? [],
      ({ id }) => id,
    ),
    contributors: checkContributors(options.contributors ?? []),
    ...defaultPorts({ keys, policy, store, issuer: links.service, given: options.ports ?? {} }),
  };
}

/** Sections of our own stay ours, and a name fits where it is put. */
function checkContributors(contributors: readonly Contributor[]): readonly Contributor[] {
  const unfit = contributors.filter(
    ({ section }) =>
      !/^[a-z][A-Za-z0-9]*$/.test(section) || OWN_SECTIONS.some((own) => own === section),
  );
  if (unfit.length > 0)
    throw new RangeError(
      `contributors: ${unfit.map(({ section }) => section).join(", ")} cannot be the name of a section`,
    );
  return distinct("contributors", contributors, ({ section }) => section);
}

/** Two under one name would pass for each other. */
function distinct<T>(
  option: string,
  given: readonly T[],
  nameOf: (one: T) => string,
): readonly T[] {
  const names = given.map(nameOf);
  const repeated = names.filter((name, index) => names.indexOf(name) !== index);
  if (repeated.length > 0) throw new RangeError(`${option}: ${repeated.join(", ")} is given twice`);
  return given;
}

interface PortsNeed {
  readonly keys: KeyRing;
  readonly policy: Policy;
  readonly store: Store;
  readonly issuer: string;
  readonly given: Partial<Ports>;
}

function defaultPorts({
  keys,
  policy,
  store,
  issuer,
  given,
}: PortsNeed): Omit<Ports, "rateLimiter"> {
  const clock = given.clock ?? systemClock;
  return {
    clock,
    random: given.random ?? createRandom(clock),
    digest: given.digest ?? createDigest(keys),
    sealer: given.sealer ?? createSealer(keys),
    scheduler: given.scheduler ?? timers,
    tokenSigner: given.tokenSigner ?? createTokenSigner(keys, issuer),
    passwordHasher: given.passwordHasher ?? createPasswordHasher(policy),
    commonPasswords: given.commonPasswords ?? createCommonPasswords(),
    webauthn: given.webauthn ?? createWebAuthn(),
    files: given.files ?? createStoredFiles(store, policy.exportChunk),
  };
}
