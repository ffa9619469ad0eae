import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { asChecked } from "@acme/auth-testing";
import { withMembers } from "@acme/auth-testing/with-members";
import { expect, it } from "vitest";
import { createTestWorld, nobody as client } from "../../../test/worlds.js";
import type { CheckedUser } from "../../account/user/user-store.js";
import { parseEmailAddress } from "../../kernel/email-address.js";
import type { LinkedAccountId, UserId } from "../../kernel/ids.js";
import type { Tx } from "../../store/store.js";
import { admitExternalIdentity } from "./admit-external-identity.js";

const world = {
  ...createTestWorld(),
  choices: { requireEmailVerification: false, signUp: { who: "open", domains: [] } },
} as const;
const ADA = parseEmailAddress("ada@example.com")!;
const signIn = {
  providerId: "idp",
  identity: {
    subject: "countess",
    email: ADA,
    emailVerified: true,
    name: null,
    image: null,
    scopes: [],
  },
  client,
};

/** A store with Ada and Grace; the account at the provider is Grace's. */
async function openWorld() {
  const store = await openMemoryStore();
  const now = world.clock.now();
  const userWith = (name: string): CheckedUser =>
    asChecked({
      id: world.random.id<UserId>(),
      email: parseEmailAddress(`${name}@example.com`)!,
      emailVerified: true,
      name: "",
      image: null,
      createdAt: now,
      updatedAt: now,
      reclaimedAt: null,
    });
  const [ada, grace] = [userWith("ada"), userWith("grace")];
  for (const user of [ada, grace]) await store.users.insertUnlessTaken(user);
  await store.linkedAccounts.insertUnlessTaken({
    id: world.random.id<LinkedAccountId>(),
    userId: grace.id,
    providerId: "idp",
    subject: "countess",
    scopes: [],
    createdAt: now,
    updatedAt: now,
  });
  const admit = (
    meanwhile: (tx: Tx) => Partial<Tx["linkedAccounts"]>,
    email: "known" | "none",
    users: Partial<Tx["users"]> = {},
  ) =>
    store.transaction((tx) =>
      admitExternalIdentity(
        withMembers(tx, {
          linkedAccounts: { ...tx.linkedAccounts, ...meanwhile(tx) },
          users: { ...tx.users, ...users },
        }),
        world,
        { ...signIn, newUser: email === "none" ? null : { user: ada, verification: null } },
      ),
    );
  return { store, ada, grace, admit };
}

it("an account that was unlinked while its user was locked admits no user", async () => {
  const { admit } = await openWorld();
  expect(await admit(() => ({ recordUse: () => Promise.resolve(false) }), "none")).toEqual({
    admitted: false,
    reason: "email_not_found",
  });
});

it("an account that another user linked at the same time admits that user, and tells the owner of the email address nothing", async () => {
  const { store, grace, admit } = await openWorld();
  let looked = 0;
  const late = (tx: Tx): Partial<Tx["linkedAccounts"]> => ({
    find: (...key) => (looked++ === 0 ? Promise.resolve(null) : tx.linkedAccounts.find(...key)),
  });
  expect(await admit(late, "known")).toMatchObject({
    admitted: true,
    isNew: false,
    user: { id: grace.id },
  });
  expect(await store.outbox.countBacklog(world.clock.now())).toMatchObject({ queued: 0 });
});

it("a newcomer whom another request created and linked at the same time is admitted, and is new to that request alone", async () => {
  const { grace, admit } = await openWorld();
  let looked = 0;
  const late = (tx: Tx): Partial<Tx["linkedAccounts"]> => ({
    find: (...key) => (looked++ === 0 ? Promise.resolve(null) : tx.linkedAccounts.find(...key)),
  });
  const unseen = { lockByEmail: () => Promise.resolve(null) };
  expect(await admit(late, "known", unseen)).toMatchObject({
    admitted: true,
    isNew: false,
    user: { id: grace.id },
  });
});
