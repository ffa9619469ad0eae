import { describe, expect, it } from "vitest";
import { howMany, MANY, type Opened, race } from "./fixture.js";
import { at, codeId, emailAddress, someCode } from "./samples.js";

export function describeOneTimeCodes(opened: Opened): void {
  const codes = () => opened().store.oneTimeCodes;
  const spend = (owner: string) => codes().spendAttempt(emailAddress(owner), "sign-in");

  describe("tries at a one-time code", () => {
    it("a try gives the code as it was stored, with one attempt less", async () => {
      await codes().replace(someCode("one", "ada"));
      expect(await spend("ada")).toEqual(someCode("one", "ada", { attemptsLeft: 4 }));
      expect(await spend("ada")).toEqual(someCode("one", "ada", { attemptsLeft: 3 }));
    });

    it("there is nothing to try for another email address", async () => {
      await codes().replace(someCode("one", "ada"));
      expect(await spend("grace")).toBeNull();
      expect(await codes().spendAttempt(emailAddress("ADA"), "sign-in")).toBeNull();
    });

    it("attempts go down to minus one and no further", async () => {
      await codes().replace(someCode("one", "ada", { attemptsLeft: 1 }));
      const left = [];
      for (let tries = 0; tries < 4; tries++) left.push((await spend("ada"))?.attemptsLeft);
      expect(left).toEqual([0, -1, -1, -1]);
    });

    it("an expired code is given too", async () => {
      const expired = someCode("one", "ada", { expiresAt: at(-1_000_000) });
      await codes().replace(expired);
      expect(await spend("ada")).toEqual({ ...expired, attemptsLeft: 4 });
    });

    it("a new code takes the place of the earlier one, attempts and all", async () => {
      await codes().replace(someCode("one", "ada"));
      await spend("ada");
      await codes().replace(someCode("two", "ada", { createdAt: at(5), expiresAt: at(2_000) }));
      expect(await codes().isLive(codeId("one"), at(6))).toBe(false);
      expect(await spend("ada")).toEqual(
        someCode("two", "ada", { createdAt: at(5), expiresAt: at(2_000), attemptsLeft: 4 }),
      );
    });

    it("fifty tries at once spend one attempt each", async () => {
      await codes().replace(someCode("one", "ada", { attemptsLeft: 40 }));
      const tried = await race(opened(), MANY, (rival) =>
        rival.oneTimeCodes.spendAttempt(emailAddress("ada"), "sign-in"),
      );
      const left = tried
        .map((code) => code?.attemptsLeft ?? Number.NaN)
        .sort((one, other) => other - one);
      expect(left).toEqual([
        ...Array.from({ length: 40 }, (_, index) => 39 - index),
        ...Array.from({ length: 10 }, () => -1),
      ]);
    });

    it("a try stays spent when what comes after it fails", async () => {
      await codes().replace(someCode("one", "ada"));
      await spend("ada");
      await expect(
        opened().store.transaction(() => Promise.reject(new Error("refused"))),
      ).rejects.toThrow("refused");
      expect((await spend("ada"))?.attemptsLeft).toBe(3);
    });

    it("fifty codes at once for one email address leave one of them", async () => {
      await race(opened(), MANY, (rival, turn) =>
        rival.oneTimeCodes.replace(someCode(`c${turn}`, "ada")),
      );
      const lives = await race(opened(), MANY, (rival, turn) =>
        rival.oneTimeCodes.isLive(codeId(`c${turn}`), at(1)),
      );
      expect(howMany(lives)).toBe(1);
    });
  });

  describe("use of a one-time code", () => {
    it("a code is used once", async () => {
      await codes().replace(someCode("one", "ada"));
      expect(await codes().consume(codeId("one"), at(1))).toBe(true);
      expect(await codes().consume(codeId("one"), at(1))).toBe(false);
      expect(await spend("ada")).toBeNull();
    });

    it("the try that spent the last attempt can still use the code", async () => {
      await codes().replace(someCode("one", "ada", { attemptsLeft: 1 }));
      await spend("ada");
      expect(await codes().consume(codeId("one"), at(1))).toBe(true);
    });

    it("a replaced or unknown code is not used", async () => {
      await codes().replace(someCode("one", "ada"));
      await codes().replace(someCode("two", "ada"));
      expect(await codes().consume(codeId("one"), at(1))).toBe(false);
      expect(await codes().consume(codeId("three"), at(1))).toBe(false);
      expect(await codes().isLive(codeId("two"), at(1))).toBe(true);
    });
  });

  describe("life of a one-time code", () => {
    it("a code lives until it expires, is used, is replaced or has no tries left", async () => {
      await codes().replace(someCode("one", "ada", { attemptsLeft: 1 }));
      expect(await codes().isLive(codeId("one"), at(999))).toBe(true);
      expect(await codes().isLive(codeId("one"), at(1_000))).toBe(false);
      expect(await codes().isLive(codeId("two"), at(1))).toBe(false);
      await spend("ada");
      expect(await codes().isLive(codeId("one"), at(1))).toBe(false);
      await codes().replace(someCode("two", "ada"));
      await codes().consume(codeId("two"), at(1));
      expect(await codes().isLive(codeId("two"), at(1))).toBe(false);
    });

    it("all codes of an email address go together, expired and exhausted ones too, and those of no other", async () => {
      await codes().replace(someCode("one", "ada", { type: "sign-in", expiresAt: at(-1_000_000) }));
      await codes().replace(
        someCode("two", "ada", { type: "email-verification", attemptsLeft: -1 }),
      );
      await codes().replace(someCode("three", "ada", { type: "forget-password" }));
      await codes().replace(someCode("four", "grace"));
      expect(await codes().deleteFor(emailAddress("ADA"))).toBe(0);
      expect(await codes().deleteFor(emailAddress("ada"))).toBe(3);
      expect(await codes().deleteFor(emailAddress("ada"))).toBe(0);
      expect(await codes().isLive(codeId("three"), at(1))).toBe(false);
      expect(await codes().isLive(codeId("four"), at(1))).toBe(true);
    });
  });
}
