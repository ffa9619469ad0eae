import type { EmailChangeOutcome } from "@acme/auth-core/store";
import { beforeEach, describe, expect, it } from "vitest";
import { howMany, MANY, type Opened, race } from "./fixture.js";
import { at, emailAddress, someUser, userId } from "./samples.js";

const ADA = userId("ada");
const NEW = emailAddress("new");
const unproven = someUser("ada", { emailVerified: false, name: "Ada", image: "x" });

export function describeChangingEmails(opened: Opened): void {
  const users = () => opened().store.users;
  const insertBoth = async (): Promise<void> => {
    for (const user of [unproven, someUser("grace", { emailVerified: false })])
      await users().insertUnlessTaken(user);
  };

  describe("changed email addresses", () => {
    beforeEach(insertBoth);

    const expectOneOf = (outcomes: readonly EmailChangeOutcome[]): void => {
      const losers = Array.from(outcomes.slice(1), () => "taken");
      expect(outcomes.toSorted()).toEqual(["changed", ...losers]);
    };

    it("a user moves to another email address, which is verified thereby", async () => {
      expect(await users().changeEmail(ADA, NEW, at(9))).toBe("changed");
      expect(await users().findByEmail(NEW)).toEqual({
        ...unproven,
        email: NEW,
        emailVerified: true,
        updatedAt: at(9),
      });
      expect(await users().findByEmail(emailAddress("ada"))).toBeNull();
    });

    it("the email address that was left is free", async () => {
      await users().changeEmail(ADA, NEW, at(9));
      expect(await users().changeEmail(userId("grace"), emailAddress("ada"), at(9))).toBe(
        "changed",
      );
      expect(
        await users().insertUnlessTaken(someUser("third", { email: emailAddress("grace") })),
      ).toBe(true);
    });

    it("a taken email address changes nothing, the user's own among them", async () => {
      expect(await users().changeEmail(ADA, emailAddress("grace"), at(9))).toBe("taken");
      expect(await users().changeEmail(ADA, emailAddress("ada"), at(9))).toBe("taken");
      expect(await users().findById(ADA)).toEqual(unproven);
    });

    it("a user who is gone is told apart from an email address that is taken", async () => {
      await users().delete(ADA);
      expect(await users().changeEmail(ADA, NEW, at(9))).toBe("gone");
      expect(await users().changeEmail(ADA, emailAddress("grace"), at(9))).toBe("gone");
      expect(await users().findByEmail(NEW)).toBeNull();
    });

    it("a taken email address does not spoil the transaction it was met in", async () => {
      await opened().store.transaction(async (tx) => {
        expect(await tx.users.changeEmail(ADA, emailAddress("grace"), at(9))).toBe("taken");
        expect(await tx.users.changeEmail(ADA, NEW, at(9))).toBe("changed");
      });
      expect((await users().findByEmail(NEW))?.id).toBe(ADA);
    });

    it("of fifty users who race for one email address one gets it, and the others are told so", async () => {
      const racers = Array.from({ length: MANY }, (_, turn) => someUser(`racer-${turn}`));
      for (const racer of racers) await users().insertUnlessTaken(racer);
      const moved = await race(opened(), MANY, (rival, turn) =>
        rival.users.changeEmail(racers[turn]!.id, NEW, at(9)),
      );
      expectOneOf(moved);
      expect((await users().findByEmail(NEW))?.id).toBe(racers[moved.indexOf("changed")]!.id);
      for (const [turn, racer] of racers.entries())
        if (moved[turn] === "taken") expect(await users().findById(racer.id)).toEqual(racer);
    });

    it("of fifty moves of one user to one email address one is made", async () => {
      for (let round = 0; round < 5; round++) {
        const moved = await race(opened(), MANY, (rival) =>
          rival.users.changeEmail(ADA, emailAddress(`wanted-${round}`), at(9)),
        );
        expectOneOf(moved);
      }
    });

    it("of transactions that race for one email address one gets it, and the others go on", async () => {
      const { store } = opened();
      for (let round = 0; round < 10; round++) {
        const wanted = emailAddress(`wanted-${round}`);
        const move = (name: string): Promise<EmailChangeOutcome> =>
          store.transaction(async (tx) => {
            await tx.users.lock(userId(name));
            const moved = await tx.users.changeEmail(userId(name), wanted, at(9));
            await tx.counters.spend("tried", 100, 1_000, at(0));
            return moved;
          });
        expectOneOf(await Promise.all([move("ada"), move("grace")]));
      }
      expect(await store.counters.spend("tried", 100, 1_000, at(0))).toMatchObject({ count: 21 });
    });

    it("a new user and one who moves do not both get an email address", async () => {
      const outcomes = await race(opened(), MANY, (rival, turn) =>
        turn % 3 === 0
          ? rival.users.changeEmail(ADA, NEW, at(9)).then((outcome) => outcome === "changed")
          : rival.users.insertUnlessTaken(someUser(`racer-${turn}`, { email: NEW })),
      );
      expect(howMany(outcomes)).toBe(1);
    });
  });
}
