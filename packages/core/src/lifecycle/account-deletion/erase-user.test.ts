import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { createFixedClock, createInbox, createSeededRandom } from "@acme/auth-testing";
import { expect, it } from "vitest";
import { createTestAuth, createTestWorld, signUpVerified } from "../../../test/worlds.js";
import { arrangeSubscribers } from "../../background/events/subscribers.js";
import { defineFeature } from "../../feature.js";
import { parseEmailAddress } from "../../kernel/email-address.js";
import { type DeletionRequestId, toId } from "../../kernel/ids.js";
import { ERASED_EVENT } from "../../store/erasure-event.js";
import type { Hearer, Published } from "../../store/hearer.js";
import type { Subscriber } from "../../store/subscriber.js";
import { eraseUser } from "./erase-user.js";

/** A verified user, a subscriber that hears of users, and a feature that hears everything. */
async function openWorld() {
  const store = await openMemoryStore();
  const [clock, random, inbox] = [createFixedClock(), createSeededRandom(), createInbox()];
  const told: unknown[] = [];
  const heard: Published[] = [];
  const hearer: Hearer = { hear: async (_tx, published) => void heard.push(published) };
  // `on` offers the events of the audit log alone.
  const crm: Subscriber = {
    event: ERASED_EVENT,
    name: "crm",
    within: null,
    after: async (event) => void told.push(event),
  };
  const auth = createTestAuth({
    store,
    mailer: inbox,
    features: [defineFeature({ name: "app", subscribers: [crm] })],
    ports: { clock, random },
  });
  const { user } = await signUpVerified({ auth, inbox }, parseEmailAddress("ada@example.com")!);
  await auth.worker.runDue();
  const world = {
    ...createTestWorld({}, clock),
    random,
    hearers: [hearer],
    subscribers: arrangeSubscribers([crm], []),
  };
  const requestId = toId<DeletionRequestId>("request-1");
  /** Erases the user, in a transaction that does `last` before it ends. */
  const erase = (last: () => void) =>
    store.transaction(async (tx) => {
      const locked = (await tx.users.lock(user.id))!;
      await eraseUser(tx, world, { user: locked, requestId, contributors: [], recorded: null });
      last();
    });
  const queued = async () => (await store.jobs.listQueued(null, 99)).map(({ subject }) => subject);
  return { store, auth, clock, user, told, heard, erase, queued };
}

it("an erasure is published once: to subscribers, though the user is gone, and to features", async () => {
  const { store, auth, clock, user, told, heard, erase, queued } = await openWorld();
  await erase(() => {});
  expect((await queued()).filter((subject) => subject.startsWith("user."))).toEqual([
    "user.erased crm",
  ]);
  expect(heard.filter(({ event }) => event.event === ERASED_EVENT)).toMatchObject([
    { event: { at: clock.now(), userId: user.id, actorId: null, detail: {} }, notifies: true },
  ]);
  await auth.worker.runDue();
  expect(told).toMatchObject([
    { event: "user.erased", at: clock.now(), userId: user.id, actorId: null, detail: {} },
  ]);
  await store.close();
});

it("an erasure that is undone was published to none", async () => {
  const { store, auth, told, erase, queued } = await openWorld();
  const undone = erase(() => {
    throw new Error("the connection is gone");
  });
  await expect(undone).rejects.toThrow("the connection is gone");
  expect(await queued()).toEqual([]);
  await auth.worker.runDue();
  expect(told).toEqual([]);
  await store.close();
});
