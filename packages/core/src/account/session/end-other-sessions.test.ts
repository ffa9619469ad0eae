import { standIn } from "@acme/auth-testing/stand-in";
import { expect, it } from "vitest";
import { createTestWorld } from "../../../test/worlds.js";
import { type SessionId, toId, type UserId } from "../../kernel/ids.js";
import { Secret } from "../../kernel/secret.js";
import type { Tx } from "../../store/store.js";
import type { LockedUser } from "../user/user-store.js";
import { endAllSessions, endOtherSessions } from "./end-other-sessions.js";
import { PresentedSession } from "./presented-session.js";

const STAYS = {
  plantable: false,
  endedByReset: false,
  endedByEmailChange: false,
  erased: "kept",
} as const;

it("ends the sessions before it forgets the browsers, so that it waits for a sign-in under way and forgets its browser too", async () => {
  const order: string[] = [];
  const tx = standIn<Tx>({
    sessions: { revokeOthers: () => (order.push("sessions"), Promise.resolve(2)) },
    knownBrowsers: { deleteOthers: () => (order.push("browsers"), Promise.resolve(1)) },
  });
  const ada = standIn<LockedUser>({ id: toId<UserId>("ada") });
  const note =
    (what: string) =>
    (_tx: Tx, { user }: { readonly user: LockedUser }) => {
      order.push(`${what} of ${user.id}`);
      return Promise.resolve();
    };
  const world = {
    ...createTestWorld(),
    ownership: [
      { ...STAYS, endedWithOtherSessions: note("sign-ins"), endedBySuspension: note("ways back") },
      STAYS,
    ],
  };
  expect(await endAllSessions(tx, world, ada)).toBe(2);
  expect(order.splice(0)).toEqual(["sessions", "browsers", "sign-ins of ada"]);
  expect(await endAllSessions(tx, world, ada, "endedBySuspension")).toBe(2);
  expect(order).toEqual(["sessions", "browsers", "ways back of ada"]);
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
  const staying = {
    user: standIn<LockedUser>({ id: session.userId }),
    session: new PresentedSession(session, digest.token(new Secret("A".repeat(43)))),
  };
  const done: string[] = [];
  const noting = (what: string) => () => (done.push(what), Promise.resolve(1));
  const tx = standIn<Tx>({
    sessions: { renew: () => Promise.resolve(false), revokeOthers: noting("sessions") },
    knownBrowsers: { deleteOthers: noting("browsers") },
    mailedLinks: { revokeForSession: noting("links") },
  });
  await expect(endOtherSessions(tx, world, staying)).rejects.toMatchObject({
    code: "UNAUTHORIZED",
  });
  expect(done).toEqual([]);
});
