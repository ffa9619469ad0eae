import { beforeEach, describe, expect, it } from "vitest";
import { MANY, type Opened, race, RETENTION } from "./fixture.js";
import { at, hash, someState, someUser, userId } from "./samples.js";

const ADA = userId("ada");

export function describeOAuthStates(opened: Opened): void {
  const states = () => opened().store.oauthStates;
  const consume = (name: string, now = at(1)) => states().consume(hash(name), now);
  const insertOwners = async (): Promise<void> => {
    for (const owner of ["ada", "grace"])
      await opened().store.users.insertUnlessTaken(someUser(owner));
  };

  describe("states of browsers at a provider", () => {
    beforeEach(insertOwners);

    it("a state is given as it was stored, to the first who consumes it", async () => {
      const linking = someState("two", {
        userId: ADA,
        providerId: "Провайдер",
        createdAt: at(5),
        expiresAt: at(2_000),
      });
      await states().insert(someState("one"));
      await states().insert(linking);
      expect(await consume("two", at(6))).toEqual(linking);
      expect(await consume("two", at(6))).toBeNull();
      expect(await consume("one", at(6))).toEqual(someState("one"));
      expect(await consume("one", at(6))).toBeNull();
    });

    it("an unknown state is none", async () => {
      await states().insert(someState("one"));
      for (const unknown of ["never", "ONE", ""]) expect(await consume(unknown)).toBeNull();
    });

    it("a state is dead at the instant it expires", async () => {
      await states().insert(someState("one"));
      expect(await consume("one", at(1_000))).toBeNull();
      expect(await consume("one", at(1_000_000))).toBeNull();
      expect(await consume("one", at(999))).toEqual(someState("one"));
    });

    it("no two are the same, and none is of a user who is not there", async () => {
      await states().insert(someState("one"));
      await expect(states().insert(someState("two", { stateHash: hash("one") }))).rejects.toThrow();
      await expect(
        states().insert(someState("three", { userId: userId("nobody") })),
      ).rejects.toThrow();
      expect(await consume("one")).toEqual(someState("one"));
    });

    it("of fifty that consume one state one gets it", async () => {
      await states().insert(someState("one"));
      await states().insert(someState("other"));
      const consumed = await race(opened(), MANY, (rival) =>
        rival.oauthStates.consume(hash("one"), at(1)),
      );
      expect(consumed.filter((one) => one !== null)).toEqual([someState("one")]);
      expect(await consume("other")).toEqual(someState("other"));
    });

    it("of fifty transactions that consume one state one gets it", async () => {
      await states().insert(someState("one"));
      const consumed = await Promise.all(
        Array.from({ length: MANY }, () =>
          opened().store.transaction((tx) => tx.oauthStates.consume(hash("one"), at(1))),
        ),
      );
      expect(consumed.filter((one) => one !== null)).toEqual([someState("one")]);
    });

    it("a state consumed in a transaction that fails can be consumed again", async () => {
      await states().insert(someState("one"));
      const failing = opened().store.transaction(async (tx) => {
        expect(await tx.oauthStates.consume(hash("one"), at(1))).toEqual(someState("one"));
        expect(await tx.oauthStates.consume(hash("one"), at(1))).toBeNull();
        throw new Error("refused");
      });
      await expect(failing).rejects.toThrow("refused");
      expect(await consume("one")).toEqual(someState("one"));
    });
  });

  describe("end of states", () => {
    beforeEach(insertOwners);

    it("all in which a user is linking go together, expired ones too, and no others", async () => {
      await states().insert(someState("living", { userId: ADA }));
      await states().insert(someState("expired", { userId: ADA, expiresAt: at(-1_000_000) }));
      await states().insert(someState("hers", { userId: userId("grace") }));
      await states().insert(someState("anybody's"));
      expect(await states().deleteFor(ADA)).toBe(2);
      expect(await states().deleteFor(ADA)).toBe(0);
      expect(await consume("hers")).not.toBeNull();
      expect(await consume("anybody's")).not.toBeNull();
    });

    it("expired ones are removed from the instant they expire, no more at a time than asked, and no others", async () => {
      for (const [index, name] of ["a", "b", "c"].entries())
        await states().insert(someState(name, { expiresAt: at(index) }));
      await states().insert(someState("living"));
      expect(await opened().store.sweep(at(-1), 10, RETENTION)).toBe(0);
      expect(await opened().store.sweep(at(0), 10, RETENTION)).toBe(1);
      expect(await opened().store.sweep(at(5), 1, RETENTION)).toBe(1);
      expect(await opened().store.sweep(at(5), 10, RETENTION)).toBe(1);
      expect(await consume("living", at(5))).toEqual(someState("living"));
    });

    it("expired ones are each counted by one of several sweepers", async () => {
      for (let index = 0; index < 30; index++)
        await states().insert(someState(`s${index}`, { expiresAt: at(index) }));
      const swept = await race(opened(), MANY, (rival) => rival.sweep(at(100), 4, RETENTION));
      expect(swept.reduce((total, count) => total + count, 0)).toBe(30);
    });
  });
}
