import type { Store } from "@acme/auth-core";
import type { Stores } from "@acme/auth-core/store";
import type { WebhookStores } from "@acme/auth-webhooks";
import { NOW_SECONDS, type Sizes } from "./tables.js";

/** Whom the calls are about. */
export interface Subject {
  /** The number of the user, and of their session, passkey and everything else. */
  readonly user: number;
  readonly organization: number;
}

type AllStores = Stores & WebhookStores;
type Stage = Subject & { readonly at: AllStores };
type Call = (stage: Stage) => Promise<unknown>;
type Ways = Readonly<Record<string, Call>>;
/**
 * Every method of every store; one that is missing here does not compile. Where a method has
 * several statements, each way has a name.
 */
type Calls = {
  readonly [Name in keyof AllStores]: { readonly [Method in keyof AllStores[Name]]: Call | Ways };
};

const START = Date.UTC(2026, 0, 1);
const instant = (seconds: number): Date => new Date(START + seconds * 1_000);
export const NOW = instant(NOW_SECONDS);
const LATER = instant(NOW_SECONDS + 600);
const EARLIER = instant(NOW_SECONDS - 600);
const LIMIT = 100;

/** As the tables are filled; of the brands of the store ports only the text counts here. */
const id = (number: number): never =>
  `00000000-0000-7000-8000-${String(number).padStart(12, "0")}` as never;
const email = (number: number): never => `person${number}@example.com` as never;
/** What no row has. */
const NEW = id(999_999_999_999);
const EVERY = { event: null, actor: null, from: null, to: null };
const NEWEST = { ...EVERY, after: null };
const BEHIND = { ...EVERY, after: { at: instant(NOW_SECONDS / 2), id: NEW } };
const NEW_EMAIL = "nobody@example.com" as never;
const ANY_RECORD = {
  userId: null,
  organizationId: null,
  event: null,
  from: null,
  to: null,
  after: null,
};
const row = (columns: object): never => columns as never;

/** Beginnings of the names and email addresses of a hundred users, and of all of them. */
const SEARCHES = {
  ofFew: { email: "person1234", names: ["person 1234", "PERSON 1234"], after: null },
  ofMany: { email: "pe", names: ["pe", "PE"], after: null },
};

const user = { name: "Person", emailVerified: true, image: null, reclaimedAt: null };
const dated = { createdAt: NOW, updatedAt: NOW };
const expiring = { createdAt: NOW, expiresAt: LATER };
const authenticated = {
  tokenHash: NEW,
  authenticatedAt: NOW,
  authenticatedBy: "email-otp",
  remembered: true,
  lastSeenAt: NOW,
  expiresAt: LATER,
  ipAddress: null,
  userAgent: null,
};
const entry = {
  id: NEW,
  at: NOW,
  event: "session.opened",
  organizationId: null,
  ipAddress: null,
  userAgent: null,
  detail: {},
};
const queued = { id: NEW, attempts: 0, nextAttemptAt: NOW, createdAt: NOW };
const mail = { ...queued, sealed: "sealed", expiresAt: LATER };

/** The same for every queue. */
const queue = (name: "jobs" | "outbox" | "webhookDeliveries") => ({
  claimDue: ({ at }: Stage) => at[name].claimDue(NOW, LIMIT, NEW, LATER),
  extend: ({ at }: Stage) => at[name].extend(id(1), NEW, LATER),
  complete: ({ at }: Stage) => at[name].complete(id(1), NEW),
  retry: ({ at }: Stage) => at[name].retry(id(1), NEW, LATER),
  release: ({ at }: Stage) => at[name].release(id(1), NEW, NOW),
  bury: ({ at }: Stage) => at[name].bury(id(1), NEW),
  countBacklog: ({ at }: Stage) => at[name].countBacklog(NOW),
  listDead: {
    first: ({ at }: Stage) => at[name].listDead(null, LIMIT),
    next: ({ at }: Stage) => at[name].listDead({ createdAt: EARLIER, id: id(1) }, LIMIT),
  },
  listQueued: {
    first: ({ at }: Stage) => at[name].listQueued(null, LIMIT),
    next: ({ at }: Stage) => at[name].listQueued({ nextAttemptAt: EARLIER, id: id(1) }, LIMIT),
  },
  find: ({ at }: Stage) => at[name].find(id(1)),
  deleteUnclaimed: ({ at }: Stage) => at[name].deleteUnclaimed(NEW, NOW),
  retryDead: ({ at }: Stage) => at[name].retryDead(id(1), NOW),
});

/** The same for both queues of calls: no receiver busy, and as many as can be. */
const claimCalls = (name: "jobs" | "webhookDeliveries") => {
  const claim = { now: NOW, limit: LIMIT, lease: NEW, leaseEnds: LATER };
  const busy = Array.from({ length: 8 }, (_, index) => id(index));
  return {
    free: ({ at }: Stage) => at[name].claimCalls([], claim),
    busy: ({ at }: Stage) => at[name].claimCalls(busy, claim),
  };
};

const everyone = { filter: "all", prefix: "", after: null } as const;

const CALLS: Calls = {
  users: {
    findById: (on) => on.at.users.findById(id(on.user)),
    findByEmail: (on) => on.at.users.findByEmail(email(on.user)),
    insertUnlessTaken: (on) =>
      on.at.users.insertUnlessTaken(row({ ...user, ...dated, id: NEW, email: NEW_EMAIL })),
    list: {
      first: (on) => on.at.users.list(everyone, NOW, LIMIT),
      next: (on) => on.at.users.list({ ...everyone, after: email(on.user) }, NOW, LIMIT),
      prefix: (on) => on.at.users.list({ ...everyone, prefix: email(on.user) }, NOW, LIMIT),
      suspended: (on) => on.at.users.list({ ...everyone, filter: "suspended" }, NOW, LIMIT),
      unverified: (on) => on.at.users.list({ ...everyone, filter: "unverified" }, NOW, LIMIT),
    },
    listIds: (on) => on.at.users.listIds(id(on.user), LIMIT),
    lock: (on) => on.at.users.lock(id(on.user)),
    lockByEmail: (on) => on.at.users.lockByEmail(email(on.user)),
    markVerified: (on) => on.at.users.markVerified(id(on.user), NOW),
    markReclaimed: (on) => on.at.users.markReclaimed(id(on.user), NOW),
    updateSignInLanguage: (on) => on.at.users.updateSignInLanguage(id(on.user), "de"),
    markSignedIn: (on) => on.at.users.markSignedIn(id(on.user)),
    markSuspended: (on) =>
      on.at.users.markSuspended(id(on.user), { suspendedAt: NOW, suspendedUntil: LATER }),
    markEnrolled: (on) => on.at.users.markEnrolled(id(on.user), NOW),
    countEnrolled: (on) => on.at.users.countEnrolled(),
    markRecoveryDue: (on) => on.at.users.markRecoveryDue(id(on.user), LATER),
    updateLocale: (on) => on.at.users.updateLocale(id(on.user), "de", NOW),
    changeEmail: (on) => on.at.users.changeEmail(id(on.user), NEW_EMAIL, NOW),
    delete: (on) => on.at.users.delete(id(on.user)),
    updateFields: (on) => on.at.users.updateFields(id(on.user), row({ plan: "team" }), NOW),
    updateProfile: (on) => on.at.users.updateProfile(id(on.user), row({ name: "Ada" }), NOW),
  },
  passwords: {
    find: (on) => on.at.passwords.find(id(on.user)),
    findByEmail: (on) => on.at.passwords.findByEmail(email(on.user)),
    replace: (on) =>
      on.at.passwords.replace(row({ userId: id(on.user), hash: "hash", updatedAt: NOW })),
    rehash: (on) => on.at.passwords.rehash(id(on.user), "hash" as never, "next" as never),
    delete: (on) => on.at.passwords.delete(id(on.user)),
  },
  failureStreaks: {
    lock: (on) => on.at.failureStreaks.lock(id(on.user)),
    replace: (on) =>
      on.at.failureStreaks.replace(
        row({ key: id(on.user), failures: 2, blockedUntil: NOW, expiresAt: LATER }),
      ),
    delete: (on) => on.at.failureStreaks.delete(id(on.user)),
  },
  mailedLinks: {
    replace: (on) =>
      on.at.mailedLinks.replace(
        row({
          ...expiring,
          id: NEW,
          purpose: "password-reset",
          subject: id(on.user),
          tokenHash: NEW,
          email: email(on.user),
          userId: id(on.user),
          redirectTo: null,
          name: null,
          sessionId: null,
        }),
      ),
    find: (on) => on.at.mailedLinks.find("password-reset", id(on.user)),
    consume: (on) => on.at.mailedLinks.consume(id(on.user), NOW),
    findLive: (on) => on.at.mailedLinks.findLive("password-reset", id(on.user), NOW),
    isLive: (on) => on.at.mailedLinks.isLive(id(on.user), NOW),
    revokeForSession: (on) => on.at.mailedLinks.revokeForSession(id(on.user), id(on.user)),
    deleteFor: (on) => on.at.mailedLinks.deleteFor({ userId: id(on.user), email: email(on.user) }),
    deleteUnboundFor: (on) =>
      on.at.mailedLinks.deleteUnboundFor({ userId: id(on.user), email: email(on.user) }),
  },
  passkeys: {
    findUserHandle: (on) => on.at.passkeys.findUserHandle(id(on.user)),
    ensureUserHandle: (on) => on.at.passkeys.ensureUserHandle(id(on.user), NEW),
    insertUnlessTaken: (on) =>
      on.at.passkeys.insertUnlessTaken(
        row({
          id: NEW,
          userId: id(on.user),
          name: "Key",
          credentialId: NEW,
          userHandle: null,
          publicKey: "key",
          algorithm: -7,
          counter: 0,
          transports: [],
          deviceType: "singleDevice",
          backedUp: false,
          aaguid: "aaguid",
          createdAt: NOW,
          lastUsedAt: null,
          uvInitialized: true,
        }),
      ),
    findByCredentialId: (on) => on.at.passkeys.findByCredentialId(id(on.user)),
    listByUser: (on) => on.at.passkeys.listByUser(id(on.user)),
    countByUser: (on) => on.at.passkeys.countByUser(id(on.user)),
    recordUse: (on) =>
      on.at.passkeys.recordUse(
        id(on.user),
        row({ previousCounter: 0, counter: 1, backedUp: false, userHandle: null, usedAt: NOW }),
      ),
    markUvInitialized: (on) => on.at.passkeys.markUvInitialized(id(on.user)),
    rename: (on) => on.at.passkeys.rename(id(on.user), id(on.user), "Phone" as never),
    delete: (on) => on.at.passkeys.delete(id(on.user), id(on.user)),
    deleteFor: (on) => on.at.passkeys.deleteFor(id(on.user)),
  },
  passkeyChallenges: {
    insert: (on) =>
      on.at.passkeyChallenges.insert(
        row({
          ...expiring,
          id: NEW,
          ceremony: "registration",
          challengeHash: NEW,
          userId: id(on.user),
          browserHash: null,
        }),
      ),
    consume: (on) => on.at.passkeyChallenges.consume("registration", id(on.user), NOW),
    deleteFor: (on) => on.at.passkeyChallenges.deleteFor(id(on.user)),
  },
  linkedAccounts: {
    find: (on) => on.at.linkedAccounts.find("idp", id(on.user)),
    insertUnlessTaken: (on) =>
      on.at.linkedAccounts.insertUnlessTaken(
        row({
          ...dated,
          id: NEW,
          providerId: "idp",
          subject: NEW,
          userId: id(on.user),
          scopes: [],
        }),
      ),
    recordUse: (on) => on.at.linkedAccounts.recordUse(id(on.user), ["email"], NOW),
    listByUser: (on) => on.at.linkedAccounts.listByUser(id(on.user)),
    delete: (on) => on.at.linkedAccounts.delete(id(on.user), id(on.user)),
    deleteFor: (on) => on.at.linkedAccounts.deleteFor(id(on.user)),
  },
  oauthStates: {
    insert: (on) =>
      on.at.oauthStates.insert(
        row({
          ...expiring,
          id: NEW,
          stateHash: NEW,
          providerId: "idp",
          browserHash: NEW,
          userId: null,
          sealed: "sealed",
        }),
      ),
    consume: (on) => on.at.oauthStates.consume(id(on.user), NOW),
    deleteFor: (on) => on.at.oauthStates.deleteFor(id(on.user)),
  },
  sessions: {
    insert: (on) =>
      on.at.sessions.insert(
        row({ ...authenticated, id: NEW, userId: id(on.user), createdAt: NOW }),
      ),
    findLive: (on) => on.at.sessions.findLive(id(on.user), NOW),
    listLive: (on) => on.at.sessions.listLive(id(on.user), NOW),
    renew: (on) => on.at.sessions.renew(id(on.user), id(on.user), row(authenticated)),
    touch: (on) =>
      on.at.sessions.touch(id(on.user), { unseenSince: NOW, lastSeenAt: NOW, expiresAt: LATER }),
    revokeByToken: (on) => on.at.sessions.revokeByToken(id(on.user)),
    revoke: (on) => on.at.sessions.revoke(id(on.user), id(on.user)),
    revokeOthers: {
      all: (on) => on.at.sessions.revokeOthers(id(on.user), null),
      "but one": (on) => on.at.sessions.revokeOthers(id(on.user), id(on.user)),
    },
    revokeOldest: (on) => on.at.sessions.revokeOldest(id(on.user), 2),
  },
  knownBrowsers: {
    isKnown: (on) => on.at.knownBrowsers.isKnown(NEW, NOW),
    replace: (on) =>
      on.at.knownBrowsers.replace(
        row({
          id: NEW,
          userId: id(on.user),
          browserHash: "hash",
          sessionId: id(on.user),
          seenAt: NOW,
          expiresAt: LATER,
        }),
      ),
    deleteOldest: (on) => on.at.knownBrowsers.deleteOldest(id(on.user), 2),
    deleteBySession: (on) => on.at.knownBrowsers.deleteBySession(id(on.user), id(on.user)),
    deleteOthers: {
      all: (on) => on.at.knownBrowsers.deleteOthers(id(on.user), null),
      "but one": (on) => on.at.knownBrowsers.deleteOthers(id(on.user), id(on.user)),
    },
  },
  organizations: {
    insertUnlessTaken: (on) =>
      on.at.organizations.insertUnlessTaken(
        row({ ...dated, id: NEW, name: "New", slug: "new", logo: null, metadata: {} }),
      ),
    find: (on) => on.at.organizations.find(id(on.organization)),
    findBySlug: (on) => on.at.organizations.findBySlug(`organization-${on.organization}`),
    list: {
      first: (on) => on.at.organizations.list({ prefix: "organization-1", after: null }, LIMIT),
      next: (on) =>
        on.at.organizations.list({ prefix: "", after: `organization-${on.organization}` }, LIMIT),
    },
    lock: (on) => on.at.organizations.lock(id(on.organization)),
    lockOwnedBy: (on) => on.at.organizations.lockOwnedBy(id(on.user)),
    listSolelyOwnedBy: (on) => on.at.organizations.listSolelyOwnedBy(id(on.user)),
    listByUser: (on) => on.at.organizations.listByUser(id(on.user)),
    update: {
      slug: (on) => on.at.organizations.update(id(on.organization), row({ slug: "new" }), NOW),
      name: (on) => on.at.organizations.update(id(on.organization), row({ name: "New" }), NOW),
    },
    markSecondFactorRequired: (on) =>
      on.at.organizations.markSecondFactorRequired(id(on.organization), true, NOW),
    delete: (on) => on.at.organizations.delete(id(on.organization)),
  },
  memberships: {
    insertUnlessMember: (on) =>
      on.at.memberships.insertUnlessMember(
        row({
          id: NEW,
          organizationId: id(on.organization),
          userId: id(on.user + 1),
          role: "member",
          createdAt: NOW,
        }),
      ),
    find: (on) => on.at.memberships.find(id(on.organization), id(on.user)),
    findMember: (on) => on.at.memberships.findMember(id(on.organization), id(on.user)),
    listMembers: {
      first: (on) => on.at.memberships.listMembers(id(on.organization), null, LIMIT),
      next: (on) =>
        on.at.memberships.listMembers(
          id(on.organization),
          { createdAt: instant(on.organization), id: id(on.organization) },
          LIMIT,
        ),
    },
    listMatching: Object.fromEntries(
      Object.entries(SEARCHES).flatMap(([name, search]) => [
        [name, (on: Stage) => on.at.memberships.listMatching(id(on.organization), search, LIMIT)],
        [
          `${name}Next`,
          (on: Stage) =>
            on.at.memberships.listMatching(
              id(on.organization),
              {
                ...search,
                after: { createdAt: instant(on.organization), id: id(on.organization) },
              },
              LIMIT,
            ),
        ],
      ]),
    ),
    countByOrganization: (on) => on.at.memberships.countByOrganization(id(on.organization)),
    countWithoutTwoFactors: (on) => on.at.memberships.countWithoutTwoFactors(id(on.organization)),
    countByUser: (on) => on.at.memberships.countByUser(id(on.user)),
    listOwners: (on) => on.at.memberships.listOwners(id(on.organization)),
    countOwners: (on) => on.at.memberships.countOwners(id(on.organization)),
    findActive: {
      hinted: (on) => on.at.memberships.findActive(id(on.user), id(on.organization), null),
      since: (on) => on.at.memberships.findActive(id(on.user), null, EARLIER),
    },
    changeRole: (on) => on.at.memberships.changeRole(id(on.organization), id(on.user), "admin"),
    delete: (on) => on.at.memberships.delete(id(on.organization), id(on.user)),
  },
  invitations: {
    insertUnlessPending: (on) =>
      on.at.invitations.insertUnlessPending(
        row({
          ...expiring,
          id: NEW,
          organizationId: id(on.organization),
          email: NEW_EMAIL,
          role: "member",
          status: "pending",
          tokenHash: NEW,
          inviterId: id(on.user),
        }),
      ),
    cancelExpired: (on) =>
      on.at.invitations.cancelExpired(id(on.organization), email(on.user), NOW),
    findByToken: (on) => on.at.invitations.findByToken(id(on.user)),
    find: (on) => on.at.invitations.find(id(on.user)),
    findPending: (on) => on.at.invitations.findPending(id(on.organization), email(on.user), NOW),
    listByOrganization: (on) => on.at.invitations.listByOrganization(id(on.organization), LIMIT),
    listPendingFor: (on) => on.at.invitations.listPendingFor(email(on.user), NOW),
    countPending: (on) => on.at.invitations.countPending(id(on.organization), NOW),
    settle: (on) => on.at.invitations.settle(id(on.user), "accepted", NOW),
    updateLink: (on) =>
      on.at.invitations.updateLink(id(on.user), row({ tokenHash: NEW, expiresAt: LATER }), NOW),
    deleteFor: (on) => on.at.invitations.deleteFor(email(on.user)),
    isLive: (on) => on.at.invitations.isLive(id(on.user), NOW),
  },
  oneTimeCodes: {
    replace: (on) =>
      on.at.oneTimeCodes.replace(
        row({
          ...expiring,
          id: NEW,
          email: email(on.user),
          type: "sign-in",
          codeHash: NEW,
          attemptsLeft: 3,
        }),
      ),
    spendAttempt: (on) => on.at.oneTimeCodes.spendAttempt(email(on.user), "sign-in"),
    consume: (on) => on.at.oneTimeCodes.consume(id(on.user), NOW),
    isLive: (on) => on.at.oneTimeCodes.isLive(id(on.user), NOW),
    deleteFor: (on) => on.at.oneTimeCodes.deleteFor(email(on.user)),
  },
  deletionRequests: {
    insertUnlessPending: (on) =>
      on.at.deletionRequests.insertUnlessPending(
        row({
          id: NEW,
          userId: id(on.user),
          status: "pending",
          requestedAt: NOW,
          scheduledFor: LATER,
          reason: "",
          endedAt: null,
          errorCode: null,
        }),
      ),
    find: (on) => on.at.deletionRequests.find(id(on.user)),
    findPending: (on) => on.at.deletionRequests.findPending(id(on.user)),
    listByUser: {
      first: (on) => on.at.deletionRequests.listByUser(id(on.user), null, LIMIT),
      next: (on) =>
        on.at.deletionRequests.listByUser(id(on.user), row({ requestedAt: NOW, id: NEW }), LIMIT),
    },
    markFailed: (on) => on.at.deletionRequests.markFailed(id(on.user)),
    cancel: (on) => on.at.deletionRequests.cancel(id(on.user), NOW),
    revoke: (on) => on.at.deletionRequests.revoke(id(on.user), NOW),
    settle: (on) =>
      on.at.deletionRequests.settle(
        id(on.user),
        row({ status: "completed", errorCode: null }),
        NOW,
      ),
  },
  erasures: {
    insertUnlessKnown: (on) => on.at.erasures.insertUnlessKnown(NEW, NOW),
    insertAllUnlessKnown: (on) => on.at.erasures.insertAllUnlessKnown([NEW], NOW),
    list: (on) => on.at.erasures.list(null, LIMIT),
  },
  exportRequests: {
    insertUnlessPending: (on) =>
      on.at.exportRequests.insertUnlessPending(
        row({
          id: NEW,
          userId: id(on.user),
          status: "pending",
          createdAt: NOW,
          readyAt: null,
          expiresAt: null,
          errorMessage: null,
          fileKey: null,
        }),
      ),
    find: (on) => on.at.exportRequests.find(id(on.user)),
    findPending: (on) => on.at.exportRequests.findPending(id(on.user)),
    listByUser: {
      first: (on) => on.at.exportRequests.listByUser(id(on.user), null, LIMIT),
      next: (on) =>
        on.at.exportRequests.listByUser(id(on.user), row({ createdAt: NOW, id: NEW }), LIMIT),
    },
    listNewest: (on) => on.at.exportRequests.listNewest(id(on.user), LIMIT),
    listFiles: (on) => on.at.exportRequests.listFiles(id(on.user)),
    markReady: (on) =>
      on.at.exportRequests.markReady(id(on.user), {
        fileKey: "file",
        readyAt: NOW,
        expiresAt: LATER,
      }),
    markFailed: (on) => on.at.exportRequests.markFailed(id(on.user), "failed"),
    markExpired: (on) => on.at.exportRequests.markExpired(id(on.user), NOW),
  },
  fileChunks: {
    put: (on) => on.at.fileChunks.put(NEW, 0, new Uint8Array(10)),
    find: (on) => on.at.fileChunks.find(id(on.user), 0),
    delete: (on) => on.at.fileChunks.delete(id(on.user), LIMIT),
  },
  jobs: {
    ...queue("jobs"),
    claimCalls: claimCalls("jobs"),
    enqueue: (on) =>
      on.at.jobs.enqueue(
        row({ ...queued, kind: "blank-audit", subject: id(on.user), payload: null }),
      ),
    recordFailure: (on) => on.at.jobs.recordFailure(id(on.user), id(on.user), "Error: failed"),
    deleteQueued: (on) => on.at.jobs.deleteQueued("blank-audit", id(on.user)),
    updateDueAt: (on) => on.at.jobs.updateDueAt("blank-audit", id(on.user), NOW),
    retryFailed: (on) => on.at.jobs.retryFailed("blank-audit", id(on.user), NOW),
  },
  outbox: {
    ...queue("outbox"),
    enqueue: (on) => on.at.outbox.enqueue(row({ ...mail, noticeGroup: null, overBudget: false })),
    replaceOverBudget: (on) =>
      on.at.outbox.replaceOverBudget(row({ ...mail, noticeGroup: id(1), overBudget: true })),
    revokeNotices: {
      all: (on) => on.at.outbox.revokeNotices(id(1), { onlyOverBudget: false }, NOW),
      "over budget": (on) => on.at.outbox.revokeNotices(id(1), { onlyOverBudget: true }, NOW),
    },
  },
  counters: {
    spend: {
      free: (on) => on.at.counters.spend(id(on.user), 10, 60_000, NOW),
      full: (on) => on.at.counters.spend(id(on.user), 1, 60_000, NOW),
    },
    release: (on) => on.at.counters.release(id(on.user)),
    reset: (on) => on.at.counters.reset(id(on.user)),
  },
  audit: {
    append: (on) => on.at.audit.append(row({ ...entry, userId: id(on.user) })),
    appendRefusal: (on) => on.at.audit.appendRefusal(email(on.user), row(entry)),
    listByUser: {
      first: (on) => on.at.audit.listByUser(id(on.user), null, LIMIT),
      next: (on) =>
        on.at.audit.listByUser(id(on.user), { at: instant(NOW_SECONDS / 2), id: NEW }, LIMIT),
    },
    listNamed: {
      ofUser: (on) => on.at.audit.listNamed({ userId: id(on.user) }, NEWEST, LIMIT),
      ofUserNext: (on) => on.at.audit.listNamed({ userId: id(on.user) }, BEHIND, LIMIT),
      ofOrganization: (on) =>
        on.at.audit.listNamed({ organizationId: id(on.organization) }, NEWEST, LIMIT),
      ofOrganizationNext: (on) =>
        on.at.audit.listNamed({ organizationId: id(on.organization) }, BEHIND, LIMIT),
      ofOneEvent: (on) =>
        on.at.audit.listNamed(
          { organizationId: id(on.organization) },
          { ...NEWEST, event: "organization.deleted" },
          LIMIT,
        ),
      ofOneActor: (on) =>
        on.at.audit.listNamed(
          { organizationId: id(on.organization) },
          { ...NEWEST, actor: id(on.user), from: EARLIER, to: LATER },
          LIMIT,
        ),
      ofOneActorNext: (on) =>
        on.at.audit.listNamed(
          { organizationId: id(on.organization) },
          { ...BEHIND, actor: id(on.user) },
          LIMIT,
        ),
      ofOneEventNext: (on) =>
        on.at.audit.listNamed(
          { organizationId: id(on.organization) },
          { ...BEHIND, event: "organization.deleted" },
          LIMIT,
        ),
    },
    countMatching: {
      all: (on) =>
        on.at.audit.countMatching({ organizationId: id(on.organization) }, EVERY, 100_000),
      ofOneActor: (on) =>
        on.at.audit.countMatching(
          { organizationId: id(on.organization) },
          { ...EVERY, actor: id(on.user) },
          100_000,
        ),
    },
    listRecords: {
      first: (on) => on.at.audit.listRecords(id(on.user), null, LIMIT),
      next: (on) =>
        on.at.audit.listRecords(id(on.user), { at: instant(NOW_SECONDS / 2), id: NEW }, LIMIT),
    },
    listNamedRecords: {
      all: (on) => on.at.audit.listNamedRecords(ANY_RECORD, LIMIT),
      next: (on) => on.at.audit.listNamedRecords({ ...ANY_RECORD, after: BEHIND.after }, LIMIT),
      ofUser: (on) => on.at.audit.listNamedRecords({ ...ANY_RECORD, userId: id(on.user) }, LIMIT),
      ofOrganization: (on) =>
        on.at.audit.listNamedRecords({ ...ANY_RECORD, organizationId: id(on.organization) }, LIMIT),
      ofBoth: (on) =>
        on.at.audit.listNamedRecords(
          { ...ANY_RECORD, userId: id(on.user), organizationId: id(on.organization) },
          LIMIT,
        ),
      ofOneTime: (on) =>
        on.at.audit.listNamedRecords({ ...ANY_RECORD, from: EARLIER, to: LATER }, LIMIT),
    },
    blankUser: (on) => on.at.audit.blankUser(id(on.user), 1_000),
  },
  webhookEndpoints: {
    insert: (on) =>
      on.at.webhookEndpoints.insert(
        row({
          id: NEW,
          url: "https://example.com/",
          events: null,
          sealedSecret: "sealed",
          previousSealedSecret: null,
          previousSecretEndsAt: null,
          createdAt: NOW,
          disabledAt: null,
          disabledReason: null,
        }),
      ),
    find: (on) => on.at.webhookEndpoints.find(id(on.user)),
    list: (on) => on.at.webhookEndpoints.list(),
    listEnabled: (on) => on.at.webhookEndpoints.listEnabled(),
    updateSecrets: (on) =>
      on.at.webhookEndpoints.updateSecrets(id(on.user), "sealed", {
        sealedSecret: "sealed",
        previousSealedSecret: null,
        previousSecretEndsAt: null,
      }),
    markDisabled: (on) => on.at.webhookEndpoints.markDisabled(id(on.user), "operator", NOW),
    markEnabled: (on) => on.at.webhookEndpoints.markEnabled(id(on.user)),
    delete: (on) => on.at.webhookEndpoints.delete(id(on.user)),
  },
  webhookDeliveries: {
    ...queue("webhookDeliveries"),
    claimCalls: claimCalls("webhookDeliveries"),
    enqueue: (on) =>
      on.at.webhookDeliveries.enqueue(
        row({
          ...queued,
          endpointId: id(0),
          eventId: NEW,
          event: "session.opened",
          payload: "{}",
          expiresAt: LATER,
        }),
      ),
    markAttempted: (on) =>
      on.at.webhookDeliveries.markAttempted(id(1), NEW, { at: NOW, status: 200, failure: null }),
    deleteLeased: (on) => on.at.webhookDeliveries.deleteLeased(id(1), NEW),
    listByEndpoint: {
      first: (on) => on.at.webhookDeliveries.listByEndpoint(id(0), null, LIMIT),
      next: (on) =>
        on.at.webhookDeliveries.listByEndpoint(id(0), { createdAt: EARLIER, id: id(1) }, LIMIT),
    },
    retrySettled: (on) => on.at.webhookDeliveries.retrySettled(id(on.user), NOW),
  },
};

/** A call by the name of its store and method, and of its way where there are several. */
export type NamedCall = readonly [name: string, call: Call];

export const NAMED_CALLS: readonly NamedCall[] = Object.entries(CALLS).flatMap(([store, methods]) =>
  Object.entries(methods as Readonly<Record<string, Call | Ways>>).flatMap(([method, call]) =>
    typeof call === "function"
      ? [[`${store}.${method}`, call] as const]
      : Object.entries(call).map(([way, each]) => [`${store}.${method}, ${way}`, each] as const),
  ),
);

/** What is no part of a transaction. */
export const OUTER_CALLS: readonly (readonly [string, (store: Store) => Promise<unknown>])[] = [
  ["callers.find", (store) => store.callers.find(id(1), id(1), NOW)],
  [
    "sweep",
    (store) =>
      store.sweep(NOW, 1_000, {
        invitations: 0,
        auditEntries: 86_400_000 * 300,
        subscriberCalls: 0,
      }),
  ],
  ["health", (store) => store.health()],
];

/** One user and organization like most, and those that have a hundredth of everything. */
export const subjectsOf = ({ users }: Sizes): readonly Subject[] => [
  {
    user: 1 + Math.floor(users / 2),
    organization: (1 + Math.floor(users / 2)) % Math.ceil(users / 10),
  },
  { user: 0, organization: 0 },
];
