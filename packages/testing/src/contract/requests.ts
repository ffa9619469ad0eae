import type { DeletionRequest, ExportRequest } from "@acme/auth-core";
import type { CheckedDeletionRequest, Stores } from "@acme/auth-core/store";
import { beforeEach, describe, expect, it } from "vitest";
import {
  deletionId,
  exportId,
  someDeletion,
  someExport,
  someReadyExport,
} from "./end-of-account-samples.js";
import { howMany, MANY, type Opened, race, rollBack } from "./fixture.js";
import { at, someUser, userId } from "./samples.js";

type Some = DeletionRequest | ExportRequest;

/** Up to `limit` requests of the owner, behind a request that is stored or not. */
interface Page {
  readonly owner: string;
  readonly after: Some | null;
  readonly limit: number;
}

/** What requests of both sorts have in common. */
interface Sort {
  readonly id: (name: string) => string;
  /** A pending request, made some milliseconds after the suite's start. */
  readonly some: (name: string, owner: string, madeAt?: number) => Some;
  /** The same, ended. */
  readonly ended: (name: string, owner: string, madeAt?: number) => Some;
  readonly kinds: readonly Some[];
  readonly insert: (stores: Stores, request: Some) => Promise<boolean>;
  readonly find: (stores: Stores, name: string) => Promise<Some | null>;
  readonly findPending: (stores: Stores, owner: string) => Promise<Some | null>;
  readonly listByUser: (stores: Stores, page: Page) => Promise<readonly Some[]>;
}

const SORTS: Readonly<Record<string, Sort>> = {
  deletion: {
    id: deletionId,
    some: (name, owner, madeAt = 0) => someDeletion(name, owner, { requestedAt: at(madeAt) }),
    ended: (name, owner, madeAt = 0) =>
      someDeletion(name, owner, { requestedAt: at(madeAt), status: "cancelled", endedAt: at(9) }),
    kinds: [
      someDeletion("one", "ada", { requestedAt: at(3), scheduledFor: at(4), reason: "Я ухожу 👋" }),
      someDeletion("one", "ada", { scheduledFor: at(0), reason: "" }),
      someDeletion("one", "ada", { status: "cancelled", endedAt: at(5) }),
      someDeletion("one", "ada", {
        status: "rejected",
        endedAt: at(5),
        errorCode: "SOLE_OWNER_CONFLICT",
      }),
      someDeletion("one", "ada", { status: "completed", endedAt: at(5), userId: null }),
    ],
    insert: (stores, request) =>
      stores.deletionRequests.insertUnlessPending(request as CheckedDeletionRequest),
    find: ({ deletionRequests }, name) => deletionRequests.find(deletionId(name)),
    findPending: ({ deletionRequests }, owner) => deletionRequests.findPending(userId(owner)),
    listByUser: ({ deletionRequests }, { owner, after, limit }) =>
      deletionRequests.listByUser(userId(owner), after as DeletionRequest | null, limit),
  },
  export: {
    id: exportId,
    some: (name, owner, madeAt = 0) => someExport(name, owner, { createdAt: at(madeAt) }),
    ended: (name, owner, madeAt = 0) => someReadyExport(name, owner, { createdAt: at(madeAt) }),
    kinds: [
      someExport("one", "ada", { createdAt: at(3) }),
      someReadyExport("one", "ada"),
      someExport("one", "ada", { status: "failed", errorMessage: "Не вышло 👋" }),
      someReadyExport("one", "ada", { status: "expired", fileKey: null }),
    ],
    insert: (stores, request) =>
      stores.exportRequests.insertUnlessPending(request as ExportRequest),
    find: ({ exportRequests }, name) => exportRequests.find(exportId(name)),
    findPending: ({ exportRequests }, owner) => exportRequests.findPending(userId(owner)),
    listByUser: ({ exportRequests }, { owner, after, limit }) =>
      exportRequests.listByUser(userId(owner), after as ExportRequest | null, limit),
  },
};

export function describeRequests(opened: Opened): void {
  describe.each(Object.keys(SORTS))("requests for %s", (sort) => {
    const { id, some, ended, kinds, insert, ...reads } = SORTS[sort]!;
    const find = (name: string) => reads.find(opened().store, name);
    const pendingOf = (owner: string) => reads.findPending(opened().store, owner);
    const list = (owner: string, after: Some | null, limit: number) =>
      reads.listByUser(opened().store, { owner, after, limit });
    const add = async (...requests: readonly Some[]): Promise<void> => {
      for (const request of requests) expect(await insert(opened().store, request)).toBe(true);
    };
    beforeEach(async () => {
      for (const name of ["ada", "grace"])
        await opened().store.users.insertUnlessTaken(someUser(name));
    });

    it.each(kinds.map((kind) => [kind.status, kind] as const))(
      "one that is %s is found as it was stored",
      async (status, kind) => {
        await add(some("hers", "grace"), kind);
        expect(await find("one")).toEqual(kind);
        expect(await pendingOf("ada")).toEqual(status === "pending" ? kind : null);
        expect(await list("ada", null, 10)).toEqual(kind.userId === null ? [] : [kind]);
      },
    );

    it("none is found by an unknown id, nor for another user", async () => {
      await add(some("one", "ada"));
      for (const unknown of ["two", "ONE", ""]) expect(await find(unknown)).toBeNull();
      for (const other of ["grace", "ADA", "nobody"]) {
        expect(await pendingOf(other)).toBeNull();
        expect(await list(other, null, 10)).toEqual([]);
      }
    });

    it("a pending one refuses another of the same user, and nothing changes", async () => {
      await add(some("one", "ada"));
      expect(await insert(opened().store, some("two", "ada"))).toBe(false);
      expect(await list("ada", null, 10)).toEqual([some("one", "ada")]);
      expect(await find("two")).toBeNull();
    });

    it("one that has ended, or of another user, refuses none", async () => {
      await add(
        ended("old", "ada"),
        some("hers", "grace"),
        some("one", "ada"),
        ended("older", "ada"),
      );
      expect(await pendingOf("ada")).toEqual(some("one", "ada"));
    });

    it("one that is refused does not spoil the transaction it was met in", async () => {
      await add(some("one", "ada"));
      await opened().store.transaction(async (tx) => {
        expect(await insert(tx, some("two", "ada"))).toBe(false);
        expect(await insert(tx, some("one", "grace"))).toBe(false);
        expect(await insert(tx, some("hers", "grace"))).toBe(true);
      });
      expect(await find("one")).toEqual(some("one", "ada"));
      expect(await pendingOf("grace")).toEqual(some("hers", "grace"));
    });

    it("of fifty of one user one is taken", async () => {
      const taken = await race(opened(), MANY, (rival, turn) =>
        insert(rival, some(`r${turn}`, "ada")),
      );
      expect(howMany(taken)).toBe(1);
      expect(await list("ada", null, MANY)).toEqual([some(`r${taken.indexOf(true)}`, "ada")]);
    });

    it("one whose transaction failed is not there, and refuses none", async () => {
      await rollBack(opened().store, async (tx) => {
        expect(await insert(tx, some("one", "ada"))).toBe(true);
      });
      expect(await find("one")).toBeNull();
      await add(some("two", "ada"));
    });

    it("none is taken for an unknown user, nor with a status that is none", async () => {
      await expect(insert(opened().store, some("one", "nobody"))).rejects.toThrow();
      const lost = { ...some("one", "ada"), status: "lost" };
      // @ts-expect-error -- no status
      await expect(insert(opened().store, lost)).rejects.toThrow();
      expect(await find("one")).toBeNull();
    });

    it.each([1, 2, 3, 7])(
      "pages of %i hold every one of the user once, oldest first, however many were made at one instant",
      async (size) => {
        for (const [index, name] of ["a", "B", "c", "D", "e", "-", "_", "1"].entries())
          await add(ended(name, "ada", index < 6 ? 5 : 10 - index));
        await add(some("hers", "grace", 5));
        const paged: Some[] = [];
        for (let after: Some | null = null, page: readonly Some[]; ; after = page.at(-1)!) {
          page = await list("ada", after, size);
          expect(page.length).toBeLessThanOrEqual(size);
          if (page.length === 0) break;
          paged.push(...page);
        }
        expect(paged).toEqual(await list("ada", null, 100));
        expect(paged.map((one) => one.id)).toEqual(
          ["1", "_", "-", "B", "D", "a", "c", "e"].map(id),
        );
      },
    );

    it("a page begins behind a position at which there is none any more", async () => {
      await add(ended("a", "ada", 1), ended("c", "ada", 1));
      expect((await list("ada", some("b", "ada", 1), 10)).map((one) => one.id)).toEqual([id("c")]);
      expect(await list("ada", some("c", "ada", 1), 10)).toEqual([]);
    });
  });
}
