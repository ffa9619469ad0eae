import { beforeEach, describe, expect, it } from "vitest";
import { howMany, MANY, type Opened, race } from "./fixture.js";
import { at, emailAddress, passwordHash, somePassword, someUser, userId } from "./samples.js";

const ADA = userId("ada");

export function describePasswords(opened: Opened): void {
  const passwords = () => opened().store.passwords;

  describe("passwords", () => {
    beforeEach(async () => {
      for (const name of ["ada", "grace"])
        await opened().store.users.insertUnlessTaken(someUser(name));
    });

    it("a password is found by its user and by the user's email address as it was stored", async () => {
      await passwords().replace(somePassword("one", "ada"));
      await passwords().replace(somePassword("two", "grace", { updatedAt: at(7) }));
      expect(await passwords().find(ADA)).toEqual(somePassword("one", "ada"));
      expect(await passwords().findByEmail(emailAddress("ada"))).toEqual(
        somePassword("one", "ada"),
      );
      expect(await passwords().findByEmail(emailAddress("grace"))).toEqual(
        somePassword("two", "grace", { updatedAt: at(7) }),
      );
    });

    it("nothing is found for a user without one, nor for an unknown user", async () => {
      await passwords().replace(somePassword("two", "grace"));
      expect(await passwords().find(ADA)).toBeNull();
      expect(await passwords().findByEmail(emailAddress("ada"))).toBeNull();
      expect(await passwords().find(userId("nobody"))).toBeNull();
      expect(await passwords().findByEmail(emailAddress("nobody"))).toBeNull();
      expect(await passwords().findByEmail(emailAddress("GRACE"))).toBeNull();
    });

    it("a new password takes the place of the earlier one, and of no other user's", async () => {
      await passwords().replace(somePassword("one", "ada"));
      await passwords().replace(somePassword("other", "grace"));
      await passwords().replace(somePassword("two", "ada", { updatedAt: at(5) }));
      expect(await passwords().find(ADA)).toEqual(somePassword("two", "ada", { updatedAt: at(5) }));
      expect(await passwords().find(userId("grace"))).toEqual(somePassword("other", "grace"));
    });

    it("the password of an unknown user is refused", async () => {
      await expect(passwords().replace(somePassword("one", "nobody"))).rejects.toThrow();
    });

    it("fifty passwords at once for one user leave one of them", async () => {
      await race(opened(), MANY, (rival, turn) =>
        rival.passwords.replace(somePassword(`p${turn}`, "ada")),
      );
      const left = await passwords().find(ADA);
      expect(
        Array.from({ length: MANY }, (_, turn) => somePassword(`p${turn}`, "ada")),
      ).toContainEqual(left);
      expect(await passwords().delete(ADA)).toBe(true);
      expect(await passwords().find(ADA)).toBeNull();
    });

    it("a password follows its user to another email address", async () => {
      await passwords().replace(somePassword("one", "ada"));
      await opened().store.users.changeEmail(ADA, emailAddress("lovelace"), at(5));
      expect(await passwords().findByEmail(emailAddress("lovelace"))).toEqual(
        somePassword("one", "ada"),
      );
      expect(await passwords().findByEmail(emailAddress("ada"))).toBeNull();
    });
  });

  describe("rehashed and deleted passwords", () => {
    beforeEach(async () => {
      for (const name of ["ada", "grace"]) {
        await opened().store.users.insertUnlessTaken(someUser(name));
        await passwords().replace(somePassword("one", name));
      }
    });

    it("a rehash changes the hash and nothing else, of one user", async () => {
      expect(await passwords().rehash(ADA, passwordHash("one"), passwordHash("one again"))).toBe(
        true,
      );
      expect(await passwords().find(ADA)).toEqual(somePassword("one again", "ada"));
      expect(await passwords().find(userId("grace"))).toEqual(somePassword("one", "grace"));
    });

    it("a rehash does not undo a change made meanwhile", async () => {
      await passwords().replace(somePassword("two", "ada"));
      expect(await passwords().rehash(ADA, passwordHash("one"), passwordHash("one again"))).toBe(
        false,
      );
      expect(await passwords().find(ADA)).toEqual(somePassword("two", "ada"));
    });

    it("a rehash brings no deleted password back", async () => {
      await passwords().delete(ADA);
      expect(await passwords().rehash(ADA, passwordHash("one"), passwordHash("one again"))).toBe(
        false,
      );
      expect(await passwords().find(ADA)).toBeNull();
    });

    it("of fifty that rehash one password one does", async () => {
      const rehashed = await race(opened(), MANY, (rival, turn) =>
        rival.passwords.rehash(ADA, passwordHash("one"), passwordHash(`r${turn}`)),
      );
      expect(howMany(rehashed)).toBe(1);
      expect(await passwords().find(ADA)).toEqual(
        somePassword(`r${rehashed.indexOf(true)}`, "ada"),
      );
    });

    it("a password is deleted once, and no other user's with it", async () => {
      expect(howMany(await race(opened(), MANY, (rival) => rival.passwords.delete(ADA)))).toBe(1);
      expect(await passwords().delete(userId("nobody"))).toBe(false);
      expect(await passwords().find(ADA)).toBeNull();
      expect(await passwords().find(userId("grace"))).toEqual(somePassword("one", "grace"));
    });
  });
}
