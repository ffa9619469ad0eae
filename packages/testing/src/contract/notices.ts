import type { OutboxMail } from "@acme/auth-core/store";
import { describe, expect, it } from "vitest";
import { MANY, type Opened, race, rollBack } from "./fixture.js";
import { at, lease, mailId, someMail, someUser, userId } from "./samples.js";

const LEASE_ENDS = at(60_000);
const ids = (mails: readonly OutboxMail[]): readonly string[] => mails.map(({ id }) => id);

/** The part of the outbox's contract that is about notices: mails that share a budget. */
export function describeNotices(opened: Opened): void {
  const outbox = () => opened().store.outbox;
  const claim = (holder: string, now = at(1), limit = 100) =>
    outbox().claimDue(now, limit, lease(holder), new Date(now.getTime() + 60_000));

  describe("a notice over its budget", () => {
    const over = (name: string, own: Partial<OutboxMail> = {}) =>
      someMail(name, { noticeGroup: "group", overBudget: true, nextAttemptAt: at(500), ...own });

    it("is handed out as it was stored, when it is due", async () => {
      await outbox().replaceOverBudget(over("one", { attempts: 2 }));
      expect(await claim("a", at(499))).toEqual([]);
      expect(await claim("a", at(500))).toEqual([
        over("one", { attempts: 2, nextAttemptAt: at(60_500) }),
      ]);
    });

    it("takes the place of the one of its group that waits, and of no other mail", async () => {
      await outbox().enqueue(someMail("within", { noticeGroup: "group", nextAttemptAt: at(400) }));
      await outbox().enqueue(someMail("no notice", { nextAttemptAt: at(400) }));
      await outbox().replaceOverBudget(over("another group's", { noticeGroup: "another" }));
      await outbox().replaceOverBudget(over("first", { nextAttemptAt: at(900) }));
      await outbox().replaceOverBudget(
        over("second", { sealed: "newer", expiresAt: at(2_000), createdAt: at(7) }),
      );
      const all = await claim("a", at(1_000));
      expect([...ids(all)].sort()).toEqual(
        ["another group's", "no notice", "second", "within"].map(mailId),
      );
      const second = over("second", {
        sealed: "newer",
        expiresAt: at(2_000),
        createdAt: at(7),
        nextAttemptAt: at(61_000),
      });
      expect(all.find(({ id }) => id === mailId("second"))).toEqual(second);
    });

    it("takes the place of one that failed, with attempts of its own", async () => {
      await outbox().replaceOverBudget(over("first"));
      await claim("a", at(500));
      await outbox().retry(mailId("first"), lease("a"), at(10_000));
      await outbox().replaceOverBudget(over("second", { nextAttemptAt: at(900) }));
      expect(await claim("b", at(20_000))).toEqual([over("second", { nextAttemptAt: at(80_000) })]);
    });

    it("comes after the one that is being delivered, which no worker delivers again", async () => {
      await outbox().replaceOverBudget(over("first"));
      await outbox().claimDue(at(500), 1, lease("a"), at(2_000));
      await outbox().replaceOverBudget(over("second", { nextAttemptAt: at(900) }));
      expect(await claim("b", at(1_999))).toEqual([]);
      expect(await outbox().retry(mailId("first"), lease("a"), at(600))).toBe(false);
      expect(await outbox().complete(mailId("first"), lease("a"))).toBe(false);
      expect(ids(await claim("b", at(2_000)))).toEqual([mailId("second")]);
    });

    it("waits alone, however many race for its place", async () => {
      const racing = race(opened(), MANY, (rival, turn) =>
        rival.outbox.replaceOverBudget(over(`m${turn}`)),
      );
      await expect(racing).resolves.toHaveLength(MANY);
      expect(await claim("a", at(500))).toHaveLength(1);
    });

    it("leaves room for another once it is dead", async () => {
      await outbox().replaceOverBudget(over("first"));
      await claim("a", at(500));
      await outbox().bury(mailId("first"), lease("a"));
      await outbox().replaceOverBudget(over("second"));
      expect(ids(await claim("b", at(100_000)))).toEqual([mailId("second")]);
      expect(await outbox().countBacklog(at(0))).toMatchObject({ dead: 1 });
    });
  });

  describe("revoked notices", () => {
    const notice = (name: string, own: Partial<OutboxMail> = {}) =>
      someMail(name, { noticeGroup: "group", ...own });
    const enqueueAll = async (): Promise<void> => {
      await outbox().enqueue(notice("within"));
      await outbox().replaceOverBudget(notice("over", { overBudget: true }));
      await outbox().enqueue(notice("another group's", { noticeGroup: "another" }));
      await outbox().enqueue(someMail("no notice"));
    };

    it.each([
      [false, ["another group's", "no notice"]],
      [true, ["another group's", "no notice", "within"]],
    ])(
      "are handed out no more, and nothing else is revoked; only over budget: %s",
      async (onlyOverBudget, left) => {
        await enqueueAll();
        await outbox().revokeNotices("group", { onlyOverBudget }, at(1));
        expect([...ids(await claim("a"))].sort()).toEqual(left.map(mailId));
      },
    );

    it("expire, none excepted, when they are being delivered: what fails is not sent again", async () => {
      await enqueueAll();
      await outbox().claimDue(at(0), 10, lease("a"), at(50));
      await outbox().revokeNotices("group", { onlyOverBudget: false }, at(7));
      for (const name of ["within", "over"])
        expect(await outbox().retry(mailId(name), lease("a"), at(10))).toBe(true);
      const again = await claim("b", at(10));
      expect(again.map(({ id, expiresAt }) => [id, expiresAt])).toEqual([
        [mailId("over"), at(7)],
        [mailId("within"), at(7)],
      ]);
    });

    it("go when the lease of the worker that held them is over", async () => {
      await enqueueAll();
      await outbox().claimDue(at(0), 10, lease("a"), at(50));
      await outbox().revokeNotices("group", { onlyOverBudget: false }, at(50));
      expect(await outbox().complete(mailId("within"), lease("a"))).toBe(false);
      expect(ids(await claim("b", at(100)))).toEqual(["another group's", "no notice"].map(mailId));
    });

    it("come back when the transaction that revoked them fails", async () => {
      await outbox().enqueue(notice("within"));
      await rollBack(opened().store, async (tx) => {
        await tx.outbox.revokeNotices("group", { onlyOverBudget: false }, at(1));
      });
      expect(await claim("a", at(1))).toEqual([notice("within", { nextAttemptAt: at(60_001) })]);
    });

    it("racing workers are handed at most one while newer ones come under the user's lock, and the newest is left", async () => {
      const { store } = opened();
      await store.users.insertUnlessTaken(someUser("ada"));
      const order: string[] = [];
      const supersede = (turn: number): Promise<void> =>
        store.transaction(async (tx) => {
          await tx.users.lock(userId("ada"));
          await tx.outbox.revokeNotices("group", { onlyOverBudget: false }, at(1));
          await tx.outbox.enqueue(notice(`n${turn}`));
          order.push(`n${turn}`);
        });
      const handedOut = await race(opened(), MANY, async (rival, turn) => {
        if (turn % 2 === 0) return rival.outbox.claimDue(at(1), 10, lease(`l${turn}`), LEASE_ENDS);
        await supersede(turn);
        return [];
      });
      expect(handedOut.flat().length).toBeLessThanOrEqual(1);
      const left = await claim("rest", LEASE_ENDS);
      expect(left.filter(({ expiresAt }) => expiresAt > at(1)).map(({ id }) => id)).toEqual([
        mailId(order.at(-1)!),
      ]);
    });
  });

  describe("a notice that is being delivered", () => {
    it("keeps those of its group back until it is settled, and those of no other", async () => {
      await outbox().enqueue(someMail("first", { noticeGroup: "group" }));
      await outbox().claimDue(at(0), 10, lease("a"), at(50));
      await outbox().enqueue(someMail("second", { noticeGroup: "group" }));
      await outbox().enqueue(someMail("other", { noticeGroup: "another" }));
      await outbox().enqueue(someMail("no notice"));
      expect([...ids(await claim("b", at(1)))].sort()).toEqual(["no notice", "other"].map(mailId));
      expect(await outbox().complete(mailId("first"), lease("a"))).toBe(true);
      expect(ids(await claim("c", at(1)))).toEqual([mailId("second")]);
    });

    it.each([
      ["failed", () => outbox().retry(mailId("first"), lease("a"), at(90_000))],
      ["was buried", () => outbox().bury(mailId("first"), lease("a"))],
    ])("keeps them back no longer once it %s", async (_what, settle) => {
      await outbox().enqueue(someMail("first", { noticeGroup: "group" }));
      await outbox().claimDue(at(0), 10, lease("a"), LEASE_ENDS);
      await outbox().enqueue(someMail("second", { noticeGroup: "group" }));
      expect(await claim("b", at(1))).toEqual([]);
      await settle();
      expect(ids(await claim("b", at(1)))).toEqual([mailId("second")]);
    });

    it("keeps them back no longer than its lease", async () => {
      await outbox().enqueue(someMail("first", { noticeGroup: "group" }));
      await outbox().claimDue(at(0), 10, lease("a"), at(50));
      await outbox().enqueue(someMail("second", { noticeGroup: "group", createdAt: at(1) }));
      expect(ids(await claim("b", at(50)))).toEqual(["first", "second"].map(mailId));
    });
  });
}
