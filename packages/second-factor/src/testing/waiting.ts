import { isStoreConflict, type PasskeyId, toId } from "@acme/auth-core";
import { at, howMany, MANY, type Opened, race, userId } from "@acme/auth-testing/feature-contract";
import { beforeEach, describe, expect, it } from "vitest";
import type { SecondFactorStores } from "../second-factor-env.js";
import {
  ADA,
  addUsers,
  hashOf,
  pendingId,
  recoveryId,
  sessionOf,
  somePending,
  someRecovery,
} from "./factor-samples.js";

const GRACE = userId("grace");
const KEPT = { invitations: 0, auditEntries: 0, subscriberCalls: 0 };

export function describePendingSignIns(opened: Opened<SecondFactorStores>): void {
  const pending = () => opened().store.pendingSignIns;
  const find = (name: string) => pending().findByToken(hashOf(name));

  describe("sign-ins that wait", () => {
    beforeEach(() => addUsers(opened().store, "ada", "grace"));

    it("one comes back as it went in, with and without everything it may have", async () => {
      const full = somePending("full", {
        method: "passkey",
        passkeyId: toId<PasskeyId>("passkey-one"),
        userVerified: true,
        link: { providerId: "partner", subject: "ada", scopes: ["email"] },
        remembered: false,
        redirectTo: "https://app.example.com/home",
        sessionId: sessionOf("ada"),
        triesLeft: 1,
      });
      await pending().insert(full);
      await pending().insert(somePending("plain"));
      await pending().insert(somePending("kept", { remembered: true }));
      expect(await find("full")).toEqual(full);
      expect(await find("plain")).toEqual(somePending("plain"));
      expect(await find("kept")).toMatchObject({ remembered: true });
      expect(await find("unknown")).toBeNull();
    });

    it("has as many tries as it says, of fifty at once too", async () => {
      for (const name of ["one", "two"]) await pending().insert(somePending(name));
      const verdicts = await race(opened(), MANY, ({ pendingSignIns }) =>
        pendingSignIns.spendTry(pendingId("one")),
      );
      expect(howMany(verdicts)).toBe(5);
      expect(await find("one")).toMatchObject({ triesLeft: 0 });
      expect(await find("two")).toMatchObject({ triesLeft: 5 });
    });

    it("are all spent for one user", async () => {
      await pending().insert(somePending("one"));
      await pending().insert(somePending("other", { userId: GRACE }));
      expect(await pending().spendFor(ADA)).toBe(1);
      expect(await find("one")).toMatchObject({ triesLeft: 0 });
      expect(await find("other")).toMatchObject({ triesLeft: 5 });
    });

    it("of fifty completions of one, one is", async () => {
      await pending().insert(somePending("one"));
      const verdicts = await race(opened(), MANY, ({ pendingSignIns }) =>
        pendingSignIns.consume(pendingId("one")),
      );
      expect(howMany(verdicts)).toBe(1);
      expect(await find("one")).toBeNull();
    });

    it("are removed by their cookie, with all of their user, and with the user", async () => {
      for (const name of ["one", "two"]) await pending().insert(somePending(name));
      await pending().insert(somePending("other", { userId: GRACE }));
      expect(await pending().deleteByToken(hashOf("unknown"))).toBe(false);
      expect(await pending().deleteByToken(hashOf("one"))).toBe(true);
      expect(await pending().deleteFor(ADA)).toBe(1);
      await opened().store.users.delete(GRACE);
      expect(await find("other")).toBeNull();
    });

    it("beyond a number the oldest of one user are removed", async () => {
      for (const [index, name] of ["one", "two", "three"].entries())
        await pending().insert(somePending(name, { createdAt: at(index) }));
      await pending().insert(somePending("other", { userId: GRACE }));
      expect(await pending().deleteOldest(ADA, 3)).toBe(0);
      expect(await pending().deleteOldest(ADA, 2)).toBe(1);
      expect([await find("one"), await find("other")]).toMatchObject([null, {}]);
      expect(await find("two")).not.toBeNull();
    });

    it("is removed by the sweep at the instant it expires", async () => {
      await pending().insert(somePending("one"));
      await opened().store.sweep(at(999), 100, KEPT);
      expect(await find("one")).not.toBeNull();
      await opened().store.sweep(at(1_000), 100, KEPT);
      expect(await find("one")).toBeNull();
    });
  });
}

export function describeRecoveries(opened: Opened<SecondFactorStores>): void {
  const recoveries = () => opened().store.recoveries;
  const end = { ended: "link", endedAt: at(50), forgetAt: at(500) } as const;

  describe("ways back", () => {
    beforeEach(() => addUsers(opened().store, "ada", "grace"));

    it("one comes back as it went in, and as it ended", async () => {
      const full = someRecovery("one", { ipAddress: "192.0.2.1", userAgent: "suite/1.0" });
      await recoveries().insert(full);
      expect(await recoveries().find(recoveryId("one"))).toEqual(full);
      expect(await recoveries().findPending(ADA)).toEqual(full);
      expect(await recoveries().findPending(GRACE)).toBeNull();
      expect(await recoveries().end(recoveryId("one"), end)).toBe(true);
      expect(await recoveries().end(recoveryId("one"), { ...end, ended: "proof" })).toBe(false);
      expect(await recoveries().findPending(ADA)).toBeNull();
      expect(await recoveries().find(recoveryId("one"))).toEqual({ ...full, ...end });
    });

    it("one of a user is under way at most, and of fifty ends one is", async () => {
      await recoveries().insert(someRecovery("one"));
      const second = await recoveries()
        .insert(someRecovery("two"))
        .catch((thrown: unknown) => thrown);
      expect(isStoreConflict(second)).toBe(true);
      await recoveries().insert(someRecovery("other", { userId: GRACE }));
      const verdicts = await race(opened(), MANY, (rival) =>
        rival.recoveries.end(recoveryId("one"), end),
      );
      expect(howMany(verdicts)).toBe(1);
      await recoveries().insert(someRecovery("two"));
      expect(await recoveries().findPending(ADA)).toMatchObject({ id: recoveryId("two") });
    });

    it("are listed newest first, from an instant on", async () => {
      for (const [index, name] of ["one", "two", "three"].entries())
        await recoveries().insert(someRecovery(name, { ...end, startedAt: at(index) }));
      const listed = await recoveries().listSince(ADA, at(0));
      expect(listed.map(({ id }) => id)).toEqual(["three", "two"].map(recoveryId));
    });

    it("go with their user, and by the sweep once they are to be forgotten", async () => {
      await recoveries().insert(someRecovery("one", end));
      await recoveries().insert(someRecovery("two"));
      await recoveries().insert(someRecovery("other", { userId: GRACE }));
      await opened().store.sweep(at(499), 100, KEPT);
      expect(await recoveries().find(recoveryId("one"))).not.toBeNull();
      await opened().store.sweep(at(500), 100, KEPT);
      expect(await recoveries().find(recoveryId("one"))).toBeNull();
      expect(await recoveries().deleteFor(ADA)).toBe(1);
      await opened().store.users.delete(GRACE);
      expect(await recoveries().find(recoveryId("other"))).toBeNull();
    });
  });
}
