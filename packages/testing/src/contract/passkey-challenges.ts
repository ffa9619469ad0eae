import { isStoreConflict } from "@acme/auth-core";
import { beforeEach, describe, expect, it } from "vitest";
import { type Opened } from "./fixture.js";
import { at, hash, someChallenge, someUser, userId } from "./samples.js";

const ADA = userId("ada");

export function describePasskeyChallenges(opened: Opened): void {
  const challenges = () => opened().store.passkeyChallenges;
  const consume = (name: string, now = at(1)) =>
    challenges().consume("authentication", hash(name), now);

  const insertOwners = async (): Promise<void> => {
    for (const owner of ["ada", "grace"])
      await opened().store.users.insertUnlessTaken(someUser(owner));
  };

  describe("challenges of passkey ceremonies", () => {
    beforeEach(insertOwners);

    it("a challenge is given as it was stored, to the first who consumes it", async () => {
      const registration = someChallenge("one", {
        ceremony: "registration",
        userId: ADA,
        browserHash: null,
      });
      const listed = someChallenge("two", { userId: ADA, createdAt: at(5), expiresAt: at(2_000) });
      const anybody = someChallenge("three");
      for (const challenge of [registration, listed, anybody]) await challenges().insert(challenge);
      for (const challenge of [registration, listed, anybody]) {
        expect(
          await challenges().consume(challenge.ceremony, challenge.challengeHash, at(6)),
        ).toEqual(challenge);
        expect(
          await challenges().consume(challenge.ceremony, challenge.challengeHash, at(6)),
        ).toBeNull();
      }
    });

    it("an unknown one is none, and nor is one of the other ceremony, which stays", async () => {
      const one = someChallenge("one");
      const two = someChallenge("two", {
        ceremony: "registration",
        userId: ADA,
        browserHash: null,
      });
      for (const challenge of [one, two]) await challenges().insert(challenge);
      expect(await consume("never")).toBeNull();
      expect(await consume("ONE")).toBeNull();
      expect(await challenges().consume("registration", hash("one"), at(1))).toBeNull();
      expect(await challenges().consume("authentication", hash("two"), at(1))).toBeNull();
      expect(await challenges().consume("authentication", hash("one"), at(1))).toEqual(one);
      expect(await challenges().consume("registration", hash("two"), at(1))).toEqual(two);
    });

    it("no two are the same, and none is of a user who is not there", async () => {
      await challenges().insert(someChallenge("one"));
      await expect(
        challenges().insert(someChallenge("two", { challengeHash: hash("one") })),
      ).rejects.toSatisfy(isStoreConflict);
      await expect(
        challenges().insert(someChallenge("three", { userId: userId("nobody") })),
      ).rejects.toThrow();
      expect(await consume("one")).toEqual(someChallenge("one"));
    });
  });

  describe("end of challenges", () => {
    beforeEach(insertOwners);

    it("all that are bound to a user go together, expired ones too, and no others", async () => {
      await challenges().insert(
        someChallenge("registration", { ceremony: "registration", userId: ADA, browserHash: null }),
      );
      await challenges().insert(
        someChallenge("listed", { userId: ADA, expiresAt: at(-1_000_000) }),
      );
      await challenges().insert(someChallenge("hers", { userId: userId("grace") }));
      await challenges().insert(someChallenge("anybody's"));
      expect(await challenges().deleteFor(ADA)).toBe(2);
      expect(await challenges().deleteFor(ADA)).toBe(0);
      expect(await consume("hers")).not.toBeNull();
      expect(await consume("anybody's")).not.toBeNull();
    });
  });
}
