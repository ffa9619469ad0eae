import type { OutboxMail } from "@acme/auth-core/store";
import { describe, expect, it } from "vitest";
import { type Opened, RETENTION } from "./fixture.js";
import { at, lease, mailId, someMail } from "./samples.js";

const LEASE_ENDS = at(60_000);
const ids = (mails: readonly OutboxMail[]): readonly string[] => mails.map(({ id }) => id);

export function describeOutbox(opened: Opened): void {
  const outbox = () => opened().store.outbox;
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
  });

  describe("dead mail", () => {
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
