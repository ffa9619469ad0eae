import type { OutboxMail } from "@acme/auth-core";
import { describe, expect, it } from "vitest";
import { howMany, MANY, type Opened, race, RETENTION, rollBack } from "./fixture.js";
import { at, lease, mailId, someMail } from "./samples.js";

const LEASE_ENDS = at(60_000);
const ids = (mails: readonly OutboxMail[]): readonly string[] => mails.map(({ id }) => id);

export function describeOutbox(opened: Opened): void {
  const outbox = () => opened().store.outbox;
  const enqueue = async (...names: readonly string[]): Promise<void> => {
    for (const name of names) await outbox().enqueue(someMail(name));
  };
  const claim = (holder: string, now = at(1), limit = 100) =>
    outbox().claimDue(now, limit, lease(holder), new Date(now.getTime() + 60_000));

  describe("claimed mail", () => {
    it("a due mail is handed out as it was stored, with its next attempt at the end of the lease", async () => {
      const mail = someMail("one", { attempts: 3, createdAt: at(-7), expiresAt: at(77_777) });
      await outbox().enqueue(mail);
      expect(await outbox().claimDue(at(0), 1, lease("a"), LEASE_ENDS)).toEqual([
        { ...mail, nextAttemptAt: LEASE_ENDS },
      ]);
    });

    it("a mail is due at the very instant of its next attempt", async () => {
      await outbox().enqueue(someMail("one", { nextAttemptAt: at(10) }));
      expect(await claim("a", at(9))).toEqual([]);
      expect(ids(await claim("a", at(10)))).toEqual([mailId("one")]);
    });

    it("no more are handed out than asked, the oldest first", async () => {
      const ages = { b: 1, c: 4, d: 2, a: 3 };
      for (const [name, age] of Object.entries(ages))
        await outbox().enqueue(someMail(name, { createdAt: at(-age), nextAttemptAt: at(-age) }));
      expect(ids(await claim("a", at(1), 3))).toEqual([mailId("c"), mailId("a"), mailId("d")]);
      expect(ids(await claim("b", at(1), 3))).toEqual([mailId("b")]);
      expect(ids(await claim("c", at(1), 3))).toEqual([]);
    });

    it("a claimed mail belongs to its worker until the lease ends, and then to any", async () => {
      await enqueue("one");
      await outbox().claimDue(at(0), 1, lease("a"), at(50));
      expect(await claim("b", at(49))).toEqual([]);
      expect(ids(await claim("b", at(50)))).toEqual([mailId("one")]);
    });

    it("fifty that claim at once are handed each mail once", async () => {
      const names = Array.from({ length: 80 }, (_, index) => `m${String(index).padStart(2, "0")}`);
      await enqueue(...names);
      const claimed = await race(opened(), MANY, (rival, turn) =>
        rival.outbox.claimDue(at(1), 3, lease(`l${turn}`), LEASE_ENDS),
      );
      for (const batch of claimed) expect(batch.length).toBeLessThanOrEqual(3);
      const rest = await claim("rest");
      expect([...claimed.flatMap(ids), ...ids(rest)].sort()).toEqual(names.map(mailId));
    });

    it("a mail whose transaction failed is never handed out", async () => {
      await rollBack(opened().store, async (tx) => {
        await tx.outbox.enqueue(someMail("one"));
      });
      expect(await claim("a")).toEqual([]);
    });
  });

  describe("settled mail", () => {
    it("completing removes the mail, once", async () => {
      await enqueue("one");
      await claim("a");
      expect(await outbox().complete(mailId("one"), lease("a"))).toBe(true);
      expect(await outbox().complete(mailId("one"), lease("a"))).toBe(false);
      expect(await claim("b", at(1_000_000))).toEqual([]);
    });

    it("a lease that has ended still completes, as long as no other worker holds the mail", async () => {
      await enqueue("one");
      await outbox().claimDue(at(0), 1, lease("a"), at(50));
      expect(await outbox().complete(mailId("one"), lease("a"))).toBe(true);
    });

    it("a mail that passed to another is not settled by the first", async () => {
      await enqueue("one");
      await outbox().claimDue(at(0), 1, lease("a"), at(50));
      await outbox().claimDue(at(50), 1, lease("b"), at(100));
      expect(await outbox().complete(mailId("one"), lease("a"))).toBe(false);
      expect(await outbox().retry(mailId("one"), lease("a"), at(60))).toBe(false);
      expect(await outbox().bury(mailId("one"), lease("a"))).toBe(false);
      expect(await outbox().complete(mailId("one"), lease("b"))).toBe(true);
    });

    it("a mail that was not claimed, or that is unknown, is not settled", async () => {
      await enqueue("one");
      for (const name of ["one", "two"]) {
        expect(await outbox().complete(mailId(name), lease("a"))).toBe(false);
        expect(await outbox().retry(mailId(name), lease("a"), at(60))).toBe(false);
        expect(await outbox().bury(mailId(name), lease("a"))).toBe(false);
      }
      expect(await claim("b")).toEqual([someMail("one", { nextAttemptAt: at(60_001) })]);
    });

    it("a mail given back is counted and due when it was said to be", async () => {
      await enqueue("one");
      await claim("a");
      expect(await outbox().retry(mailId("one"), lease("a"), at(500))).toBe(true);
      expect(await outbox().retry(mailId("one"), lease("a"), at(500))).toBe(false);
      expect(await claim("b", at(499))).toEqual([]);
      expect(await claim("b", at(500))).toEqual([
        someMail("one", { attempts: 1, nextAttemptAt: at(60_500) }),
      ]);
    });

    it("of fifty that settle one claim one does", async () => {
      await enqueue("one", "two", "three");
      await claim("a");
      expect(
        howMany(
          await race(opened(), MANY, (rival) => rival.outbox.complete(mailId("one"), lease("a"))),
        ),
      ).toBe(1);
      expect(
        howMany(
          await race(opened(), MANY, (rival) =>
            rival.outbox.retry(mailId("two"), lease("a"), at(9)),
          ),
        ),
      ).toBe(1);
      expect(
        howMany(
          await race(opened(), MANY, (rival) => rival.outbox.bury(mailId("three"), lease("a"))),
        ),
      ).toBe(1);
    });
  });

  describe("dead mail", () => {
    it("a buried mail is counted as dead, once, and never handed out again", async () => {
      await enqueue("one", "two");
      expect(await outbox().countBacklog(at(0))).toMatchObject({ dead: 0 });
      await claim("a");
      expect(await outbox().bury(mailId("one"), lease("a"))).toBe(true);
      expect(await outbox().bury(mailId("one"), lease("a"))).toBe(false);
      expect(await outbox().countBacklog(at(0))).toMatchObject({ dead: 1 });
      expect(ids(await claim("b", at(10_000_000)))).toEqual([mailId("two")]);
    });

    it("dead mail is removed from the instant it expires, queued mail never, no more at a time than asked", async () => {
      for (const [index, name] of ["a", "b", "c"].entries())
        await outbox().enqueue(someMail(name, { expiresAt: at(10 + index) }));
      await claim("x");
      for (const name of ["a", "b", "c"]) await outbox().bury(mailId(name), lease("x"));
      await outbox().enqueue(someMail("queued", { expiresAt: at(5) }));
      expect(await opened().store.sweep(at(9), 10, RETENTION)).toBe(0);
      expect(await opened().store.sweep(at(10), 10, RETENTION)).toBe(1);
      expect(await opened().store.sweep(at(100), 1, RETENTION)).toBe(1);
      expect(await opened().store.sweep(at(100), 10, RETENTION)).toBe(1);
      expect(await outbox().countBacklog(at(0))).toMatchObject({ dead: 0 });
      expect(ids(await claim("y"))).toEqual([mailId("queued")]);
    });
  });
}
