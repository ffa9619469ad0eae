import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { createFixedClock, createInbox, createSeededRandom } from "@acme/auth-testing";
import { expect, it } from "vitest";
import { createTestAuth, createTestWorld, nobody as client } from "../../../test/worlds.js";
import type { UserRecord } from "../../account/user/user-store.js";
import { after, DAY } from "../../kernel/duration.js";
import { parseEmailAddress } from "../../kernel/email-address.js";
import type { UserId } from "../../kernel/ids.js";
import { Secret } from "../../kernel/secret.js";
import { refuseSignUp } from "./refuse-sign-up.js";

const ADA = parseEmailAddress("ada@example.com")!;

/** The subjects of the mails to Ada after a sign-up with her email address was refused. */
async function mailsAfterRefusal(owner: Pick<UserRecord, "emailVerified"> | null) {
  const store = await openMemoryStore();
  const [clock, random, inbox] = [createFixedClock(), createSeededRandom(), createInbox()];
  const auth = createTestAuth({ store, mailer: inbox, ports: { clock, random } });
  const world = { ...createTestWorld({}, clock), random };
  const now = clock.now();
  const user: UserRecord | null = owner && {
    id: random.id<UserId>(),
    email: ADA,
    name: "",
    image: null,
    createdAt: now,
    updatedAt: now,
    reclaimedAt: null,
    suspendedAt: null,
    suspendedUntil: null,
    locale: null,
    signInLanguage: null,
    secondFactorSince: null,
    recoveryDueAt: null,
    ...owner,
  };
  const link = { token: new Secret("token"), expiresAt: after(now, DAY) };
  const verification = { to: ADA, link, wanted: true, language: null };
  await store.transaction((tx) =>
    refuseSignUp(tx, world, { owner: user, verification, refusal: null, client }),
  );
  await auth.worker.runDue();
  await store.close();
  return inbox.mails.map(({ subject }) => subject);
}

it.each([
  ["the owner of a verified email address is told of the attempt", { emailVerified: true }, 1],
  ["the owner of an unverified one gets the link again", { emailVerified: false }, 1],
  ["no mail is sent when the owner was created at that very moment", null, 0],
])("%s", async (_what, owner, count) => {
  const subjects = await mailsAfterRefusal(owner);
  expect(subjects).toHaveLength(count);
  if (owner) expect(/verify|confirm/i.test(subjects[0]!)).toBe(!owner.emailVerified);
});
