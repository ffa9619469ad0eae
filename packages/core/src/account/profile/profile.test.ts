import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { createFixedClock } from "@acme/auth-testing";
import { expect, it } from "vitest";
import { z } from "zod";
import { createTestAuth, nobody as client, signUp } from "../../../test/worlds.js";
import { MINUTE } from "../../kernel/duration.js";
import { parseEmailAddress } from "../../kernel/email-address.js";

async function openWorld() {
  const store = await openMemoryStore();
  const clock = createFixedClock();
  const auth = createTestAuth({ store, ports: { clock } });
  const { caller: ada } = await signUp({ auth }, parseEmailAddress("ada@example.com")!);
  const stored = () => store.users.findById(ada.user.id);
  const changes = async () => {
    const entries = await store.audit.listByUser(ada.user.id, null, 100);
    return entries.filter(({ event }) => event === "user.updated").map(({ detail }) => detail);
  };
  return { store, auth, clock, ada, stored, changes };
}

it("a change of the profile keeps what it does not name, and is entered with the fields it names", async () => {
  const { auth, clock, ada, stored, changes } = await openWorld();
  await auth.profiles.update(ada, { image: "https://example.com/ada.png" }, client);
  clock.advance(MINUTE);
  await auth.profiles.update(ada, { name: " Countess " }, client);
  expect(await stored()).toMatchObject({ name: "Countess", image: "https://example.com/ada.png" });
  await auth.profiles.update(ada, { image: null }, client);
  expect(await stored()).toMatchObject({ name: "Countess", image: null });
  await auth.profiles.update(ada, { name: "Ada", image: "https://example.com/a.png" }, client);
  expect(await stored()).toMatchObject({ name: "Ada", image: "https://example.com/a.png" });
  expect(await changes()).toEqual(
    expect.arrayContaining([{ fields: "name" }, { fields: "image" }, { fields: "name image" }]),
  );
});

it("own fields are not changed by a request whose session has ended in the meantime", async () => {
  const store = await openMemoryStore();
  const userFields = { nickname: { schema: z.string(), accepted: ["update-user"] } } as const;
  const auth = createTestAuth({ store, userFields });
  const { caller: mallory } = await signUp({ auth }, parseEmailAddress("ada@example.com")!);
  const change = { fields: { nickname: "planted" } };
  await auth.profiles.update(mallory, change, client);
  // The owner of the mailbox recovers the account after the request was authenticated.
  await auth.users.markEmailVerified(mallory.user.id, { operator: "jane: 4711" });
  const late = auth.profiles.update(mallory, change, client);
  await expect(late).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  expect((await store.users.findById(mallory.user.id))?.fields).toBeUndefined();
});

it("the language of mails is one that is offered, or none; any other is refused with those that are", async () => {
  const { auth, ada, changes } = await openWorld();
  expect(await auth.profiles.updatePreferences(ada, { locale: "de" }, client)).toEqual({
    locale: "de",
  });
  expect(await auth.profiles.findPreferences(ada)).toEqual({ locale: "de" });
  await expect(
    auth.profiles.updatePreferences(ada, { locale: "tlh" }, client),
  ).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
    issues: [{ path: "locale", message: "must be one of en, de, fr, es, ja, or null" }],
  });
  expect(await auth.profiles.findPreferences(ada)).toEqual({ locale: "de" });
  await auth.profiles.updatePreferences(ada, { locale: null }, client);
  expect(await auth.profiles.findPreferences(ada)).toEqual({ locale: null });
  expect(await changes()).toEqual([{ fields: "locale" }]);
});

it("who is gone changes nothing, and is told to sign in", async () => {
  const { store, auth, ada } = await openWorld();
  await store.users.delete(ada.user.id);
  for (const attempt of [
    () => auth.profiles.update(ada, { name: "Ada" }, client),
    () => auth.profiles.findPreferences(ada),
    () => auth.profiles.updatePreferences(ada, { locale: "de" }, client),
  ])
    await expect(attempt()).rejects.toMatchObject({ code: "UNAUTHORIZED" });
});
