import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { expect, it } from "vitest";
import { createTestWorld, nobody } from "../../../test/worlds.js";
import { MINUTE } from "../../kernel/duration.js";
import { type OrganizationId, toId, type UserId } from "../../kernel/ids.js";
import { countRepeat } from "./count-repeat.js";
import { noteEvent } from "./note-event.procedure.js";

const USER = toId<UserId>("user-1");
const ACME = toId<OrganizationId>("acme");
const BETA = toId<OrganizationId>("beta");
async function openWorld() {
  const store = await openMemoryStore();
  const world = createTestWorld();
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
  const isFirst = async (own: { readonly organizationId?: OrganizationId }) =>
    (
      await countRepeat(store.counters, world, USER, {
        event: "permission.denied",
        client: null,
        detail: { permission: "member.remove" },
        ...own,
      })
    ).isFirst;
  const places: readonly Parameters<typeof isFirst>[0][] = [
    { organizationId: ACME },
    { organizationId: BETA },
    {},
  ];
  for (const place of places) expect(await isFirst(place)).toBe(true);
  for (const place of places) expect(await isFirst(place)).toBe(false);
  await store.close();
});

it("an entry of what comes from many networks repeats another from the same network only", async () => {
  const { store, world } = await openWorld();
  const comesFirst = async (event: "export.downloaded" | "password.refused", network: string) =>
    (
      await countRepeat(store.counters, world, USER, {
        event,
        client: { ...nobody, network },
        detail: {},
      })
    ).isFirst;
  const networks = ["192.0.2.1", "192.0.2.2", "192.0.2.1"];
  const answers = async (event: Parameters<typeof comesFirst>[0]) => {
    const firsts: boolean[] = [];
    for (const network of networks) firsts.push(await comesFirst(event, network));
    return firsts;
  };
  expect(await answers("export.downloaded")).toEqual([true, true, false]);
  expect(await answers("password.refused")).toEqual([true, false, false]);
  await store.close();
});

it("what is entered each time is not counted", async () => {
  const { store, world } = await openWorld();
  const happened = { event: "password.changed", client: null, detail: {} } as const;
  const uncounted = { ...store.counters, spend: () => Promise.reject(new Error("counted")) };
  for (let times = 0; times < 2; times++)
    expect(await countRepeat(uncounted, world, USER, happened)).toEqual({
      isFirst: true,
      toldAt: null,
    });
  await store.close();
});

it("of a change that is repeated, the second is told when the time of the first is over, and no other", async () => {
  const { store, world } = await openWorld();
  const { clock } = world;
  const change = () =>
    countRepeat(store.counters, world, USER, {
      event: "user.updated",
      client: null,
      detail: { fields: "name" },
    });
  const over = new Date(clock.now().getTime() + 10 * MINUTE);
  const first = { isFirst: true, toldAt: null };
  expect(await change()).toEqual(first);
  clock.advance(MINUTE);
  expect(await change()).toEqual({ isFirst: false, toldAt: over });
  expect(await change()).toEqual({ isFirst: false, toldAt: null });
  clock.set(over);
  expect(await change()).toEqual(first);
  await store.close();
});
