import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import {
  asChecked,
  asProven,
  createFixedClock,
  createManualScheduler,
  createSeededRandom,
} from "@acme/auth-testing";
import { describe, expect, it } from "vitest";
import { after, DAY, HOUR, MINUTE } from "../../kernel/duration.js";
import type { EmailAddress } from "../../kernel/email-address.js";
import type { SessionId, UserId } from "../../kernel/ids.js";
import { definePolicy } from "../../kernel/policy.js";
import type { SecretHash } from "../../kernel/secret.js";
import { silentLogger } from "../../platform/console-logger.js";
import { expiryOf } from "./lifetimes.js";
import type { Session } from "./session-store.js";
import { createSessionTouches } from "./touch-sessions.procedure.js";

async function openWorld() {
  const writes: string[] = [];
  const log: string[] = [];
  const store = await openMemoryStore({
    verbose: (sql) => writes.push(...[sql].filter((text) => text.startsWith("update"))),
  });
  // What migrations wrote is no use of a session.
  writes.length = 0;
  const clock = createFixedClock();
  const scheduler = createManualScheduler();
  const policy = definePolicy();
  const write = (event: string) => void log.push(event);
  const touches = createSessionTouches({
    store,
    policy,
    scheduler,
    logger: { debug: write, info: write, warn: write, error: write },
  });
  const random = createSeededRandom();
  const userId = random.id<UserId>();
  const start = clock.now();
  const email = asChecked<EmailAddress>("ada@example.com");
  await store.users.insertUnlessTaken(
    asChecked({
      id: userId,
      email,
      emailVerified: true,
      name: "",
      image: null,
      createdAt: start,
      updatedAt: start,
      reclaimedAt: null,
    }),
  );

  async function insert(own: Partial<Session> = {}): Promise<Session> {
    const times = { authenticatedAt: start, lastSeenAt: start, remembered: true, ...own };
    const session: Session = {
      id: random.id<SessionId>(),
      userId,
      tokenHash: asChecked<SecretHash>(random.token(32).reveal()),
      authenticatedBy: "email-otp",
      createdAt: start,
      expiresAt: expiryOf(times, policy),
      ipAddress: null,
      userAgent: null,
      methods: null,
      secondFactorAt: null,
      ...times,
    };
    await store.sessions.insert(asProven(session));
    return session;
  }
  const stored = ({ tokenHash }: Session) => store.sessions.findLive(tokenHash, new Date(0));
  return { store, clock, scheduler, touches, writes, log, insert, stored };
}

describe("the touch of a session", () => {
  it("records a use an hour after the last one, and none before", async () => {
    const { clock, touches, insert, stored } = await openWorld();
    const session = await insert();
    clock.advance(HOUR - 1);
    touches.note(session, clock.now());
    await touches.flush();
    expect(await stored(session)).toEqual(session);

    clock.advance(1);
    touches.note(session, clock.now());
    await touches.flush();
    expect(await stored(session)).toEqual({
      ...session,
      lastSeenAt: clock.now(),
      expiresAt: after(clock.now(), 7 * DAY),
    });
  });

  it("is waited for where it is being written already, so that a function is not frozen in the middle of it", async () => {
    const { clock, scheduler, touches, insert, stored } = await openWorld();
    const session = await insert();
    clock.advance(HOUR);
    touches.note(session, clock.now());
    scheduler.advance(1_000);
    await touches.flush();
    expect((await stored(session))!.lastSeenAt).toEqual(clock.now());
  });

  it("never moves the end past the absolute limit", async () => {
    const { clock, touches, insert, stored } = await openWorld();
    let session = await insert();
    const { authenticatedAt } = session;
    for (let day = 1; day <= 29; day++) {
      clock.advance(DAY);
      touches.note(session, clock.now());
      await touches.flush();
      session = (await stored(session))!;
      expect(session.lastSeenAt).toEqual(clock.now());
      expect(session.expiresAt).toEqual(after(authenticatedAt, Math.min(day + 7, 30) * DAY));
    }
    expect(session.authenticatedAt).toEqual(authenticatedAt);
  });

  it("leaves a session alone that is not remembered", async () => {
    const { clock, scheduler, touches, insert, stored } = await openWorld();
    const session = await insert({ remembered: false });
    clock.advance(23 * HOUR);
    touches.note(session, clock.now());
    expect(scheduler.waiting()).toBe(0);
    await touches.flush();
    expect(await stored(session)).toEqual(session);
  });

  it("collects the uses of a second and writes each session once", async () => {
    const { clock, scheduler, touches, insert, stored, writes } = await openWorld();
    const sessions = [await insert(), await insert(), await insert()];
    clock.advance(HOUR);
    for (let request = 0; request < 10; request++)
      for (const session of sessions) touches.note(session, clock.now());
    expect(scheduler.waiting()).toBe(1);
    scheduler.advance(999);
    expect(writes).toEqual([]);
    scheduler.advance(1);
    for (const session of sessions)
      expect((await stored(session))!.lastSeenAt).toEqual(clock.now());
    expect(writes).toHaveLength(3);
  });

  it.each(["in the order of their ids", "the other way round"])(
    "writes in the order of ids what was used %s, so that two servers never wait for each other",
    async (order) => {
      const { clock, touches, insert, writes } = await openWorld();
      const sessions = [await insert(), await insert(), await insert()];
      const ids = sessions.map(({ id }) => id).toSorted();
      const used = order === "the other way round" ? ids.toReversed() : ids;
      clock.advance(HOUR);
      for (const id of used)
        touches.note(
          sessions.find((session) => session.id === id)!,
          clock.now(),
        );
      await touches.flush();
      // The driver shows the beginning of a long value.
      expect(writes.map((sql) => ids.find((id) => sql.includes(id.slice(0, 32))))).toEqual(ids);
    },
  );

  it("asks nothing of the database when no session was used", async () => {
    const { store, touches, log } = await openWorld();
    await store.close();
    await touches.flush();
    expect(log).toEqual([]);
  });

  it("collects again after each write", async () => {
    const { clock, scheduler, touches, insert, stored } = await openWorld();
    const [first, second] = [await insert(), await insert()];
    clock.advance(HOUR);
    touches.note(first, clock.now());
    scheduler.advance(1_000);
    touches.note(second, clock.now());
    scheduler.advance(1_000);
    expect((await stored(second))!.lastSeenAt).toEqual(clock.now());
    expect(scheduler.waiting()).toBe(0);
  });

  it("writes nothing over what another server wrote within the hour", async () => {
    const { store, clock, touches, insert, stored } = await openWorld();
    const session = await insert();
    clock.advance(HOUR);
    touches.note(session, clock.now());
    const elsewhere = {
      lastSeenAt: after(clock.now(), -MINUTE),
      expiresAt: after(clock.now(), 7 * DAY - MINUTE),
    };
    await store.sessions.touch(session.id, { ...elsewhere, unseenSince: session.lastSeenAt });
    await touches.flush();
    expect(await stored(session)).toEqual({ ...session, ...elsewhere });
  });

  it("does not bring an ended session back", async () => {
    const { store, clock, touches, insert, stored } = await openWorld();
    const [ended, other] = [await insert(), await insert()];
    clock.advance(HOUR);
    for (const session of [ended, other]) touches.note(session, clock.now());
    await store.sessions.revoke(ended.userId, ended.id);
    await touches.flush();
    expect(await stored(ended)).toBeNull();
    expect((await stored(other))!.lastSeenAt).toEqual(clock.now());
  });

  it("is logged and rejects nothing when the database is gone, and the next use is noted again", async () => {
    const { store, clock, scheduler, touches, insert, log } = await openWorld();
    const session = await insert();
    clock.advance(HOUR);
    touches.note(session, clock.now());
    await store.close();
    await touches.flush();
    expect(log).toEqual(["session_touch_failed"]);
    scheduler.advance(1_000);
    touches.note(session, clock.now());
    expect(scheduler.waiting()).toBe(1);
  });

  it.each([
    [new RangeError("out of reach"), "RangeError"],
    ["no error at all", "unknown"],
  ])(
    "is logged with how many there were, and the name of what was thrown: %s",
    async (thrown, cause) => {
      const { store, clock, insert } = await openWorld();
      const lines: unknown[] = [];
      const touches = createSessionTouches({
        // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- a driver may
        store: { ...store, transaction: () => Promise.reject(thrown) },
        policy: definePolicy(),
        scheduler: createManualScheduler(),
        logger: { ...silentLogger, warn: (event, fields) => void lines.push([event, fields]) },
      });
      const session = await insert();
      clock.advance(HOUR);
      touches.note(session, clock.now());
      await touches.flush();
      expect(lines).toEqual([["session_touch_failed", { sessions: 1, cause }]]);
    },
  );
});
