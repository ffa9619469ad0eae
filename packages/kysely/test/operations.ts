import type { Store, Stores } from "@acme/auth-core";
import { asChecked } from "@acme/auth-testing";
import fc from "fast-check";
import {
  accounts,
  ceremony,
  challenges,
  codes,
  count,
  entries,
  instant,
  links,
  mails,
  name,
  nameOrNull,
  passkeys,
  passwords,
} from "./model-values.js";
import { deletions, exports, jobKind, jobs, outcome, positionOf } from "./model-end-of-accounts.js";
import {
  invitations,
  memberships,
  organizationChanges,
  organizations,
  role,
  settledStatus,
} from "./model-values.js";
import {
  profiles,
  purpose,
  renewals,
  sessions,
  states,
  streaks,
  texts,
  users,
  uses,
} from "./model-values.js";

/** One call, with a label that tells it apart in a counterexample. */
export interface Operation {
  readonly label: string;
  readonly run: (stores: Stores & Partial<Pick<Store, "callers" | "sweep">>) => Promise<unknown>;
}

const ALL = 1_000;

/** An operation whose arguments come from `given`. */
const of = <T extends readonly unknown[]>(
  label: string,
  given: { readonly [I in keyof T]: fc.Arbitrary<T[I]> },
  run: (stores: Parameters<Operation["run"]>[0], given: T) => Promise<unknown>,
): fc.Arbitrary<Operation> =>
  fc.tuple(...(given as fc.Arbitrary<unknown>[])).map((values) => ({
    label: `${label}(${values.map((value) => JSON.stringify(value)).join(", ")})`,
    run: (stores) => run(stores, values as unknown as T),
  }));

const emailAddress = name.map((one) => `${one}@example.com`);

/** Every method of every port. Sweeps are unlimited: which of several equally old rows goes first is nobody's promise. */
export const operation: fc.Arbitrary<Operation> = fc.oneof(
  // Most rows belong to somebody: without users nearly every other call comes to nothing.
  {
    weight: 8,
    arbitrary: of("users.insertUnlessTaken", [users], (at, [one]) =>
      at.users.insertUnlessTaken(asChecked(one)),
    ),
  },
  of("users.findByEmail", [emailAddress], (at, [one]) => at.users.findByEmail(one as never)),
  of("users.findById", [name], (at, [id]) => at.users.findById(id as never)),
  of("users.markVerified", [name, instant], (at, [id, now]) =>
    at.users.markVerified(id as never, now),
  ),
  of("users.markReclaimed", [name, instant], (at, [id, now]) =>
    at.users.markReclaimed(id as never, now),
  ),
  of("users.changeEmail", [name, emailAddress, instant], (at, [id, one, now]) =>
    at.users.changeEmail(id as never, one as never, now),
  ),
  of("users.updateProfile", [name, profiles, instant], (at, [id, one, now]) =>
    at.users.updateProfile(id as never, asChecked(one), now),
  ),
  of(
    "users.markSuspended",
    [name, fc.option(instant), fc.option(instant)],
    (at, [id, suspendedAt, suspendedUntil]) =>
      at.users.markSuspended(id as never, { suspendedAt, suspendedUntil }),
  ),
  of(
    "users.list",
    [fc.constantFrom("all", "suspended", "unverified"), emailAddress, instant, count],
    (at, [filter, one, now, limit]) =>
      at.users.list({ filter, prefix: "", after: one as never }, now, limit),
  ),
  of("users.listIds", [nameOrNull, count], (at, [after, limit]) =>
    at.users.listIds(after as never, limit),
  ),
  of("erasures.insertUnlessKnown", [name, instant], (at, [entry, now]) =>
    at.erasures.insertUnlessKnown(entry as never, now),
  ),
  of("erasures.insertAllUnlessKnown", [fc.array(name), instant], (at, [known, now]) =>
    at.erasures.insertAllUnlessKnown(known as never, now),
  ),
  of("erasures.list", [nameOrNull, count], (at, [after, limit]) =>
    at.erasures.list(after as never, limit),
  ),
  of("users.updateLocale", [name, fc.option(name), instant], (at, [id, locale, now]) =>
    at.users.updateLocale(id as never, locale, now),
  ),
  of("users.delete", [name], (at, [id]) => at.users.delete(id as never)),
  of("passwords.find", [name], (at, [owner]) => at.passwords.find(owner as never)),
  of("passwords.findByEmail", [emailAddress], (at, [one]) =>
    at.passwords.findByEmail(one as never),
  ),
  of("passwords.replace", [passwords], (at, [one]) => at.passwords.replace(one)),
  of("passwords.rehash", [name, name, name], (at, [owner, expected, next]) =>
    at.passwords.rehash(owner as never, expected as never, next as never),
  ),
  of("passwords.delete", [name], (at, [owner]) => at.passwords.delete(owner as never)),
  of("failureStreaks.lock", [name], (at, [key]) => at.failureStreaks.lock(key)),
  of("failureStreaks.replace", [streaks], (at, [one]) => at.failureStreaks.replace(one)),
  of("failureStreaks.delete", [name], (at, [key]) => at.failureStreaks.delete(key)),
  of("mailedLinks.replace", [links], (at, [one]) => at.mailedLinks.replace(asChecked(one))),
  of("mailedLinks.find", [purpose, name], (at, [what, token]) =>
    at.mailedLinks.find(what as never, token as never),
  ),
  of("mailedLinks.consume", [name, instant], (at, [id, now]) =>
    at.mailedLinks.consume(id as never, now),
  ),
  of("mailedLinks.isLive", [name, instant], (at, [id, now]) =>
    at.mailedLinks.isLive(id as never, now),
  ),
  of("mailedLinks.deleteFor", [name, emailAddress], (at, [owner, email]) =>
    at.mailedLinks.deleteFor({ userId: owner, email } as never),
  ),
  // Handles are random in earnest: one that somebody else has is refused.
  of("passkeys.ensureUserHandle", [name, name], (at, [owner, handle]) =>
    at.passkeys.ensureUserHandle(owner as never, handle),
  ),
  {
    weight: 4,
    arbitrary: of("passkeys.insertUnlessTaken", [passkeys], (at, [one]) =>
      at.passkeys.insertUnlessTaken(asChecked(one)),
    ),
  },
  of("passkeys.findByCredentialId", [name], (at, [credential]) =>
    at.passkeys.findByCredentialId(credential),
  ),
  of("passkeys.listByUser", [name], (at, [owner]) => at.passkeys.listByUser(owner as never)),
  of("passkeys.countByUser", [name], (at, [owner]) => at.passkeys.countByUser(owner as never)),
  of("passkeys.recordUse", [name, uses], (at, [id, use]) =>
    at.passkeys.recordUse(id as never, use),
  ),
  of("passkeys.rename", [name, name, name], (at, [owner, id, label]) =>
    at.passkeys.rename(owner as never, id as never, asChecked(label)),
  ),
  of("passkeys.delete", [name, name], (at, [owner, id]) =>
    at.passkeys.delete(owner as never, id as never),
  ),
  of("passkeys.deleteFor", [name], (at, [owner]) => at.passkeys.deleteFor(owner as never)),
  of("passkeyChallenges.insert", [challenges], (at, [one]) => at.passkeyChallenges.insert(one)),
  of("passkeyChallenges.consume", [ceremony, name, instant], (at, [what, challenge, now]) =>
    at.passkeyChallenges.consume(what as never, challenge as never, now),
  ),
  of("passkeyChallenges.deleteFor", [name], (at, [owner]) =>
    at.passkeyChallenges.deleteFor(owner as never),
  ),
  of("linkedAccounts.find", [name, name], (at, [provider, subject]) =>
    at.linkedAccounts.find(provider, subject),
  ),
  of("linkedAccounts.insertUnlessTaken", [accounts], (at, [one]) =>
    at.linkedAccounts.insertUnlessTaken(one),
  ),
  of("linkedAccounts.recordUse", [name, texts, instant], (at, [id, scopes, now]) =>
    at.linkedAccounts.recordUse(id as never, scopes, now),
  ),
  of("linkedAccounts.listByUser", [name], (at, [owner]) =>
    at.linkedAccounts.listByUser(owner as never),
  ),
  of("linkedAccounts.delete", [name, name], (at, [owner, id]) =>
    at.linkedAccounts.delete(owner as never, id as never),
  ),
  of("linkedAccounts.deleteFor", [name], (at, [owner]) =>
    at.linkedAccounts.deleteFor(owner as never),
  ),
  of("oauthStates.insert", [states], (at, [one]) => at.oauthStates.insert(one)),
  of("oauthStates.consume", [name, instant], (at, [state, now]) =>
    at.oauthStates.consume(state as never, now),
  ),
  of("oauthStates.deleteFor", [name], (at, [owner]) => at.oauthStates.deleteFor(owner as never)),
  of("sessions.insert", [sessions], (at, [one]) => at.sessions.insert(one)),
  of("sessions.findLive", [name, instant], (at, [token, now]) =>
    at.sessions.findLive(token as never, now),
  ),
  of("sessions.listLive", [name, instant], (at, [owner, now]) =>
    at.sessions.listLive(owner as never, now),
  ),
  of("sessions.renew", [name, name, renewals], (at, [id, token, one]) =>
    at.sessions.renew(id as never, token as never, one),
  ),
  of(
    "sessions.roll",
    [name, instant, instant, instant],
    (at, [id, lastSeenAt, expiresAt, unseenSince]) =>
      at.sessions.touch(id as never, { lastSeenAt, expiresAt, unseenSince }),
  ),
  of("sessions.revokeByToken", [name], (at, [token]) => at.sessions.revokeByToken(token as never)),
  of("sessions.revoke", [name, name], (at, [owner, id]) =>
    at.sessions.revoke(owner as never, id as never),
  ),
  of("sessions.revokeOthers", [name, nameOrNull], (at, [owner, keep]) =>
    at.sessions.revokeOthers(owner as never, keep as never),
  ),
  of("users.markSignedIn", [name], (at, [id]) => at.users.markSignedIn(id as never)),
  of(
    "knownBrowsers.replace",
    [
      fc.record({
        id: name,
        userId: name,
        browserHash: name,
        sessionId: name,
        seenAt: instant,
        expiresAt: instant,
      }),
    ],
    (at, [one]) => at.knownBrowsers.replace(one as never),
  ),
  of("knownBrowsers.deleteOldest", [name, count], (at, [owner, keep]) =>
    at.knownBrowsers.deleteOldest(owner as never, keep),
  ),
  of("knownBrowsers.deleteBySession", [name, name], (at, [owner, session]) =>
    at.knownBrowsers.deleteBySession(owner as never, session as never),
  ),
  of("knownBrowsers.deleteOthers", [name, nameOrNull], (at, [owner, keep]) =>
    at.knownBrowsers.deleteOthers(owner as never, keep as never),
  ),
  of("sessions.revokeOldest", [name, count], (at, [owner, keep]) =>
    at.sessions.revokeOldest(owner as never, keep),
  ),
  of("callers.find", [name, nameOrNull, instant], async (at, [token, hint, now]) =>
    at.callers?.find(token as never, hint as never, now),
  ),
  {
    weight: 4,
    arbitrary: of("organizations.insertUnlessTaken", [organizations], (at, [one]) =>
      at.organizations.insertUnlessTaken(asChecked(one)),
    ),
  },
  of("organizations.find", [name], (at, [id]) => at.organizations.find(id as never)),
  of("organizations.findBySlug", [name], (at, [slug]) => at.organizations.findBySlug(slug)),
  of("organizations.lock", [name], (at, [id]) => at.organizations.lock(id as never)),
  of("organizations.lockOwnedBy", [name], (at, [owner]) =>
    at.organizations.lockOwnedBy(owner as never),
  ),
  of("organizations.listSolelyOwnedBy", [name], (at, [owner]) =>
    at.organizations.listSolelyOwnedBy(owner as never),
  ),
  of("organizations.listByUser", [name], (at, [owner]) =>
    at.organizations.listByUser(owner as never),
  ),
  of("organizations.update", [name, organizationChanges, instant], (at, [id, one, now]) =>
    at.organizations.update(id as never, asChecked(one), now),
  ),
  of("organizations.delete", [name], (at, [id]) => at.organizations.delete(id as never)),
  {
    weight: 4,
    arbitrary: of("memberships.insertUnlessMember", [memberships], (at, [one]) =>
      at.memberships.insertUnlessMember(one),
    ),
  },
  of("memberships.find", [name, name], (at, [where, who]) =>
    at.memberships.find(where as never, who as never),
  ),
  of("memberships.findMember", [name, name], (at, [where, id]) =>
    at.memberships.findMember(where as never, id as never),
  ),
  of(
    "memberships.listMembers",
    [name, fc.option(fc.record({ createdAt: instant, id: name }), { nil: null }), count],
    (at, [where, after, limit]) =>
      at.memberships.listMembers(where as never, after as never, limit),
  ),
  of("memberships.countByOrganization", [name], (at, [where]) =>
    at.memberships.countByOrganization(where as never),
  ),
  of("memberships.countByUser", [name], (at, [who]) => at.memberships.countByUser(who as never)),
  of("memberships.listOwners", [name], (at, [where]) => at.memberships.listOwners(where as never)),
  of("memberships.countOwners", [name], (at, [where]) =>
    at.memberships.countOwners(where as never),
  ),
  of(
    "memberships.findActive",
    [name, nameOrNull, fc.option(instant, { nil: null })],
    (at, [who, hint, notBefore]) =>
      at.memberships.findActive(who as never, hint as never, notBefore),
  ),
  of("memberships.changeRole", [name, name, role], (at, [where, id, one]) =>
    at.memberships.changeRole(where as never, id as never, one as never),
  ),
  of("memberships.delete", [name, name], (at, [where, id]) =>
    at.memberships.delete(where as never, id as never),
  ),
  {
    weight: 4,
    arbitrary: of("invitations.insertUnlessPending", [invitations], (at, [one]) =>
      at.invitations.insertUnlessPending(one),
    ),
  },
  of("invitations.cancelExpired", [name, emailAddress, instant], (at, [where, one, now]) =>
    at.invitations.cancelExpired(where as never, one as never, now),
  ),
  of("invitations.findByToken", [name], (at, [token]) =>
    at.invitations.findByToken(token as never),
  ),
  of("invitations.find", [name], (at, [id]) => at.invitations.find(id as never)),
  of("invitations.listByOrganization", [name, count], (at, [where, limit]) =>
    at.invitations.listByOrganization(where as never, limit),
  ),
  of("invitations.listPendingFor", [emailAddress, instant], (at, [one, now]) =>
    at.invitations.listPendingFor(one as never, now),
  ),
  of("invitations.countPending", [name, instant], (at, [where, now]) =>
    at.invitations.countPending(where as never, now),
  ),
  of("invitations.findPending", [name, emailAddress, instant], (at, [where, one, now]) =>
    at.invitations.findPending(where as never, one as never, now),
  ),
  of(
    "invitations.updateLink",
    [name, name, instant, nameOrNull, instant],
    (at, [id, tokenHash, expiresAt, inviterId, now]) =>
      at.invitations.updateLink(id as never, { tokenHash, expiresAt, inviterId } as never, now),
  ),
  of("invitations.settle", [name, settledStatus, instant], (at, [id, status, now]) =>
    at.invitations.settle(id as never, status as never, now),
  ),
  of("invitations.deleteFor", [emailAddress], (at, [one]) =>
    at.invitations.deleteFor(one as never),
  ),
  of("invitations.isLive", [name, instant], (at, [id, now]) =>
    at.invitations.isLive(id as never, now),
  ),
  of("oneTimeCodes.replace", [codes], (at, [one]) => at.oneTimeCodes.replace(one)),
  of("oneTimeCodes.spendAttempt", [emailAddress], (at, [one]) =>
    at.oneTimeCodes.spendAttempt(one as never, "sign-in"),
  ),
  of("oneTimeCodes.consume", [name, instant], (at, [id, now]) =>
    at.oneTimeCodes.consume(id as never, now),
  ),
  of("oneTimeCodes.isLive", [name, instant], (at, [id, now]) =>
    at.oneTimeCodes.isLive(id as never, now),
  ),
  of("oneTimeCodes.deleteFor", [emailAddress], (at, [one]) =>
    at.oneTimeCodes.deleteFor(one as never),
  ),
  of("outbox.enqueue", [mails], (at, [one]) => at.outbox.enqueue(one)),
  of("outbox.replaceOverBudget", [mails, name], (at, [one, noticeGroup]) =>
    at.outbox.replaceOverBudget({ ...one, noticeGroup, overBudget: true }),
  ),
  of("outbox.revokeNotices", [name, fc.boolean(), instant], (at, [group, onlyOverBudget, now]) =>
    at.outbox.revokeNotices(group, { onlyOverBudget }, now),
  ),
  of("outbox.claimDue", [instant, count, name, instant], (at, [now, limit, lease, ends]) =>
    at.outbox.claimDue(now, limit, lease as never, ends),
  ),
  of("outbox.complete", [name, name], (at, [id, lease]) =>
    at.outbox.complete(id as never, lease as never),
  ),
  of("outbox.retry", [name, name, instant], (at, [id, lease, next]) =>
    at.outbox.retry(id as never, lease as never, next),
  ),
  of("outbox.bury", [name, name], (at, [id, lease]) => at.outbox.bury(id as never, lease as never)),
  of("outbox.countBacklog", [instant], (at, [now]) => at.outbox.countBacklog(now)),
  of("outbox.listDead", [], (at) => at.outbox.listDead(null, ALL)),
  of("outbox.listQueued", [], (at) => at.outbox.listQueued(null, ALL)),
  of("outbox.find", [name], (at, [id]) => at.outbox.find(id as never)),
  of("outbox.deleteUnclaimed", [name, instant], (at, [id, now]) =>
    at.outbox.deleteUnclaimed(id as never, now),
  ),
  of("outbox.retryDead", [name, instant], (at, [id, now]) => at.outbox.retryDead(id as never, now)),
  of("outbox.extend", [name, name, instant], (at, [id, lease, ends]) =>
    at.outbox.extend(id as never, lease as never, ends),
  ),
  of("outbox.release", [name, name, instant], (at, [id, lease, now]) =>
    at.outbox.release(id as never, lease as never, now),
  ),
  {
    weight: 2,
    arbitrary: of("deletionRequests.insertUnlessPending", [deletions], (at, [one]) =>
      at.deletionRequests.insertUnlessPending(asChecked(one)),
    ),
  },
  of("deletionRequests.find", [name], (at, [id]) => at.deletionRequests.find(id as never)),
  of("deletionRequests.findPending", [name], (at, [owner]) =>
    at.deletionRequests.findPending(owner as never),
  ),
  of(
    "deletionRequests.listByUser",
    [name, positionOf("requestedAt"), count],
    (at, [owner, after, limit]) =>
      at.deletionRequests.listByUser(owner as never, after as never, limit),
  ),
  of("deletionRequests.markFailed", [name], (at, [id]) =>
    at.deletionRequests.markFailed(id as never),
  ),
  of("deletionRequests.cancel", [name, instant], (at, [owner, now]) =>
    at.deletionRequests.cancel(owner as never, now),
  ),
  of("deletionRequests.revoke", [name, instant], (at, [owner, now]) =>
    at.deletionRequests.revoke(owner as never, now),
  ),
  of("deletionRequests.settle", [name, outcome, instant], (at, [id, how, now]) =>
    at.deletionRequests.settle(id as never, how, now),
  ),
  {
    weight: 2,
    arbitrary: of("exportRequests.insertUnlessPending", [exports], (at, [one]) =>
      at.exportRequests.insertUnlessPending(one),
    ),
  },
  of("exportRequests.find", [name], (at, [id]) => at.exportRequests.find(id as never)),
  of("exportRequests.findPending", [name], (at, [owner]) =>
    at.exportRequests.findPending(owner as never),
  ),
  of(
    "exportRequests.listByUser",
    [name, positionOf("createdAt"), count],
    (at, [owner, after, limit]) =>
      at.exportRequests.listByUser(owner as never, after as never, limit),
  ),
  of("exportRequests.listFiles", [name], (at, [owner]) =>
    at.exportRequests.listFiles(owner as never),
  ),
  of(
    "exportRequests.markReady",
    [name, name, instant, instant],
    (at, [id, fileKey, readyAt, expiresAt]) =>
      at.exportRequests.markReady(id as never, { fileKey, readyAt, expiresAt }),
  ),
  of("exportRequests.markFailed", [name, name], (at, [id, message]) =>
    at.exportRequests.markFailed(id as never, message),
  ),
  of("exportRequests.markExpired", [name, instant], (at, [id, now]) =>
    at.exportRequests.markExpired(id as never, now),
  ),
  of("fileChunks.put", [name, count, fc.uint8Array({ maxLength: 5 })], (at, [file, index, bytes]) =>
    at.fileChunks.put(file, index, bytes),
  ),
  of("fileChunks.find", [name, count], (at, [file, index]) => at.fileChunks.find(file, index)),
  of("fileChunks.delete", [name, count], (at, [file, limit]) => at.fileChunks.delete(file, limit)),
  of("jobs.enqueue", [jobs], (at, [one]) => at.jobs.enqueue(one)),
  of("jobs.claimDue", [instant, count, name, instant], (at, [now, limit, lease, ends]) =>
    at.jobs.claimDue(now, limit, lease as never, ends),
  ),
  of("jobs.claimCalls", [instant, count, name, instant], (at, [now, limit, lease, leaseEnds]) =>
    at.jobs.claimCalls([lease], { now, limit, lease: lease as never, leaseEnds }),
  ),
  of("jobs.extend", [name, name, instant], (at, [id, lease, ends]) =>
    at.jobs.extend(id as never, lease as never, ends),
  ),
  of("jobs.complete", [name, name], (at, [id, lease]) =>
    at.jobs.complete(id as never, lease as never),
  ),
  of("jobs.retry", [name, name, instant], (at, [id, lease, next]) =>
    at.jobs.retry(id as never, lease as never, next),
  ),
  of("jobs.bury", [name, name], (at, [id, lease]) => at.jobs.bury(id as never, lease as never)),
  of("jobs.countBacklog", [instant], (at, [now]) => at.jobs.countBacklog(now)),
  of("jobs.listDead", [], (at) => at.jobs.listDead(null, ALL)),
  of("jobs.retryDead", [name, instant], (at, [id, now]) => at.jobs.retryDead(id as never, now)),
  of("jobs.release", [name, name, instant], (at, [id, lease, now]) =>
    at.jobs.release(id as never, lease as never, now),
  ),
  of("jobs.deleteQueued", [jobKind, name], (at, [kind, subject]) =>
    at.jobs.deleteQueued(kind as never, subject),
  ),
  of("jobs.updateDueAt", [jobKind, name, instant], (at, [kind, subject, dueAt]) =>
    at.jobs.updateDueAt(kind as never, subject, dueAt),
  ),
  of("jobs.retryFailed", [jobKind, name, instant], (at, [kind, subject, now]) =>
    at.jobs.retryFailed(kind as never, subject, now),
  ),
  of("counters.spend", [name, count, count, instant], (at, [key, limit, window, now]) =>
    at.counters.spend(key, limit, window, now),
  ),
  of("counters.release", [name], (at, [key]) => at.counters.release(key)),
  of("counters.reset", [name], (at, [key]) => at.counters.reset(key)),
  of("audit.append", [entries, fc.option(name, { nil: null })], (at, [one, doneTo]) =>
    at.audit.append(one, null, doneTo as never),
  ),
  of("audit.appendRefusal", [emailAddress, entries], (at, [one, { userId: _, ...entry }]) =>
    at.audit.appendRefusal(one as never, entry),
  ),
  of(
    "audit.listByUser",
    [name, fc.option(fc.record({ at: instant, id: name }), { nil: null }), count],
    (at, [owner, after, limit]) => at.audit.listByUser(owner as never, after as never, limit),
  ),
  of(
    "audit.listRecords",
    [name, fc.option(fc.record({ at: instant, id: name }), { nil: null }), count],
    (at, [owner, after, limit]) => at.audit.listRecords(owner as never, after as never, limit),
  ),
  of(
    "audit.listNamed",
    [
      fc.boolean(),
      name,
      fc.record({
        after: fc.option(fc.record({ at: instant, id: name }), { nil: null }),
        event: fc.constantFrom(null, "session.opened", "email.changed"),
      }),
      count,
    ],
    (at, [isOfUser, owner, query, limit]) =>
      at.audit.listNamed(
        (isOfUser ? { userId: owner } : { organizationId: owner }) as never,
        query as never,
        limit,
      ),
  ),
  of("audit.blankUser", [name], (at, [owner]) => at.audit.blankUser(owner as never, ALL)),
  of(
    "sweep",
    [instant, fc.nat(1_000), fc.nat(1_000)],
    async (at, [now, invitations, auditEntries]) =>
      at.sweep?.(now, ALL, { invitations, auditEntries, subscriberCalls: invitations }),
  ),
);
