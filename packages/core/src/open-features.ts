import { openSession } from "./account/session/open-session.js";
import type { Arranged } from "./arrange-features.js";
import { recordApplicationEvent } from "./background/audit-log/record-application-event.js";
import { completeJob } from "./background/jobs/complete-job.js";
import { enqueueJob } from "./background/jobs/enqueue-job.js";
import type { JobWork } from "./background/jobs/jobs.js";
import { enqueuePart } from "./background/mail/enqueue-part.js";
import type { QueueTask } from "./background/worker/queue-task.js";
import { completeSignIn } from "./complete-sign-in.js";
import type { AnyFeature, FeatureEnv, FeatureJob } from "./feature.js";
import { featureSessions } from "./feature-sessions.js";
import type { OpenedAuthenticator } from "./store/authenticator.js";
import type { Env } from "./store/env.js";
import type { OpenedGate } from "./store/sign-in-gate.js";
import type { FeatureSignInMethod } from "./store/sign-in-methods.js";

/** What features do, once there is an environment. */
export interface OpenedFeatures {
  readonly jobs: Readonly<Record<string, JobWork>>;
  readonly queues: readonly QueueTask[];
  /** What each is on `auth`. */
  readonly apis: Readonly<Record<string, unknown>>;
}

/**
 * Builds what features do.
 * @throws {RangeError} for a job whose kind does not begin with the name of its feature, and a queue
 * that is there twice
 */
export function openFeatures(
  env: Env,
  { features, hearers, gates, authenticators }: Arranged,
): OpenedFeatures {
  const built = features.map((feature) => {
    const own = featureEnv(env, feature);
    return {
      name: feature.name,
      jobs: Object.entries(feature.jobs?.(own) ?? {}),
      queues: feature.queues?.(own) ?? [],
      hearer: feature.hears?.(own),
      gates: gatesOf(feature, own),
      authenticators: authenticatorsOf(feature, own),
      api: feature.create(own),
    };
  });
  const queues = built.flatMap((one) => one.queues);
  const queueNames = ["mail", "jobs", ...queues.map(({ name }) => name)];
  const faults = [
    ...built.flatMap(({ name, jobs }) =>
      jobs
        .filter(([kind]) => !kind.startsWith(`${name}/`))
        .map(([kind]) => `the job ${kind} does not begin with ${name}/`),
    ),
    ...queueNames
      .filter((name, index) => queueNames.indexOf(name) !== index)
      .map((name) => `the queue ${name} is given twice`),
  ];
  if (faults.length > 0) throw new RangeError(`features: ${faults.join("; ")}`);
  hearers.push(...built.flatMap(({ hearer }) => hearer ?? []));
  gates.push(...built.flatMap((one) => one.gates));
  authenticators.push(...built.flatMap((one) => one.authenticators));
  return {
    jobs: Object.fromEntries(
      built.flatMap(({ jobs }) => jobs).map(([kind, job]) => [kind, workOf(env, job)]),
    ),
    queues,
    apis: Object.fromEntries(built.map(({ name, api }) => [name, api])),
  };
}

function gatesOf(
  { name, signIn }: AnyFeature,
  env: FeatureEnv<object, string>,
): readonly OpenedGate[] {
  const gate = signIn?.gate;
  if (!gate) return [];
  const { refuses, cookie = null } = gate;
  return [{ feature: name, refuses, cookie, gate: gate.create(env) }];
}

const authenticatorsOf = (
  { name, signIn }: AnyFeature,
  env: FeatureEnv<object, string>,
): readonly OpenedAuthenticator[] =>
  (signIn?.authenticators ?? []).map((one) => ({
    feature: name,
    prefix: one.prefix,
    kinds: one.kinds,
    refuses: one.refuses ?? [],
    schemes: one.schemes ?? ["bearer"],
    proofs: one.proofs ?? [],
    authenticator: one.create(env),
  }));

const workOf = ({ store }: Env, job: FeatureJob): JobWork => ({
  async carryOut(leased) {
    await job.carryOut(leased);
    await completeJob(store, leased);
  },
  cancel: job.cancel ?? null,
});

/**
 * The system with its features, each under its name.
 * @throws {RangeError} for a name that the system has already
 */
export function withFeatures<A extends object>(
  auth: A,
  apis: OpenedFeatures["apis"],
): A & OpenedFeatures["apis"] {
  const taken = Object.keys(apis).filter((name) => Object.hasOwn(auth, name));
  if (taken.length > 0) throw new RangeError(`features: auth.${taken.join(", ")} is there already`);
  return { ...auth, ...apis };
}

/** What one feature is built from: its own part of the environment, and steps that need no more. */
function featureEnv(
  env: Env,
  { name, limits = {}, signIn = {} }: AnyFeature,
): FeatureEnv<object, string> {
  const { methods = {} } = signIn;
  const isOwn = (method: string): method is FeatureSignInMethod => Object.hasOwn(methods, method);
  const { store, clock, random, digest, sealer, policy, logger, scheduler } = env;
  return {
    store,
    clock,
    random,
    digest,
    sealer,
    appName: env.choices.appName,
    policy,
    logger,
    scheduler,
    sessions: featureSessions(env),
    nudge: (queue) => env.nudge(queue),
    limits: Object.fromEntries(
      Object.entries(policy).filter(([limit]) => Object.hasOwn(limits, limit)),
    ),
    recordEvent: (tx, entry) => recordApplicationEvent(tx, env, entry),
    openSession(tx, { method, ...authentication }) {
      if (!isOwn(method)) throw new RangeError(`${method} is no sign-in method of ${name}`);
      return openSession(tx, env, { ...authentication, method });
    },
    completeSignIn: (tx, authentication, proof) =>
      completeSignIn(tx, env, name, { authentication, proof: proof ?? null }),
    enqueueJob: (tx, { dueAt = env.clock.now(), ...job }) => enqueueJob(tx, env, { ...job, dueAt }),
    enqueueMail: (tx, mail) => enqueuePart(tx, env, mail),
  };
}
