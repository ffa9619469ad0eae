import type {
  AuditEntry,
  FailureStreak,
  MailedLink,
  OneTimeCode,
  OutboxMail,
  Password,
  Session,
  SessionRenewal,
  SignInMethod,
  Store,
  Stores,
  User,
} from "@acme/auth-core";
import fc from "fast-check";

/** One call, with a label that tells it apart in a counterexample. */
export interface Operation {
  readonly label: string;
  readonly run: (stores: Stores & Partial<Pick<Store, "callers">>) => Promise<unknown>;
}

const START = Date.UTC(2026, 0, 1);
const after = (milliseconds: number): Date => new Date(START + milliseconds);

/** Few names and instants, so that operations meet. */
const name = fc.constantFrom("a", "b", "c");
const instant = fc.integer({ min: 0, max: 8 }).map(after);
const count = fc.integer({ min: 0, max: 3 });
const text = fc.oneof(fc.constantFrom("", "👩🏽‍🚀", "שלום", "'\"\\"), fc.string({ unit: "grapheme" })).filter((value) => !value.includes("\0"));
const textOrNull = fc.option(text, { nil: null });
const method = fc.constantFrom<SignInMethod>("password", "email-otp", "passkey");

const user = fc.record({ id: name, email: name, emailVerified: fc.boolean(), name: text, image: textOrNull, createdAt: instant, updatedAt: instant });
const users = fc
  .tuple(user, fc.option(instant, { nil: null }))
  .map(([one, reclaimedAt]) => ({ ...one, email: `${one.email}@example.com`, reclaimedAt }) as User);

const authenticated = {
  tokenHash: name,
  authenticatedAt: instant,
  authenticatedBy: method,
  remembered: fc.boolean(),
  lastSeenAt: instant,
  expiresAt: instant,
  ipAddress: textOrNull,
  userAgent: textOrNull,
};
const sessions = fc.record({ id: name, userId: name, createdAt: instant, ...authenticated }).map((one) => one as Session);
const renewals = fc.record(authenticated).map((one) => one as SessionRenewal);
const codes = fc
  .record({ id: name, email: name, codeHash: text, attemptsLeft: count, createdAt: instant, expiresAt: instant })
  .map((one) => ({ ...one, email: `${one.email}@example.com`, type: "sign-in" }) as OneTimeCode);
const passwords = fc.record({ userId: name, hash: name, updatedAt: instant }).map((one) => one as Password);
const streaks = fc.record({ key: name, failures: count, blockedUntil: instant, expiresAt: instant }).map((one) => one as FailureStreak);
const purpose = fc.constantFrom("password-reset", "email-change");
const links = fc
  .record({
    id: name,
    purpose,
    subject: name,
    tokenHash: name,
    email: name,
    userId: fc.option(name, { nil: null }),
    redirectTo: textOrNull,
    createdAt: instant,
    expiresAt: instant,
  })
  .map((one) => ({ ...one, email: `${one.email}@example.com` }) as MailedLink);
const profiles = fc.record({ name: text, image: textOrNull }, { requiredKeys: [] });
const mails = fc
  .record({ id: name, sealed: text, attempts: count, nextAttemptAt: instant, expiresAt: instant, createdAt: instant })
  .map((one) => one as OutboxMail);
const entries = fc
  .record({
    id: name,
    at: instant,
    userId: fc.option(name, { nil: null }),
    ipAddress: textOrNull,
    userAgent: textOrNull,
    detail: fc.dictionary(text, text),
  })
  .map((one) => ({ ...one, event: "session.opened", organizationId: null }) as unknown as AuditEntry);

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

const address = name.map((one) => `${one}@example.com`);

/** Every method of every port. Sweeps are unlimited: which of several equally old rows goes first is nobody's promise. */
export const operation: fc.Arbitrary<Operation> = fc.oneof(
  of("users.insertUnlessTaken", [users], (at, [one]) => at.users.insertUnlessTaken(one)),
  of("users.findByEmail", [address], (at, [one]) => at.users.findByEmail(one as never)),
  of("users.findById", [name], (at, [id]) => at.users.findById(id as never)),
  of("users.markVerified", [name, instant], (at, [id, now]) => at.users.markVerified(id as never, now)),
  of("users.markReclaimed", [name, instant], (at, [id, now]) => at.users.markReclaimed(id as never, now)),
  of("users.changeEmail", [name, address, instant], (at, [id, one, now]) => at.users.changeEmail(id as never, one as never, now)),
  of("users.updateProfile", [name, profiles, instant], (at, [id, one, now]) => at.users.updateProfile(id as never, one, now)),
  of("passwords.find", [name], (at, [owner]) => at.passwords.find(owner as never)),
  of("passwords.findByEmail", [address], (at, [one]) => at.passwords.findByEmail(one as never)),
  of("passwords.replace", [passwords], (at, [one]) => at.passwords.replace(one)),
  of("passwords.rehash", [name, name, name], (at, [owner, expected, next]) => at.passwords.rehash(owner as never, expected as never, next as never)),
  of("passwords.delete", [name], (at, [owner]) => at.passwords.delete(owner as never)),
  of("failureStreaks.lock", [name], (at, [key]) => at.failureStreaks.lock(key)),
  of("failureStreaks.replace", [streaks], (at, [one]) => at.failureStreaks.replace(one)),
  of("failureStreaks.delete", [name], (at, [key]) => at.failureStreaks.delete(key)),
  of("failureStreaks.deleteExpired", [instant], (at, [now]) => at.failureStreaks.deleteExpired(now, ALL)),
  of("mailedLinks.replace", [links], (at, [one]) => at.mailedLinks.replace(one)),
  of("mailedLinks.find", [purpose, name], (at, [what, token]) => at.mailedLinks.find(what as never, token as never)),
  of("mailedLinks.consume", [name, instant], (at, [id, now]) => at.mailedLinks.consume(id as never, now)),
  of("mailedLinks.isLive", [name, instant], (at, [id, now]) => at.mailedLinks.isLive(id as never, now)),
  of("mailedLinks.deleteFor", [name, address], (at, [owner, email]) => at.mailedLinks.deleteFor({ userId: owner, email } as never)),
  of("mailedLinks.deleteExpired", [instant], (at, [now]) => at.mailedLinks.deleteExpired(now, ALL)),
  of("sessions.insert", [sessions], (at, [one]) => at.sessions.insert(one)),
  of("sessions.findLive", [name, instant], (at, [token, now]) => at.sessions.findLive(token as never, now)),
  of("sessions.listLive", [name, instant], (at, [owner, now]) => at.sessions.listLive(owner as never, now)),
  of("sessions.renew", [name, name, renewals], (at, [id, token, one]) => at.sessions.renew(id as never, token as never, one)),
  of("sessions.roll", [name, instant, instant, instant], (at, [id, lastSeenAt, expiresAt, unseenSince]) =>
    at.sessions.roll(id as never, { lastSeenAt, expiresAt, unseenSince }),
  ),
  of("sessions.revokeByToken", [name], (at, [token]) => at.sessions.revokeByToken(token as never)),
  of("sessions.revoke", [name, name], (at, [owner, id]) => at.sessions.revoke(owner as never, id as never)),
  of("sessions.revokeOthers", [name, fc.option(name, { nil: null })], (at, [owner, keep]) => at.sessions.revokeOthers(owner as never, keep as never)),
  of("sessions.revokeOldest", [name, count], (at, [owner, keep]) => at.sessions.revokeOldest(owner as never, keep)),
  of("sessions.deleteExpired", [instant], (at, [now]) => at.sessions.deleteExpired(now, ALL)),
  of("callers.find", [name, instant], async (at, [token, now]) => at.callers?.find(token as never, null, now)),
  of("oneTimeCodes.replace", [codes], (at, [one]) => at.oneTimeCodes.replace(one)),
  of("oneTimeCodes.spendAttempt", [address], (at, [one]) => at.oneTimeCodes.spendAttempt(one as never, "sign-in")),
  of("oneTimeCodes.consume", [name, instant], (at, [id, now]) => at.oneTimeCodes.consume(id as never, now)),
  of("oneTimeCodes.isLive", [name, instant], (at, [id, now]) => at.oneTimeCodes.isLive(id as never, now)),
  of("oneTimeCodes.deleteFor", [address], (at, [one]) => at.oneTimeCodes.deleteFor(one as never)),
  of("oneTimeCodes.deleteExpired", [instant], (at, [now]) => at.oneTimeCodes.deleteExpired(now, ALL)),
  of("outbox.enqueue", [mails], (at, [one]) => at.outbox.enqueue(one)),
  of("outbox.claimDue", [instant, count, name, instant], (at, [now, limit, lease, ends]) => at.outbox.claimDue(now, limit, lease as never, ends)),
  of("outbox.complete", [name, name], (at, [id, lease]) => at.outbox.complete(id as never, lease as never)),
  of("outbox.retry", [name, name, instant], (at, [id, lease, next]) => at.outbox.retry(id as never, lease as never, next)),
  of("outbox.bury", [name, name], (at, [id, lease]) => at.outbox.bury(id as never, lease as never)),
  of("outbox.countDead", [], (at) => at.outbox.countDead()),
  of("outbox.deleteExpiredDead", [instant], (at, [now]) => at.outbox.deleteExpiredDead(now, ALL)),
  of("counters.spend", [name, count, count, instant], (at, [key, limit, window, now]) => at.counters.spend(key, limit, window, now)),
  of("counters.release", [name], (at, [key]) => at.counters.release(key)),
  of("counters.reset", [name], (at, [key]) => at.counters.reset(key)),
  of("counters.deleteExpired", [instant], (at, [now]) => at.counters.deleteExpired(now, ALL)),
  of("audit.append", [entries], (at, [one]) => at.audit.append(one)),
  of("audit.appendForAddress", [address, entries], (at, [one, { userId: _, ...entry }]) => at.audit.appendForAddress(one as never, entry)),
  of("audit.listByUser", [name, fc.option(fc.record({ at: instant, id: name }), { nil: null }), count], (at, [owner, after, limit]) =>
    at.audit.listByUser(owner as never, after as never, limit),
  ),
  of("audit.deleteBefore", [instant], (at, [before]) => at.audit.deleteBefore(before, ALL)),
);
