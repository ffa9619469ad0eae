import type { UserId } from "@acme/auth-core";
import { howMany, MANY, type Opened, race, userId } from "@acme/auth-testing/feature-contract";
import { at } from "@acme/auth-testing/feature-contract";
import { beforeEach, describe, expect, it } from "vitest";
import type { SecondFactorStores } from "../second-factor-env.js";
import { ADA, addUsers, hashOf, sessionOf, someEnrolment, someTotp } from "./factor-samples.js";

const GRACE = userId("grace");

export function describeTotpSecrets(opened: Opened<SecondFactorStores>): void {
  const secrets = () => opened().store.totpSecrets;

  describe("authenticator apps", () => {
    beforeEach(() => addUsers(opened().store, "ada", "grace"));

    it("one comes back as it went in, and is replaced whole", async () => {
      expect(await secrets().find(ADA)).toBeNull();
      await secrets().replace(someTotp());
      expect(await secrets().find(ADA)).toEqual(someTotp());
      const other = someTotp({
        sealedSecret: "b",
        lastStep: 7,
        confirmedAt: at(9),
        createdAt: at(8),
      });
      await secrets().replace(other);
      expect(await secrets().find(ADA)).toEqual(other);
      expect(await secrets().find(GRACE)).toBeNull();
    });

    it("a step is used once, and none before it", async () => {
      await secrets().replace(someTotp());
      const uses = [];
      for (const step of [1_000, 999, 1_001, 1_001, 1_000, 1_003, 1_002])
        uses.push(await secrets().useStep(ADA, step));
      expect(uses).toEqual([false, false, true, false, false, true, false]);
      expect(await secrets().useStep(GRACE, 5_000)).toBe(false);
      expect(await secrets().find(ADA)).toMatchObject({ lastStep: 1_003 });
    });

    it("of fifty uses of one step one is", async () => {
      await secrets().replace(someTotp());
      const verdicts = await race(opened(), MANY, ({ totpSecrets }) =>
        totpSecrets.useStep(ADA, 1_001),
      );
      expect(howMany(verdicts)).toBe(1);
    });

    it("one is sealed anew while it is the one that was opened", async () => {
      await secrets().replace(someTotp());
      expect(await secrets().reseal(ADA, "another", "new")).toBe(false);
      expect(await secrets().reseal(ADA, someTotp().sealedSecret, "new")).toBe(true);
      expect(await secrets().find(ADA)).toEqual(someTotp({ sealedSecret: "new" }));
    });

    it("those that another key has sealed are listed in the order of their users", async () => {
      await secrets().replace(someTotp({ userId: GRACE }));
      await secrets().replace(someTotp());
      const listed = async (keyId: string, after: UserId | null, limit = 10) =>
        (await secrets().listSealedByOthers(keyId, after, limit)).map(({ userId: id }) => id);
      expect(await secrets().listSealedByOthers("abcdefgh", null, 1)).toEqual([someTotp()]);
      expect(await listed("abcdefgh", null)).toEqual([ADA, GRACE]);
      expect(await listed("abcdefgh", ADA)).toEqual([GRACE]);
      expect(await listed("abcdefgh", GRACE)).toEqual([]);
      expect(await listed("12345678", null)).toEqual([]);
      await secrets().reseal(ADA, someTotp().sealedSecret, "abcdefgh.new");
      expect(await listed("abcdefgh", null)).toEqual([GRACE]);
      expect(await listed("12345678", null)).toEqual([ADA]);
    });

    it("is removed once, and with its user", async () => {
      await secrets().replace(someTotp());
      expect(await secrets().delete(GRACE)).toBe(false);
      expect(await secrets().delete(ADA)).toBe(true);
      expect(await secrets().delete(ADA)).toBe(false);
      await secrets().replace(someTotp());
      await opened().store.users.delete(ADA);
      expect(await secrets().find(ADA)).toBeNull();
    });

    it("their secrets, and those that are being set up, are among the uses of keys", async () => {
      await secrets().replace(someTotp());
      await opened().store.totpEnrolments.replace(someEnrolment({ createdAt: at(5) }));
      const uses = await opened().store.listKeyUses();
      const own = uses.filter(({ kind }) => kind.startsWith("secondFactor/"));
      expect(own.toSorted((one, other) => one.kind.localeCompare(other.kind))).toEqual([
        { kind: "secondFactor/enrolment", keyId: "12345678", rows: 1, oldestAt: at(5) },
        { kind: "secondFactor/totp", keyId: "12345678", rows: 1, oldestAt: at(0) },
      ]);
    });
  });
}

export function describeRecoveryCodes(opened: Opened<SecondFactorStores>): void {
  const codes = () => opened().store.recoveryCodes;
  const insert = (name: string, user = ADA, createdAt = at(0)) =>
    codes().insert({ userId: user, hash: hashOf(name), createdAt });

  describe("recovery codes", () => {
    beforeEach(() => addUsers(opened().store, "ada", "grace"));

    it("are counted, each until it is used", async () => {
      expect(await codes().findSet(ADA)).toBeNull();
      await insert("one", ADA, at(3));
      await insert("two", ADA, at(3));
      await insert("one", GRACE);
      expect(await codes().findSet(ADA)).toEqual({ left: 2, createdAt: at(3) });
      expect(await codes().consume(ADA, hashOf("three"))).toBe(false);
      expect(await codes().consume(ADA, hashOf("one"))).toBe(true);
      expect(await codes().consume(ADA, hashOf("one"))).toBe(false);
      expect(await codes().findSet(ADA)).toEqual({ left: 1, createdAt: at(3) });
      expect(await codes().findSet(GRACE)).toMatchObject({ left: 1 });
    });

    it("of fifty uses of one code one is", async () => {
      await insert("one");
      const verdicts = await race(opened(), MANY, ({ recoveryCodes }) =>
        recoveryCodes.consume(ADA, hashOf("one")),
      );
      expect(howMany(verdicts)).toBe(1);
    });

    it("of one user are removed together, and with the user", async () => {
      for (const name of ["one", "two"]) await insert(name);
      await insert("one", GRACE);
      expect(await codes().deleteFor(ADA)).toBe(2);
      expect(await codes().findSet(ADA)).toBeNull();
      await opened().store.users.delete(GRACE);
      expect(await codes().findSet(GRACE)).toBeNull();
    });
  });
}

export function describeTotpEnrolments(opened: Opened<SecondFactorStores>): void {
  const enrolments = () => opened().store.totpEnrolments;

  describe("authenticator apps that are being set up", () => {
    beforeEach(() => addUsers(opened().store, "ada", "grace"));

    it("one comes back as it went in, and a newer one takes its place", async () => {
      expect(await enrolments().find(ADA)).toBeNull();
      await enrolments().replace(someEnrolment());
      expect(await enrolments().find(ADA)).toEqual(someEnrolment());
      const other = someEnrolment({
        sessionId: sessionOf("grace"),
        sealedSecret: "b",
        codeHashes: [hashOf("three")],
        triesLeft: 1,
        createdAt: at(5),
        expiresAt: at(9),
      });
      await enrolments().replace(other);
      expect(await enrolments().find(ADA)).toEqual(other);
    });

    it("has as many tries as it says, of fifty at once too", async () => {
      await enrolments().replace(someEnrolment());
      const verdicts = await race(opened(), MANY, ({ totpEnrolments }) =>
        totpEnrolments.spendTry(ADA),
      );
      expect(howMany(verdicts)).toBe(5);
      expect(await enrolments().find(ADA)).toMatchObject({ triesLeft: 0 });
      expect(await enrolments().spendTry(GRACE)).toBe(false);
    });

    it("ends with its session, with its user, and by itself", async () => {
      await enrolments().replace(someEnrolment());
      await opened().store.sessions.revoke(ADA, sessionOf("ada"));
      expect(await enrolments().find(ADA)).toBeNull();
      const inGrace = someEnrolment({ sessionId: sessionOf("grace") });
      await enrolments().replace(inGrace);
      expect(await enrolments().delete(ADA)).toBe(true);
      expect(await enrolments().delete(ADA)).toBe(false);
      await enrolments().replace(inGrace);
      await opened().store.users.delete(ADA);
      expect(await enrolments().find(ADA)).toBeNull();
    });

    it("is removed by the sweep at the instant it expires", async () => {
      await enrolments().replace(someEnrolment());
      const kept = { invitations: 0, auditEntries: 0, subscriberCalls: 0 };
      await opened().store.sweep(at(999), 100, kept);
      expect(await enrolments().find(ADA)).not.toBeNull();
      await opened().store.sweep(at(1_000), 100, kept);
      expect(await enrolments().find(ADA)).toBeNull();
    });
  });
}
