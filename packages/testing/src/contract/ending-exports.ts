import type { ExportRequestStore } from "@acme/auth-core/store";
import { beforeEach, describe, expect, it } from "vitest";
import { exportId, someExport, someReadyExport } from "./end-of-account-samples.js";
import { howMany, MANY, type Opened, race, rollBack } from "./fixture.js";
import { at, someUser, userId } from "./samples.js";

const ADA = userId("ada");
const READY = { fileKey: "file", readyAt: at(5), expiresAt: at(50) };

export function describeEndingExports(opened: Opened): void {
  const requests = () => opened().store.exportRequests;
  const one = someExport("one", "ada");
  const hers = someExport("hers", "grace");
  const theirs = someReadyExport("theirs", "grace");
  const insertAll = async (): Promise<void> => {
    for (const name of ["ada", "grace"])
      await opened().store.users.insertUnlessTaken(someUser(name));
    for (const request of [one, hers, theirs]) await requests().insertUnlessPending(request);
  };
  const find = (name: string) => requests().find(exportId(name));
  const expectOthersUntouched = async (): Promise<void> => {
    expect(await find("hers")).toEqual(hers);
    expect(await find("theirs")).toEqual(theirs);
  };

  /** Each with what it makes of the request `one` of ada. */
  const WAYS: Readonly<
    Record<string, readonly [(at: ExportRequestStore, name: string) => Promise<boolean>, object]>
  > = {
    markReady: [
      (store, name) => store.markReady(exportId(name), READY),
      { status: "ready", ...READY },
    ],
    markFailed: [
      (store, name) => store.markFailed(exportId(name), "It failed."),
      { status: "failed", errorMessage: "It failed." },
    ],
  };

  describe.each(Object.keys(WAYS))("%s", (way) => {
    const [end, result] = WAYS[way]!;
    beforeEach(insertAll);

    it("changes a pending request, once, and makes room for another", async () => {
      expect(await end(requests(), "one")).toBe(true);
      expect(await end(requests(), "one")).toBe(false);
      expect(await find("one")).toEqual({ ...one, ...result });
      expect(await requests().findPending(ADA)).toBeNull();
      expect(await requests().insertUnlessPending(someExport("again", "ada"))).toBe(true);
      await expectOthersUntouched();
    });

    it("changes none that is not pending, or unknown", async () => {
      const ended = [
        someReadyExport("ready", "ada"),
        someExport("failed", "ada", { status: "failed", errorMessage: "No." }),
      ];
      const all = [
        ...ended,
        someReadyExport("expired", "ada", { status: "expired", fileKey: null }),
      ];
      for (const request of all) await requests().insertUnlessPending(request);
      for (const { id } of all)
        expect(await end(requests(), id.replace("export-", ""))).toBe(false);
      for (const request of all) expect(await requests().find(request.id)).toEqual(request);
      expect(await end(requests(), "unknown")).toBe(false);
    });

    it("changes none that is gone with its user", async () => {
      await opened().store.users.delete(ADA);
      expect(await end(requests(), "one")).toBe(false);
    });

    it("is done by one of fifty", async () => {
      expect(howMany(await race(opened(), MANY, (rival) => end(rival.exportRequests, "one")))).toBe(
        1,
      );
    });

    it("is undone with a transaction that fails", async () => {
      await rollBack(opened().store, async (tx) => {
        expect(await end(tx.exportRequests, "one")).toBe(true);
      });
      expect(await requests().findPending(ADA)).toEqual(one);
    });
  });

  describe("ended exports", () => {
    beforeEach(insertAll);

    it("one is made ready or fails, never both", async () => {
      const won = await race(opened(), MANY, (rival, turn) =>
        WAYS[turn % 2 === 0 ? "markReady" : "markFailed"]![0](rival.exportRequests, "one"),
      );
      expect(howMany(won)).toBe(1);
      expect((await find("one"))?.status).toBe(won.indexOf(true) % 2 === 0 ? "ready" : "failed");
    });

    it("a ready one expires at the instant it was said to, once, and names its file no longer", async () => {
      await requests().markReady(exportId("one"), READY);
      expect(await requests().markExpired(exportId("one"), at(49))).toBe(false);
      expect(await find("one")).toEqual({ ...one, status: "ready", ...READY });
      expect(await requests().markExpired(exportId("one"), at(50))).toBe(true);
      expect(await requests().markExpired(exportId("one"), at(50))).toBe(false);
      expect(await find("one")).toEqual({ ...one, status: "expired", ...READY, fileKey: null });
      await expectOthersUntouched();
    });

    it("one that is not ready, or unknown, does not expire", async () => {
      const failed = someExport("failed", "ada", {
        status: "failed",
        expiresAt: at(1),
        errorMessage: "No.",
      });
      await requests().insertUnlessPending(failed);
      for (const name of ["one", "failed", "unknown"])
        expect(await requests().markExpired(exportId(name), at(1_000_000))).toBe(false);
      expect([await find("one"), await find("failed")]).toEqual([one, failed]);
    });

    it("one expires for one of fifty", async () => {
      expect(
        howMany(
          await race(opened(), MANY, (rival) =>
            rival.exportRequests.markExpired(exportId("theirs"), at(1_000)),
          ),
        ),
      ).toBe(1);
    });

    it("one is ready again after a transaction that fails to expire it", async () => {
      await rollBack(opened().store, async (tx) => {
        expect(await tx.exportRequests.markExpired(exportId("theirs"), at(1_000))).toBe(true);
      });
      await expectOthersUntouched();
    });

    it("the newest of a user come first, no more than asked, those of one instant by their ids, and no other user's", async () => {
      for (const [name, madeAt] of [
        ["b", 7],
        ["c", 7],
        ["a", 9],
        ["d", 1],
      ] as const)
        await requests().insertUnlessPending(
          someReadyExport(name, "ada", { createdAt: at(madeAt) }),
        );
      const newest = async (limit: number) =>
        (await requests().listNewest(ADA, limit)).map(({ id }) => id);
      expect(await newest(10)).toEqual(["a", "c", "b", "d", "one"].map(exportId));
      expect(await newest(2)).toEqual(["a", "c"].map(exportId));
      expect(await requests().listNewest(ADA, 1)).toEqual([
        someReadyExport("a", "ada", { createdAt: at(9) }),
      ]);
      expect(await requests().listNewest(userId("nobody"), 10)).toEqual([]);
    });

    it("the files of a user are those that are still named, and no other user's", async () => {
      for (const [index, name] of ["b", "a"].entries())
        await requests().insertUnlessPending(
          someReadyExport(name, "ada", { createdAt: at(index) }),
        );
      await requests().insertUnlessPending(
        someReadyExport("expired", "ada", { status: "expired", fileKey: null }),
      );
      expect(await requests().listFiles(ADA)).toEqual(["file-b", "file-a"]);
      await requests().markExpired(exportId("b"), at(1_000));
      expect(await requests().listFiles(ADA)).toEqual(["file-a"]);
      expect(await requests().listFiles(userId("nobody"))).toEqual([]);
    });
  });
}
