import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { createFixedClock } from "@acme/auth-testing";
import { describe, expect, it } from "vitest";
import { auditRows, createTestWorld } from "../../../test/worlds.js";
import type { Client } from "../../kernel/client.js";
import { parseDisplayName } from "../../kernel/display-name.js";
import { after, DAY, HOUR, MINUTE } from "../../kernel/duration.js";
import { type EmailAddress, parseEmailAddress } from "../../kernel/email-address.js";
import { type OrganizationId, toId } from "../../kernel/ids.js";
import { Secret } from "../../kernel/secret.js";
import type { Authentication } from "../../store/authentication.js";
import { admitMailboxOwner } from "../user/admit-mailbox-owner.js";
import { isRefused } from "../user/check-may-sign-up.js";
import { isWithheld, openSession } from "./open-session.js";

const ada = parseEmailAddress("ada@example.com")!;
const eve = parseEmailAddress("eve@example.com")!;
const clientWith = (sessionToken: Secret | null, own: Partial<Client> = {}): Client => ({
  ipAddress: "192.0.2.1",
  network: "192.0.2.1",
  userAgent: "test/1.0",
  sessionToken,
  browserToken: null,
  organization: null,
  ...own,
});

async function openWorld() {
  const store = await openMemoryStore();
  const clock = createFixedClock();
  const world = createTestWorld({}, clock);

  const open = (
    email: EmailAddress,
    presented: Secret | null = null,
    own: Partial<Authentication> = {},
  ) =>
    store.transaction(async (tx) => {
      const client = own.client ?? clientWith(presented);
      const known = await tx.users.lockByEmail(email);
      const admitted = await admitMailboxOwner(tx, world, {
        email,
        known,
        name: parseDisplayName(""),
        method: "email-otp",
        client,
      });
      if (isRefused(admitted)) throw new Error("no new account");
      const { user } = admitted;
      const signedIn = await openSession(tx, world, { user, method: "email-otp", ...own, client });
      if (isWithheld(signedIn)) throw new Error(`the user is ${signedIn.withheld}`);
      return signedIn;
    });
  const findLive = (token: Secret) =>
    store.sessions.findLive(world.digest.token(token), clock.now());
  const live = async (email: EmailAddress) =>
    store.sessions.listLive((await store.users.findByEmail(email))!.id, clock.now());
  const events = async () =>
    (await auditRows(store)).map(({ event, user_id: userId, detail }) => ({
      event,
      userId,
      detail,
    }));
  return { store, clock, world, open, findLive, live, events };
}

describe("a sign-in without a session", () => {
  it("opens one, of which only the hash of the token is stored", async () => {
    const { clock, world, open, findLive, events } = await openWorld();
    const { user, session, token } = await open(ada);
    const now = clock.now();
    expect(session).toEqual({
      id: session.id,
      userId: user.id,
      tokenHash: world.digest.token(token),
      authenticatedAt: now,
      authenticatedBy: "email-otp",
      remembered: true,
      createdAt: now,
      lastSeenAt: now,
      expiresAt: after(now, 7 * DAY),
      ipAddress: "192.0.2.1",
      userAgent: "test/1.0",
      methods: "email-otp",
      secondFactorAt: null,
    });
    expect(token.reveal()).toMatch(/^[\w-]{43}$/);
    expect(await findLive(token)).toEqual(session);
    expect((await events()).at(-1)).toEqual({
      event: "session.opened",
      userId: user.id,
      detail: JSON.stringify({ sessionId: session.id, method: "email-otp" }),
    });
  });

  it("works in no organization that its user does not belong to, whatever the browser names", async () => {
    const { open } = await openWorld();
    const organization = toId<OrganizationId>("01890000-0000-7000-8000-000000000000");
    const { activeOrganization } = await open(ada, null, {
      client: clientWith(null, { organization }),
    });
    expect(activeOrganization).toBeNull();
  });

  it("hands over the user without what only operators see", async () => {
    const { open } = await openWorld();
    for (const time of ["first", "second"]) {
      const { user } = await open(ada);
      expect([time, Object.keys(user).toSorted()]).toEqual([
        time,
        ["createdAt", "email", "emailVerified", "id", "image", "name", "reclaimedAt", "updatedAt"],
      ]);
    }
  });

  it("opens another beside those the user has", async () => {
    const { open, live } = await openWorld();
    const first = await open(ada);
    const second = await open(ada);
    expect((await live(ada)).map(({ id }) => id)).toEqual([second.session.id, first.session.id]);
  });

  it("lasts a day when it is not to be remembered", async () => {
    const { clock, open } = await openWorld();
    const { session } = await open(ada, null, { remembered: false });
    expect(session).toMatchObject({ remembered: false, expiresAt: after(clock.now(), 24 * HOUR) });
  });

  it.each([
    ["a token nobody was given", new Secret("A".repeat(43))],
    ["garbage", new Secret("' or 1=1 --")],
    ["an empty token", new Secret("")],
  ])("is what a sign-in with %s is", async (_what, presented) => {
    const { open, live } = await openWorld();
    await open(ada);
    const { token } = await open(ada, presented);
    expect(token.reveal()).not.toBe(presented.reveal());
    expect(await live(ada)).toHaveLength(2);
  });

  it("is what a sign-in with an expired session is", async () => {
    const { clock, open, live } = await openWorld();
    const old = await open(ada);
    clock.advance(7 * DAY);
    const { session } = await open(ada, old.token);
    expect(session.id).not.toBe(old.session.id);
    expect((await live(ada)).map(({ id }) => id)).toEqual([session.id]);
  });
});

describe("a sign-in with a live session of the same user", () => {
  it("continues that session under another token, and the old one is dead", async () => {
    const { clock, open, findLive, live, events } = await openWorld();
    const before = await open(ada);
    clock.advance(3 * DAY);
    const client = clientWith(before.token, { ipAddress: "198.51.100.1", userAgent: "other/2.0" });
    const renewed = await open(ada, null, { client, method: "passkey" });

    const now = clock.now();
    const { id, userId, createdAt } = before.session;
    expect(renewed.session).toMatchObject({
      id,
      userId,
      createdAt,
      authenticatedAt: now,
      authenticatedBy: "passkey",
      lastSeenAt: now,
      expiresAt: after(now, 7 * DAY),
    });
    expect(renewed.session).toMatchObject({ ipAddress: "198.51.100.1", userAgent: "other/2.0" });
    expect(await findLive(renewed.token)).toEqual(renewed.session);
    expect(await findLive(before.token)).toBeNull();
    expect(await live(ada)).toHaveLength(1);
    expect((await events()).at(-1)).toEqual({
      event: "session.renewed",
      userId,
      detail: JSON.stringify({ sessionId: id, method: "passkey" }),
    });
  });

  it("counts its absolute limit from this authentication", async () => {
    const { clock, open } = await openWorld();
    let { token } = await open(ada);
    for (let week = 1; week <= 10; week++) {
      clock.advance(6 * DAY);
      const renewed = await open(ada, token);
      expect(renewed.session.expiresAt).toEqual(after(clock.now(), 7 * DAY));
      token = renewed.token;
    }
  });

  it.each([true, false])(
    "stays remembered or not as it was (%s), unless the sign-in says otherwise",
    async (remembered) => {
      const { clock, open } = await openWorld();
      const before = await open(ada, null, { remembered });
      const silent = await open(ada, before.token);
      expect(silent.session).toMatchObject({
        id: before.session.id,
        remembered,
        expiresAt: after(clock.now(), remembered ? 7 * DAY : 24 * HOUR),
      });
      expect((await open(ada, silent.token, { remembered: !remembered })).session).toMatchObject({
        id: before.session.id,
        remembered: !remembered,
      });
    },
  );

  it("leaves the user's other sessions alone", async () => {
    const { open, findLive } = await openWorld();
    const other = await open(ada);
    const mine = await open(ada);
    await open(ada, mine.token);
    expect(await findLive(other.token)).toEqual(other.session);
  });

  it("opens a new session when another sign-in has renewed it in the meantime", async () => {
    const { open, live, findLive } = await openWorld();
    const { token, session } = await open(ada);
    const renewals = await Promise.all(Array.from({ length: 5 }, () => open(ada, token)));
    const ids = renewals.map((renewal) => renewal.session.id);
    expect(ids.filter((id) => id === session.id)).toHaveLength(1);
    expect(new Set(ids).size).toBe(5);
    expect(await live(ada)).toHaveLength(5);
    for (const renewal of renewals) expect(await findLive(renewal.token)).toEqual(renewal.session);
  });
});

describe("a sign-in with the session of another user", () => {
  it("ends that one first and opens one of its own", async () => {
    const { open, findLive, live, events } = await openWorld();
    const theirs = await open(eve);
    const mine = await open(ada, theirs.token);
    expect(await findLive(theirs.token)).toBeNull();
    expect(await findLive(mine.token)).toEqual(mine.session);
    expect(mine.session.id).not.toBe(theirs.session.id);
    expect(await live(eve)).toEqual([]);
    const detail = JSON.stringify({ sessionId: theirs.session.id, because: "replaced" });
    expect(await events()).toContainEqual({
      event: "session.ended",
      userId: theirs.user.id,
      detail,
    });
  });

  it("leaves their other sessions alone", async () => {
    const { open, live } = await openWorld();
    const elsewhere = await open(eve);
    const shared = await open(eve);
    await open(ada, shared.token);
    expect((await live(eve)).map(({ id }) => id)).toEqual([elsewhere.session.id]);
  });
});

describe("the hundred and first session", () => {
  it("ends the one that was authenticated longest ago, and only that", async () => {
    const { clock, open, findLive, live, events } = await openWorld();
    const sessions = [];
    for (let count = 0; count < 100; count++) {
      sessions.push(await open(ada));
      clock.advance(MINUTE);
    }
    // The oldest row is renewed, so that the second is the one that was authenticated longest ago.
    const renewed = await open(ada, sessions[0]!.token);
    expect(await live(ada)).toHaveLength(100);

    clock.advance(MINUTE);
    const { session, user } = await open(ada);
    const ids = (await live(ada)).map(({ id }) => id);
    expect(ids).toHaveLength(100);
    expect(ids).toContain(session.id);
    expect(await findLive(renewed.token)).not.toBeNull();
    expect(await findLive(sessions[1]!.token)).toBeNull();
    expect(await findLive(sessions[2]!.token)).not.toBeNull();
    expect((await events()).at(-1)).toEqual({
      event: "sessions.ended",
      userId: user.id,
      detail: '{"count":1,"because":"limit"}',
    });
  });
});
