import type { SignedIn } from "./account/session/open-session.js";
import type { ApplicationEvent } from "./background/audit-log/application-event.js";
import type { ApplicationEntry } from "./background/audit-log/record-application-event.js";
import type { JobCancellation, LeasedJob } from "./background/jobs/job-handler.js";
import type { FeatureJobKind, JobPayload } from "./background/jobs/job-store.js";
import type { NewPartMail } from "./background/mail/enqueue-part.js";
import type { MailPart } from "./background/mail/mail-part.js";
import type { QueueName, QueueTask } from "./background/worker/queue-task.js";
import type { FeatureSessions } from "./feature-sessions.js";
import type { ApplicationError } from "./kernel/errors.js";
import type { UserId } from "./kernel/ids.js";
import type { Policy, PolicyEntry } from "./kernel/policy.js";
import type { PermissionId, PermissionMap } from "./organizations/access-control/permissions.js";
import type { Clock } from "./ports/clock.js";
import type { Digest } from "./ports/digest.js";
import type { Logger } from "./ports/logger.js";
import type { Random } from "./ports/random.js";
import type { Scheduler } from "./ports/scheduler.js";
import type { Sealer } from "./ports/sealer.js";
import type { Authentication, Withheld } from "./store/authentication.js";
import type { Authenticator, GrantClass, GrantScheme } from "./store/authenticator.js";
import type { Contributor } from "./store/contributor.js";
import type { StoreWith, TxWith } from "./store/feature-stores.js";
import type { Hearer } from "./store/hearer.js";
import type { Ownership } from "./store/ownership.js";
import type { Gate, SecondProof } from "./store/sign-in-gate.js";
import type { SignInMethodRow } from "./store/sign-in-methods.js";
import type { Tx } from "./store/store.js";
import type { Subscriber } from "./store/subscriber.js";

/** The stores of a feature that has none. */
export type NoStores = Readonly<Record<never, never>>;

/** What the rows of a feature's store mean for the user they belong to: a row of `OWNERSHIP`. */
export interface FeatureOwnership<S extends object> extends Omit<Ownership<TxWith<S>>, "exported"> {
  /** The section of the personal export that shows the rows: one of `exported`. Null: none does. */
  readonly exported: string | null;
}

/** A section that a feature adds to the personal export. */
export interface ExportPart<S extends object> {
  /** Names the section: letters and digits, the first one a lower-case letter. */
  readonly section: string;
  /** Yields the user's rows as plain JSON values. Read them in pages, so that memory stays flat. */
  rows(store: StoreWith<S>, userId: UserId): AsyncIterable<Readonly<Record<string, unknown>>>;
}

/** A job of a feature. */
export interface NewFeatureJob {
  /** One of the keys of the feature's `jobs`. */
  readonly kind: FeatureJobKind;
  /** What it is about, for example an id. Operators see it. */
  readonly subject: string;
  /** Default: at once. */
  readonly dueAt?: Date;
  /** What it needs besides. Default: nothing. */
  readonly payload?: JobPayload;
}

/** What a kind of job of a feature is. */
export interface FeatureJob<S extends object = NoStores> {
  /**
   * Carries out one job. It is done with once this resolves; what this throws is a failed attempt,
   * and is tried again, `policy.jobAttempts` times in all. Should the process end in between it is
   * carried out again, so it must be idempotent.
   */
  carryOut(leased: LeasedJob): Promise<void>;
  /**
   * Ends what the job was for, in the transaction in which an operator removes it. `never` for a job
   * that must be done: no operator removes it. Default: nothing else ends.
   */
  readonly cancel?: JobCancellation<TxWith<S>> | "never";
}

/** A completed authentication by a sign-in method of a feature. */
export interface FeatureAuthentication extends Omit<Authentication, "method"> {
  /** A key of the feature's `signIn.methods`. */
  readonly method: string;
}

/** What a feature is built from. */
export interface FeatureEnv<S extends object = NoStores, L extends string = never> {
  readonly clock: Clock;
  readonly random: Random;
  readonly digest: Digest;
  /** Encrypts what is stored, under a key of the feature's own: `<name>/<what it is>`. */
  readonly sealer: Sealer;
  /** What mails call the application. */
  readonly appName: string;
  /** The limits of the base, as the application has chosen them. */
  readonly policy: Policy;
  /** The stores of the base and of the feature. */
  readonly store: StoreWith<S>;
  /** The limits of the feature, as the application has chosen them. */
  readonly limits: Readonly<Record<L, number>>;
  readonly logger: Logger;
  readonly scheduler: Scheduler;
  readonly sessions: FeatureSessions;
  /** Tells the worker of this process, after a commit, that there is something to do. */
  readonly nudge: (queue?: QueueName) => void;
  /**
   * Appends one of the feature's events to the audit log, in the transaction that causes it, and
   * tells subscribers and features of it.
   * @returns false, and does neither, when the user is gone
   * @throws {RangeError} for a detail that is none
   */
  readonly recordEvent: <const E extends ApplicationEvent>(
    tx: Tx,
    entry: ApplicationEntry<E>,
  ) => Promise<boolean>;
  /**
   * Turns a completed authentication by one of the feature's sign-in methods into a session. A route
   * hands what comes back to the browser as its `session`. Withheld, nothing was changed: throw
   * `withheldRefusal` after the transaction, so that what the credential has used up stays used up.
   * @throws {RangeError} for a method that is none of the feature's
   */
  readonly openSession: (
    tx: Tx,
    authentication: FeatureAuthentication,
  ) => Promise<SignedIn | Withheld>;
  /**
   * Opens the session of a sign-in that the feature's own gate has withheld, once its user has shown
   * what the gate asked for: of whichever method, because the gate has kept the `Authentication`.
   * The rules of the base are asked again, and the gates of the features behind this one; those
   * before it have let the sign-in pass already.
   * @throws {RangeError} for a feature without a gate
   */
  readonly completeSignIn: (
    tx: Tx,
    authentication: Authentication,
    proof?: SecondProof,
  ) => Promise<SignedIn | Withheld>;
  /** Puts a job into the queue, in the transaction that causes it. */
  readonly enqueueJob: (tx: Tx, job: NewFeatureJob) => Promise<void>;
  /**
   * Puts one of the feature's mails into the outbox, in the transaction that causes it. It is
   * written in the language that its reader chose; without a choice, a mail that was asked for in
   * that of the request, and a notice, or a mail that no request causes, in that of the last
   * sign-in. A notice counts against the budget of its group: beyond it the newest waits, in the
   * place of the one that waited before.
   * @returns false, and enqueues nothing, when the user is gone or has not verified their email
   * address: it may be another person's
   */
  readonly enqueueMail: <D extends object>(tx: Tx, mail: NewPartMail<D>) => Promise<boolean>;
}

/** What stands between a right credential and a session. */
export interface SignInGate<S extends object = NoStores, L extends string = never> {
  /** What a sign-in that it withholds is refused with: errors of the feature. */
  readonly refuses: readonly ApplicationError[];
  /**
   * The name of the cookie by which the browser of a withheld sign-in goes on: lower-case letters
   * and dashes. Default: none.
   */
  readonly cookie?: string;
  /**
   * Builds what `openSession` asks in its transaction, of every sign-in by every method, after a
   * credential was right and before a session exists. A gate that throws opens nothing.
   */
  create(env: FeatureEnv<S, L>): Gate<S>;
}

/** What finds the callers of requests that present a token with a prefix instead of a session. */
export interface FeatureAuthenticator<S extends object = NoStores, L extends string = never> {
  /**
   * What its tokens begin with. A prefix that begins another's, or equals it, is refused at the
   * start.
   */
  readonly prefix: `${string}_`;
  /**
   * The kinds of its grants, each with the class of routes that take it. `session` is none. Of a
   * class other than `any` a grant has a user.
   */
  readonly kinds: Readonly<Record<string, GrantClass>>;
  /** What it refuses with, besides `UNAUTHORIZED`: errors of the feature. Default: nothing. */
  readonly refuses?: readonly ApplicationError[];
  /** By which schemes of `Authorization` it is asked. Default: `bearer`. */
  readonly schemes?: readonly GrantScheme[];
  /** The names of the headers it reads besides, in lower case, as `dpop`. Default: none. */
  readonly proofs?: readonly string[];
  /** Builds what is asked of each such request. */
  create(env: FeatureEnv<S, L>): Authenticator;
}

/** What a feature says of signing in. */
export interface FeatureSignIn<S extends object = NoStores, L extends string = never> {
  /** Rows of `SIGN_IN_METHODS`. */
  readonly methods?: Readonly<Record<string, SignInMethodRow<TxWith<S>>>>;
  /** Withholds sessions, for example until a second factor is shown. */
  readonly gate?: SignInGate<S, L>;
  /** Find who calls by a token instead of a session, on the routes that take it. */
  readonly authenticators?: readonly FeatureAuthenticator<S, L>[];
}

/**
 * One optional feature, of the library's or of an application's own: one literal that says all that
 * it adds. What is left out costs nothing. A name that the base or another feature has is refused
 * by `createAuth`.
 *
 * `N`: its name; `S`: its stores; `A`: what `auth.<name>` is; `L`: the names of its limits; `M`: its
 * permissions.
 * @example
 * export const waitingList: Feature<"waitingList", WaitingListStores, WaitingList> = {
 *   name: "waitingList",
 *   ownership: {
 *     places: { of: "user", plantable: false, endedByReset: false, endedByEmailChange: false, erased: "cascade", exported: "place" },
 *   },
 *   exported: [{ section: "place", rows: ({ places }, userId) => places.listBy(userId) }],
 *   errors,
 *   events,
 *   mails: [invited],
 *   create: createWaitingList,
 * };
 */
export interface Feature<
  N extends string,
  S extends object = NoStores,
  A = null,
  L extends string = never,
  M extends PermissionMap = Readonly<Record<never, never>>,
> {
  /**
   * Its key on `auth`, of letters and digits, the first one a lower-case letter. The names of its
   * jobs, mails and sealed values begin with it.
   */
  readonly name: N;
  /** What becomes of the rows of its stores. A store without its row does not compile. */
  readonly ownership: { readonly [K in keyof S]: FeatureOwnership<S> };
  /** Its limits, which `createAuth({ policy })` may change within their bounds. */
  readonly limits?: Readonly<Record<L, PolicyEntry>>;
  /** What its use cases and its subscribers throw, made with `defineErrors`. */
  readonly errors?: Readonly<Record<string, ApplicationError>>;
  /** What it records in the audit log, made with `defineEvents`. */
  readonly events?: Readonly<Record<string, ApplicationEvent>>;
  /** Permissions that it adds to the catalog, made with `definePermissions`. */
  readonly permissions?: M;
  /** Its mails, each made with `defineMail`. Their names begin with that of the feature and `/`. */
  readonly mails?: readonly MailPart[];
  /** Sections of the personal export that show rows of its stores. */
  readonly exported?: readonly ExportPart<S>[];
  /** What an application does about events, each made with `on`. */
  readonly subscribers?: readonly Subscriber[];
  /**
   * What an application keeps about users elsewhere than in stores: rows of its own tables, files,
   * other systems.
   */
  readonly contributors?: readonly Contributor[];
  readonly signIn?: FeatureSignIn<S, L>;
  /** Its background work by kind. The kinds begin with the name of the feature and `/`. */
  jobs?(env: FeatureEnv<S, L>): Readonly<Record<`${N}/${string}`, FeatureJob<S>>>;
  /** Queues of its own, which the worker drains beside the others. */
  queues?(env: FeatureEnv<S, L>): readonly QueueTask[];
  /** What it does about every event, in the transaction that publishes it. */
  hears?(env: FeatureEnv<S, L>): Hearer<TxWith<S>>;
  /** Builds what `auth.<name>` is. */
  create(env: FeatureEnv<S, L>): A;
}

/** What a feature says of signing in, whatever its stores are. */
export interface AnySignIn extends Omit<FeatureSignIn<object, string>, "gate" | "authenticators"> {
  /** `FeatureSignIn.gate`. */
  readonly gate?: AnyGate;
  /** `FeatureSignIn.authenticators`. */
  readonly authenticators?: readonly AnyAuthenticator[];
}

/** An authenticator, whatever it needs. */
export interface AnyAuthenticator extends Omit<FeatureAuthenticator<object, string>, "create"> {
  /** `FeatureAuthenticator.create`. */
  create(env: FeatureEnv<object, string>): Authenticator;
}

/** A gate, whatever it needs. */
export interface AnyGate extends Omit<SignInGate<object, string>, "create"> {
  /** `SignInGate.create`. */
  create(env: FeatureEnv<object, string>): Gate;
}

/** A feature, whatever it adds. */
export interface AnyFeature extends Omit<
  Feature<string, object, unknown, string, PermissionMap>,
  "ownership" | "signIn" | "jobs" | "queues" | "hears"
> {
  /** `Feature.ownership`. */
  readonly ownership: Readonly<Record<string, FeatureOwnership<object>>>;
  /** `Feature.signIn`. */
  readonly signIn?: AnySignIn;
  /** `Feature.jobs`. */
  jobs?(
    env: FeatureEnv<object, string>,
  ): Readonly<Record<`${string}/${string}`, FeatureJob<object>>>;
  /** `Feature.queues`. */
  queues?(env: FeatureEnv<object, string>): readonly QueueTask[];
  /** `Feature.hears`. */
  hears?(env: FeatureEnv<object, string>): Hearer;
}

/** A feature that has no stores, and so needs no `ownership`. */
export type PlainFeature<N extends string, A, M extends PermissionMap> = Omit<
  Feature<N, NoStores, A, never, M>,
  "ownership"
>;

/**
 * Declares a feature without stores: subscribers, permissions, errors, contributors of an
 * application.
 * @example
 * export const crm = defineFeature({
 *   name: "crm",
 *   subscribers: [on("user.created", { after: async ({ userId }) => addContact(userId) })],
 * });
 * const auth = createAuth({ store, mailer, links, secret, features: [crm] });
 */
export function defineFeature<
  const N extends string,
  A,
  const M extends PermissionMap = Readonly<Record<never, never>>,
>(feature: PlainFeature<N, A, M>): Feature<N, NoStores, A, never, M>;
/** The same, of a feature that is nothing on `auth`: `create` is left out. */
export function defineFeature<
  const N extends string,
  const M extends PermissionMap = Readonly<Record<never, never>>,
>(feature: Omit<PlainFeature<N, null, M>, "create">): Feature<N, NoStores, null, never, M>;
export function defineFeature(
  feature: Omit<PlainFeature<string, unknown, PermissionMap>, "create"> &
    Partial<Pick<AnyFeature, "create">>,
): AnyFeature {
  return { create: () => null, ...feature, ownership: {} };
}

/** The permissions that one feature adds. */
export type PermissionsIn<One> =
  One extends Feature<string, object, unknown, string, infer M> ? keyof M & PermissionId : never;
/** The permissions that features add. */
export type PermissionsOf<F extends readonly AnyFeature[]> = PermissionsIn<F[number]>;

/** The names of the limits that one feature adds. */
export type LimitsIn<One> =
  One extends Feature<string, object, unknown, infer L, PermissionMap> ? L : never;
/** The names of the limits that features add. */
export type LimitsOf<F extends readonly AnyFeature[]> = LimitsIn<F[number]>;

/**
 * The stores of one feature, as what a function takes: a union of such functions takes the stores
 * of all.
 */
export type StoresTaken<One> =
  One extends Feature<string, infer S, unknown, string, PermissionMap>
    ? (stores: S) => void
    : never;
/** The stores that features need, all together. */
export type StoresOf<F extends readonly AnyFeature[]> = [StoresTaken<F[number]>] extends [never]
  ? object
  : StoresTaken<F[number]> extends (stores: infer S extends object) => void
    ? S
    : never;

/** What features are on `auth`, each under its name. */
export type FeaturesOf<F extends readonly AnyFeature[]> = {
  readonly [One in F[number] as One["name"]]: ReturnType<One["create"]>;
};
