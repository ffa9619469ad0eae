import type { UserStore } from "@acme/auth-core";
import { beforeEach, describe, expect, it } from "vitest";
import { howMany, MANY, type Opened, race } from "./fixture.js";
import { address, at, someUser, userId } from "./samples.js";

const ADA = userId("ada");
const NEW = address("new");
const unproven = someUser("ada", { emailVerified: false, name: "Ada", image: "x" });

export function describeChangingUsers(opened: Opened): void {
  const users = () => opened().store.users;
  const insertBoth = async (): Promise<void> => {
    for (const user of [unproven, someUser("grace", { emailVerified: false })])
      await users().insertUnlessTaken(user);
  };

  /** What every change has in common. */
  const CHANGES: Readonly<Record<string, (at: UserStore, name: string) => Promise<boolean>>> = {
    markVerified: (store, name) => store.markVerified(userId(name), at(9)),
    markReclaimed: (store, name) => store.markReclaimed(userId(name), at(9)),
    changeEmail: (store, name) => store.changeEmail(userId(name), NEW, at(9)),
    updateProfile: (store, name) => store.updateProfile(userId(name), { name: "Somebody" }, at(9)),
  };

  describe.each(Object.keys(CHANGES))("%s", (how) => {
    const change = CHANGES[how]!;
    beforeEach(insertBoth);

    it("changes nobody else", async () => {
      expect(await change(users(), "ada")).toBe(true);
      expect(await users().findById(userId("grace"))).toEqual(
        someUser("grace", { emailVerified: false }),
      );
    });

    it("is false for a user who has vanished", async () => {
      expect(await change(users(), "nobody")).toBe(false);
      expect(await users().findByEmail(NEW)).toBeNull();
    });

    it("is undone with a transaction that fails", async () => {
      const failing = opened().store.transaction(async (tx) => {
        expect(await change(tx.users, "ada")).toBe(true);
        expect(await tx.users.findById(ADA)).not.toEqual(unproven);
        throw new Error("refused");
      });
      await expect(failing).rejects.toThrow("refused");
      expect(await users().findById(ADA)).toEqual(unproven);
    });
  });

  describe("proven addresses", () => {
    beforeEach(insertBoth);

    it("a verified user is that and nothing else", async () => {
      expect(await users().markVerified(ADA, at(9))).toBe(true);
      expect(await users().findById(ADA)).toEqual({
        ...unproven,
        emailVerified: true,
        updatedAt: at(9),
      });
    });

    it("a reclaimed user is verified, and reclaimed at that instant", async () => {
      expect(await users().markReclaimed(ADA, at(9))).toBe(true);
      expect(await users().findById(ADA)).toEqual({
        ...unproven,
        emailVerified: true,
        reclaimedAt: at(9),
        updatedAt: at(9),
      });
    });

    it("verifying keeps the instant at which a user was reclaimed", async () => {
      await users().markReclaimed(ADA, at(5));
      expect(await users().markVerified(ADA, at(9))).toBe(true);
      expect(await users().findById(ADA)).toEqual({
        ...unproven,
        emailVerified: true,
        reclaimedAt: at(5),
        updatedAt: at(9),
      });
    });
  });

  describe("changed addresses", () => {
    beforeEach(insertBoth);

    it("a user moves to another address, which is verified thereby", async () => {
      expect(await users().changeEmail(ADA, NEW, at(9))).toBe(true);
      expect(await users().findByEmail(NEW)).toEqual({
        ...unproven,
        email: NEW,
        emailVerified: true,
        updatedAt: at(9),
      });
      expect(await users().findByEmail(address("ada"))).toBeNull();
    });

    it("the address that was left is free", async () => {
      await users().changeEmail(ADA, NEW, at(9));
      expect(await users().changeEmail(userId("grace"), address("ada"), at(9))).toBe(true);
      expect(await users().insertUnlessTaken(someUser("third", { email: address("grace") }))).toBe(
        true,
      );
    });

    it("a taken address changes nothing, one's own among them", async () => {
      expect(await users().changeEmail(ADA, address("grace"), at(9))).toBe(false);
      expect(await users().changeEmail(ADA, address("ada"), at(9))).toBe(false);
      expect(await users().findById(ADA)).toEqual(unproven);
    });

    it("a taken address does not spoil the transaction it was met in", async () => {
      await opened().store.transaction(async (tx) => {
        expect(await tx.users.changeEmail(ADA, address("grace"), at(9))).toBe(false);
        expect(await tx.users.changeEmail(ADA, NEW, at(9))).toBe(true);
      });
      expect((await users().findByEmail(NEW))?.id).toBe(ADA);
    });

    it("of fifty users who race for one address one gets it, and the others are told so", async () => {
      const racers = Array.from({ length: MANY }, (_, turn) => someUser(`racer-${turn}`));
      for (const racer of racers) await users().insertUnlessTaken(racer);
      const moved = await race(opened(), MANY, (rival, turn) =>
        rival.users.changeEmail(racers[turn]!.id, NEW, at(9)),
      );
      expect(howMany(moved)).toBe(1);
      expect((await users().findByEmail(NEW))?.id).toBe(racers[moved.indexOf(true)]!.id);
      for (const [turn, racer] of racers.entries())
        if (!moved[turn]) expect(await users().findById(racer.id)).toEqual(racer);
    });

    it("of fifty moves of one user to one address one is made", async () => {
      for (let round = 0; round < 5; round++) {
        const moved = await race(opened(), MANY, (rival) =>
          rival.users.changeEmail(ADA, address(`wanted-${round}`), at(9)),
        );
        expect(howMany(moved)).toBe(1);
      }
    });

    it("of transactions that race for one address one gets it, and the others go on", async () => {
      const { store } = opened();
      for (let round = 0; round < 10; round++) {
        const wanted = address(`wanted-${round}`);
        const move = (name: string): Promise<boolean> =>
          store.transaction(async (tx) => {
            await tx.users.lock(userId(name));
            const moved = await tx.users.changeEmail(userId(name), wanted, at(9));
            await tx.counters.spend("tried", 100, 1_000, at(0));
            return moved;
          });
        expect(howMany(await Promise.all([move("ada"), move("grace")]))).toBe(1);
      }
      expect(await store.counters.spend("tried", 100, 1_000, at(0))).toMatchObject({ count: 21 });
    });

    it("a new user and one who moves do not both get an address", async () => {
      const outcomes = await race(opened(), MANY, (rival, turn) =>
        turn % 3 === 0
          ? rival.users.changeEmail(ADA, NEW, at(9))
          : rival.users.insertUnlessTaken(someUser(`racer-${turn}`, { email: NEW })),
      );
      expect(howMany(outcomes)).toBe(1);
    });
  });

  describe("profiles", () => {
    beforeEach(insertBoth);

    it.each([
      [{ name: "Lovelace" }],
      [{ name: "" }],
      [{ image: "y" }],
      [{ image: "" }],
      [{ image: null }],
      [{ name: "Lovelace", image: "y" }],
      [{ name: "Lovelace", image: null }],
      [{}],
    ])("%j is set, and the rest kept", async (profile) => {
      expect(await users().updateProfile(ADA, profile, at(9))).toBe(true);
      expect(await users().findById(ADA)).toEqual({ ...unproven, ...profile, updatedAt: at(9) });
    });
  });
}
