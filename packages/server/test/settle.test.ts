import type { Scheduler, Store } from "@acme/auth-core";
import { DAY } from "@acme/auth-core/surface";
import { expect, it } from "vitest";
import { describeService } from "./describe-service.js";
import { createLeaving } from "./leaving.js";
import { SEND_CODE, SIGN_IN_BY_CODE } from "./service.js";

const EMAIL = "ada@example.com";
const LIMIT = { within: 10_000 };

/**
 * A function that is frozen between two requests: no timer ever fires, and nothing comes back to
 * what a request left behind.
 */
const FROZEN: Scheduler = {
  after: () => () => {},
  yieldToEventLoop: () => new Promise((resolve) => setImmediate(resolve)),
};

describeService(
  "a function whose timers are frozen",
  { perTest: true, hosts: "both", start: { ports: { scheduler: FROZEN } } },
  (service) => {
    async function signIn() {
      const agent = service.agent();
      await agent.post(SEND_CODE, { email: EMAIL, type: "sign-in" });
      expect(service.inbox.mails).toEqual([]);
      await service.auth.settle(LIMIT);
      const otp = service.inbox.codeFor(EMAIL);
      expect((await agent.post(SIGN_IN_BY_CODE, { email: EMAIL, otp })).status).toBe(200);
      return agent;
    }

    it("keeps a session that is used every day for ten days, where each answer is followed by settle", async () => {
      const agent = await signIn();
      for (let day = 0; day < 10; day++) {
        service.clock.advance(DAY);
        expect((await agent.get("/api/v1/auth/me")).status, `day ${day + 1}`).toBe(200);
        await service.auth.settle(LIMIT);
      }
    });

    it("lets the same session end after seven days idle, and does by a schedule what is due then", async () => {
      const agent = await signIn();
      service.clock.advance(7 * DAY);
      expect((await agent.get("/api/v1/auth/me")).status).toBe(401);
      expect(await service.auth.settle(LIMIT)).toBeGreaterThan(0);
      const { mail, jobs } = await service.auth.worker.backlog();
      expect([mail.queued, jobs.queued]).toEqual([0, 0]);
    });

    it("carries out a deletion whose grace period has ended, and tells the user", async () => {
      const leaving = createLeaving(service);
      await leaving.askDeletion(await leaving.member(EMAIL));
      await service.auth.settle(LIMIT);
      service.clock.advance(31 * DAY);
      await service.auth.settle(LIMIT);
      expect(await service.findUser(EMAIL)).toBeNull();
      expect(service.inbox.mails.at(-1)?.subject).toContain("deleted");
    });
  },
);

/** What the database is asked once it is silent, until it answers again. */
const held: (() => void)[] = [];
let isSilent = false;

/** A store whose transactions wait while it is silent. */
const falling = (store: Store): Store => ({
  ...store,
  async transaction(work) {
    if (isSilent) await new Promise<void>((answer) => void held.push(answer));
    return store.transaction(work);
  },
});

describeService("settle over a silent database", { start: { wrapStore: falling } }, (service) => {
  it("returns in time, though the use of a session is not written yet", async () => {
    const agent = await service.signedIn(EMAIL);
    service.clock.advance(DAY);
    expect((await agent.get("/api/v1/auth/me")).status).toBe(200);
    isSilent = true;
    await service.auth.settle({ within: 20 });
    isSilent = false;
    expect(held.length).toBeGreaterThan(0);
    for (const answer of held.splice(0)) answer();
  });
});
