import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { createFixedClock, createInbox } from "@acme/auth-testing";
import { expect, it } from "vitest";
import { createTestAuth, mailedToken, nobody as client, signUp } from "../../../test/worlds.js";
import { MINUTE } from "../../kernel/duration.js";
import { parseEmailAddress } from "../../kernel/email-address.js";

const ADA = parseEmailAddress("ada@example.com")!;

/**
 * Ada has signed up, and read the link that verifies her email address. `beforeTransaction` is
 * awaited before each transaction of the library.
 */
async function openWorld() {
  const store = await openMemoryStore();
  const [clock, inbox] = [createFixedClock(), createInbox()];
  const race = { beforeTransaction: (): Promise<unknown> => Promise.resolve() };
  const auth = createTestAuth({
    store: {
      ...store,
      async transaction(work) {
        await race.beforeTransaction();
        return store.transaction(work);
      },
    },
    mailer: inbox,
    ports: { clock },
  });
  const { user } = await signUp({ auth }, ADA);
  await auth.worker.runDue();
  const token = mailedToken(inbox, ADA);
  return { auth, store, clock, race, user, token };
}

it("a link verifies nothing when its user has moved to another email address while it was read", async () => {
  const { auth, store, clock, race, user, token } = await openWorld();
  const moved = parseEmailAddress("countess@example.com")!;
  race.beforeTransaction = () => store.users.changeEmail(user.id, moved, clock.now());
  expect(await store.users.findById(user.id)).toMatchObject({ email: ADA, emailVerified: false });
  await expect(auth.emailVerification.verify(token, client)).rejects.toMatchObject({
    code: "INVALID_TOKEN",
  });
  expect(await store.users.findById(user.id)).toMatchObject({ email: moved });
  expect(await store.audit.listByUser(user.id, null, 100)).not.toContainEqual(
    expect.objectContaining({ event: "email.verified" }),
  );
  await store.close();
});

it("a link that is used again verifies nothing again: the activity and the user stay as they were", async () => {
  const { auth, store, clock, user, token } = await openWorld();
  const states = [];
  for (let use = 0; use < 2; use++) {
    clock.advance(MINUTE);
    expect(await auth.emailVerification.verify(token, client)).toMatchObject({ userId: user.id });
    const entries = await store.audit.listByUser(user.id, null, 100);
    states.push([
      await store.users.findById(user.id),
      entries.filter(({ event }) => event === "email.verified").length,
    ]);
  }
  expect(states[1]).toEqual(states[0]);
  expect(states[0]).toMatchObject([{ emailVerified: true }, 1]);
  await store.close();
});
