import type { QueueRow } from "@acme/auth-core";
import type { LeasedQueue, LeaseToken } from "@acme/auth-core/store";
import { describe, expect, it } from "vitest";
import { howMany, MANY, type Opened, race, rollBack } from "./fixture.js";
import { QUEUES, type QueueSample } from "./queue-samples.js";
import { at, lease } from "./samples.js";

/** Every way of settling a claim. */
const WAYS: Readonly<
  Record<string, (queue: LeasedQueue<QueueRow>, id: string, holder: LeaseToken) => Promise<boolean>>
> = {
  complete: (queue, id, holder) => queue.complete(id, holder),
  retry: (queue, id, holder) => queue.retry(id, holder, at(500)),
  bury: (queue, id, holder) => queue.bury(id, holder),
};

const idsOf = (rows: readonly QueueRow[]): readonly string[] => rows.map(({ id }) => id).toSorted();

export function describeClaimedRows(opened: Opened): void {
  for (const [name, sample] of QUEUES) describeClaims(opened, name, sample);
}

/** What every queue promises of the rows that are claimed. */
export function describeClaims<S extends object>(
  opened: Opened<S>,
  name: string,
  sample: QueueSample<S>,
): void {
  describe(`what is claimed of the queue of ${name}`, () => {
    const { queueOf, idOf } = sample;
    const queue = () => queueOf(opened().store);
    const enqueue = async (...names: readonly string[]): Promise<void> => {
      for (const name of names) await sample.enqueue(opened().store, name);
    };
    const claim = async (holder: string, now = at(1), limit = 100) =>
      idsOf(await queue().claimDue(now, limit, lease(holder), new Date(now.getTime() + 60_000)));
    const claimFor = (holder: string, now: number, until: number) =>
      queue().claimDue(at(now), 100, lease(holder), at(until));

    it("is due at the very instant of its next attempt", async () => {
      await sample.enqueue(opened().store, "one", { nextAttemptAt: at(10) });
      expect(await claim("a", at(9))).toEqual([]);
      expect(await claim("a", at(10))).toEqual([idOf("one")]);
    });

    it("is no more than asked, what is due for longest, however old it is", async () => {
      for (const [name, since] of Object.entries({ b: 1, c: 4, d: 2, a: 3 }))
        await sample.enqueue(opened().store, name, {
          createdAt: at(-100 + since),
          nextAttemptAt: at(-since),
        });
      expect(await claim("a", at(1), 3)).toEqual(["a", "c", "d"].map(idOf));
      expect(await claim("b", at(1), 3)).toEqual([idOf("b")]);
      expect(await claim("c", at(1), 3)).toEqual([]);
    });

    it("belongs to its worker until the lease ends, and then to any", async () => {
      await enqueue("one");
      await claimFor("a", 0, 50);
      expect(await claim("b", at(49))).toEqual([]);
      expect(await claim("b", at(50))).toEqual([idOf("one")]);
    });

    it.each(["new", "of leases that have ended"])(
      "is handed out once to fifty that claim at once: rows %s",
      async (which) => {
        const names = Array.from({ length: 80 }, (_row, index) => `r${index + 10}`);
        await enqueue(...names);
        if (which !== "new") await claimFor("lost", 0, 50);
        const claimed = await race(opened(), MANY, (rival, turn) =>
          queueOf(rival).claimDue(at(50), 3, lease(`l${turn}`), at(60_000)),
        );
        for (const batch of claimed) expect(batch.length).toBeLessThanOrEqual(3);
        const rest = await claim("rest", at(51));
        expect([...idsOf(claimed.flat()), ...rest].toSorted()).toEqual(names.map(idOf));
      },
    );

    it("is nothing whose transaction failed", async () => {
      await rollBack(opened().store, async (tx) => {
        await sample.enqueue(tx, "one");
        expect(await queueOf(tx).claimDue(at(1), 1, lease("a"), at(50))).toHaveLength(1);
      });
      expect(await claim("a")).toEqual([]);
    });

    it("comes back after a failure when it was said to, with one attempt more", async () => {
      await sample.enqueue(opened().store, "one", { attempts: 2 });
      await claim("a");
      expect(await queue().retry(idOf("one"), lease("a"), at(500))).toBe(true);
      expect(await claim("b", at(499))).toEqual([]);
      expect(await claimFor("b", 500, 600)).toMatchObject([
        { id: idOf("one"), attempts: 3, nextAttemptAt: at(600) },
      ]);
    });

    it("never comes back once it is completed or buried, and what is buried is counted as dead", async () => {
      await enqueue("one", "two", "three");
      await claim("a");
      expect(await queue().complete(idOf("one"), lease("a"))).toBe(true);
      expect(await queue().countBacklog(at(0))).toMatchObject({ dead: 0 });
      expect(await queue().bury(idOf("two"), lease("a"))).toBe(true);
      expect(await queue().countBacklog(at(0))).toMatchObject({ dead: 1 });
      expect(await claim("b", at(1_000_000))).toEqual([idOf("three")]);
    });

    describe.each(Object.keys(WAYS))("and settled by %s", (way) =>
      describeSettling(opened, sample, WAYS[way]!),
    );
  });
}

function describeSettling<S extends object>(
  opened: Opened<S>,
  { queueOf, idOf, enqueue }: QueueSample<S>,
  settle: (typeof WAYS)[string],
): void {
  const queue = () => queueOf(opened().store);
  const claimFor = (holder: string, now: number, until: number) =>
    queue().claimDue(at(now), 100, lease(holder), at(until));

  it("is so once, for itself alone", async () => {
    for (const name of ["one", "two"]) await enqueue(opened().store, name);
    await claimFor("a", 1, 60_000);
    expect(await settle(queue(), idOf("one"), lease("a"))).toBe(true);
    expect(await settle(queue(), idOf("one"), lease("a"))).toBe(false);
    expect(await settle(queue(), idOf("two"), lease("a"))).toBe(true);
  });

  it("is so after the end of the lease, as long as no other worker holds it", async () => {
    await enqueue(opened().store, "one");
    await claimFor("a", 0, 50);
    expect(await settle(queue(), idOf("one"), lease("a"))).toBe(true);
  });

  it("is not so once the lease has passed to another", async () => {
    await enqueue(opened().store, "one");
    await claimFor("a", 0, 50);
    await claimFor("b", 50, 100);
    expect(await settle(queue(), idOf("one"), lease("a"))).toBe(false);
    expect(await queue().countBacklog(at(0))).toMatchObject({ dead: 0 });
    expect(await claimFor("c", 100, 200)).toMatchObject([{ id: idOf("one"), attempts: 0 }]);
  });

  it("is not so when it was not claimed, or is unknown", async () => {
    await enqueue(opened().store, "one");
    for (const name of ["one", "two"])
      expect(await settle(queue(), idOf(name), lease("a"))).toBe(false);
    expect(await claimFor("b", 1, 50)).toMatchObject([{ id: idOf("one"), attempts: 0 }]);
  });

  it("is so by one of fifty, and no other row is", async () => {
    for (const name of ["one", "two"]) await enqueue(opened().store, name);
    await claimFor("a", 1, 60_000);
    const settled = await race(opened(), MANY, (rival) =>
      settle(queueOf(rival), idOf("one"), lease("a")),
    );
    expect(howMany(settled)).toBe(1);
    expect(await queue().complete(idOf("two"), lease("a"))).toBe(true);
  });

  it("is not so with a transaction that fails, and is still held", async () => {
    await enqueue(opened().store, "one");
    await claimFor("a", 1, 60_000);
    await rollBack(opened().store, async (tx) => {
      expect(await settle(queueOf(tx), idOf("one"), lease("a"))).toBe(true);
    });
    expect(await claimFor("b", 59_999, 70_000)).toEqual([]);
    expect(await settle(queue(), idOf("one"), lease("a"))).toBe(true);
  });
}
