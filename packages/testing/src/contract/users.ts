import { describe, expect, it } from "vitest";
import { atOnce, howMany, MANY, type Opened, race } from "./fixture.js";
import { at, emailAddress, sessionId, someSession, someUser, userId } from "./samples.js";

const NOW = at(10);

export function describeUsers(opened: Opened): void {
  describe("users", () => {
    it("a user is found by email address as it was stored", async () => {
      const { users } = opened().store;
      const plain = someUser("ada");
      const rich = someUser("grace", {
        emailVerified: false,
        name: "Grace",
        image: "https://example.com/g.png",
        reclaimedAt: at(7),
        fields: { plan: "team", nested: { tags: ["a"], none: null } },
      });
      await users.insertUnlessTaken(plain);
      await users.insertUnlessTaken(rich);
      expect(await users.findByEmail(plain.email)).toEqual(plain);
      expect(await users.findByEmail(rich.email)).toEqual(rich);
    });

    it("a user is found by id as it was stored, and none by an unknown one", async () => {
      const { users } = opened().store;
      const user = someUser("ada", { emailVerified: false, image: "x", reclaimedAt: at(7) });
      await users.insertUnlessTaken(user);
      expect(await users.findById(user.id)).toEqual(user);
      expect(await users.findById(userId("grace"))).toBeNull();
      expect(await users.findById(userId("ADA"))).toBeNull();
    });

    it("no user is found by an unknown email address, nor by the same letters in another case", async () => {
      const { users } = opened().store;
      await users.insertUnlessTaken(someUser("ada"));
      expect(await users.findByEmail(emailAddress("grace"))).toBeNull();
      expect(await users.findByEmail(emailAddress("ADA"))).toBeNull();
    });

    it("a taken email address refuses another user and changes nothing", async () => {
      const { users } = opened().store;
      const first = someUser("ada");
      expect(await users.insertUnlessTaken(first)).toBe(true);
      expect(
        await users.insertUnlessTaken(
          someUser("grace", { email: first.email, name: "somebody else" }),
        ),
      ).toBe(false);
      expect(await users.findByEmail(first.email)).toEqual(first);
    });

    it("a taken id refuses another user and changes nothing", async () => {
      const { users } = opened().store;
      const first = someUser("ada");
      await users.insertUnlessTaken(first);
      expect(await users.insertUnlessTaken(someUser("grace", { id: first.id }))).toBe(false);
      expect(await users.findByEmail(first.email)).toEqual(first);
      expect(await users.findByEmail(emailAddress("grace"))).toBeNull();
    });

    it("of fifty that race for one email address one gets it", async () => {
      const fixture = opened();
      const users = Array.from({ length: MANY }, (_, turn) =>
        someUser(`racer-${turn}`, { email: emailAddress("ada") }),
      );
      const inserted = await race(fixture, MANY, ({ users: rivals }, turn) =>
        rivals.insertUnlessTaken(users[turn]!),
      );
      expect(howMany(inserted)).toBe(1);
      expect(await fixture.store.users.findByEmail(emailAddress("ada"))).toEqual(
        users[inserted.indexOf(true)],
      );
    });

    it("of fifty transactions that race for one email address one gets it, and the others see who", async () => {
      const { store } = opened();
      const outcomes = await atOnce(store, MANY, async (tx, turn) => {
        const inserted = await tx.users.insertUnlessTaken(
          someUser(`racer-${turn}`, { email: emailAddress("ada") }),
        );
        return { inserted, found: await tx.users.findByEmail(emailAddress("ada")) };
      });
      expect(howMany(outcomes.map(({ inserted }) => inserted))).toBe(1);
      expect(new Set(outcomes.map(({ found }) => found?.id)).size).toBe(1);
    });

    it("a taken email address does not spoil the transaction it was met in", async () => {
      const { store } = opened();
      const first = someUser("ada");
      await store.users.insertUnlessTaken(first);
      await store.transaction(async (tx) => {
        expect(await tx.users.insertUnlessTaken(someUser("grace", { email: first.email }))).toBe(
          false,
        );
        expect(await tx.users.findByEmail(first.email)).toEqual(first);
        expect(await tx.users.insertUnlessTaken(someUser("grace"))).toBe(true);
      });
      expect(await store.users.findByEmail(emailAddress("grace"))).toEqual(someUser("grace"));
    });
  });

  describe("locked users", () => {
    it("locking gives the user as it is", async () => {
      const { store } = opened();
      const user = someUser("ada", { image: "x", reclaimedAt: at(3) });
      await store.users.insertUnlessTaken(user);
      expect(await store.transaction((tx) => tx.users.lock(user.id))).toEqual(user);
      expect(await store.transaction((tx) => tx.users.lockByEmail(user.email))).toEqual(user);
    });

    it("no user is locked where there is none", async () => {
      const { store } = opened();
      expect(await store.transaction((tx) => tx.users.lock(userId("nobody")))).toBeNull();
      expect(
        await store.transaction((tx) => tx.users.lockByEmail(emailAddress("nobody"))),
      ).toBeNull();
    });

    it("one transaction may lock the same user twice", async () => {
      const { store } = opened();
      await store.users.insertUnlessTaken(someUser("ada"));
      const twice = await store.transaction(async (tx) => [
        await tx.users.lockByEmail(emailAddress("ada")),
        await tx.users.lock(userId("ada")),
      ]);
      expect(twice).toEqual([someUser("ada"), someUser("ada")]);
    });

    it.each(["lock", "lockByEmail"] as const)(
      "transactions that %s a user read and write one after another",
      async (how) => {
        const { store } = opened();
        await store.users.insertUnlessTaken(someUser("ada"));
        const counted = await atOnce(store, MANY, async (tx, turn) => {
          await (how === "lock"
            ? tx.users.lock(userId("ada"))
            : tx.users.lockByEmail(emailAddress("ada")));
          const { length } = await tx.sessions.listLive(userId("ada"), NOW);
          await tx.sessions.insert(someSession(`s${turn}`, "ada"));
          return length;
        });
        expect([...counted].sort((one, other) => one - other)).toEqual(
          Array.from({ length: MANY }, (_, index) => index),
        );
      },
    );

    it("a lock ends with a transaction that fails", async () => {
      const { store } = opened();
      await store.users.insertUnlessTaken(someUser("ada"));
      const failing = store.transaction(async (tx) => {
        await tx.users.lock(userId("ada"));
        throw new Error("changed my mind");
      });
      await expect(failing).rejects.toThrow("changed my mind");
      await store.transaction(async (tx) => {
        await tx.users.lock(userId("ada"));
        await tx.sessions.insert(someSession("one", "ada"));
      });
      expect((await store.sessions.listLive(userId("ada"), NOW)).map(({ id }) => id)).toEqual([
        sessionId("one"),
      ]);
    });
  });
}
