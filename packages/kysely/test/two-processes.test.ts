import type { CheckedUser } from "@acme/auth-core";
import { describeStore } from "@acme/auth-testing/store-contract";
import { asChecked } from "@acme/auth-testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addSessions } from "./add-sessions.js";
import { type Database, openFile } from "./databases.js";
import { buildStoreHost, type SecondProcess, startSecondProcess } from "./second-process.js";

let host: Awaited<ReturnType<typeof buildStoreHost>>;
beforeAll(async () => void (host = await buildStoreHost()));
afterAll(() => host.remove());

async function openShared(): Promise<Database & { readonly second: SecondProcess }> {
  const opened = await openFile();
  const second = startSecondProcess(host.program, opened.file);
  const close = async (): Promise<void> => {
    await second.stop();
    await opened.close();
  };
  return { ...opened, second, rivals: [second.store], close };
}

describeStore("two processes on one SQLite file", openShared);

it("transactions of two processes that read and then write come one after another", async () => {
  const now = new Date("2026-01-01T00:00:00.000Z");
  const { store, second, close } = await openShared();
  const owner = {
    id: "user-ada",
    email: "ada@example.com",
    emailVerified: true,
    name: "",
    image: null,
    createdAt: now,
    updatedAt: now,
    reclaimedAt: null,
  };
  await store.users.insertUnlessTaken(asChecked<CheckedUser>(owner));
  const counted = await Promise.all([
    addSessions(store, "here", owner.id, now),
    second.addSessions("there", owner.id, now),
  ]);
  expect(counted.flat().sort((one, other) => one - other)).toEqual(
    Array.from({ length: 200 }, (_, index) => index),
  );
  await close();
});
