import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { asChecked, asProven, createFixedClock } from "@acme/auth-testing";
import { expect, it } from "vitest";
import { createTestWorld } from "../../../test/worlds.js";
import type { Client } from "../../kernel/client.js";
import { parseDisplayName } from "../../kernel/display-name.js";
import { MINUTE } from "../../kernel/duration.js";
import { parseEmailAddress } from "../../kernel/email-address.js";
import type { SessionId, UserId } from "../../kernel/ids.js";
import { Secret } from "../../kernel/secret.js";
import type { Tx } from "../../store/store.js";
import { admitMailboxOwner } from "./admit-mailbox-owner.js";
import { isRefused } from "./check-may-sign-up.js";

const ADA = parseEmailAddress("ada@example.com")!;
const TOKEN = new Secret("A".repeat(43));

async function openWorld() {
  const store = await openMemoryStore();
  const clock = createFixedClock();
  const world = createTestWorld({}, clock);
  const insert = async (emailVerified: boolean): Promise<UserId> => {
    const [id, now] = [world.random.id<UserId>(), clock.now()];
    const times = { createdAt: now, updatedAt: now, reclaimedAt: null };
    const user = { id, email: ADA, emailVerified, name: "Ada", image: null, ...times };
    await store.users.insertUnlessTaken(asChecked(user));
    clock.advance(MINUTE);
    return id;
  };
  const openSession = (userId: UserId) =>
    store.sessions.insert(
      asProven({
        id: world.random.id<SessionId>(),
        userId,
        tokenHash: world.digest.token(TOKEN),
        authenticatedAt: clock.now(),
        authenticatedBy: "password",
        remembered: true,
        createdAt: clock.now(),
        lastSeenAt: clock.now(),
        expiresAt: new Date(clock.now().getTime() + MINUTE),
        ipAddress: null,
        userAgent: null,
        methods: null,
        secondFactorAt: null,
      }),
    );
  /**
   * What becomes of a proof; `isLate` when the user is there only once the mailbox was looked up.
   */
  const admit = (sessionToken: Secret | null = null, isLate = false) =>
    store.transaction(async (tx) => {
      const known = isLate ? null : await tx.users.lockByEmail(ADA);
      const client: Client = {
        ipAddress: null,
        network: "192.0.2.1",
        userAgent: null,
        sessionToken,
        browserToken: null,
        organization: null,
      };
      const name = parseDisplayName("Ada");
      const owner = { email: ADA, known, name, method: "magic-link", client } as const;
      const admitted = await admitMailboxOwner(tx, world, owner);
      if (isRefused(admitted)) throw new Error("no new account");
      // Nothing that is returned may differ from what is stored.
      expect(admitted.user).toEqual(await lockById(tx, admitted.user.id));
      return admitted;
    });
  const lockById = (tx: Tx, id: UserId) => tx.users.lock(id);
  return { store, clock, insert, openSession, admit };
}

it("who proves a mailbox that nobody has becomes a new user with that email address verified", async () => {
  const { admit } = await openWorld();
  expect(await admit()).toMatchObject({
    isNew: true,
    isProven: false,
    user: { email: ADA, emailVerified: true, name: "Ada", image: null, reclaimedAt: null },
  });
});

it.each([false, true])(
  "a user whose email address is verified is admitted as they are (created meanwhile: %s)",
  async (isLate) => {
    const { admit, insert } = await openWorld();
    const id = await insert(true);
    expect(await admit(null, isLate)).toMatchObject({
      isNew: false,
      isProven: false,
      user: { id, emailVerified: true, reclaimedAt: null },
    });
  },
);

it("a user whose email address is not verified gets their account back, verified", async () => {
  const { admit, insert, clock } = await openWorld();
  const id = await insert(false);
  const now = clock.now();
  expect(await admit()).toMatchObject({
    isNew: false,
    isProven: true,
    user: { id, emailVerified: true, updatedAt: now, reclaimedAt: now },
  });
});

it("a user who proves the mailbox in a session of their own has it verified, and loses nothing", async () => {
  const { admit, insert, openSession, clock, store } = await openWorld();
  const id = await insert(false);
  await openSession(id);
  expect(await admit(TOKEN)).toMatchObject({
    isNew: false,
    isProven: true,
    user: { id, emailVerified: true, updatedAt: clock.now(), reclaimedAt: null },
  });
  expect(await store.sessions.listLive(id, clock.now())).toHaveLength(1);
});

it("a suspended user stays as they are: nothing is proven, and nothing is taken from the account", async () => {
  const { admit, insert, openSession, clock, store } = await openWorld();
  const id = await insert(false);
  await openSession(id);
  await store.users.markSuspended(id, { suspendedAt: clock.now(), suspendedUntil: null });
  expect(await admit()).toMatchObject({
    isNew: false,
    isProven: false,
    user: { id, emailVerified: false, reclaimedAt: null },
  });
  expect(await store.sessions.listLive(id, clock.now())).toHaveLength(1);
});
