import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { createInbox, createSeededRandom } from "@acme/auth-testing";
import { expect, it } from "vitest";
import { auditRows, createTestAuth, nobody, PASSWORD, signInByCode } from "../../../test/worlds.js";
import { on } from "../../background/events/subscribers.js";
import { defineFeature } from "../../feature.js";
import { parseEmailAddress } from "../../kernel/email-address.js";
import type { SignUpRule } from "../../kernel/sign-up-rule.js";

const ADA = parseEmailAddress("ada@example.com")!;

/** An application that is told of everyone who comes or is refused. */
async function openWorld(signUp: Partial<SignUpRule>) {
  const store = await openMemoryStore();
  const inbox = createInbox();
  const told: unknown[] = [];
  const asked: string[] = [];
  const auth = createTestAuth({
    store,
    mailer: inbox,
    signUp,
    features: [
      defineFeature({
        name: "app",
        subscribers: [
          on("user.created", {
            async within(_tx, { created }) {
              asked.push(created.email);
            },
          }),
          on("user.sign_up_refused", {
            async after({ userId, actorId, detail }) {
              told.push({ userId, actorId, detail });
            },
          }),
        ],
      }),
    ],
  });
  return { auth, inbox, store, told, asked };
}

it("the application's subscribers are told of a refusal, once and of no one, and not asked about the user", async () => {
  const world = await openWorld({ who: "invited" });
  for (let times = 0; times < 2; times++)
    await expect(signInByCode(world, ADA)).rejects.toMatchObject({ code: "SIGN_UP_NOT_ALLOWED" });
  await world.auth.worker.runDue();
  expect(world.told).toEqual([{ userId: null, actorId: null, detail: { reason: "not_invited" } }]);
  expect(world.asked).toEqual([]);
  expect((await auditRows(world.store)).map(({ event }) => event)).toEqual([
    "user.sign_up_refused",
  ]);
  await world.store.close();
});

it("each reason is entered, for they are not equal", async () => {
  const store = await openMemoryStore();
  const random = createSeededRandom();
  for (const signUp of [{ who: "off" }, { who: "invited" }, { domains: ["example.org"] }] as const)
    await expect(
      createTestAuth({ store, signUp, ports: { random } }).passwords.signUp(
        { email: ADA, password: PASSWORD, name: "", image: null, redirectTo: null },
        nobody,
      ),
    ).rejects.toMatchObject({ code: "SIGN_UP_NOT_ALLOWED" });
  expect((await auditRows(store)).map(({ detail }) => detail).toSorted()).toEqual([
    expect.stringContaining("closed"),
    expect.stringContaining("domain"),
    expect.stringContaining("not_invited"),
  ]);
  await store.close();
});

it("who has an account is not asked about", async () => {
  const world = await openWorld({ who: "off" });
  await world.auth.users.create({ email: ADA, operator: "jane: a colleague" });
  expect(world.asked).toEqual([ADA]);
  expect((await signInByCode(world, ADA)).user.email).toBe(ADA);
  expect(world.told).toEqual([]);
  await world.store.close();
});
