import type { Store } from "@acme/auth-core";
import type { Stores } from "@acme/auth-core/store";
import fc from "fast-check";
import {
  deletions,
  exports,
  instantOrNull,
  jobKind,
  jobs,
  outcome,
  positionAfter,
} from "./model-end-of-accounts.js";
import {
  accounts,
  ceremony,
  challenges,
  codes,
  count,
  entries,
  instant,
  invitations,
  knownBrowsers,
  links,
  mails,
  memberships,
  name,
  nameOrNull,
  organizationChanges,
  organizations,
  passkeys,
  passwords,
  profiles,
  purpose,
  renewals,
  role,
  sessions,
  settledStatus,
  states,
  streaks,
  texts,
  users,
  uses,
} from "./model-values.js";

type Ports = Stores & Pick<Store, "callers">;

/** One call, with a label that tells it apart in a counterexample. */
export interface Operation {
  readonly label: string;
  readonly run: (stores: Stores & Partial<Pick<Store, "callers" | "sweep">>) => Promise<unknown>;
}

const emailAddress = name.map((one) => `${one}@example.com`);
/** Of the names and email addresses of the model; some of all of them, some of none. */
const beginning = fc.oneof(
  name.map((one) => one.toLowerCase()),
  fc.constantFrom("", "a", "u", "É", "é", "%", "_"),
);
const filter = fc.constantFrom("all", "suspended", "unverified");
const event = fc.constantFrom(null, "session.opened", "email.changed");
const scope = fc.oneof(fc.record({ userId: name }), fc.record({ organizationId: name }));
const filters = fc.record({ event, actor: nameOrNull, from: instantOrNull, to: instantOrNull });
const records = fc
  .record({
    userId: nameOrNull,
    organizationId: nameOrNull,
    event,
    from: instantOrNull,
    to: instantOrNull,
  })
  .chain((given) => positionAfter("at").map((after) => ({ ...given, after })));
const overBudget = fc
  .tuple(mails, name)
  .map(([one, noticeGroup]) => ({ ...one, noticeGroup, overBudget: true }));
/** A limit that is none: which of several equally old rows goes first is nobody's promise. */
const all = fc.constant(1_000);

/** What each method of each port is called with. */
const GIVEN: {
  readonly [S in keyof Ports]?: {
    readonly [M in keyof Ports[S]]?: readonly fc.Arbitrary<unknown>[];
  };
} = {
  users: {
    insertUnlessTaken: [users],
    findByEmail: [emailAddress],
    findById: [name],
    markVerified: [name, instant],
    markReclaimed: [name, instant],
    changeEmail: [name, emailAddress, instant],
    updateProfile: [name, profiles, instant],
    markSuspended: [name, fc.record({ suspendedAt: instantOrNull, suspendedUntil: instantOrNull })],
    list: [fc.record({ filter, prefix: fc.constant(""), after: emailAddress }), instant, count],
    listIds: [nameOrNull, count],
    updateLocale: [name, nameOrNull, instant],
    delete: [name],
    updateSignInLanguage: [name, name],
    markSignedIn: [name],
  },
  erasures: {
    insertUnlessKnown: [name, instant],
    insertAllUnlessKnown: [fc.array(name), instant],
    list: [nameOrNull, count],
  },
  passwords: {
    find: [name],
    findByEmail: [emailAddress],
    replace: [passwords],
    rehash: [name, name, name],
    delete: [name],
  },
  failureStreaks: {
    lock: [name],
    replace: [streaks],
    delete: [name],
  },
  mailedLinks: {
    replace: [links],
    find: [purpose, name],
    consume: [name, instant],
    isLive: [name, instant],
    findLive: [purpose, name, instant],
    revokeForSession: [name, name],
    deleteFor: [fc.record({ userId: name, email: emailAddress })],
    deleteUnboundFor: [fc.record({ userId: name, email: emailAddress })],
  },
  passkeys: {
    // Handles are random in earnest: one that somebody else has is refused.
    ensureUserHandle: [name, name],
    findUserHandle: [name],
    insertUnlessTaken: [passkeys],
    findByCredentialId: [name],
    listByUser: [name],
    countByUser: [name],
    recordUse: [name, uses],
    rename: [name, name, name],
    delete: [name, name],
    deleteFor: [name],
  },
  passkeyChallenges: {
    insert: [challenges],
    consume: [ceremony, name, instant],
    deleteFor: [name],
  },
  linkedAccounts: {
    find: [name, name],
    insertUnlessTaken: [accounts],
    recordUse: [name, texts, instant],
    listByUser: [name],
    delete: [name, name],
    deleteFor: [name],
  },
  oauthStates: {
    insert: [states],
    consume: [name, instant],
    deleteFor: [name],
  },
  sessions: {
    insert: [sessions],
    findLive: [name, instant],
    listLive: [name, instant],
    renew: [name, name, renewals],
    touch: [name, fc.record({ lastSeenAt: instant, expiresAt: instant, unseenSince: instant })],
    revokeByToken: [name],
    revoke: [name, name],
    revokeOthers: [name, nameOrNull],
    revokeOldest: [name, count],
  },
  knownBrowsers: {
    replace: [knownBrowsers],
    deleteOldest: [name, count],
    deleteBySession: [name, name],
    deleteOthers: [name, nameOrNull],
  },
  callers: {
    find: [name, nameOrNull, instant],
  },
  organizations: {
    insertUnlessTaken: [organizations],
    find: [name],
    findBySlug: [name],
    list: [fc.record({ prefix: beginning, after: nameOrNull }), count],
    lock: [name],
    lockOwnedBy: [name],
    listSolelyOwnedBy: [name],
    listByUser: [name],
    update: [name, organizationChanges, instant],
    delete: [name],
  },
  memberships: {
    insertUnlessMember: [memberships],
    find: [name, name],
    findMember: [name, name],
    listMembers: [name, positionAfter("createdAt"), count],
    listMatching: [
      name,
      fc.record({
        email: beginning,
        names: fc.array(beginning, { minLength: 1, maxLength: 4 }),
        after: positionAfter("createdAt"),
      }),
      count,
    ],
    countByOrganization: [name],
    countWithoutTwoFactors: [name],
    countByUser: [name],
    listOwners: [name],
    countOwners: [name],
    findActive: [name, nameOrNull, instantOrNull],
    changeRole: [name, name, role],
    delete: [name, name],
  },
  invitations: {
    insertUnlessPending: [invitations],
    cancelExpired: [name, emailAddress, instant],
    findByToken: [name],
    find: [name],
    listByOrganization: [name, count],
    listPendingFor: [emailAddress, instant],
    countPending: [name, instant],
    findPending: [name, emailAddress, instant],
    updateLink: [
      name,
      fc.record({ tokenHash: name, expiresAt: instant, inviterId: nameOrNull }),
      instant,
    ],
    settle: [name, settledStatus, instant],
    deleteFor: [emailAddress],
    isLive: [name, instant],
  },
  oneTimeCodes: {
    replace: [codes],
    spendAttempt: [emailAddress, fc.constant("sign-in")],
    consume: [name, instant],
    isLive: [name, instant],
    deleteFor: [emailAddress],
  },
  outbox: {
    enqueue: [mails],
    replaceOverBudget: [overBudget],
    revokeNotices: [name, fc.record({ onlyOverBudget: fc.boolean() }), instant],
    claimDue: [instant, count, name, instant],
    complete: [name, name],
    retry: [name, name, instant],
    bury: [name, name],
    countBacklog: [instant],
    listDead: [fc.constant(null), all],
    listQueued: [fc.constant(null), all],
    find: [name],
    deleteUnclaimed: [name, instant],
    retryDead: [name, instant],
    extend: [name, name, instant],
    release: [name, name, instant],
  },
  deletionRequests: {
    insertUnlessPending: [deletions],
    find: [name],
    findPending: [name],
    listByUser: [name, positionAfter("requestedAt"), count],
    markFailed: [name],
    cancel: [name, instant],
    revoke: [name, instant],
    settle: [name, outcome, instant],
  },
  exportRequests: {
    insertUnlessPending: [exports],
    find: [name],
    findPending: [name],
    listByUser: [name, positionAfter("createdAt"), count],
    listFiles: [name],
    markReady: [name, fc.record({ fileKey: name, readyAt: instant, expiresAt: instant })],
    markFailed: [name, name],
    markExpired: [name, instant],
  },
  fileChunks: {
    put: [name, count, fc.uint8Array({ maxLength: 5 })],
    find: [name, count],
    delete: [name, count],
  },
  jobs: {
    enqueue: [jobs],
    claimDue: [instant, count, name, instant],
    claimCalls: [
      fc.tuple(name),
      fc.record({ now: instant, limit: count, lease: name, leaseEnds: instant }),
    ],
    extend: [name, name, instant],
    complete: [name, name],
    retry: [name, name, instant],
    bury: [name, name],
    countBacklog: [instant],
    listDead: [fc.constant(null), all],
    retryDead: [name, instant],
    release: [name, name, instant],
    deleteQueued: [jobKind, name],
    updateDueAt: [jobKind, name, instant],
    retryFailed: [jobKind, name, instant],
  },
  counters: {
    spend: [name, count, count, instant],
    release: [name],
    reset: [name],
  },
  audit: {
    append: [entries, fc.constant(null), nameOrNull],
    appendRefusal: [emailAddress, entries.map(({ userId: _, ...entry }) => entry)],
    listByUser: [name, positionAfter("at"), count],
    listRecords: [name, positionAfter("at"), count],
    listNamed: [
      scope,
      filters.chain((given) => positionAfter("at").map((after) => ({ ...given, after }))),
      count,
    ],
    countMatching: [scope, filters, count],
    listNamedRecords: [records, count],
    blankUser: [name, all],
  },
};

/** Most rows belong to somebody: without users nearly every other call comes to nothing. */
const WEIGHTS: Readonly<Record<string, number>> = {
  "users.insertUnlessTaken": 8,
  "passkeys.insertUnlessTaken": 4,
  "organizations.insertUnlessTaken": 4,
  "memberships.insertUnlessMember": 4,
  "invitations.insertUnlessPending": 4,
  "deletionRequests.insertUnlessPending": 2,
  "exportRequests.insertUnlessPending": 2,
};

const callsOf = (
  port: string,
  methods: object,
): readonly (readonly [string, fc.Arbitrary<Operation>])[] =>
  Object.entries<readonly fc.Arbitrary<unknown>[]>({ ...methods }).map(([method, given]) => [
    `${port}.${method}`,
    fc.tuple(...given).map((values) => ({
      label: `${port}.${method}(${values.map((value) => JSON.stringify(value)).join(", ")})`,
      async run(stores) {
        const at: unknown = Reflect.get(stores, port);
        // The read model of the hot path is no part of a transaction.
        if (typeof at !== "object" || at === null) return undefined;
        const call: unknown = Reflect.get(at, method);
        if (typeof call !== "function") throw new Error(`${port} has no ${method}`);
        const answer: unknown = await Reflect.apply(call, at, values);
        return answer;
      },
    })),
  ]);

const sweep: fc.Arbitrary<Operation> = fc
  .tuple(instant, fc.nat(1_000), fc.nat(1_000))
  .map(([now, invitations, auditEntries]) => ({
    label: `sweep(${[now.toISOString(), invitations, auditEntries].join(", ")})`,
    run: async ({ sweep }) =>
      sweep?.(now, 1_000, { invitations, auditEntries, subscriberCalls: invitations }),
  }));

const CALLS = [
  ...Object.entries(GIVEN).flatMap(([port, methods]) => callsOf(port, methods)),
  ["sweep", sweep] as const,
];

/** One call of any method. */
export const operation = fc.oneof(
  ...CALLS.map(([label, arbitrary]) => ({ arbitrary, weight: WEIGHTS[label] ?? 1 })),
);
/** A call of every method, in the order of the ports. */
export const everyOperation = fc.tuple(...CALLS.map(([, arbitrary]) => arbitrary));
