import { createAuthenticators } from "./account/session/authenticators.js";
import { arrangeFeatures } from "./arrange-features.js";
import type { Auth, AuthWith } from "./auth.js";
import type { AuthOptions } from "./auth-options.js";
import { describeEvents } from "./background/events/subscribers.js";
import { enqueueOwnMail } from "./background/mail/enqueue-own-mail.js";
import { chooseMails } from "./background/mail/mail-choices.js";
import { createRateLimiter } from "./background/rate-limit/rate-limit.js";
import { runWithin } from "./background/worker/run-within.procedure.js";
import { createWorker } from "./background/worker/worker.js";
import { createEnv } from "./create-env.js";
import { createFeatures } from "./create-features.js";
import type { AnyFeature } from "./feature.js";
import { completeBrand } from "./kernel/app-brand.js";
import { definePolicy } from "./kernel/policy.js";
import type { UserFieldOptions } from "./kernel/user-fields.js";
import { openFeatures, withFeatures } from "./open-features.js";
import { createKeys } from "./operators/keys/keys.js";
import { createAccessControl } from "./organizations/access-control/access-control.js";
import { CORE_PERMISSIONS, definePermissions } from "./organizations/access-control/permissions.js";
import { checkOptions } from "./platform/check-options.js";
import { configuredKeyIds, defaultPorts, defaultRelyingParty } from "./platform/default-ports.js";
import { workerTasks } from "./worker-tasks.js";

export {
  createPasswordHasher,
  type PasswordHasherOptions,
} from "./platform/default-password-hasher.js";
export { silentLogger } from "./platform/console-logger.js";
export { directoryFiles } from "./platform/directory-files.js";
export { fileErasureLedger } from "./platform/file-erasure-ledger.js";
export { decodeSecret, SECRET_SHAPE } from "./platform/key-ring.js";
export { preloadLibraries } from "./platform/preload-libraries.js";
export type { PasswordAlgorithm } from "./platform/password-algorithms.js";
export { styleSource } from "./platform/style-source.js";
export { isWorkerd } from "./platform/workerd.js";

/**
 * Builds the whole system once. Opens no connection and loads no library: both happen on first use.
 * @throws {RangeError} that names every missing or unusable one of store, mailer, links and secret
 *   at once, and what is unfit in the brand; also for features that do not fit together or whose tables the store does not have,
 *   and for an unusable policy, permission, list of providers, own field of users, or choice of `mails`.
 * @example
 * const store = createSqliteStore("auth.sqlite");
 * await store.migrate();
 * const auth = createAuth({ store, mailer, links, secret });
 * auth.worker.start();
 */
export function createAuth<
  const F extends readonly AnyFeature[] = readonly [],
  const U extends UserFieldOptions = Readonly<Record<never, never>>,
>(options: AuthOptions<F, U>): AuthWith<F, U>;
export function createAuth(options: AuthOptions<readonly AnyFeature[]>): Auth {
  checkOptions(options);
  const arranged = arrangeFeatures(options.features ?? [], options.store);
  const policy = definePolicy(options.policy, arranged.limits);
  const env = createEnv(options, {
    arranged,
    policy,
    ports: defaultPorts(options, policy),
    relyingParty: defaultRelyingParty(options.links),
    nudge: (queue) => worker.nudge(queue),
    auth: () => auth,
  });
  const opened = openFeatures(env, arranged);
  const permissions = { ...CORE_PERMISSIONS, ...definePermissions(arranged.permissions) };
  const brand = completeBrand(options.brand ?? {});
  const mails = chooseMails({ ...options.mails, brand }, arranged.mails);
  const worker = createWorker(env, workerTasks(env, options.mailer, { mails, features: opened }));
  const features = createFeatures(env, mails.languages);

  const base: Auth = {
    ...features,
    authenticators: createAuthenticators(env),
    accessControl: createAccessControl(env, permissions),
    rateLimiter: options.ports?.rateLimiter ?? createRateLimiter(env),
    worker,
    mails: {
      enqueue: (tx, mail) => enqueueOwnMail(tx, env, { mail, languages: mails.languages }),
    },
    keys: createKeys(options.store, configuredKeyIds(options)),
    events: describeEvents(arranged),
    appName: env.choices.appName,
    brand,
    choices: env.choices,
    policy,
    languages: mails.languages,
    clock: env.clock,
    random: env.random,
    pageSealer: env.sealer,
    logger: env.logger,
    metrics: env.metrics,
    async settle(limit) {
      const [handled] = await Promise.all([
        worker.runDue(limit),
        runWithin(env, limit, () => features.sessions.flushTouches()),
      ]);
      return handled;
    },
    async close() {
      await features.sessions.flushTouches();
      await worker.stop();
    },
  };
  const auth = withFeatures(base, opened.apis);
  return auth;
}
