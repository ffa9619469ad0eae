import type { SecretHash, Store } from "@acme/auth-core";
import { describe, expect, it } from "vitest";
import { MANY, type Opened } from "./fixture.js";
import {
  at,
  codeId,
  emailAddress,
  hash,
  invitationId,
  lease,
  linkId,
  organizationId,
  someCode,
  someEntry,
  someInvitation,
} from "./samples.js";
import {
  someAccount,
  someChallenge,
  someLink,
  someMail,
  someMembership,
  someOrganization,
  somePasskey,
  somePassword,
} from "./samples.js";
import { someSession, someState, someStreak, someUser, userId } from "./samples.js";

export function describeTransactions(opened: Opened): void {
  const transaction: Store["transaction"] = (work) => opened().store.transaction(work);

  describe("transactions", () => {
    it("a store is ready once it is migrated", async () => {
      expect(await opened().store.health()).toBe("ready");
    });

    it("values that were made with a key are counted by kind and key, with the time of the oldest", async () => {
      const { store } = opened();
      expect(await store.listKeyUses()).toEqual([]);
      for (const [name, keyId, age] of [
        ["one", "old-key1", 0],
        ["two", "new-key1", 5],
        ["three", "new-key1", 4],
      ] as const)
        await store.outbox.enqueue(
          someMail(name, { sealed: `${keyId}.${name}`, createdAt: at(age) }),
        );
      await store.oneTimeCodes.replace({
        ...someCode("one", "ada"),
        codeHash: "new-key1.a" as SecretHash,
      });
      await store.oauthStates.insert({ ...someState("one"), sealed: "old-key1.b" });
      expect(await store.listKeyUses()).toEqual([
        { kind: "mail", keyId: "old-key1", rows: 1, oldestAt: at(0) },
        { kind: "mail", keyId: "new-key1", rows: 2, oldestAt: at(4) },
        {
          kind: "one-time-code",
          keyId: "new-key1",
          rows: 1,
          oldestAt: someCode("one", "ada").createdAt,
        },
        {
          kind: "oauth-state",
          keyId: "old-key1",
          rows: 1,
          oldestAt: someState("one").createdAt,
        },
      ]);
    });

    it("everything stays when work resolves, and what it resolves to comes back", async () => {
      const { store, rivals } = opened();
      const result = await transaction(async (tx) => {
        await tx.users.insertUnlessTaken(someUser("ada"));
        await tx.sessions.insert(someSession("one", "ada"));
        return "done";
      });
      expect(result).toBe("done");
      for (const one of [store, ...rivals])
        expect(await one.sessions.findLive(hash("one"), at(1))).toEqual(someSession("one", "ada"));
    });

    it("nothing stays when work throws, and what it threw comes back", async () => {
      const { store } = opened();
      await store.oneTimeCodes.replace(someCode("one", "ada"));
      await store.mailedLinks.replace(someLink("one", "ada"));
      const refusal = new Error("refused");
      const failing = transaction(async (tx) => {
        await tx.users.insertUnlessTaken(someUser("ada"));
        await tx.sessions.insert(someSession("one", "ada"));
        await tx.passwords.replace(somePassword("one", "ada"));
        await tx.passkeys.ensureUserHandle(userId("ada"), "handle");
        await tx.passkeys.insertUnlessTaken(somePasskey("one", "ada"));
        await tx.passkeyChallenges.insert(someChallenge("one"));
        await tx.linkedAccounts.insertUnlessTaken(someAccount("one", "ada"));
        await tx.oauthStates.insert(someState("one"));
        await tx.organizations.insertUnlessTaken(someOrganization("acme"));
        await tx.memberships.insertUnlessMember(someMembership("ada", "acme"));
        await tx.invitations.insertUnlessPending(someInvitation("one", "grace"));
        await tx.failureStreaks.replace(someStreak("key"));
        await tx.oneTimeCodes.consume(codeId("one"), at(1));
        await tx.mailedLinks.consume(linkId("one"), at(1));
        await tx.outbox.enqueue(someMail("one"));
        await tx.counters.spend("key", 1, 1_000, at(0));
        await tx.audit.append(someEntry("one", { userId: userId("ada") }));
        throw refusal;
      });
      expect(await failing.catch((thrown: unknown) => thrown)).toBe(refusal);
      expect(await store.users.findByEmail(emailAddress("ada"))).toBeNull();
      expect(await store.sessions.findLive(hash("one"), at(1))).toBeNull();
      expect(await store.passwords.findByEmail(emailAddress("ada"))).toBeNull();
      expect(await store.passkeys.findByCredentialId("credential-one")).toBeNull();
      expect(
        await store.passkeyChallenges.consume("authentication", hash("one"), at(1)),
      ).toBeNull();
      expect(await store.linkedAccounts.find("provider", "one")).toBeNull();
      expect(await store.oauthStates.consume(hash("one"), at(1))).toBeNull();
      expect(await store.organizations.findBySlug("acme")).toBeNull();
      expect(await store.memberships.find(organizationId("acme"), userId("ada"))).toBeNull();
      expect(await store.invitations.find(invitationId("one"))).toBeNull();
      expect(await store.transaction((tx) => tx.failureStreaks.lock("key"))).toBeNull();
      expect(await store.oneTimeCodes.isLive(codeId("one"), at(1))).toBe(true);
      expect(await store.mailedLinks.isLive(linkId("one"), at(1))).toBe(true);
      expect(await store.outbox.claimDue(at(1), 1, lease("a"), at(2))).toEqual([]);
      expect(await store.counters.spend("key", 1, 1_000, at(0))).toMatchObject({ spent: true });
      expect(await store.audit.listByUser(userId("ada"), null, 10)).toEqual([]);
    });

    it("work that throws before it awaits anything is rolled back too", async () => {
      const failing = transaction(() => {
        throw new Error("at once");
      });
      await expect(failing).rejects.toThrow("at once");
      expect(await transaction(async () => "next")).toBe("next");
    });

    it("work sees what it wrote itself", async () => {
      await transaction(async (tx) => {
        await tx.users.insertUnlessTaken(someUser("ada"));
        expect(await tx.users.findByEmail(emailAddress("ada"))).toEqual(someUser("ada"));
        await tx.sessions.insert(someSession("one", "ada"));
        expect(await tx.sessions.listLive(userId("ada"), at(1))).toHaveLength(1);
        expect(await tx.sessions.revokeOthers(userId("ada"), null)).toBe(1);
        expect(await tx.sessions.listLive(userId("ada"), at(1))).toEqual([]);
        await tx.outbox.enqueue(someMail("one"));
        expect(await tx.outbox.claimDue(at(1), 1, lease("a"), at(2))).toHaveLength(1);
      });
    });

    it("no other transaction sees what is not committed", async () => {
      const { store, rivals } = opened();
      const watchers = [store, ...rivals];
      let begin: (() => void) | undefined;
      const begun = new Promise<void>((resolve) => (begin = resolve));
      const failing = transaction(async (tx) => {
        await tx.users.insertUnlessTaken(someUser("ada"));
        begin!();
        for (let index = 0; index < 20; index++) await tx.users.findByEmail(emailAddress("ada"));
        throw new Error("refused");
      });
      const seen = begun.then(() =>
        Promise.all(watchers.map(({ users }) => users.findByEmail(emailAddress("ada")))),
      );
      await expect(failing).rejects.toThrow("refused");
      expect(await seen).toEqual(watchers.map(() => null));
    });

    it("a transaction that has ended answers nothing any more", async () => {
      const kept = await transaction(async (tx) => ({ tx }));
      await expect(kept.tx.users.findByEmail(emailAddress("ada"))).rejects.toThrow();
      await expect(kept.tx.users.insertUnlessTaken(someUser("ada"))).rejects.toThrow();
      expect(await opened().store.users.findByEmail(emailAddress("ada"))).toBeNull();
    });

    it("what a failed transaction has left running writes nothing after it", async () => {
      let straggler: Promise<void> | undefined;
      const failing = transaction(async (tx) => {
        straggler = (async () => {
          for (let turn = 0; turn < MANY; turn++)
            await tx.users.insertUnlessTaken(someUser(`late${turn}`));
        })();
        void straggler.catch(() => {});
        throw new Error("refused");
      });
      await expect(failing).rejects.toThrow("refused");
      await expect(straggler).rejects.toThrow();
      const { users } = opened().store;
      for (let turn = 0; turn < MANY; turn++)
        expect(await users.findByEmail(emailAddress(`late${turn}`))).toBeNull();
    });

    it("fifty transactions at once all come to pass", async () => {
      await Promise.all(
        Array.from({ length: MANY }, (_, turn) =>
          transaction(async (tx) => {
            await tx.users.insertUnlessTaken(someUser(`u${turn}`));
            await tx.sessions.insert(someSession(`s${turn}`, `u${turn}`));
          }),
        ),
      );
      for (let turn = 0; turn < MANY; turn++)
        expect(await opened().store.callers.find(hash(`s${turn}`), null, at(1))).not.toBeNull();
    });

    it("fifty failures at once leave the store as good as new", async () => {
      const failures = Array.from({ length: MANY }, (_, turn) =>
        transaction(async (tx) => {
          await tx.users.insertUnlessTaken(someUser(`u${turn}`));
          // Nobody's session: the database itself refuses it.
          if (turn % 2 === 0) await tx.sessions.insert(someSession(`s${turn}`, "nobody"));
          throw new Error("refused");
        }),
      );
      const settled = await Promise.allSettled(failures);
      expect(settled.every(({ status }) => status === "rejected")).toBe(true);
      await transaction(async (tx) => {
        for (let turn = 0; turn < MANY; turn++)
          expect(await tx.users.findByEmail(emailAddress(`u${turn}`))).toBeNull();
        expect(await tx.users.insertUnlessTaken(someUser("ada"))).toBe(true);
      });
    });

    it("statements and transactions at once do not mix", async () => {
      const { store } = opened();
      const failing = transaction(async (tx) => {
        await tx.users.insertUnlessTaken(someUser("ada"));
        await tx.users.findByEmail(emailAddress("ada"));
        throw new Error("refused");
      });
      const outside = store.users.insertUnlessTaken(someUser("grace"));
      await expect(failing).rejects.toThrow("refused");
      expect(await outside).toBe(true);
      expect(await store.users.findByEmail(emailAddress("grace"))).toEqual(someUser("grace"));
    });
  });
}
