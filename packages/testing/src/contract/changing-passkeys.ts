import type { PasskeyUse } from "@acme/auth-core/store";
import { beforeEach, describe, expect, it } from "vitest";
import { asChecked } from "../as-checked.js";
import { atOnce, howMany, MANY, type Opened, race, rollBack } from "./fixture.js";
import { at, passkeyId, somePasskey, someUse, someUser, userId } from "./samples.js";

const ADA = userId("ada");
const GRACE = userId("grace");

export function describeChangingPasskeys(opened: Opened): void {
  const passkeys = () => opened().store.passkeys;
  const find = (name: string) => passkeys().findByCredentialId(`credential-${name}`);
  const insertPasskeys = async (): Promise<void> => {
    for (const owner of ["ada", "grace"])
      await opened().store.users.insertUnlessTaken(someUser(owner));
    for (const [name, owner] of [
      ["one", "ada"],
      ["two", "ada"],
      ["hers", "grace"],
    ] as const)
      await passkeys().insertUnlessTaken(somePasskey(name, owner));
  };

  describe("passkeys and transactions", () => {
    beforeEach(insertPasskeys);

    it("of fifty transactions that race for one credential id one gets it, and the others see who", async () => {
      const outcomes = await atOnce(opened().store, MANY, async (tx, turn) => {
        const inserted = await tx.passkeys.insertUnlessTaken(
          somePasskey(`racer-${turn}`, "ada", { credentialId: "wanted" }),
        );
        return { inserted, found: await tx.passkeys.findByCredentialId("wanted") };
      });
      expect(howMany(outcomes.map(({ inserted }) => inserted))).toBe(1);
      expect(new Set(outcomes.map(({ found }) => found?.id)).size).toBe(1);
    });

    it("a credential id is free again after a transaction that fails, also for one that waited for it", async () => {
      const { store } = opened();
      let begin: (() => void) | undefined;
      const begun = new Promise<void>((resolve) => (begin = resolve));
      const waiting = begun.then(() =>
        store.transaction((tx) =>
          tx.passkeys.insertUnlessTaken(somePasskey("second", "grace", { credentialId: "wanted" })),
        ),
      );
      await rollBack(store, async (tx) => {
        expect(
          await tx.passkeys.insertUnlessTaken(
            somePasskey("first", "ada", { credentialId: "wanted" }),
          ),
        ).toBe(true);
        begin!();
        for (let times = 0; times < 20; times++) await tx.passkeys.countByUser(ADA);
      });
      expect(await waiting).toBe(true);
      expect((await passkeys().findByCredentialId("wanted"))?.userId).toBe(GRACE);
    });

    it.each(["credential id", "id"])(
      "a taken %s does not spoil the transaction it was met in",
      async (what) => {
        const taken = what === "id" ? { id: passkeyId("one") } : { credentialId: "credential-one" };
        await opened().store.transaction(async (tx) => {
          expect(await tx.passkeys.insertUnlessTaken(somePasskey("three", "grace", taken))).toBe(
            false,
          );
          expect(await tx.passkeys.insertUnlessTaken(somePasskey("four", "grace"))).toBe(true);
        });
        expect(await find("one")).toEqual(somePasskey("one", "ada"));
        expect(await find("three")).toBeNull();
        expect(await find("four")).toEqual(somePasskey("four", "grace"));
      },
    );
  });

  describe("use of a passkey", () => {
    beforeEach(insertPasskeys);
    const use = (own: Partial<PasskeyUse> = {}) =>
      passkeys().recordUse(passkeyId("one"), someUse(own));

    it("writes counter, backup and time, and touches no other passkey", async () => {
      expect(await use()).toBe(true);
      expect(await find("one")).toEqual(
        somePasskey("one", "ada", { counter: 6, backedUp: true, lastUsedAt: at(500) }),
      );
      expect(await find("two")).toEqual(somePasskey("two", "ada"));
      expect(
        await use({ judgedCounter: 6, counter: 4_294_967_295, backedUp: false, usedAt: at(600) }),
      ).toBe(true);
      expect(await find("one")).toEqual(
        somePasskey("one", "ada", { counter: 4_294_967_295, lastUsedAt: at(600) }),
      );
      expect(await use({ judgedCounter: 4_294_967_295, counter: 0 })).toBe(true);
    });

    it("changes nothing when the counter is another by now, higher or lower", async () => {
      for (const judgedCounter of [0, 4, 6, 4_294_967_295])
        expect(await use({ judgedCounter, counter: judgedCounter + 1 })).toBe(false);
      expect(await find("one")).toEqual(somePasskey("one", "ada"));
    });

    it("of a passkey that is gone, or never was, is not recorded", async () => {
      await passkeys().delete(ADA, passkeyId("one"));
      expect(await use()).toBe(false);
      expect(await passkeys().recordUse(passkeyId("never"), someUse())).toBe(false);
      expect(await find("one")).toBeNull();
    });

    it("without a counter is recorded every time", async () => {
      await passkeys().insertUnlessTaken(somePasskey("zero", "ada", { counter: 0 }));
      const record = (usedAt: Date) =>
        passkeys().recordUse(passkeyId("zero"), someUse({ judgedCounter: 0, counter: 0, usedAt }));
      for (const time of [1, 2, 3]) {
        expect(await record(at(time))).toBe(true);
        expect((await find("zero"))?.lastUsedAt).toEqual(at(time));
      }
    });

    it("fills in the user handle of an imported passkey once, and never changes one", async () => {
      await passkeys().insertUnlessTaken(somePasskey("imported", "ada", { userHandle: null }));
      const handleAfter = async (
        counter: number,
        userHandle: string | null,
      ): Promise<string | null | undefined> => {
        const used = await passkeys().recordUse(
          passkeyId("imported"),
          someUse({ judgedCounter: counter, counter: counter + 1, userHandle }),
        );
        expect(used).toBe(true);
        return (await find("imported"))?.userHandle;
      };
      expect(await handleAfter(5, null)).toBeNull();
      expect(await handleAfter(6, "own")).toBe("own");
      expect(await handleAfter(7, null)).toBe("own");
      expect(await handleAfter(8, "another")).toBe("own");
    });

    it("of fifty that were judged against one counter one is recorded", async () => {
      const recorded = await race(opened(), MANY, (rival, turn) =>
        rival.passkeys.recordUse(passkeyId("one"), someUse({ counter: 100 + turn })),
      );
      expect(howMany(recorded)).toBe(1);
      expect((await find("one"))?.counter).toBe(100 + recorded.indexOf(true));
    });
  });

  describe("renamed and deleted passkeys", () => {
    beforeEach(insertPasskeys);

    it("user verification becomes reliable for one passkey, and for no other", async () => {
      const unverified = somePasskey("quiet", "ada", { uvInitialized: false });
      await passkeys().insertUnlessTaken(unverified);
      expect(await find("quiet")).toEqual(unverified);
      expect(await passkeys().markUvInitialized(unverified.id)).toBe(true);
      expect(await find("quiet")).toEqual({ ...unverified, uvInitialized: true });
      expect(await passkeys().markUvInitialized(passkeyId("nothing"))).toBe(false);
    });

    it("a passkey under its new name comes back whole, and no other is renamed", async () => {
      const renamed = somePasskey("one", "ada", { name: "Адина 🔑" });
      expect(await passkeys().rename(ADA, passkeyId("one"), renamed.name)).toEqual(renamed);
      expect(await passkeys().listByUser(ADA)).toEqual([renamed, somePasskey("two", "ada")]);
      expect(await find("hers")).toEqual(somePasskey("hers", "grace"));
    });

    it("no user renames or deletes a passkey of another, or one that is not there", async () => {
      for (const [owner, id] of [
        [GRACE, "one"] as const,
        [ADA, "hers"] as const,
        [ADA, "never"] as const,
      ]) {
        expect(await passkeys().rename(owner, passkeyId(id), asChecked("stolen"))).toBeNull();
        expect(await passkeys().delete(owner, passkeyId(id))).toBe(false);
      }
      expect(await passkeys().listByUser(ADA)).toEqual([
        somePasskey("one", "ada"),
        somePasskey("two", "ada"),
      ]);
      expect(await find("hers")).toEqual(somePasskey("hers", "grace"));
    });

    it("a passkey is deleted once, however many race, and no other with it", async () => {
      expect(
        howMany(
          await race(opened(), MANY, (rival) => rival.passkeys.delete(ADA, passkeyId("one"))),
        ),
      ).toBe(1);
      expect(await passkeys().listByUser(ADA)).toEqual([somePasskey("two", "ada")]);
      expect(await find("hers")).toEqual(somePasskey("hers", "grace"));
    });

    it("all of a user go at once, counted, and the user handle stays", async () => {
      await passkeys().ensureUserHandle(ADA, "first");
      expect(await passkeys().deleteFor(ADA)).toBe(2);
      expect(await passkeys().deleteFor(ADA)).toBe(0);
      expect(await passkeys().countByUser(ADA)).toBe(0);
      expect(await passkeys().countByUser(GRACE)).toBe(1);
      expect(await passkeys().ensureUserHandle(ADA, "second")).toBe("first");
    });
  });
}
