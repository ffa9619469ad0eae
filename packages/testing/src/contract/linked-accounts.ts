import type { LinkedAccount } from "@acme/auth-core";
import { beforeEach, describe, expect, it } from "vitest";
import { atOnce, howMany, MANY, type Opened, race } from "./fixture.js";
import { accountId, at, someAccount, someUser, userId } from "./samples.js";

const ADA = userId("ada");
const GRACE = userId("grace");

const KINDS: Readonly<Record<string, Partial<LinkedAccount>>> = {
  "every field filled": {
    scopes: ["openid", "email", "https://example.com/scope.read"],
    createdAt: at(3),
    updatedAt: at(4),
  },
  "no scopes": { scopes: [] },
  "scopes in the order given, twice the same": { scopes: ["z", "a", "z"] },
  "a subject in many scripts": { subject: "Лида|鍵 👩🏽‍🚀" },
  "an empty subject": { subject: "" },
};

export function describeLinkedAccounts(opened: Opened): void {
  const accounts = () => opened().store.linkedAccounts;
  const find = (subject: string) => accounts().find("provider", subject);
  const insertOwners = async (): Promise<void> => {
    for (const owner of ["ada", "grace"])
      await opened().store.users.insertUnlessTaken(someUser(owner));
  };

  describe("linked accounts", () => {
    beforeEach(insertOwners);

    it.each(Object.keys(KINDS))("one with %s is found as it was stored", async (kind) => {
      const account = someAccount("one", "ada", KINDS[kind]);
      expect(await accounts().insertUnlessTaken(account)).toBe(true);
      expect(await accounts().insertUnlessTaken(someAccount("other", "ada"))).toBe(true);
      expect(await accounts().find(account.providerId, account.subject)).toEqual(account);
      expect(await accounts().listByUser(ADA)).toContainEqual(account);
    });

    it("is found by exactly its provider and subject", async () => {
      await accounts().insertUnlessTaken(someAccount("one", "ada"));
      for (const [provider, subject] of [
        ["provider", "ONE"],
        ["Provider", "one"],
        ["provider", "two"],
        ["other", "one"],
        ["one", "provider"],
      ] as const)
        expect(await accounts().find(provider, subject)).toBeNull();
    });

    it("one subject at two providers are two accounts, and a user has several at one", async () => {
      const all = [
        someAccount("one", "ada"),
        someAccount("one", "grace", { id: accountId("abroad"), providerId: "other" }),
        someAccount("two", "ada"),
      ];
      for (const account of all) expect(await accounts().insertUnlessTaken(account)).toBe(true);
      for (const account of all)
        expect(await accounts().find(account.providerId, account.subject)).toEqual(account);
    });

    it.each(["ada", "grace"])(
      "one that is linked already is not linked again, to %s neither, and nothing changes",
      async (owner) => {
        await accounts().insertUnlessTaken(someAccount("one", "ada"));
        expect(
          await accounts().insertUnlessTaken(
            someAccount("one", owner, { id: accountId("two"), scopes: ["more"] }),
          ),
        ).toBe(false);
        expect(await find("one")).toEqual(someAccount("one", "ada"));
        expect(await accounts().listByUser(ADA)).toHaveLength(1);
        expect(await accounts().listByUser(GRACE)).toHaveLength(0);
      },
    );

    it("one of a user who is not there is refused", async () => {
      await expect(accounts().insertUnlessTaken(someAccount("one", "nobody"))).rejects.toThrow();
    });

    it("a user's are listed oldest first, at one instant by their ids, and counted, and no other user's", async () => {
      const ages = { late: 30, early: 10, d: 20, b: 20, c: 20 };
      for (const [subject, age] of Object.entries(ages))
        await accounts().insertUnlessTaken(someAccount(subject, "ada", { createdAt: at(age) }));
      await accounts().insertUnlessTaken(someAccount("hers", "grace"));
      const subjects = (await accounts().listByUser(ADA)).map(({ subject }) => subject);
      expect(subjects).toEqual(["early", "b", "c", "d", "late"]);
      expect(await accounts().listByUser(GRACE)).toEqual([someAccount("hers", "grace")]);
      expect(await accounts().listByUser(userId("nobody"))).toEqual([]);
      for (const [owner, count] of [
        ["ada", 5] as const,
        ["grace", 1] as const,
        ["nobody", 0] as const,
      ])
        expect(await accounts().listByUser(userId(owner))).toHaveLength(count);
    });
  });

  describe("linked accounts at once and in transactions", () => {
    beforeEach(insertOwners);
    const racer = (turn: number): LinkedAccount =>
      someAccount("wanted", turn % 2 === 0 ? "ada" : "grace", { id: accountId(`r${turn}`) });

    it("of fifty that link one account one does", async () => {
      const linked = await race(opened(), MANY, (rival, turn) =>
        rival.linkedAccounts.insertUnlessTaken(racer(turn)),
      );
      expect(howMany(linked)).toBe(1);
      expect(await find("wanted")).toEqual(racer(linked.indexOf(true)));
    });

    it("of fifty transactions that link one account one does, and the others see whose it is", async () => {
      const outcomes = await atOnce(opened().store, MANY, async (tx, turn) => {
        const linked = await tx.linkedAccounts.insertUnlessTaken(racer(turn));
        return { linked, found: await tx.linkedAccounts.find("provider", "wanted") };
      });
      expect(howMany(outcomes.map(({ linked }) => linked))).toBe(1);
      expect(new Set(outcomes.map(({ found }) => found?.id)).size).toBe(1);
    });

    it.each(["subject", "id"])(
      "a taken %s does not spoil the transaction it was met in",
      async (what) => {
        await accounts().insertUnlessTaken(someAccount("one", "ada"));
        const taken = what === "id" ? { id: accountId("one") } : { subject: "one" };
        await opened().store.transaction(async (tx) => {
          expect(
            await tx.linkedAccounts.insertUnlessTaken(someAccount("two", "grace", taken)),
          ).toBe(false);
          expect(await tx.linkedAccounts.insertUnlessTaken(someAccount("three", "grace"))).toBe(
            true,
          );
        });
        expect(await find("one")).toEqual(someAccount("one", "ada"));
        expect(await find("two")).toBeNull();
        expect(await find("three")).toEqual(someAccount("three", "grace"));
      },
    );
  });

  describe("use and end of linked accounts", () => {
    beforeEach(async () => {
      await insertOwners();
      for (const [subject, owner] of [
        ["one", "ada"] as const,
        ["two", "ada"] as const,
        ["hers", "grace"] as const,
      ])
        await accounts().insertUnlessTaken(someAccount(subject, owner));
    });

    it("use writes down scopes and time, and nothing else, of one account", async () => {
      for (const scopes of [["openid", "profile", "Ж"], []]) {
        expect(await accounts().recordUse(accountId("one"), scopes, at(500))).toBe(true);
        expect(await find("one")).toEqual(
          someAccount("one", "ada", { scopes, updatedAt: at(500) }),
        );
      }
      expect(await find("two")).toEqual(someAccount("two", "ada"));
    });

    it("use of an account that is no longer linked is not recorded", async () => {
      await accounts().delete(ADA, accountId("one"));
      expect(await accounts().recordUse(accountId("one"), ["openid"], at(500))).toBe(false);
      expect(await find("one")).toBeNull();
    });

    it("no user unlinks an account of another, or one that is not there", async () => {
      for (const [owner, id] of [
        [GRACE, "one"] as const,
        [ADA, "hers"] as const,
        [ADA, "never"] as const,
      ])
        expect(await accounts().delete(owner, accountId(id))).toBe(false);
      for (const subject of ["one", "two", "hers"]) expect(await find(subject)).not.toBeNull();
    });

    it("an account is unlinked once, however many race, and no other with it; it can be linked again", async () => {
      expect(
        howMany(
          await race(opened(), MANY, (rival) => rival.linkedAccounts.delete(ADA, accountId("one"))),
        ),
      ).toBe(1);
      expect(await accounts().listByUser(ADA)).toEqual([someAccount("two", "ada")]);
      expect(await accounts().insertUnlessTaken(someAccount("one", "grace"))).toBe(true);
    });

    it("all of a user go at once, counted, and no other user's", async () => {
      expect(await accounts().deleteFor(ADA)).toBe(2);
      expect(await accounts().deleteFor(ADA)).toBe(0);
      expect(await accounts().listByUser(ADA)).toEqual([]);
      expect(await find("hers")).toEqual(someAccount("hers", "grace"));
    });
  });
}
