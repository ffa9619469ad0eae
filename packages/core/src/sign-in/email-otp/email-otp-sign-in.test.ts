import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import {
  asChecked,
  createFixedClock,
  createInbox,
  createSeededRandom,
  fixedLinks,
} from "@acme/auth-testing";
import { describe, expect, it } from "vitest";
import { nobody as client } from "../../../test/worlds.js";
import { arrangeFeatures } from "../../arrange-features.js";
import { createAuth } from "../../create-auth.js";
import { createEnv } from "../../create-env.js";
import { parseEmailAddress } from "../../kernel/email-address.js";
import type { UserId } from "../../kernel/ids.js";
import { definePolicy } from "../../kernel/policy.js";
import { Secret } from "../../kernel/secret.js";
import { defaultPorts, defaultRelyingParty } from "../../platform/default-ports.js";
import { createEmailOtp } from "./email-otp.js";

const ADA = parseEmailAddress("ada@example.com")!;
/** Ada is a user, with a verified email address or not; null: she is none yet. */
async function openWorld(isOffered: boolean, emailVerified: boolean | null) {
  const store = await openMemoryStore();
  const [clock, random, inbox] = [createFixedClock(), createSeededRandom(), createInbox()];
  const options = {
    store,
    mailer: inbox,
    links: fixedLinks,
    secret: Buffer.alloc(32, 7).toString("base64"),
    signInMethods: { emailOtp: isOffered },
    ports: { clock, random },
  };
  const auth = createAuth(options);
  const policy = definePolicy();
  const nudges: string[] = [];
  const emailOtp = createEmailOtp(
    createEnv(options, {
      arranged: arrangeFeatures([], store),
      policy,
      ports: defaultPorts(options, policy),
      relyingParty: defaultRelyingParty(fixedLinks),
      nudge: (queue) => void nudges.push(queue ?? "all queues"),
    }),
  );
  const now = clock.now();
  const times = { createdAt: now, updatedAt: now, reclaimedAt: null };
  if (emailVerified !== null)
    await store.users.insertUnlessTaken(
      asChecked({
        id: random.id<UserId>(),
        email: ADA,
        emailVerified,
        name: "Ada",
        image: null,
        ...times,
      }),
    );
  /** Ada reads the code that she asks for, and signs in with it. */
  async function signIn() {
    await auth.emailOtp.send(ADA, "sign-in", client);
    await auth.worker.runDue();
    return emailOtp.signIn({ email: ADA, otp: new Secret(inbox.codeFor(ADA)) }, client);
  }
  return { auth, inbox, nudges, signIn };
}

describe("an application that does not offer to sign in by code", () => {
  it("mails no code to sign in, and accepts none", async () => {
    const { auth, inbox } = await openWorld(false, true);
    const refusal = { code: "SIGN_IN_METHOD_NOT_OFFERED" };
    await expect(auth.emailOtp.send(ADA, "sign-in", client)).rejects.toMatchObject(refusal);
    const attempt = { email: ADA, otp: new Secret("000000") };
    await expect(auth.emailOtp.signIn(attempt, client)).rejects.toMatchObject(refusal);
    await auth.worker.runDue();
    expect(inbox.mails).toEqual([]);
  });

  it("mails codes for everything else", async () => {
    const { auth, inbox } = await openWorld(false, false);
    await auth.emailOtp.send(ADA, "email-verification", client);
    await auth.emailOtp.send(ADA, "forget-password", client);
    await auth.worker.runDue();
    expect(inbox.mails).toHaveLength(2);
  });
});

it("who signs in by code for the first time and says no name has none", async () => {
  const { signIn } = await openWorld(true, null);
  expect((await signIn()).user).toMatchObject({ email: ADA, emailVerified: true, name: "" });
});

it.each<readonly [string, boolean | null, readonly string[]]>([
  ["a new user", null, []],
  ["a user whose email address is verified", true, []],
  ["a user who gets an account back", false, ["all queues"]],
])(
  "a sign-in by code of %s wakes the worker only where a notice may be queued",
  async (_who, emailVerified, woken) => {
    const { signIn, nudges } = await openWorld(true, emailVerified);
    await signIn();
    expect(nudges).toEqual(woken);
  },
);
