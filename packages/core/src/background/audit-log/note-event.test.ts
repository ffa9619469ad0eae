import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { createFixedClock, createSeededRandom } from "@acme/auth-testing";
import { expect, it } from "vitest";
import { toId, type OrganizationId, type UserId } from "../../kernel/ids.js";
import { definePolicy } from "../../kernel/policy.js";
import { createKeyRing } from "../../platform/key-ring.js";
import { createDigest } from "../../platform/node-digest.js";
import { createSealer } from "../../platform/node-sealer.js";
import { arrangeSubscribers } from "../events/subscribers.js";
import { noteEvent } from "./note-event.procedure.js";
import { isFirstEntry } from "./record-event.js";

const USER = toId<UserId>("user-1");
const ACME = toId<OrganizationId>("acme");
const BETA = toId<OrganizationId>("beta");

async function openWorld() {
  const store = await openMemoryStore();
  const keys = createKeyRing([Buffer.alloc(32, 7).toString("base64")]);
  const world = {
    clock: createFixedClock(),
    random: createSeededRandom(),
    digest: createDigest(keys),
    sealer: createSealer(keys),
    policy: definePolicy(),
    subscribers: arrangeSubscribers([], []),
  };
  return { store, world };
}

it("nothing is noted of a user who is gone", async () => {
  const { store, world } = await openWorld();
  await noteEvent(store, world, {
    event: "permission.denied",
    userId: USER,
    organizationId: ACME,
    client: null,
    detail: { permission: "member.remove" },
  });
  expect(await store.audit.listByUser(USER, null, 9)).toEqual([]);
  await store.close();
});

it("an entry repeats another only in the same organization", async () => {
  const { store, world } = await openWorld();
  const isFirst = (own: { readonly organizationId?: OrganizationId }) =>
    isFirstEntry(store.counters, world, USER, {
      event: "permission.denied",
      detail: { permission: "member.remove" },
      ...own,
    });
  const places: readonly Parameters<typeof isFirst>[0][] = [
    { organizationId: ACME },
    { organizationId: BETA },
    {},
  ];
  for (const place of places) expect(await isFirst(place)).toBe(true);
  for (const place of places) expect(await isFirst(place)).toBe(false);
  await store.close();
});
