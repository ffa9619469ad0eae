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
import {
  deletionPosition,
  deletions,
  exportPosition,
  exports,
  jobKind,
  jobs,
  outcome,
} from "./model-end-of-accounts.js";
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
  of("users.findByEmail", [emailAddress], (at, [one]) => at.users.findByEmail(asChecked(one))),
  of("users.findById", [name], (at, [id]) => at.users.findById(asChecked(id))),
  of("users.markVerified", [name, instant], (at, [id, now]) =>
    at.users.markVerified(asChecked(id), now),
  ),
  of("users.markReclaimed", [name, instant], (at, [id, now]) =>
    at.users.markReclaimed(asChecked(id), now),
  ),
  of("users.changeEmail", [name, emailAddress, instant], (at, [id, one, now]) =>
    at.users.changeEmail(asChecked(id), asChecked(one), now),
  ),
  of("users.updateProfile", [name, profiles, instant], (at, [id, one, now]) =>
    at.users.updateProfile(asChecked(id), asChecked(one), now),
  ),
  of(
    "users.markSuspended",
    [name, fc.option(instant), fc.option(instant)],
    (at, [id, suspendedAt, suspendedUntil]) =>
      at.users.markSuspended(asChecked(id), { suspendedAt, suspendedUntil }),
  ),
  of(
    "users.list",
    [fc.constantFrom("all", "suspended", "unverified"), emailAddress, instant, count],
    (at, [filter, one, now, limit]) =>
      at.users.list({ filter, prefix: "", after: asChecked(one) }, now, limit),
  ),
  of("users.listIds", [nameOrNull, count], (at, [after, limit]) =>
    at.users.listIds(asChecked(after), limit),
  ),
  of("erasures.insertUnlessKnown", [name, instant], (at, [entry, now]) =>
    at.erasures.insertUnlessKnown(asChecked(entry), now),
  ),
  of("erasures.insertAllUnlessKnown", [fc.array(name), instant], (at, [known, now]) =>
    at.erasures.insertAllUnlessKnown(known as never, now),
  ),
  of("erasures.list", [nameOrNull, count], (at, [after, limit]) =>
    at.erasures.list(asChecked(after), limit),
  ),
  of("users.updateLocale", [name, fc.option(name), instant], (at, [id, locale, now]) =>
    at.users.updateLocale(asChecked(id), locale, now),
  ),
  of("users.delete", [name], (at, [id]) => at.users.delete(asChecked(id))),
  of("passwords.find", [name], (at, [owner]) => at.passwords.find(asChecked(owner))),
  of("passwords.findByEmail", [emailAddress], (at, [one]) =>
    at.passwords.findByEmail(asChecked(one)),
  ),
  of("passwords.replace", [passwords], (at, [one]) => at.passwords.replace(one)),
  of("passwords.rehash", [name, name, name], (at, [owner, expected, next]) =>
    at.passwords.rehash(asChecked(owner), asChecked(expected), asChecked(next)),
  ),
  of("passwords.delete", [name], (at, [owner]) => at.passwords.delete(asChecked(owner))),
  of("failureStreaks.lock", [name], (at, [key]) => at.failureStreaks.lock(key)),
  of("failureStreaks.replace", [streaks], (at, [one]) => at.failureStreaks.replace(one)),
  of("failureStreaks.delete", [name], (at, [key]) => at.failureStreaks.delete(key)),
  of("mailedLinks.replace", [links], (at, [one]) => at.mailedLinks.replace(asChecked(one))),
  of("mailedLinks.find", [purpose, name], (at, [what, token]) =>
    at.mailedLinks.find(asChecked(what), asChecked(token)),
  ),
  of("mailedLinks.consume", [name, instant], (at, [id, now]) =>
    at.mailedLinks.consume(asChecked(id), now),
  ),
  of("mailedLinks.isLive", [name, instant], (at, [id, now]) =>
    at.mailedLinks.isLive(asChecked(id), now),
  ),
  of("mailedLinks.revokeForSession", [name, name], (at, [owner, session]) =>
    at.mailedLinks.revokeForSession(asChecked(owner), asChecked(session)),
  ),
  of("mailedLinks.deleteFor", [name, emailAddress], (at, [owner, email]) =>
    at.mailedLinks.deleteFor(asChecked({ userId: owner, email })),
  ),
  // Handles are random in earnest: one that somebody else has is refused.
  of("passkeys.ensureUserHandle", [name, name], (at, [owner, handle]) =>
    at.passkeys.ensureUserHandle(asChecked(owner), handle),
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
  of("passkeys.listByUser", [name], (at, [owner]) => at.passkeys.listByUser(asChecked(owner))),
  of("passkeys.countByUser", [name], (at, [owner]) => at.passkeys.countByUser(asChecked(owner))),
  of("passkeys.recordUse", [name, uses], (at, [id, use]) =>
    at.passkeys.recordUse(asChecked(id), use),
  ),
  of("passkeys.rename", [name, name, name], (at, [owner, id, label]) =>
    at.passkeys.rename(asChecked(owner), asChecked(id), asChecked(label)),
  ),
  of("passkeys.delete", [name, name], (at, [owner, id]) =>
    at.passkeys.delete(asChecked(owner), asChecked(id)),
  ),
  of("passkeys.deleteFor", [name], (at, [owner]) => at.passkeys.deleteFor(asChecked(owner))),
  of("passkeyChallenges.insert", [challenges], (at, [one]) => at.passkeyChallenges.insert(one)),
  of("passkeyChallenges.consume", [ceremony, name, instant], (at, [what, challenge, now]) =>
    at.passkeyChallenges.consume(asChecked(what), asChecked(challenge), now),
  ),
  of("passkeyChallenges.deleteFor", [name], (at, [owner]) =>
    at.passkeyChallenges.deleteFor(asChecked(owner)),
  ),
  of("linkedAccounts.find", [name, name], (at, [provider, subject]) =>
    at.linkedAccounts.find(provider, subject),
  ),
  of("linkedAccounts.insertUnlessTaken", [accounts], (at, [one]) =>
    at.linkedAccounts.insertUnlessTaken(one),
  ),
  of("linkedAccounts.recordUse", [name, texts, instant], (at, [id, scopes, now]) =>
    at.linkedAccounts.recordUse(asChecked(id), scopes, now),
  ),
  of("linkedAccounts.listByUser", [name], (at, [owner]) =>
    at.linkedAccounts.listByUser(asChecked(owner)),
  ),
  of("linkedAccounts.delete", [name, name], (at, [owner, id]) =>
    at.linkedAccounts.delete(asChecked(owner), asChecked(id)),
  ),
  of("linkedAccounts.deleteFor", [name], (at, [owner]) =>
    at.linkedAccounts.deleteFor(asChecked(owner)),
  ),
  of("oauthStates.insert", [states], (at, [one]) => at.oauthStates.insert(one)),
  of("oauthStates.consume", [name, instant], (at, [state, now]) =>
    at.oauthStates.consume(asChecked(state), now),
  ),
  of("oauthStates.deleteFor", [name], (at, [owner]) => at.oauthStates.deleteFor(asChecked(owner))),
  of("sessions.insert", [sessions], (at, [one]) => at.sessions.insert(one)),
  of("sessions.findLive", [name, instant], (at, [token, now]) =>
    at.sessions.findLive(asChecked(token), now),
  ),
  of("sessions.listLive", [name, instant], (at, [owner, now]) =>
    at.sessions.listLive(asChecked(owner), now),
  ),
  of("sessions.renew", [name, name, renewals], (at, [id, token, one]) =>
    at.sessions.renew(asChecked(id), asChecked(token), one),
  ),
  of(
    "sessions.roll",
    [name, instant, instant, instant],
    (at, [id, lastSeenAt, expiresAt, unseenSince]) =>
      at.sessions.touch(asChecked(id), { lastSeenAt, expiresAt, unseenSince }),
  ),
  of("sessions.revokeByToken", [name], (at, [token]) =>
    at.sessions.revokeByToken(asChecked(token)),
  ),
  of("sessions.revoke", [name, name], (at, [owner, id]) =>
    at.sessions.revoke(asChecked(owner), asChecked(id)),
  ),
  of("sessions.revokeOthers", [name, nameOrNull], (at, [owner, keep]) =>
    at.sessions.revokeOthers(asChecked(owner), asChecked(keep)),
  ),
  of("users.updateSignInLanguage", [name, name], (at, [id, language]) =>
    at.users.updateSignInLanguage(asChecked(id), language),
  ),
  of("users.markSignedIn", [name], (at, [id]) => at.users.markSignedIn(asChecked(id))),
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
    (at, [one]) => at.knownBrowsers.replace(asChecked(one)),
  ),
  of("knownBrowsers.deleteOldest", [name, count], (at, [owner, keep]) =>
    at.knownBrowsers.deleteOldest(asChecked(owner), keep),
  ),
  of("knownBrowsers.deleteBySession", [name, name], (at, [owner, session]) =>
    at.knownBrowsers.deleteBySession(asChecked(owner), asChecked(session)),
  ),
  of("knownBrowsers.deleteOthers", [name, nameOrNull], (at, [owner, keep]) =>
    at.knownBrowsers.deleteOthers(asChecked(owner), asChecked(keep)),
  ),
  of("sessions.revokeOldest", [name, count], (at, [owner, keep]) =>
    at.sessions.revokeOldest(asChecked(owner), keep),
  ),
  of("callers.find", [name, nameOrNull, instant], async (at, [token, hint, now]) =>
    at.callers?.find(asChecked(token), asChecked(hint), now),
  ),
  {
    weight: 4,
    arbitrary: of("organizations.insertUnlessTaken", [organizations], (at, [one]) =>
      at.organizations.insertUnlessTaken(asChecked(one)),
    ),
  },
  of("organizations.find", [name], (at, [id]) => at.organizations.find(asChecked(id))),
  of("organizations.findBySlug", [name], (at, [slug]) => at.organizations.findBySlug(slug)),
  of("organizations.lock", [name], (at, [id]) => at.organizations.lock(asChecked(id))),
  of("organizations.lockOwnedBy", [name], (at, [owner]) =>
    at.organizations.lockOwnedBy(asChecked(owner)),
  ),
  of("organizations.listSolelyOwnedBy", [name], (at, [owner]) =>
    at.organizations.listSolelyOwnedBy(asChecked(owner)),
  ),
  of("organizations.listByUser", [name], (at, [owner]) =>
    at.organizations.listByUser(asChecked(owner)),
  ),
  of("organizations.update", [name, organizationChanges, instant], (at, [id, one, now]) =>
    at.organizations.update(asChecked(id), asChecked(one), now),
  ),
  of("organizations.delete", [name], (at, [id]) => at.organizations.delete(asChecked(id))),
  {
    weight: 4,
    arbitrary: of("memberships.insertUnlessMember", [memberships], (at, [one]) =>
      at.memberships.insertUnlessMember(one),
    ),
  },
  of("memberships.find", [name, name], (at, [where, who]) =>
    at.memberships.find(asChecked(where), asChecked(who)),
  ),
  of("memberships.findMember", [name, name], (at, [where, id]) =>
    at.memberships.findMember(asChecked(where), asChecked(id)),
  ),
  of(
    "memberships.listMembers",
    [name, fc.option(fc.record({ createdAt: instant, id: name }), { nil: null }), count],
    (at, [where, after, limit]) =>
      at.memberships.listMembers(asChecked(where), asChecked(after), limit),
  ),
  of("memberships.countByOrganization", [name], (at, [where]) =>
    at.memberships.countByOrganization(asChecked(where)),
  ),
  of("memberships.countByUser", [name], (at, [who]) => at.memberships.countByUser(asChecked(who))),
  of("memberships.listOwners", [name], (at, [where]) =>
    at.memberships.listOwners(asChecked(where)),
  ),
  of("memberships.countOwners", [name], (at, [where]) =>
    at.memberships.countOwners(asChecked(where)),
  ),
  of(
    "memberships.findActive",
    [name, nameOrNull, fc.option(instant, { nil: null })],
    (at, [who, hint, notBefore]) =>
      at.memberships.findActive(asChecked(who), asChecked(hint), notBefore),
  ),
  of("memberships.changeRole", [name, name, role], (at, [where, id, one]) =>
    at.memberships.changeRole(asChecked(where), asChecked(id), asChecked(one)),
  ),
  of("memberships.delete", [name, name], (at, [where, id]) =>
    at.memberships.delete(asChecked(where), asChecked(id)),
  ),
  {
    weight: 4,
    arbitrary: of("invitations.insertUnlessPending", [invitations], (at, [one]) =>
      at.invitations.insertUnlessPending(one),
    ),
  },
  of("invitations.cancelExpired", [name, emailAddress, instant], (at, [where, one, now]) =>
    at.invitations.cancelExpired(asChecked(where), asChecked(one), now),
  ),
  of("invitations.findByToken", [name], (at, [token]) =>
    at.invitations.findByToken(asChecked(token)),
  ),
  of("invitations.find", [name], (at, [id]) => at.invitations.find(asChecked(id))),
  of("invitations.listByOrganization", [name, count], (at, [where, limit]) =>
    at.invitations.listByOrganization(asChecked(where), limit),
  ),
  of("invitations.listPendingFor", [emailAddress, instant], (at, [one, now]) =>
    at.invitations.listPendingFor(asChecked(one), now),
  ),
  of("invitations.countPending", [name, instant], (at, [where, now]) =>
    at.invitations.countPending(asChecked(where), now),
  ),
  of("invitations.findPending", [name, emailAddress, instant], (at, [where, one, now]) =>
    at.invitations.findPending(asChecked(where), asChecked(one), now),
  ),
  of(
    "invitations.updateLink",
    [name, name, instant, nameOrNull, instant],
    (at, [id, tokenHash, expiresAt, inviterId, now]) =>
      at.invitations.updateLink(asChecked(id), asChecked({ tokenHash, expiresAt, inviterId }), now),
  ),
  of("invitations.settle", [name, settledStatus, instant], (at, [id, status, now]) =>
    at.invitations.settle(asChecked(id), asChecked(status), now),
  ),
  of("invitations.deleteFor", [emailAddress], (at, [one]) =>
    at.invitations.deleteFor(asChecked(one)),
  ),
  of("invitations.isLive", [name, instant], (at, [id, now]) =>
    at.invitations.isLive(asChecked(id), now),
  ),
  of("oneTimeCodes.replace", [codes], (at, [one]) => at.oneTimeCodes.replace(one)),
  of("oneTimeCodes.spendAttempt", [emailAddress], (at, [one]) =>
    at.oneTimeCodes.spendAttempt(asChecked(one), "sign-in"),
  ),
  of("oneTimeCodes.consume", [name, instant], (at, [id, now]) =>
    at.oneTimeCodes.consume(asChecked(id), now),
  ),
  of("oneTimeCodes.isLive", [name, instant], (at, [id, now]) =>
    at.oneTimeCodes.isLive(asChecked(id), now),
  ),
  of("oneTimeCodes.deleteFor", [emailAddress], (at, [one]) =>
    at.oneTimeCodes.deleteFor(asChecked(one)),
  ),
  of("outbox.enqueue", [mails], (at, [one]) => at.outbox.enqueue(one)),
  of("outbox.replaceOverBudget", [mails, name], (at, [one, noticeGroup]) =>
    at.outbox.replaceOverBudget({ ...one, noticeGroup, overBudget: true }),
  ),
  of("outbox.revokeNotices", [name, fc.boolean(), instant], (at, [group, onlyOverBudget, now]) =>
    at.outbox.revokeNotices(group, { onlyOverBudget }, now),
  ),
  of("outbox.claimDue", [instant, count, name, instant], (at, [now, limit, lease, ends]) =>
    at.outbox.claimDue(now, limit, asChecked(lease), ends),
  ),
  of("outbox.complete", [name, name], (at, [id, lease]) =>
    at.outbox.complete(asChecked(id), asChecked(lease)),
  ),
  of("outbox.retry", [name, name, instant], (at, [id, lease, next]) =>
    at.outbox.retry(asChecked(id), asChecked(lease), next),
  ),
  of("outbox.bury", [name, name], (at, [id, lease]) =>
    at.outbox.bury(asChecked(id), asChecked(lease)),
  ),
  of("outbox.countBacklog", [instant], (at, [now]) => at.outbox.countBacklog(now)),
  of("outbox.listDead", [], (at) => at.outbox.listDead(null, ALL)),
  of("outbox.listQueued", [], (at) => at.outbox.listQueued(null, ALL)),
  of("outbox.find", [name], (at, [id]) => at.outbox.find(asChecked(id))),
  of("outbox.deleteUnclaimed", [name, instant], (at, [id, now]) =>
    at.outbox.deleteUnclaimed(asChecked(id), now),
  ),
  of("outbox.retryDead", [name, instant], (at, [id, now]) =>
    at.outbox.retryDead(asChecked(id), now),
  ),
  of("outbox.extend", [name, name, instant], (at, [id, lease, ends]) =>
    at.outbox.extend(asChecked(id), asChecked(lease), ends),
  ),
  of("outbox.release", [name, name, instant], (at, [id, lease, now]) =>
    at.outbox.release(asChecked(id), asChecked(lease), now),
  ),
  {
    weight: 2,
    arbitrary: of("deletionRequests.insertUnlessPending", [deletions], (at, [one]) =>
      at.deletionRequests.insertUnlessPending(asChecked(one)),
    ),
  },
  of("deletionRequests.find", [name], (at, [id]) => at.deletionRequests.find(asChecked(id))),
  of("deletionRequests.findPending", [name], (at, [owner]) =>
    at.deletionRequests.findPending(asChecked(owner)),
  ),
  of("deletionRequests.listByUser", [name, deletionPosition, count], (at, [owner, after, limit]) =>
    at.deletionRequests.listByUser(asChecked(owner), asChecked(after), limit),
  ),
  of("deletionRequests.markFailed", [name], (at, [id]) =>
    at.deletionRequests.markFailed(asChecked(id)),
  ),
  of("deletionRequests.cancel", [name, instant], (at, [owner, now]) =>
    at.deletionRequests.cancel(asChecked(owner), now),
  ),
  of("deletionRequests.revoke", [name, instant], (at, [owner, now]) =>
    at.deletionRequests.revoke(asChecked(owner), now),
  ),
  of("deletionRequests.settle", [name, outcome, instant], (at, [id, how, now]) =>
    at.deletionRequests.settle(asChecked(id), how, now),
  ),
  {
    weight: 2,
    arbitrary: of("exportRequests.insertUnlessPending", [exports], (at, [one]) =>
      at.exportRequests.insertUnlessPending(one),
    ),
  },
  of("exportRequests.find", [name], (at, [id]) => at.exportRequests.find(asChecked(id))),
  of("exportRequests.findPending", [name], (at, [owner]) =>
    at.exportRequests.findPending(asChecked(owner)),
  ),
  of("exportRequests.listByUser", [name, exportPosition, count], (at, [owner, after, limit]) =>
    at.exportRequests.listByUser(asChecked(owner), asChecked(after), limit),
  ),
  of("exportRequests.listFiles", [name], (at, [owner]) =>
    at.exportRequests.listFiles(asChecked(owner)),
  ),
  of(
    "exportRequests.markReady",
    [name, name, instant, instant],
    (at, [id, fileKey, readyAt, expiresAt]) =>
      at.exportRequests.markReady(asChecked(id), { fileKey, readyAt, expiresAt }),
  ),
  of("exportRequests.markFailed", [name, name], (at, [id, message]) =>
    at.exportRequests.markFailed(asChecked(id), message),
  ),
  of("exportRequests.markExpired", [name, instant], (at, [id, now]) =>
    at.exportRequests.markExpired(asChecked(id), now),
  ),
  of("fileChunks.put", [name, count, fc.uint8Array({ maxLength: 5 })], (at, [file, index, bytes]) =>
    at.fileChunks.put(file, index, bytes),
  ),
  of("fileChunks.find", [name, count], (at, [file, index]) => at.fileChunks.find(file, index)),
  of("fileChunks.delete", [name, count], (at, [file, limit]) => at.fileChunks.delete(file, limit)),
  of("jobs.enqueue", [jobs], (at, [one]) => at.jobs.enqueue(one)),
  of("jobs.claimDue", [instant, count, name, instant], (at, [now, limit, lease, ends]) =>
    at.jobs.claimDue(now, limit, asChecked(lease), ends),
  ),
  of("jobs.claimCalls", [instant, count, name, instant], (at, [now, limit, lease, leaseEnds]) =>
    at.jobs.claimCalls([lease], { now, limit, lease: asChecked(lease), leaseEnds }),
  ),
  of("jobs.extend", [name, name, instant], (at, [id, lease, ends]) =>
    at.jobs.extend(asChecked(id), asChecked(lease), ends),
  ),
  of("jobs.complete", [name, name], (at, [id, lease]) =>
    at.jobs.complete(asChecked(id), asChecked(lease)),
  ),
  of("jobs.retry", [name, name, instant], (at, [id, lease, next]) =>
    at.jobs.retry(asChecked(id), asChecked(lease), next),
  ),
  of("jobs.bury", [name, name], (at, [id, lease]) => at.jobs.bury(asChecked(id), asChecked(lease))),
  of("jobs.countBacklog", [instant], (at, [now]) => at.jobs.countBacklog(now)),
  of("jobs.listDead", [], (at) => at.jobs.listDead(null, ALL)),
  of("jobs.retryDead", [name, instant], (at, [id, now]) => at.jobs.retryDead(asChecked(id), now)),
  of("jobs.release", [name, name, instant], (at, [id, lease, now]) =>
    at.jobs.release(asChecked(id), asChecked(lease), now),
  ),
  of("jobs.deleteQueued", [jobKind, name], (at, [kind, subject]) =>
    at.jobs.deleteQueued(asChecked(kind), subject),
  ),
  of("jobs.updateDueAt", [jobKind, name, instant], (at, [kind, subject, dueAt]) =>
    at.jobs.updateDueAt(kind as never, subject, dueAt),
  ),
  of("jobs.retryFailed", [jobKind, name, instant], (at, [kind, subject, now]) =>
    at.jobs.retryFailed(asChecked(kind), subject, now),
  ),
  of("counters.spend", [name, count, count, instant], (at, [key, limit, window, now]) =>
    at.counters.spend(key, limit, window, now),
  ),
  of("counters.release", [name], (at, [key]) => at.counters.release(key)),
  of("counters.reset", [name], (at, [key]) => at.counters.reset(key)),
  of("audit.append", [entries, fc.option(name, { nil: null })], (at, [one, doneTo]) =>
    at.audit.append(one, null, asChecked(doneTo)),
  ),
  of("audit.appendRefusal", [emailAddress, entries], (at, [one, { userId: _, ...entry }]) =>
    at.audit.appendRefusal(asChecked(one), entry),
  ),
  of(
    "audit.listByUser",
    [name, fc.option(fc.record({ at: instant, id: name }), { nil: null }), count],
    (at, [owner, after, limit]) => at.audit.listByUser(asChecked(owner), asChecked(after), limit),
  ),
  of(
    "audit.listRecords",
    [name, fc.option(fc.record({ at: instant, id: name }), { nil: null }), count],
    (at, [owner, after, limit]) => at.audit.listRecords(asChecked(owner), asChecked(after), limit),
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
        asChecked(isOfUser ? { userId: owner } : { organizationId: owner }),
        { event: query.event, after: asChecked(query.after) },
        limit,
      ),
  ),
  of("audit.blankUser", [name], (at, [owner]) => at.audit.blankUser(asChecked(owner), ALL)),
  of(
    "sweep",
    [instant, fc.nat(1_000), fc.nat(1_000)],
    async (at, [now, invitations, auditEntries]) =>
      at.sweep?.(now, ALL, { invitations, auditEntries, subscriberCalls: invitations }),
  ),
);
