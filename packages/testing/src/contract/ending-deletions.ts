import type { DeletionRequest } from "@acme/auth-core";
import type { DeletionOutcome, DeletionRequestStore } from "@acme/auth-core/store";
import { beforeEach, describe, expect, it } from "vitest";
import { deletionId, someDeletion } from "./end-of-account-samples.js";
import { howMany, MANY, type Opened, race, rollBack } from "./fixture.js";
import { at, someUser, userId } from "./samples.js";

const ADA = userId("ada");
const COMPLETED: DeletionOutcome = { status: "completed" };
const REJECTED: DeletionOutcome = { status: "rejected", errorCode: "SOLE_OWNER_CONFLICT" };

export function describeEndingDeletions(opened: Opened): void {
  const requests = () => opened().store.deletionRequests;
  const one = someDeletion("one", "ada");
  const old = someDeletion("old", "ada", {
    status: "rejected",
    endedAt: at(-5),
    errorCode: "SOLE_OWNER_CONFLICT",
    scheduledFor: at(10_000),
  });
  const hers = someDeletion("hers", "grace");
  const insertAll = async (): Promise<void> => {
    for (const name of ["ada", "grace"])
      await opened().store.users.insertUnlessTaken(someUser(name));
    for (const request of [one, old, hers]) await requests().insertUnlessPending(request);
  };
  const expectOthersUntouched = async (): Promise<void> => {
    expect(await requests().find(deletionId("old"))).toEqual(old);
    expect(await requests().find(deletionId("hers"))).toEqual(hers);
  };

  const WAYS: Readonly<
    Record<string, (at: DeletionRequestStore, now: Date) => Promise<DeletionRequest | null>>
  > = {
    cancel: (store, now) => store.cancel(ADA, now),
    revoke: (store, now) => store.revoke(ADA, now),
  };

  describe.each(Object.keys(WAYS))("%s", (way) => {
    const end = WAYS[way]!;
    beforeEach(insertAll);

    it("gives the pending request as it was, which is cancelled from then on", async () => {
      expect(await end(requests(), at(999))).toEqual(one);
      expect(await requests().find(deletionId("one"))).toEqual({
        ...one,
        status: "cancelled",
        endedAt: at(999),
      });
      expect(await requests().findPending(ADA)).toBeNull();
      await expectOthersUntouched();
    });

    it("gives nothing the second time, nor for a user without a pending request", async () => {
      await end(requests(), at(1));
      expect(await end(requests(), at(2))).toBeNull();
      expect((await requests().find(deletionId("one")))?.endedAt).toEqual(at(1));
      await expectOthersUntouched();
    });

    it("makes room for another request", async () => {
      await end(requests(), at(1));
      expect(await requests().insertUnlessPending(someDeletion("again", "ada"))).toBe(true);
      expect(await end(requests(), at(2))).toEqual(someDeletion("again", "ada"));
    });

    it("gives it to one of fifty", async () => {
      const given = await race(opened(), MANY, (rival) => end(rival.deletionRequests, at(1)));
      expect(given.filter((request) => request !== null)).toEqual([one]);
      await expectOthersUntouched();
    });

    it.each([COMPLETED, REJECTED])("or $status: not both", async (outcome) => {
      const won = await race(opened(), MANY, async (rival, turn) =>
        turn % 2 === 0
          ? (await end(rival.deletionRequests, at(1))) !== null
          : rival.deletionRequests.settle(deletionId("one"), outcome, at(2)),
      );
      expect(howMany(won)).toBe(1);
      expect((await requests().find(deletionId("one")))?.status).toBe(
        won.indexOf(true) % 2 === 0 ? "cancelled" : outcome.status,
      );
    });

    it("is undone with a transaction that fails", async () => {
      await rollBack(opened().store, async (tx) => {
        expect(await end(tx.deletionRequests, at(1))).toEqual(one);
      });
      expect(await requests().findPending(ADA)).toEqual(one);
    });
  });

  describe("the end of the grace period", () => {
    beforeEach(insertAll);

    it("is the first instant at which nothing is cancelled any more", async () => {
      for (const now of [at(1_000), at(1_001)])
        expect(await requests().cancel(ADA, now)).toBeNull();
      expect(await requests().findPending(ADA)).toEqual(one);
      expect(await requests().cancel(ADA, at(999))).toEqual(one);
    });

    it("still cancels one at which an attempt has failed", async () => {
      expect(await requests().markFailed(one.id)).toBe(true);
      expect(await requests().cancel(ADA, at(1_000))).toEqual({
        ...one,
        errorCode: "ERASURE_FAILED",
      });
      expect(await requests().markFailed(one.id)).toBe(false);
      expect(await requests().cancel(ADA, at(1_000))).toBeNull();
    });

    it("keeps no user from revoking", async () => {
      expect(await requests().revoke(ADA, at(1_000_000))).toEqual(one);
      expect(await requests().find(deletionId("one"))).toEqual({
        ...one,
        status: "cancelled",
        endedAt: at(1_000_000),
      });
    });
  });

  describe("settled deletion requests", () => {
    beforeEach(insertAll);

    it("a completed one has no user and no reason any more, and keeps the rest", async () => {
      expect(await requests().settle(deletionId("one"), COMPLETED, at(7))).toBe(true);
      expect(await requests().find(deletionId("one"))).toEqual({
        ...one,
        status: "completed",
        userId: null,
        reason: "",
        endedAt: at(7),
      });
      expect(await requests().findPending(ADA)).toBeNull();
      expect(await requests().find(deletionId("hers"))).toEqual(hers);
    });

    it("a completed one empties the reasons of the user's other requests, and a rejected one none", async () => {
      expect(old.reason).not.toBe("");
      expect(await requests().settle(deletionId("hers"), REJECTED, at(6))).toBe(true);
      expect(await requests().find(deletionId("hers"))).toMatchObject({ reason: hers.reason });
      expect(await requests().settle(deletionId("one"), COMPLETED, at(7))).toBe(true);
      expect(await requests().listByUser(ADA, null, 10)).toEqual([{ ...old, reason: "" }]);
      expect(await requests().find(deletionId("hers"))).toMatchObject({ reason: hers.reason });
    });

    it("a rejected one is still the user's, and says why", async () => {
      expect(await requests().settle(deletionId("one"), REJECTED, at(7))).toBe(true);
      const rejected = {
        ...one,
        status: "rejected",
        endedAt: at(7),
        errorCode: "SOLE_OWNER_CONFLICT",
      };
      expect(await requests().find(deletionId("one"))).toEqual(rejected);
      expect(await requests().listByUser(ADA, null, 10)).toEqual([old, rejected]);
      expect(await requests().insertUnlessPending(someDeletion("again", "ada"))).toBe(true);
      await expectOthersUntouched();
    });

    it.each([COMPLETED, REJECTED])(
      "one that has ended, or is unknown, is not $status again",
      async (outcome) => {
        await requests().cancel(ADA, at(1));
        for (const name of ["one", "old", "unknown"])
          expect(await requests().settle(deletionId(name), outcome, at(7))).toBe(false);
        expect(await requests().find(deletionId("one"))).toEqual({
          ...one,
          status: "cancelled",
          endedAt: at(1),
        });
        await expectOthersUntouched();
      },
    );

    it("of fifty that settle one, each in its own way, one does", async () => {
      const settled = await race(opened(), MANY, (rival, turn) =>
        rival.deletionRequests.settle(
          deletionId("one"),
          turn % 2 === 0 ? COMPLETED : REJECTED,
          at(turn),
        ),
      );
      expect(howMany(settled)).toBe(1);
      const winner = settled.indexOf(true);
      expect(await requests().find(deletionId("one"))).toMatchObject({
        status: (winner % 2 === 0 ? COMPLETED : REJECTED).status,
        endedAt: at(winner),
      });
    });

    it.each([COMPLETED, REJECTED])(
      "one is pending again after a transaction that fails to make it $status",
      async (outcome) => {
        await rollBack(opened().store, async (tx) => {
          expect(await tx.deletionRequests.settle(deletionId("one"), outcome, at(7))).toBe(true);
        });
        expect(await requests().findPending(ADA)).toEqual(one);
      },
    );
  });
}
