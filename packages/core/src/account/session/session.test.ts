import { createHash } from "node:crypto";
import { inspect } from "node:util";
import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { createFixedClock, createInbox, createManualScheduler } from "@acme/auth-testing";
import { parseJson } from "@acme/auth-testing/read-json";
import { describe, expect, it } from "vitest";
import { auditRows, createTestAuth, signInByCode } from "../../../test/worlds.js";
import type { Client } from "../../kernel/client.js";
import { after, DAY, HOUR, MINUTE } from "../../kernel/duration.js";
import { parseEmailAddress } from "../../kernel/email-address.js";
import { AuthError } from "../../kernel/errors.js";
import { type OrganizationId, type SessionId, toId } from "../../kernel/ids.js";
import { Secret } from "../../kernel/secret.js";
import type { CallerSession } from "./caller-store.js";

const clientWith = (sessionToken: Secret | null): Client => ({
  ipAddress: "192.0.2.1",
  network: "192.0.2.1",
  userAgent: null,
  sessionToken,
  browserToken: null,
  organization: null,
});
const nobody = clientWith(null);
const hashOf = (token: Secret): string =>
  createHash("sha256").update(token.reveal()).digest("base64url");

async function openWorld() {
  const statements: string[] = [];
  const store = await openMemoryStore({ verbose: (sql) => statements.push(sql) });
  const clock = createFixedClock();
  const inbox = createInbox();
  const scheduler = createManualScheduler();
  const log: string[] = [];
  const write = (event: string) => void log.push(event);
  const auth = createTestAuth({
    store,
    mailer: inbox,
    logger: { debug: write, info: write, warn: write, error: write },
    ports: { clock, scheduler },
  });
  const identify = (sessionToken: Secret | null, organization: OrganizationId | null = null) =>
    auth.sessions.identify({ sessionToken, organization });

  /** A new session of `name`, and the caller it makes. */
  async function signIn(name: string) {
    const email = parseEmailAddress(`${name}@example.com`)!;
    return signInByCode({ auth, inbox }, email, nobody);
  }

  const lastEvent = async () => {
    const { event, user_id: userId, detail } = (await auditRows(store)).at(-1)!;
    return { event, userId, detail: parseJson(detail, "object") };
  };
  return { auth, clock, inbox, scheduler, statements, log, identify, signIn, lastEvent };
}

describe("the caller of a request", () => {
  it("is found by the token, in one statement", async () => {
    const { identify, signIn, statements } = await openWorld();
    const { token } = await signIn("ada");
    statements.length = 0;
    expect(await identify(token)).toMatchObject({
      user: { email: "ada@example.com" },
      session: { authenticatedBy: "email-otp" },
      membership: null,
    });
    expect(statements).toHaveLength(1);
  });

  it.each([
    null,
    "",
    "short",
    "A".repeat(42),
    "A".repeat(44),
    `${"A".repeat(42)}=`,
    `${"A".repeat(42)}\n`,
    "' or 1=1 --".padEnd(43),
    "é".repeat(43),
  ])("is null with %j, without a query", async (text) => {
    const { identify, statements } = await openWorld();
    statements.length = 0;
    expect(await identify(text === null ? null : new Secret(text))).toBeNull();
    expect(statements).toEqual([]);
  });

  it("is null with a token that was never issued, and with a session's id or hash", async () => {
    const { identify, signIn } = await openWorld();
    const { caller, token } = await signIn("ada");
    for (const text of ["A".repeat(43), caller.session.id, hashOf(token)])
      expect(await identify(new Secret(text))).toBeNull();
  });

  it("shows the hash of the token nowhere", async () => {
    const { signIn } = await openWorld();
    const { caller, token } = await signIn("ada");
    expect(caller.session).not.toHaveProperty("tokenHash");
    const shown = inspect(caller, { depth: 9, showHidden: true }) + JSON.stringify(caller);
    expect(shown).not.toContain(hashOf(token));
  });

  it("can be passed on as a copy, but not with a copy of the session", async () => {
    const { auth, signIn } = await openWorld();
    const { caller } = await signIn("ada");
    const request = (session: CallerSession) =>
      auth.dataExport.request({ ...caller, session }, nobody);
    await expect(request({ ...caller.session })).rejects.toThrow(new AuthError("UNAUTHORIZED"));
    expect(await request(caller.session)).toMatchObject({ status: "pending" });
  });

  it("works in no organization when the hint names one that the user does not belong to", async () => {
    const { identify, signIn } = await openWorld();
    const { token } = await signIn("ada");
    expect(
      (await identify(token, toId<OrganizationId>("00000000-0000-7000-8000-000000000000")))
        ?.membership,
    ).toBeNull();
  });

  it("is found until, and not at, the instant at which the session expires", async () => {
    const { clock, identify, signIn } = await openWorld();
    const { token } = await signIn("ada");
    clock.advance(7 * DAY - 1);
    expect(await identify(token)).not.toBeNull();
    clock.advance(1);
    expect(await identify(token)).toBeNull();
  });
});

describe("freshness", () => {
  it("is over at exactly a day after signing in, however busy the session was", async () => {
    const { auth, clock, identify, signIn } = await openWorld();
    const { token } = await signIn("ada");
    for (let hour = 1; hour < 24; hour++) {
      clock.advance(HOUR);
      const caller = (await identify(token))!;
      expect(auth.sessions.requireFresh(caller)).toBe(caller);
      await auth.sessions.flushTouches();
    }
    clock.advance(HOUR - 1);
    auth.sessions.requireFresh((await identify(token))!);
    clock.advance(1);
    const stale = (await identify(token))!;
    expect(() => auth.sessions.requireFresh(stale)).toThrow(new AuthError("SESSION_NOT_FRESH"));
  });
});

describe("the list of sessions", () => {
  it("has the caller's own live ones, newest first", async () => {
    const { auth, clock, signIn } = await openWorld();
    await signIn("ada");
    clock.advance(6 * DAY);
    const second = await signIn("ada");
    clock.advance(DAY);
    const third = await signIn("ada");
    await signIn("eve");
    expect((await auth.sessions.list(third.caller)).map(({ id }) => id)).toEqual([
      third.caller.session.id,
      second.caller.session.id,
    ]);
  });
});

describe("ending one session by its id", () => {
  it("ends it for its very next request, and no other", async () => {
    const { auth, identify, signIn, lastEvent } = await openWorld();
    const lost = await signIn("ada");
    const kept = await signIn("ada");
    await auth.sessions.revoke(kept.caller, lost.caller.session.id, nobody);
    expect(await identify(lost.token)).toBeNull();
    expect(await identify(kept.token)).not.toBeNull();
    const detail = { sessionId: lost.caller.session.id, because: "revoked" };
    expect(await lastEvent()).toEqual({
      event: "session.ended",
      userId: kept.caller.user.id,
      detail,
    });
  });

  it("changes nothing, and reveals nothing, for an unknown session or one of another user", async () => {
    const { auth, identify, signIn, lastEvent, log } = await openWorld();
    const theirs = await signIn("eve");
    const mine = await signIn("ada");
    const before = await lastEvent();
    log.length = 0;
    for (const id of [theirs.caller.session.id, "00000000-0000-7000-8000-000000000000"]) {
      await auth.sessions.revoke(mine.caller, toId<SessionId>(id), nobody);
    }
    expect(await identify(theirs.token)).not.toBeNull();
    expect(await lastEvent()).toEqual(before);
    expect(log).toEqual([]);
  });

  it.each(["", "'", "\u0000", "x\u001b[31m\r\nfake", "é".repeat(20), "A".repeat(65)])(
    "asks the database nothing about %j, which is no id, and writes it into no log",
    async (text) => {
      const { auth, signIn, statements, log } = await openWorld();
      const { caller } = await signIn("ada");
      statements.length = 0;
      log.length = 0;
      await auth.sessions.revoke(caller, toId<SessionId>(text), nobody);
      expect([statements, log]).toEqual([[], []]);
    },
  );
});

describe("ending the other sessions of a caller", () => {
  it("ends every one but the caller's own, which goes on under a new token", async () => {
    const { auth, identify, signIn, lastEvent } = await openWorld();
    const others = [await signIn("ada"), await signIn("ada")];
    const kept = await signIn("ada");
    const { user, session } = kept.caller;
    const left = await auth.sessions.revokeOthers(kept.caller, nobody);
    expect(left).toMatchObject({ ended: 2, session: { id: session.id } });
    for (const { token } of [...others, kept]) expect(await identify(token)).toBeNull();
    expect((await identify(left.token))?.session.id).toBe(session.id);
    expect(await lastEvent()).toEqual({
      event: "sessions.ended",
      userId: user.id,
      detail: { count: 2, because: "revoked" },
    });
  });

  it("keeps when and how the user authenticated, and counts as a use of the session", async () => {
    const { auth, clock, identify, signIn } = await openWorld();
    const { caller } = await signIn("ada");
    clock.advance(2 * DAY);
    const { session, token } = await auth.sessions.revokeOthers(caller, nobody);
    const { id, userId, createdAt, authenticatedAt, authenticatedBy, remembered, ...rest } =
      caller.session;
    const same = { id, userId, createdAt, authenticatedAt, authenticatedBy, remembered };
    expect(session).toMatchObject({ ...same, ipAddress: rest.ipAddress, tokenHash: hashOf(token) });
    expect(session.lastSeenAt).toEqual(clock.now());
    expect(session.expiresAt).toEqual(after(clock.now(), 7 * DAY));
    clock.advance(6 * DAY);
    expect(await identify(token)).toMatchObject({ session: same });
  });

  it("is refused to a copy of the cookie that comes second, which ends and opens nothing", async () => {
    const { auth, identify, signIn } = await openWorld();
    const { token, caller } = await signIn("ada");
    const copy = (await identify(token))!;
    const { token: renewed } = await auth.sessions.revokeOthers(caller, nobody);
    const later = await signIn("ada");
    await expect(auth.sessions.revokeOthers(copy, nobody)).rejects.toMatchObject({
      code: "UNAUTHORIZED",
    });
    for (const live of [renewed, later.token]) expect(await identify(live)).not.toBeNull();
  });

  it("tells the user by mail when it ended any, and else nobody", async () => {
    const { auth, signIn, inbox } = await openWorld();
    const kept = await signIn("ada");
    const told = () => inbox.mails.filter(({ subject }) => subject.startsWith("Devices were"));
    const { session, token } = await auth.sessions.revokeOthers(kept.caller, nobody);
    await auth.worker.runDue();
    expect(told()).toEqual([]);
    await signIn("ada");
    const caller = (await auth.sessions.identify({ sessionToken: token, organization: null }))!;
    expect((await auth.sessions.revokeOthers(caller, nobody)).session.id).toBe(session.id);
    await auth.worker.runDue();
    expect(told()).toHaveLength(1);
    expect(told()[0]!.text).toContain("except the one that did it");
  });
});

describe("ending all sessions of a user", () => {
  it("tells the user by mail, and shows device and network only where the user did it", async () => {
    const { auth, signIn, inbox } = await openWorld();
    const told = () => inbox.mails.filter(({ subject }) => subject.startsWith("Devices were"));
    const mine = await signIn("ada");
    const { id } = mine.caller.user;
    await auth.sessions.revokeAll(id, clientWith(mine.token));
    await auth.worker.runDue();
    expect(told().at(-1)!.text).toContain("192.0.2.1");
    const eve = await signIn("eve");
    for (const client of [clientWith(eve.token), null]) {
      await signIn("ada");
      await auth.sessions.revokeAll(id, client);
      await auth.worker.runDue();
      expect(told().at(-1)!.text).not.toContain("192.0.2.1");
    }
    await signIn("ada");
    await auth.users.endSessions(id, { operator: "jane@support" });
    await auth.users.endSessions(id, { operator: "jane@support" });
    await auth.worker.runDue();
    expect(told()).toHaveLength(4);
    expect(told().at(-1)!.text).toContain("The operator");
  });

  it("ends every one, and none of another user, for an operator without a client", async () => {
    const { auth, identify, signIn } = await openWorld();
    const mine = [await signIn("ada"), await signIn("ada")];
    const theirs = await signIn("eve");
    expect(await auth.sessions.revokeAll(mine[0]!.caller.user.id)).toBe(2);
    expect(await auth.sessions.revokeAll(mine[0]!.caller.user.id)).toBe(0);
    for (const { token } of mine) expect(await identify(token)).toBeNull();
    expect(await identify(theirs.token)).not.toBeNull();
  });

  it("that has none leaves the activity as it was", async () => {
    const { auth, signIn, lastEvent } = await openWorld();
    const { caller } = await signIn("ada");
    await auth.sessions.revokeAll(caller.user.id);
    const before = await lastEvent();
    expect(await auth.sessions.revokeAll(caller.user.id, nobody)).toBe(0);
    expect(await lastEvent()).toEqual(before);
  });
});

describe("signing out", () => {
  it("ends the presented session, once", async () => {
    const { auth, identify, signIn, lastEvent } = await openWorld();
    const { token, caller } = await signIn("ada");
    const other = await signIn("ada");
    await auth.sessions.signOut(clientWith(token));
    expect(await identify(token)).toBeNull();
    expect(await identify(other.token)).not.toBeNull();
    const ended = {
      event: "session.ended",
      userId: caller.user.id,
      detail: { sessionId: caller.session.id, because: "signed-out" },
    };
    expect(await lastEvent()).toEqual(ended);
  });

  it("resolves without a session, with a dead one, and with a malformed token", async () => {
    const { auth, signIn, lastEvent } = await openWorld();
    const { token } = await signIn("ada");
    await auth.sessions.signOut(clientWith(token));
    const before = await lastEvent();
    for (const presented of [null, token, new Secret(""), new Secret("garbage\u0000")])
      await auth.sessions.signOut(clientWith(presented));
    expect(await lastEvent()).toEqual(before);
  });
});

describe("the use of a session", () => {
  it("moves its end, a moment after the request", async () => {
    const { clock, scheduler, identify, signIn } = await openWorld();
    const { token, caller } = await signIn("ada");
    clock.advance(HOUR);
    const used = clock.now();
    expect((await identify(token))!.session).toEqual(caller.session);
    scheduler.advance(1_000);
    expect((await identify(token))!.session).toEqual({
      ...caller.session,
      lastSeenAt: used,
      expiresAt: after(used, 7 * DAY),
    });
  });

  it("is recorded when the process closes first", async () => {
    const { auth, clock, identify, signIn } = await openWorld();
    const { token } = await signIn("ada");
    clock.advance(2 * HOUR + MINUTE);
    await identify(token);
    await auth.close();
    expect((await identify(token))!.session.lastSeenAt).toEqual(clock.now());
  });
});
