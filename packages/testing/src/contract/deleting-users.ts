import type { UserStore } from "@acme/auth-core/store";
import { beforeEach, describe, expect, it } from "vitest";
import { asChecked } from "../as-checked.js";
import {
  deletionId,
  exportId,
  someDeletion,
  someExport,
  someReadyExport,
} from "./end-of-account-samples.js";
import { howMany, MANY, type Opened, race, rollBack } from "./fixture.js";
import {
  at,
  emailAddress,
  hash,
  organizationId,
  someAccount,
  someEntry,
  someMembership,
  someOrganization,
  somePasskey,
  somePassword,
} from "./samples.js";
import { someLink, someSession, someUser, userId } from "./samples.js";

const ADA = userId("ada");
const ACME = organizationId("acme");

export function describeDeletingUsers(opened: Opened): void {
  const users = () => opened().store.users;
  const insertWithAll = async (name: string): Promise<void> => {
    const { store } = opened();
    await store.users.insertUnlessTaken(someUser(name));
    await store.passwords.replace(somePassword("secret", name));
    await store.sessions.insert(someSession(name, name));
    await store.passkeys.insertUnlessTaken(somePasskey(name, name));
    await store.linkedAccounts.insertUnlessTaken(someAccount(name, name));
    await store.mailedLinks.replace(someLink(name, name, { userId: userId(name) }));
    await store.memberships.insertUnlessMember(someMembership(name, "acme", { role: "owner" }));
    await store.deletionRequests.insertUnlessPending(someDeletion(name, name));
    await store.exportRequests.insertUnlessPending(someExport(name, name));
    await store.exportRequests.insertUnlessPending(someReadyExport(`ready-${name}`, name));
    await store.audit.append(someEntry(name, { userId: userId(name) }));
  };
  const insertBoth = async (): Promise<void> => {
    await opened().store.organizations.insertUnlessTaken(someOrganization("acme"));
    for (const name of ["ada", "grace"]) await insertWithAll(name);
  };
  /** How much there is of everything that goes with its user. */
  const ownedBy = async (name: string): Promise<readonly number[]> => {
    const { store } = opened();
    const exports = await store.exportRequests.listByUser(userId(name), null, 10);
    const found = [
      await store.passwords.find(userId(name)),
      await store.mailedLinks.find("password-reset", hash(name)),
    ];
    const lists = [
      store.sessions.listLive(userId(name), at(1)),
      store.passkeys.listByUser(userId(name)),
      store.linkedAccounts.listByUser(userId(name)),
    ];
    const counts = (await Promise.all(lists)).map(({ length }) => length);
    return [
      exports.length,
      found.filter((one) => one !== null).length,
      ...counts,
      await store.memberships.countByUser(userId(name)),
    ];
  };

  describe("deleted users", () => {
    beforeEach(insertBoth);

    it("are gone with all that is theirs, and no other user is", async () => {
      expect(await ownedBy("ada")).toEqual([2, 2, 1, 1, 1, 1]);
      expect(await users().delete(ADA)).toBe(true);
      expect(await users().findById(ADA)).toBeNull();
      expect(await opened().store.callers.find(hash("ada"), null, at(1))).toBeNull();
      expect(await ownedBy("ada")).toEqual([0, 0, 0, 0, 0, 0]);
      for (const name of ["ada", "ready-ada"])
        expect(await opened().store.exportRequests.find(exportId(name))).toBeNull();
      expect(await users().findById(userId("grace"))).toEqual(someUser("grace"));
      expect(await ownedBy("grace")).toEqual([2, 2, 1, 1, 1, 1]);
    });

    it("leave organizations, requests to be deleted that name no user, and audit entries", async () => {
      const { store } = opened();
      await users().delete(ADA);
      expect(await store.organizations.find(ACME)).toEqual(someOrganization("acme"));
      expect(await store.deletionRequests.find(deletionId("ada"))).toEqual(
        someDeletion("ada", "ada", { userId: null }),
      );
      expect(await store.deletionRequests.find(deletionId("grace"))).toEqual(
        someDeletion("grace", "grace"),
      );
      expect(await store.audit.listByUser(ADA, null, 10)).toEqual([
        someEntry("ada", { userId: ADA }),
      ]);
    });

    it("are gone for good: the email address is free, and nothing comes back under the same id", async () => {
      await users().delete(ADA);
      expect(await users().delete(ADA)).toBe(false);
      expect(await users().delete(userId("nobody"))).toBe(false);
      expect(await users().insertUnlessTaken(someUser("ada"))).toBe(true);
      expect(await ownedBy("ada")).toEqual([0, 0, 0, 0, 0, 0]);
      expect(await opened().store.deletionRequests.listByUser(ADA, null, 10)).toEqual([]);
    });

    it("are deleted once, however many race", async () => {
      expect(howMany(await race(opened(), MANY, (rival) => rival.users.delete(ADA)))).toBe(1);
      expect(await users().findById(userId("grace"))).not.toBeNull();
    });

    it("are all there again after a transaction that fails", async () => {
      await rollBack(opened().store, async (tx) => {
        await tx.deletionRequests.settle(deletionId("ada"), { status: "completed" }, at(1));
        expect(await tx.users.delete(ADA)).toBe(true);
        expect(await tx.users.findByEmail(emailAddress("ada"))).toBeNull();
      });
      expect(await users().findById(ADA)).toEqual(someUser("ada"));
      expect(await ownedBy("ada")).toEqual([2, 2, 1, 1, 1, 1]);
      expect(await opened().store.deletionRequests.findPending(ADA)).toEqual(
        someDeletion("ada", "ada"),
      );
    });

    it("are given nothing by another transaction at that moment", async () => {
      const { store } = opened();
      const [deleted] = await Promise.allSettled([
        store.transaction(
          async (tx) => (await tx.users.lock(ADA)) !== null && tx.users.delete(ADA),
        ),
        store.sessions.insert(someSession("late", "ada")),
        store.exportRequests.insertUnlessPending(someReadyExport("late", "ada")),
        store.deletionRequests.insertUnlessPending(
          someDeletion("late", "ada", { status: "cancelled" }),
        ),
      ]);
      expect(deleted).toEqual({ status: "fulfilled", value: true });
      expect(await store.sessions.findLive(hash("late"), at(1))).toBeNull();
      expect(await store.exportRequests.find(exportId("late"))).toBeNull();
      expect(await store.deletionRequests.listByUser(ADA, null, 10)).toEqual([]);
    });
  });

  const ENDS: Readonly<Record<string, (at: UserStore) => Promise<boolean>>> = {
    delete: (store) => store.delete(ADA),
    changeEmail: async (store) =>
      (await store.changeEmail(ADA, emailAddress("new"), at(9))) === "changed",
    updateProfile: (store) => store.updateProfile(ADA, asChecked({ name: "Somebody" }), at(9)),
  };

  describe("locked users", () => {
    beforeEach(insertBoth);

    it.each(Object.keys(ENDS))(
      "no other transaction gets to %s them before the transaction ends",
      async (how) => {
        const { store } = opened();
        let begin: (() => void) | undefined;
        const begun = new Promise<void>((resolve) => (begin = resolve));
        const holding = store.transaction(async (tx) => {
          const locked = await tx.users.lock(ADA);
          begin!();
          const seen = [];
          for (let times = 0; times < 20; times++) seen.push(await tx.users.findById(ADA));
          return seen.every((user) => JSON.stringify(user) === JSON.stringify(locked));
        });
        const ended = begun.then(() => race(opened(), 3, (rival) => ENDS[how]!(rival.users)));
        expect(await holding).toBe(true);
        expect(await ended).toContain(true);
        expect(await users().findById(ADA)).not.toEqual(someUser("ada"));
      },
    );
  });
}
