import { standIn } from "@acme/auth-testing/stand-in";
import { expect, it } from "vitest";
import { createTestWorld } from "../../../test/worlds.js";
import { type SessionId, toId, type UserId } from "../../kernel/ids.js";
import { Secret } from "../../kernel/secret.js";
import type { Tx } from "../../store/store.js";
import type { Caller } from "./caller-store.js";
import { endAllSessions, endOtherSessions } from "./end-other-sessions.js";
import { PresentedSession } from "./presented-session.js";

it("ends the sessions before it forgets the browsers, so that it waits for a sign-in under way and forgets its browser too", async () => {
  const order: string[] = [];
  const tx = standIn<Tx>({
    sessions: { revokeOthers: () => (order.push("sessions"), Promise.resolve(2)) },
    knownBrowsers: { deleteOthers: () => (order.push("browsers"), Promise.resolve(1)) },
  });
  expect(await endAllSessions(tx, toId<UserId>("ada"))).toBe(2);
  expect(order).toEqual(["sessions", "browsers"]);
});

it("ends nothing for a token that the session no longer has", async () => {
  const world = createTestWorld();
  const { clock, digest } = world;
  const now = clock.now();
  const session = {
    id: toId<SessionId>("one"),
    userId: toId<UserId>("ada"),
    authenticatedAt: now,
    authenticatedBy: "password",
    remembered: true,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: now,
    ipAddress: null,
    userAgent: null,
    methods: null,
    secondFactorAt: null,
  } as const;
  const caller = standIn<Caller>({
    user: { id: session.userId },
    session: new PresentedSession(session, digest.token(new Secret("A".repeat(43)))),
  });
  const done: string[] = [];
  const noting = (what: string) => () => (done.push(what), Promise.resolve(1));
  const tx = standIn<Tx>({
    sessions: { renew: () => Promise.resolve(false), revokeOthers: noting("sessions") },
    knownBrowsers: { deleteOthers: noting("browsers") },
    mailedLinks: { revokeForSession: noting("links") },
  });
  await expect(endOtherSessions(tx, world, caller)).rejects.toMatchObject({
    code: "UNAUTHORIZED",
  });
  expect(done).toEqual([]);
});
