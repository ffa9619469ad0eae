import { isStoreConflict } from "@acme/auth-core";
import { beforeEach, describe, expect, it } from "vitest";
import { type Opened } from "./fixture.js";
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

    it("no two are the same, and none is of a user who is not there", async () => {
      await states().insert(someState("one"));
      await expect(states().insert(someState("two", { stateHash: hash("one") }))).rejects.toSatisfy(
        isStoreConflict,
      );
      await expect(
        states().insert(someState("three", { userId: userId("nobody") })),
      ).rejects.toThrow();
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
  });
}
