import { expect, it, onTestFinished } from "vitest";
import { addSessions } from "./add-sessions.js";
import { NOW, someUser } from "./samples.js";
import { openSharedFile } from "./second-process.js";

it("transactions of two processes that read and then write come one after another", async () => {
  const { store, second, close } = await openSharedFile();
  onTestFinished(close);
  const owner = someUser("ada");
  await store.users.insertUnlessTaken(owner);
  const counted = await Promise.all([
    addSessions(store, "here", owner.id, NOW),
    second.addSessions("there", owner.id, NOW),
  ]);
  expect(counted.flat().sort((one, other) => one - other)).toEqual(
    Array.from({ length: 200 }, (_, index) => index),
  );
});
