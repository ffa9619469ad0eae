import { createAccessControl, type AccessControl } from "./access-control/access-control.js";
import { CORE_PERMISSIONS, type CorePermission, type PermissionId, type PermissionMap } from "./access-control/permissions.js";
import { createEmailOtp, type EmailOtp } from "./email-otp/email-otp.js";
import { definePolicy, type Policy } from "./kernel/policy.js";
import { createMailDelivery } from "./mail/mail.js";
import { createPasswordHasher } from "./platform/argon2-hasher.js";
import { createTokenSigner } from "./platform/jose-token-signer.js";
import { createKeyRing } from "./platform/key-ring.js";
import { createDigest } from "./platform/node-digest.js";
import { createRandom } from "./platform/node-random.js";
import { createSealer } from "./platform/node-sealer.js";
import { systemClock, timers } from "./platform/system-time.js";
import type { Clock } from "./ports/clock.js";
import type { Digest } from "./ports/digest.js";
import type { Env } from "./ports/env.js";
import type { Links } from "./ports/links.js";
import type { Logger } from "./ports/logger.js";
import type { Mailer } from "./ports/mailer.js";
import type { PasswordHasher } from "./ports/password-hasher.js";
import type { Random } from "./ports/random.js";
import type { RateLimiter } from "./ports/rate-limiter.js";
import type { Scheduler } from "./ports/scheduler.js";
import type { Sealer } from "./ports/sealer.js";
import type { Store, StoreHealth } from "./ports/store.js";
import type { TokenSigner } from "./ports/token-signer.js";
import { createRateLimiter } from "./rate-limit/rate-limit.js";
import { createSessions, type Sessions } from "./session/session.js";
import { createSweep } from "./worker/sweep.js";
import { createWorker, type Worker } from "./worker/worker.js";

/** What the system reaches the outside through, besides store, mailer, links and logger. Each has a default. */
export interface Ports {
  readonly clock: Clock;
  readonly random: Random;
  readonly digest: Digest;
  readonly sealer: Sealer;
  readonly scheduler: Scheduler;
  readonly tokenSigner: TokenSigner;
  readonly passwordHasher: PasswordHasher;
  readonly rateLimiter: RateLimiter;
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
  readonly policy?: Partial<Policy>;
  /** The application's own permissions, added to the catalog. */
  readonly permissions?: M;
  readonly logger?: Logger;
  readonly ports?: Partial<Ports>;
}

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };

/** The whole system, by feature. */
export interface Auth<P extends PermissionId = CorePermission> {
  readonly sessions: Sessions;
  readonly emailOtp: EmailOtp;
  readonly accessControl: AccessControl<P>;
  readonly rateLimiter: RateLimiter;
  readonly worker: Worker;
  readonly policy: Policy;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** Whether the database can be reached and is up to date. Rejects with `StoreUnavailable`. */
  health(): Promise<StoreHealth>;
  /** Finishes what is under way. The store stays open: it belongs to whoever made it. */
  close(): Promise<void>;
}

/** Builds the whole system once. Throws a `RangeError` for an unusable secret or policy; opens no connection by itself. */
export function createAuth<const M extends PermissionMap = Record<never, never>>(options: AuthOptions<M>): Auth<CorePermission | (keyof M & PermissionId)> {
  const env = createEnv(options, () => worker.nudge());
  const { mailer, appName = "Acme", permissions, ports } = options;
  const delivery = createMailDelivery(env, { mailer, appName });
  const worker = createWorker(env, [{ name: "mail", runDue: delivery.deliverDue }, createSweep(env)]);
  const sessions = createSessions(env);

  return {
    sessions,
    emailOtp: createEmailOtp(env),
    accessControl: createAccessControl(env, { ...CORE_PERMISSIONS, ...permissions }),
    rateLimiter: ports?.rateLimiter ?? createRateLimiter(env),
    worker,
    policy: env.policy,
    clock: env.clock,
    random: env.random,
    logger: env.logger,
    health: () => env.store.health(),
    async close() {
      await worker.stop();
      await sessions.flushRolls();
    },
  };
}

function createEnv({ store, links, secret, previousSecrets = [], logger = silent, ports = {}, ...options }: AuthOptions<PermissionMap>, nudge: () => void): Env {
  const policy = definePolicy(options.policy);
  const keys = createKeyRing([secret, ...previousSecrets]);
  const clock = ports.clock ?? systemClock;
  return {
    store,
    links,
    logger,
    policy,
    clock,
    random: ports.random ?? createRandom(clock),
    digest: ports.digest ?? createDigest(keys),
    sealer: ports.sealer ?? createSealer(keys),
    scheduler: ports.scheduler ?? timers,
    tokenSigner: ports.tokenSigner ?? createTokenSigner(keys, links.service),
    passwordHasher: ports.passwordHasher ?? createPasswordHasher(policy),
    nudge,
  };
}
