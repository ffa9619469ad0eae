import { type AuthenticatorTransport, isStoreConflict, type Passkey } from "@acme/auth-core";
import { beforeEach, describe, expect, it } from "vitest";
import { atOnce, howMany, MANY, type Opened, race, rollBack } from "./fixture.js";
import { at, passkeyId, somePasskey, someUser, userId } from "./samples.js";

const ADA = userId("ada");
const GRACE = userId("grace");
const EVERY_TRANSPORT: readonly AuthenticatorTransport[] = [
  "usb",
  "smart-card",
  "nfc",
  "internal",
  "hybrid",
  "cable",
  "ble",
];

const KINDS: Readonly<Record<string, Partial<Passkey>>> = {
  "every field filled": {
    lastUsedAt: at(77),
    backedUp: true,
    deviceType: "multiDevice",
    aaguid: "ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4",
  },
  "no user handle, no name, no transports, and no use yet": {
    userHandle: null,
    name: "",
    transports: [],
    lastUsedAt: null,
  },
  "every transport, in the order given": { transports: EVERY_TRANSPORT },
  "a name in many scripts": { name: "Адина ключ 鍵 👩🏽‍🚀 \u202Bمفتاح\u202C" },
  "the algorithm ES256": { algorithm: -7 },
  "the algorithm EdDSA": { algorithm: -8 },
  "the algorithm RS256": { algorithm: -257 },
  "no counter": { counter: 0 },
  "a counter that a signed integer of 32 bits still holds": { counter: 2_147_483_647 },
  "a counter that it holds no more": { counter: 2_147_483_648 },
  "the highest counter": { counter: 4_294_967_295 },
  "a credential id of 1,023 bytes": { credentialId: "-_Az".repeat(341) },
};

export function describePasskeys(opened: Opened): void {
  const passkeys = () => opened().store.passkeys;
  const insertOwners = async (): Promise<void> => {
    for (const name of ["ada", "grace"])
      await opened().store.users.insertUnlessTaken(someUser(name));
  };

  describe("user handles", () => {
    beforeEach(insertOwners);

    it("the first candidate becomes the handle and stays it", async () => {
      expect(await passkeys().ensureUserHandle(ADA, "first")).toBe("first");
      for (const candidate of ["second", "third"])
        expect(await passkeys().ensureUserHandle(ADA, candidate)).toBe("first");
      for (const { passkeys: rival } of opened().rivals)
        expect(await rival.ensureUserHandle(ADA, "fourth")).toBe("first");
    });

    it("is found once there is one, and no other user's", async () => {
      expect(await passkeys().findUserHandle(ADA)).toBeNull();
      await passkeys().ensureUserHandle(ADA, "ada's");
      expect(await passkeys().findUserHandle(ADA)).toBe("ada's");
      for (const other of [GRACE, userId("nobody")])
        expect(await passkeys().findUserHandle(other)).toBeNull();
    });

    it("every user has another", async () => {
      expect(await passkeys().ensureUserHandle(ADA, "ada's")).toBe("ada's");
      expect(await passkeys().ensureUserHandle(GRACE, "grace's")).toBe("grace's");
      expect(await passkeys().ensureUserHandle(ADA, "grace's")).toBe("ada's");
      await opened().store.users.insertUnlessTaken(someUser("eve"));
      await expect(passkeys().ensureUserHandle(userId("eve"), "ada's")).rejects.toSatisfy(
        isStoreConflict,
      );
    });

    it("an unknown user has none", async () => {
      await expect(passkeys().ensureUserHandle(userId("nobody"), "handle")).rejects.toThrow();
    });

    it("fifty that ask at once are given one", async () => {
      const given = await race(opened(), MANY, (rival, turn) =>
        rival.passkeys.ensureUserHandle(ADA, `h${turn}`),
      );
      expect(new Set(given).size).toBe(1);
      expect(await passkeys().ensureUserHandle(ADA, "late")).toBe(given[0]);
    });

    it("fifty transactions that ask at once are given one, and a failed one leaves none", async () => {
      const { store } = opened();
      await rollBack(store, async (tx) => {
        expect(await tx.passkeys.ensureUserHandle(ADA, "lost")).toBe("lost");
      });
      const given = await atOnce(store, MANY, (tx, turn) =>
        tx.passkeys.ensureUserHandle(ADA, `h${turn}`),
      );
      expect(new Set(given).size).toBe(1);
      expect(given[0]).not.toBe("lost");
    });
  });

  describe("passkeys", () => {
    beforeEach(insertOwners);

    it.each(Object.keys(KINDS))("one with %s is found as it was stored", async (kind) => {
      const passkey = somePasskey("one", "ada", KINDS[kind]);
      expect(await passkeys().insertUnlessTaken(passkey)).toBe(true);
      expect(await passkeys().insertUnlessTaken(somePasskey("other", "ada"))).toBe(true);
      expect(await passkeys().findByCredentialId(passkey.credentialId)).toEqual(passkey);
      expect(await passkeys().listByUser(ADA)).toContainEqual(passkey);
    });

    it("none is found by an unknown credential id, nor by the same letters in another case", async () => {
      await passkeys().insertUnlessTaken(somePasskey("one", "ada"));
      for (const unknown of [
        "credential-two",
        "CREDENTIAL-ONE",
        "credential-one ",
        "",
        passkeyId("one"),
      ])
        expect(await passkeys().findByCredentialId(unknown)).toBeNull();
    });

    it("a user's are listed oldest first and counted, and no other user's", async () => {
      const first = somePasskey("c", "ada", { createdAt: at(10) });
      const second = somePasskey("b", "ada", { createdAt: at(20) });
      const third = somePasskey("a", "ada", { createdAt: at(30) });
      for (const passkey of [third, first, second, somePasskey("other", "grace")])
        await passkeys().insertUnlessTaken(passkey);
      expect(await passkeys().listByUser(ADA)).toEqual([first, second, third]);
      expect(await passkeys().listByUser(GRACE)).toEqual([somePasskey("other", "grace")]);
      expect(await passkeys().listByUser(userId("nobody"))).toEqual([]);
      for (const [owner, count] of [
        ["ada", 3] as const,
        ["grace", 1] as const,
        ["nobody", 0] as const,
      ])
        expect(await passkeys().countByUser(userId(owner))).toBe(count);
    });

    it("those of one instant are listed by their ids", async () => {
      for (const name of ["b", "c", "a"])
        await passkeys().insertUnlessTaken(somePasskey(name, "ada"));
      expect((await passkeys().listByUser(ADA)).map(({ id }) => id)).toEqual([
        passkeyId("a"),
        passkeyId("b"),
        passkeyId("c"),
      ]);
    });

    it.each(["ada", "grace"])(
      "a taken credential id refuses another passkey, of %s too, and changes nothing",
      async (owner) => {
        const first = somePasskey("one", "ada");
        await passkeys().insertUnlessTaken(first);
        expect(
          await passkeys().insertUnlessTaken(
            somePasskey("two", owner, { credentialId: first.credentialId }),
          ),
        ).toBe(false);
        expect(await passkeys().findByCredentialId(first.credentialId)).toEqual(first);
        expect(await passkeys().listByUser(GRACE)).toEqual([]);
        expect(await passkeys().countByUser(ADA)).toBe(1);
      },
    );

    it("a passkey of a user who is not there, or with an impossible counter, is refused", async () => {
      await expect(passkeys().insertUnlessTaken(somePasskey("one", "nobody"))).rejects.toThrow();
      await expect(
        passkeys().insertUnlessTaken(somePasskey("one", "ada", { counter: -1 })),
      ).rejects.toThrow();
      expect(await passkeys().findByCredentialId("credential-one")).toBeNull();
    });

    it("of fifty that race for one credential id one gets it", async () => {
      const racers = Array.from({ length: MANY }, (_, turn) =>
        somePasskey(`racer-${turn}`, turn % 2 === 0 ? "ada" : "grace", { credentialId: "wanted" }),
      );
      const inserted = await race(opened(), MANY, (rival, turn) =>
        rival.passkeys.insertUnlessTaken(racers[turn]!),
      );
      expect(howMany(inserted)).toBe(1);
      expect(await passkeys().findByCredentialId("wanted")).toEqual(racers[inserted.indexOf(true)]);
    });
  });
}
