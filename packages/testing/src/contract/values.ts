import { describe, expect, it } from "vitest";
import { asChecked } from "../as-checked.js";
import { someDeletion, someExport, someJob, someReadyExport } from "./end-of-account-samples.js";
import { type Opened } from "./fixture.js";
import {
  at,
  emailAddress,
  hash,
  lease,
  someAccount,
  someChallenge,
  someEntry,
  someInvitation,
  someLink,
  someMail,
  someMembership,
} from "./samples.js";
import {
  signedInUser,
  someOrganization,
  somePasskey,
  someSession,
  someState,
  someStreak,
  someUser,
  userId,
  withoutHash,
} from "./samples.js";

const TEXTS: Readonly<Record<string, string>> = {
  "nothing at all": "",
  "spaces around it": "  \t\n ",
  "accents composed and decomposed": "Zoë Zoe\u0308",
  emoji: "👩🏽‍🚀 🏳️‍🌈 🇩🇪",
  "right-to-left script and its marks": "\u202Bمريم العذراء\u202C ‏שלום",
  "characters beyond the basic plane": "𝒜𝓭𝓪 𠮷野家",
  "what SQL and JSON quote": `'; drop table auth_user; -- " \\ \\' $1 ? :x {} [] null`,
  "line ends of every kind": "a\r\nb\u2028c\u0085d",
  "control characters but NUL": "\u0001\u0007\u001b[31m\u007f",
  "a number": "007",
  "a hundred thousand characters": "ä".repeat(100_000),
};

const INSTANTS: readonly string[] = [
  "0001-01-02T00:00:00.000Z",
  "1582-10-10T12:34:56.789Z",
  "1899-12-31T23:59:59.999Z",
  "1969-12-31T23:59:59.999Z",
  "1970-01-01T00:00:00.000Z",
  "2000-02-29T23:59:59.001Z",
  "2026-03-29T01:30:00.010Z",
  "2026-10-25T01:30:00.100Z",
  "2038-01-19T03:14:08.999Z",
  "9999-12-31T23:59:59.999Z",
];

export function describeValues(opened: Opened): void {
  describe("values", () => {
    it.each(Object.keys(TEXTS))("text with %s comes back as it went in", async (kind) => {
      const { store } = opened();
      const text = TEXTS[kind]!;
      const user = someUser("ada", { name: text, image: text });
      const session = someSession("one", "ada", { userAgent: text, ipAddress: text });
      await store.users.insertUnlessTaken(user);
      await store.sessions.insert(session);
      expect(await store.users.findByEmail(user.email)).toEqual(user);
      expect(await store.callers.find(session.tokenHash, null, at(1))).toEqual({
        user: signedInUser(user),
        session: withoutHash(session),
        secondFactor: { since: null, recoveryDueAt: null },
        membership: null,
      });
      expect(await store.sessions.revokeByToken(session.tokenHash)).toEqual(session);
      await store.outbox.enqueue(someMail("one", { sealed: text }));
      expect((await store.outbox.claimDue(at(1), 1, lease("a"), at(2)))[0]?.sealed).toBe(text);
      const entry = someEntry("one", {
        userId: user.id,
        userAgent: text,
        detail: { [text]: text, count: 1.5 },
      });
      await store.audit.append(entry);
      expect(await store.audit.listByUser(user.id, null, 1)).toEqual([entry]);
      const link = someLink("one", "ada", { redirectTo: text, name: text });
      await store.mailedLinks.replace(link);
      expect(await store.mailedLinks.find(link.purpose, link.tokenHash)).toEqual(link);
      const passkey = somePasskey("one", "ada", { name: text });
      await store.passkeys.insertUnlessTaken(passkey);
      expect(await store.passkeys.listByUser(user.id)).toEqual([passkey]);
      expect(await store.passkeys.rename(user.id, passkey.id, asChecked(`${text}.`))).toEqual({
        ...passkey,
        name: `${text}.`,
      });
      const account = someAccount("one", "ada", { scopes: [text, "email", text] });
      await store.linkedAccounts.insertUnlessTaken(account);
      expect(await store.linkedAccounts.find(account.providerId, account.subject)).toEqual(account);
      const state = someState("one", { sealed: text });
      await store.oauthStates.insert(state);
      expect(await store.oauthStates.consume(state.stateHash, at(1))).toEqual(state);
      const acme = someOrganization("acme", {
        name: text,
        logo: text,
        metadata: { [text]: [text] },
      });
      await store.organizations.insertUnlessTaken(acme);
      expect(await store.organizations.find(acme.id)).toEqual(acme);
      const deletion = someDeletion("one", "ada", { reason: text });
      await store.deletionRequests.insertUnlessPending(deletion);
      expect(await store.deletionRequests.findPending(user.id)).toEqual(deletion);
      const failed = someExport("one", "ada", { status: "failed", errorMessage: text });
      await store.exportRequests.insertUnlessPending(failed);
      expect(await store.exportRequests.find(failed.id)).toEqual(failed);
      const change = { name: `${text}.`, logo: `${text}!`, metadata: { [`${text}?`]: text } };
      expect(await store.organizations.update(acme.id, asChecked(change), at(1))).toEqual({
        ...acme,
        ...change,
      });
      await store.users.updateProfile(
        user.id,
        asChecked({ name: `${text}.`, image: `${text}!` }),
        at(1),
      );
      expect(await store.users.findById(user.id)).toEqual({
        ...user,
        name: `${text}.`,
        image: `${text}!`,
      });
    });

    it.each(INSTANTS)("%s comes back to the millisecond", async (text) => {
      const { store } = opened();
      const instant = new Date(text);
      const now = new Date(instant.getTime() - 1);
      const user = someUser("ada", {
        createdAt: instant,
        updatedAt: instant,
        reclaimedAt: instant,
      });
      const session = someSession("one", "ada", {
        authenticatedAt: instant,
        createdAt: instant,
        lastSeenAt: instant,
        expiresAt: instant,
      });
      await store.users.insertUnlessTaken(user);
      await store.sessions.insert(session);
      expect(await store.users.findByEmail(user.email)).toEqual(user);
      expect(await store.sessions.listLive(user.id, instant)).toEqual([]);
      expect(await store.sessions.listLive(user.id, now)).toEqual([session]);
      expect(await store.callers.find(session.tokenHash, null, now)).toEqual({
        user: signedInUser(user),
        session: withoutHash(session),
        secondFactor: { since: null, recoveryDueAt: null },
        membership: null,
      });
      const link = someLink("one", "ada", { createdAt: instant, expiresAt: instant });
      await store.mailedLinks.replace(link);
      expect(await store.mailedLinks.find(link.purpose, link.tokenHash)).toEqual(link);
      expect(await store.mailedLinks.isLive(link.id, instant)).toBe(false);
      expect(await store.mailedLinks.isLive(link.id, now)).toBe(true);
      const passkey = somePasskey("one", "ada", { createdAt: instant, lastUsedAt: instant });
      await store.passkeys.insertUnlessTaken(passkey);
      expect(await store.passkeys.listByUser(user.id)).toEqual([passkey]);
      const challenge = someChallenge("one", { createdAt: instant, expiresAt: instant });
      await store.passkeyChallenges.insert(challenge);
      expect(
        await store.passkeyChallenges.consume(challenge.ceremony, challenge.challengeHash, instant),
      ).toBeNull();
      expect(
        await store.passkeyChallenges.consume(challenge.ceremony, challenge.challengeHash, now),
      ).toEqual(challenge);
      const account = someAccount("one", "ada", { createdAt: instant, updatedAt: instant });
      await store.linkedAccounts.insertUnlessTaken(account);
      expect(await store.linkedAccounts.listByUser(user.id)).toEqual([account]);
      const state = someState("one", { createdAt: instant, expiresAt: instant });
      await store.oauthStates.insert(state);
      expect(await store.oauthStates.consume(state.stateHash, instant)).toBeNull();
      expect(await store.oauthStates.consume(state.stateHash, now)).toEqual(state);
      const acme = someOrganization("acme", { createdAt: instant, updatedAt: instant });
      await store.organizations.insertUnlessTaken(acme);
      expect(await store.organizations.update(acme.id, {}, instant)).toEqual(acme);
      const membership = someMembership("ada", "acme", { createdAt: instant });
      await store.memberships.insertUnlessMember(membership);
      expect(await store.memberships.find(acme.id, user.id)).toEqual(membership);
      expect(await store.memberships.listMembers(acme.id, membership, 1)).toEqual([]);
      const invitation = someInvitation("one", "grace", { createdAt: instant, expiresAt: instant });
      await store.invitations.insertUnlessPending(invitation);
      expect(await store.invitations.find(invitation.id)).toMatchObject(invitation);
      expect(await store.invitations.listPendingFor(emailAddress("grace"), instant)).toEqual([]);
      expect(await store.invitations.listPendingFor(emailAddress("grace"), now)).toHaveLength(1);
      const deletion = someDeletion("one", "ada", { requestedAt: instant, scheduledFor: instant });
      await store.deletionRequests.insertUnlessPending(deletion);
      expect(await store.deletionRequests.listByUser(user.id, null, 1)).toEqual([deletion]);
      expect(await store.deletionRequests.listByUser(user.id, deletion, 1)).toEqual([]);
      expect(await store.deletionRequests.cancel(user.id, instant)).toBeNull();
      expect(await store.deletionRequests.cancel(user.id, now)).toEqual(deletion);
      const ready = someReadyExport("one", "ada", {
        createdAt: instant,
        readyAt: instant,
        expiresAt: instant,
      });
      await store.exportRequests.insertUnlessPending(ready);
      expect(await store.exportRequests.listByUser(user.id, null, 1)).toEqual([ready]);
      expect(await store.exportRequests.listByUser(user.id, ready, 1)).toEqual([]);
      expect(await store.exportRequests.markExpired(ready.id, now)).toBe(false);
      expect(await store.exportRequests.markExpired(ready.id, instant)).toBe(true);
      const job = someJob("one", { createdAt: instant, nextAttemptAt: instant });
      await store.jobs.enqueue(job);
      expect(await store.jobs.claimDue(now, 1, lease("a"), instant)).toEqual([]);
      expect(await store.jobs.claimDue(instant, 1, lease("a"), instant)).toEqual([job]);
      const streak = someStreak("key", { blockedUntil: instant, expiresAt: instant });
      await store.failureStreaks.replace(streak);
      expect(await store.transaction((tx) => tx.failureStreaks.lock("key"))).toEqual(streak);
      const entry = someEntry("one", { userId: user.id, at: instant });
      await store.audit.append(entry);
      expect(await store.audit.listByUser(user.id, null, 1)).toEqual([entry]);
      expect(await store.audit.listByUser(user.id, entry, 1)).toEqual([]);
    });

    it("instants are told apart by one millisecond over all the years", async () => {
      const { store } = opened();
      await store.users.insertUnlessTaken(someUser("ada"));
      for (const text of INSTANTS)
        await store.sessions.insert(
          someSession(text, "ada", { createdAt: new Date(text), expiresAt: new Date(text) }),
        );
      for (const [index, text] of INSTANTS.entries()) {
        const living = await store.sessions.listLive(userId("ada"), new Date(text));
        expect(living.map(({ tokenHash }) => tokenHash)).toEqual(
          INSTANTS.slice(index + 1)
            .reverse()
            .map(hash),
        );
      }
    });

    it("an instant that cannot be stored is refused, not bent", async () => {
      const { store } = opened();
      for (const year of [-1, 0, 10_000]) {
        const createdAt = new Date(0);
        createdAt.setUTCFullYear(year);
        await expect(store.users.insertUnlessTaken(someUser("ada", { createdAt }))).rejects.toThrow(
          RangeError,
        );
      }
      await expect(
        store.users.insertUnlessTaken(someUser("ada", { createdAt: new Date(Number.NaN) })),
      ).rejects.toThrow(RangeError);
    });
  });
}
