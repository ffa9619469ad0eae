import type { CheckedUser } from "@acme/auth-core";
import { asChecked } from "@acme/auth-testing";
import { expect, it, onTestFinished } from "vitest";
import { addSessions } from "./add-sessions.js";
import { openSharedFile } from "./second-process.js";

it("transactions of two processes that read and then write come one after another", async () => {
  const now = new Date("2026-01-01T00:00:00.000Z");
  const { store, second, close } = await openSharedFile();
  onTestFinished(close);
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
});
