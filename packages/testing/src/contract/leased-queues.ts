import type { QueueRow } from "@acme/auth-core";
import type { CallQueue, Stores } from "@acme/auth-core/store";
import { describe, expect, it } from "vitest";
import { jobId, someJob } from "./end-of-account-samples.js";
import { howMany, MANY, type Opened, race } from "./fixture.js";
import { QUEUES, type QueueSample } from "./queue-samples.js";
import { at, lease } from "./samples.js";

/** What is the same of every queue of calls. */
export interface CallSample<S extends object = object> {
  /** Returns the queue. */
  readonly queueOf: (stores: Stores & S) => CallQueue<QueueRow>;
  /** Returns the id of the row that is called so. */
  readonly idOf: (name: string) => string;
  /** Returns the receiver that is called so, as rows name it. */
  readonly receiverOf: (name: string) => string;
  /** Stores a row that calls a receiver. */
  readonly enqueue: (stores: Stores & S, name: string, receiver: string) => Promise<void>;
}

const CALL_QUEUES: readonly (readonly [string, CallSample])[] = [
  [
    "subscribers",
    {
      queueOf: ({ jobs }) => jobs,
      idOf: jobId,
      receiverOf: (name) => `user.created ${name}`,
      enqueue: ({ jobs }, name, subject) =>
        jobs.enqueue(someJob(name, { kind: "notify-subscriber", subject, payload: {} })),
    },
  ],
];

/** What a queue of calls promises besides what every queue does. */
export function describeCallQueue<S extends object>(
  opened: Opened<S>,
  name: string,
  { queueOf, idOf, receiverOf, enqueue }: CallSample<S>,
): void {
  describe(`the calls of ${name}`, () => {
    const claim = async (busy: readonly string[], limit = 100, now = at(1)) => {
      const given = { now, limit, lease: lease("a"), leaseEnds: at(60_000) };
      const claimed = await queueOf(opened().store).claimCalls(busy.map(receiverOf), given);
      return claimed.map(({ id }) => id).toSorted();
    };

    it("leave busy receivers alone, however many there are, and are handed out once", async () => {
      const names = ["one", "two", "three", "four", "five"];
      for (const name of names) await enqueue(opened().store, name, receiverOf(name));
      expect(await claim(names)).toEqual([]);
      expect(await claim(["two", "three", "four", "five"])).toEqual([idOf("one")]);
      expect(await claim(["two"], 2)).toHaveLength(2);
      expect(await claim(["unknown"])).toEqual(["three", "two"].map(idOf).toSorted());
      expect(await claim([])).toEqual([]);
    });

    it("are due at the very instant, and no more are handed out than asked", async () => {
      for (const name of ["one", "two", "three"])
        await enqueue(opened().store, name, receiverOf("crm"));
      expect(await claim([], 100, at(-1))).toEqual([]);
      expect(await claim([], 2, at(0))).toHaveLength(2);
      expect(await claim([], 2, at(0))).toHaveLength(1);
    });
  });
}

/** What every queue promises. */
export function describeLeasedQueue<S extends object>(
  opened: Opened<S>,
  name: string,
  { queueOf, idOf, enqueue }: QueueSample<S>,
): void {
  describe(`the queue of ${name}`, () => {
    const queue = () => queueOf(opened().store);
    const claim = async (holder: string, now = at(1)): Promise<readonly string[]> =>
      (await queue().claimDue(now, 100, lease(holder), new Date(now.getTime() + 1_000))).map(
        ({ id }) => id,
      );
    const buryAll = async (...names: readonly string[]): Promise<void> => {
      await claim("undertaker");
      for (const name of names) await queue().bury(idOf(name), lease("undertaker"));
    };
    const deadIds = async (): Promise<readonly string[]> =>
      (await queue().listDead(null, 100)).map(({ id }) => id);

    it("an extended lease keeps the row until its new end, and not beyond", async () => {
      await enqueue(opened().store, "one");
      await claim("a");
      expect(await queue().extend(idOf("one"), lease("a"), at(5_000))).toBe(true);
      expect(await claim("b", at(4_999))).toEqual([]);
      expect(await claim("b", at(5_000))).toEqual([idOf("one")]);
    });

    it("a lease that has ended is still extended, as long as no other worker holds the row", async () => {
      await enqueue(opened().store, "one");
      await claim("a");
      expect(await queue().extend(idOf("one"), lease("a"), at(9_000))).toBe(true);
      expect(await claim("b", at(8_999))).toEqual([]);
    });

    it("the lease of a row that was given back, or is gone or dead, is not extended", async () => {
      for (const name of ["back", "gone", "dead"]) await enqueue(opened().store, name);
      await claim("a");
      await queue().retry(idOf("back"), lease("a"), at(5));
      await queue().complete(idOf("gone"), lease("a"));
      await queue().bury(idOf("dead"), lease("a"));
      for (const name of ["back", "gone", "dead"])
        expect(await queue().extend(idOf(name), lease("a"), at(900)), name).toBe(false);
      expect(await claim("b", at(5))).toEqual([idOf("back")]);
    });

    it("a lease that has passed to another is neither extended nor released", async () => {
      await enqueue(opened().store, "one");
      await claim("a");
      await claim("b", at(1_001));
      expect(await queue().extend(idOf("one"), lease("a"), at(9_000))).toBe(false);
      expect(await queue().release(idOf("one"), lease("a"), at(1_002))).toBe(false);
      expect(await claim("c", at(2_000))).toEqual([]);
    });

    it("a released row is due again at once, and no attempt is counted", async () => {
      await enqueue(opened().store, "one", { attempts: 2 });
      await claim("a");
      expect(await queue().release(idOf("one"), lease("a"), at(7))).toBe(true);
      expect(await queue().release(idOf("one"), lease("a"), at(7))).toBe(false);
      const [row] = await queue().claimDue(at(7), 1, lease("b"), at(50));
      expect(row).toMatchObject({ id: idOf("one"), attempts: 2 });
    });

    it("a row that was not claimed is neither extended nor released", async () => {
      await enqueue(opened().store, "one");
      for (const name of ["one", "unknown"]) {
        expect(await queue().extend(idOf(name), lease("a"), at(9))).toBe(false);
        expect(await queue().release(idOf(name), lease("a"), at(9))).toBe(false);
      }
      expect(await claim("b")).toEqual([idOf("one")]);
    });

    it("the backlog counts what is queued, claimed or not, and what is dead", async () => {
      expect(await queue().countBacklog(at(0))).toEqual({ queued: 0, dead: 0, oldestDueAt: null });
      for (const name of ["one", "two", "three"]) await enqueue(opened().store, name);
      await buryAll("one");
      await enqueue(opened().store, "later", { nextAttemptAt: at(50) });
      expect(await queue().countBacklog(at(2))).toEqual({ queued: 3, dead: 1, oldestDueAt: null });
    });

    it("the backlog says since when the oldest row has been due, from that instant on", async () => {
      await enqueue(opened().store, "old", { nextAttemptAt: at(10) });
      await enqueue(opened().store, "new", { nextAttemptAt: at(20) });
      expect((await queue().countBacklog(at(9))).oldestDueAt).toBeNull();
      expect((await queue().countBacklog(at(10))).oldestDueAt).toEqual(at(10));
      expect((await queue().countBacklog(at(99))).oldestDueAt).toEqual(at(10));
    });

    it("dead rows are listed oldest first, in pages, and queued ones never", async () => {
      const ages = { two: 2, one: 1, three: 3 };
      for (const [name, age] of Object.entries(ages))
        await enqueue(opened().store, name, { createdAt: at(-10 + age) });
      await buryAll("one", "two", "three");
      await enqueue(opened().store, "queued");
      expect(await deadIds()).toEqual(["one", "two", "three"].map(idOf));
      const page = await queue().listDead(null, 2);
      expect(page.map(({ id }) => id)).toEqual(["one", "two"].map(idOf));
      expect((await queue().listDead(page[1]!, 2)).map(({ id }) => id)).toEqual([idOf("three")]);
    });

    it("a dead row that is tried again is due at once, with all its attempts before it", async () => {
      await enqueue(opened().store, "one", { attempts: 7 });
      await buryAll("one");
      expect(await queue().retryDead(idOf("one"), at(30))).toBe(true);
      expect(await deadIds()).toEqual([]);
      expect(await claim("b", at(29))).toEqual([]);
      const [row] = await queue().claimDue(at(30), 1, lease("c"), at(50));
      expect(row).toMatchObject({ id: idOf("one"), attempts: 0 });
    });

    it("a row that is queued, claimed or unknown is not tried again as a dead one", async () => {
      await enqueue(opened().store, "queued", { nextAttemptAt: at(99) });
      await enqueue(opened().store, "claimed");
      await claim("a");
      for (const name of ["queued", "claimed", "unknown"])
        expect(await queue().retryDead(idOf(name), at(1)), name).toBe(false);
      expect(await claim("b", at(2))).toEqual([]);
    });

    it("queued rows are listed by when they are due, in pages, claimed or not, and dead ones never", async () => {
      const dues = { two: 20, one: 10, three: 30 };
      await enqueue(opened().store, "dead", { nextAttemptAt: at(0) });
      await buryAll("dead");
      for (const [name, due] of Object.entries(dues))
        await enqueue(opened().store, name, { nextAttemptAt: at(due) });
      await queue().claimDue(at(10), 1, lease("a"), at(15));
      const page = await queue().listQueued(null, 2);
      expect(page.map(({ id }) => id)).toEqual(["one", "two"].map(idOf));
      expect(page[0]!.nextAttemptAt).toEqual(at(15));
      expect((await queue().listQueued(page[1]!, 2)).map(({ id }) => id)).toEqual([idOf("three")]);
    });

    it("a row is found by its id, whether it is queued or dead", async () => {
      await enqueue(opened().store, "dead");
      await buryAll("dead");
      await enqueue(opened().store, "queued");
      for (const name of ["dead", "queued"])
        expect(await queue().find(idOf(name)), name).toMatchObject({ id: idOf(name) });
      expect(await queue().find(idOf("unknown"))).toBeNull();
    });

    it("a dead row, a queued one and one whose lease has ended are deleted", async () => {
      await enqueue(opened().store, "dead");
      await buryAll("dead");
      await enqueue(opened().store, "claimed");
      await claim("a", at(1));
      await enqueue(opened().store, "queued", { nextAttemptAt: at(9_000) });
      for (const name of ["dead", "queued"])
        expect(await queue().deleteUnclaimed(idOf(name), at(1)), name).toBe(true);
      expect(await queue().deleteUnclaimed(idOf("claimed"), at(1_001))).toBe(true);
      expect(await queue().countBacklog(at(0))).toMatchObject({ queued: 0, dead: 0 });
    });

    it("a row under a lease, and one that is gone, are not deleted", async () => {
      await enqueue(opened().store, "one");
      await claim("a", at(1));
      expect(await queue().deleteUnclaimed(idOf("one"), at(1_000))).toBe(false);
      expect(await queue().deleteUnclaimed(idOf("unknown"), at(1_000))).toBe(false);
      expect(await queue().complete(idOf("one"), lease("a"))).toBe(true);
    });

    it("of fifty that try one dead row again one does", async () => {
      await enqueue(opened().store, "one");
      await buryAll("one");
      const verdicts = await race(opened(), MANY, (rival) =>
        queueOf(rival).retryDead(idOf("one"), at(9)),
      );
      expect(howMany(verdicts)).toBe(1);
    });
  });
}

export function describeLeasedQueues(opened: Opened): void {
  for (const [name, sample] of CALL_QUEUES) describeCallQueue(opened, name, sample);
  for (const [name, sample] of QUEUES) describeLeasedQueue(opened, name, sample);
}
