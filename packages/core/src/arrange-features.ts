import { openSession } from "./account/session/open-session.js";
import { recordApplicationEvent } from "./background/audit-log/record-application-event.js";
import { completeJob } from "./background/jobs/complete-job.js";
import { enqueueJob } from "./background/jobs/enqueue-job.js";
import type { JobWork } from "./background/jobs/jobs.js";
import { enqueuePart } from "./background/mail/enqueue-part.js";
import type { MailPart } from "./background/mail/mail-part.js";
import type { QueueTask } from "./background/worker/queue-task.js";
import type { AnyFeature, ExportPart, FeatureEnv, FeatureJob } from "./feature.js";
import type { ApplicationError } from "./kernel/errors.js";
import { type Policy, POLICY, type PolicyEntry } from "./kernel/policy.js";
import type { PermissionMap } from "./organizations/access-control/permissions.js";
import type { Contributor } from "./store/contributor.js";
import type { Env, SignInMethodTable } from "./store/env.js";
import type { Hearer } from "./store/hearer.js";
import { OWNERSHIP, type Ownership, STORED_SECTIONS } from "./store/ownership.js";
import { type FeatureSignInMethod, SIGN_IN_METHODS } from "./store/sign-in-methods.js";
import type { Store } from "./store/store.js";
import type { Subscriber } from "./store/subscriber.js";

/** What base and features say together, each table joined once. */
export interface Arranged {
  readonly features: readonly AnyFeature[];
  readonly limits: Readonly<Record<string, PolicyEntry>>;
  readonly errors: readonly ApplicationError[];
  readonly permissions: PermissionMap;
  readonly mails: readonly MailPart[];
  readonly subscribers: readonly Subscriber[];
  readonly contributors: readonly Contributor[];
  readonly signInMethods: SignInMethodTable;
  readonly ownership: readonly Omit<Ownership, "exported">[];
  /** What hears every event. Filled by `openFeatures`, which needs the environment that has them. */
  readonly hearers: Hearer[];
}

/**
 * Joins the tables of base and features.
 * @throws {RangeError} Names everything at once: a name that is malformed or given twice, and a
 * feature whose tables the store does not have.
 */
export function arrangeFeatures(features: readonly AnyFeature[], store: Store): Arranged {
  const faults = [
    ...features.flatMap((feature) => faultsOf(feature, store)),
    ...repeated(features),
  ];
  if (faults.length > 0) throw new RangeError(`features: ${faults.join("; ")}`);
  return {
    features,
    limits: joined(features, ({ limits }) => limits),
    errors: features.flatMap(({ errors = {} }) => Object.values(errors)),
    permissions: joined(features, ({ permissions }) => permissions),
    mails: features.flatMap(({ mails = [] }) => mails),
    subscribers: features.flatMap(({ subscribers = [] }) => subscribers),
    contributors: features.flatMap(({ contributors = [], exported = [] }) => [
      ...contributors,
      ...exported.map((part) => contributorOf(part, store)),
    ]),
    signInMethods: { ...SIGN_IN_METHODS, ...joined(features, ({ signIn }) => signIn?.methods) },
    ownership: [
      ...Object.values(OWNERSHIP),
      ...features.flatMap(({ ownership }) => Object.values(ownership)),
    ],
    hearers: [],
  };
}

const joined = <T>(
  features: readonly AnyFeature[],
  tableOf: (feature: AnyFeature) => Readonly<Record<string, T>> | undefined,
): Readonly<Record<string, T>> => Object.assign({}, ...features.map(tableOf));

/** The rows of the feature's own stores end with their user, by `OWNERSHIP`. */
const contributorOf = ({ section, rows }: ExportPart<object>, store: Store): Contributor => ({
  section,
  export: (userId) => rows(store, userId),
  eraseWithin: () => Promise.resolve(),
  eraseAfter: null,
});

/** An application may be written without types. */
type Unchecked = Omit<AnyFeature, "ownership"> & Partial<Pick<AnyFeature, "ownership">>;

const NAME = /^[a-z][A-Za-z0-9]*$/;

/** Returns what is wrong with the names of one feature, and with what it needs. */
function faultsOf(feature: AnyFeature, store: Store): readonly string[] {
  const { name, mails = [], exported = [], contributors = [], ownership }: Unchecked = feature;
  if (!NAME.test(name)) return [`${name} is not of letters and digits`];
  if (!ownership) return [`${name} has no ownership: make it with defineFeature`];
  const begins = (part: string) => part.startsWith(`${name}/`);
  const sections = [...exported, ...contributors].map(({ section }) => section);
  const missing = Object.keys(ownership).filter((key) => Reflect.get(store, key) === undefined);
  return [
    ...mails
      .filter((mail) => !begins(mail.name))
      .map((mail) => `the mail ${mail.name} does not begin with ${name}/`),
    ...sections
      .filter((section) => !NAME.test(section) || STORED_SECTIONS.some((own) => own === section))
      .map((section) => `${section} cannot be the name of a section`),
    ...(missing.length > 0
      ? [`${name} needs the stores ${missing.join(", ")}: open the store with its tables`]
      : []),
  ];
}

/** Returns the names that two features have, or a feature and the base. */
function repeated(features: readonly AnyFeature[]): readonly string[] {
  const names = (
    kind: string,
    base: object,
    namesOf: (feature: AnyFeature) => readonly string[],
  ) => {
    const all = [...Object.keys(base), ...features.flatMap(namesOf)];
    const twice = new Set(all.filter((name, index) => all.indexOf(name) !== index));
    return [...twice].map((name) => `${kind} ${name} is given twice`);
  };
  const keys = (table: object | undefined) => Object.keys(table ?? {});
  return [
    ...names("the feature", {}, ({ name }) => [name]),
    ...names("the store", OWNERSHIP, ({ ownership }) => keys(ownership)),
    ...names("the limit", POLICY, ({ limits }) => keys(limits)),
    ...names("the error", {}, ({ errors }) => Object.values(errors ?? {}).map(({ code }) => code)),
    ...names("the event", {}, ({ events }) => Object.values(events ?? {}).map((one) => one.name)),
    ...names("the permission", {}, ({ permissions }) => keys(permissions)),
    ...names("the mail", {}, ({ mails = [] }) => mails.map((mail) => mail.name)),
    ...names("the sign-in method", SIGN_IN_METHODS, ({ signIn }) => keys(signIn?.methods)),
    ...names("the section", {}, ({ exported = [], contributors = [] }) =>
      [...exported, ...contributors].map(({ section }) => section),
    ),
  ];
}

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
export function openFeatures(env: Env, { features, hearers }: Arranged): OpenedFeatures {
  const built = features.map((feature) => {
    const own = featureEnv(env, feature);
    return {
      name: feature.name,
      jobs: Object.entries(feature.jobs?.(own) ?? {}),
      queues: feature.queues?.(own) ?? [],
      hearer: feature.hears?.(own),
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
  return {
    jobs: Object.fromEntries(
      built.flatMap(({ jobs }) => jobs).map(([kind, job]) => [kind, workOf(env, job)]),
    ),
    queues,
    apis: Object.fromEntries(built.map(({ name, api }) => [name, api])),
  };
}

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

function featureEnv(
  env: Env,
  { name, limits = {}, signIn = {} }: AnyFeature,
): FeatureEnv<object, string> {
  const { methods = {} } = signIn;
  const isOwn = (method: string): method is FeatureSignInMethod => Object.hasOwn(methods, method);

  const { store, clock, random, digest, sealer, policy, logger, scheduler } = env;
  const chosen: Readonly<Record<string, number>> = policy satisfies Policy;
  return {
    store,
    clock,
    random,
    digest,
    sealer,
    policy,
    logger,
    scheduler,
    nudge: env.nudge,
    limits: Object.fromEntries(Object.keys(limits).map((name) => [name, chosen[name]!])),
    recordEvent: (tx, entry) => recordApplicationEvent(tx, env, entry),
    openSession(tx, { method, ...authentication }) {
      if (!isOwn(method)) throw new RangeError(`${method} is no sign-in method of ${name}`);
      return openSession(tx, env, { ...authentication, method });
    },
    enqueueJob: (tx, { dueAt = env.clock.now(), ...job }) => enqueueJob(tx, env, { ...job, dueAt }),
    enqueueMail: (tx, mail) => enqueuePart(tx, env, mail),
  };
}
