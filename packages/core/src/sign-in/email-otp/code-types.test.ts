import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import {
  asChecked,
  createFixedClock,
  createInbox,
  createManualScheduler,
  createSeededRandom,
} from "@acme/auth-testing";
import { describe, expect, it } from "vitest";
import { createTestAuth, somebody as client } from "../../../test/worlds.js";
import { MINUTE, SECOND } from "../../kernel/duration.js";
import { type EmailAddress, parseEmailAddress } from "../../kernel/email-address.js";
import { AuthError } from "../../kernel/errors.js";
import type { UserId } from "../../kernel/ids.js";
import { Secret } from "../../kernel/secret.js";
import { CODE_TYPES, type CodeType } from "./one-time-code-store.js";

const verified = parseEmailAddress("verified@example.com")!;
const unverified = parseEmailAddress("unverified@example.com")!;
const unknown = parseEmailAddress("unknown@example.com")!;

/** Two users, one of them verified, and somebody nobody knows. */
async function openWorld(codeLifetime = 10 * MINUTE) {
  const statements: string[] = [];
  const store = await openMemoryStore({ verbose: (sql) => statements.push(sql) });
  const clock = createFixedClock();
  const inbox = createInbox();
  const random = createSeededRandom();
  const auth = createTestAuth({
    store,
    mailer: inbox,
    policy: { codeLifetime },
    ports: { clock, random, scheduler: createManualScheduler() },
  });
  for (const email of [verified, unverified]) {
    const times = { createdAt: clock.now(), updatedAt: clock.now(), reclaimedAt: null };
    await store.users.insertUnlessTaken(
      asChecked({
        id: random.id<UserId>(),
        email,
        emailVerified: email === verified,
        name: "",
        image: null,
        ...times,
      }),
    );
  }

  /** The subject of the mail that asking for a code brings; null when it brings none. */
  async function mailFor(email: EmailAddress, type: CodeType): Promise<string | null> {
    const before = inbox.mails.length;
    await auth.emailOtp.send(email, type, client);
    await auth.worker.runDue();
    return inbox.mails[before]?.subject.replace(/^\d{6}/, "042137") ?? null;
  }
  return { auth, store, clock, inbox, statements, mailFor };
}

const SUBJECTS: Readonly<Record<CodeType, string>> = {
  "sign-in": "042137 is your Acme code",
  "email-verification": "042137 is your Acme verification code",
  "forget-password": "042137 is your Acme password reset code",
};

describe("a code", () => {
  it.each<readonly [type: CodeType, getsOne: readonly EmailAddress[]]>([
    ["sign-in", [verified, unverified, unknown]],
    ["email-verification", [unverified]],
    ["forget-password", [verified, unverified]],
  ])(
    "of the type %s is mailed to a user who can use one, and has a row for any email address",
    async (type, getsOne) => {
      const { mailFor, store } = await openWorld();
      for (const email of [verified, unverified, unknown]) {
        expect(await mailFor(email, type), email).toBe(
          getsOne.includes(email) ? SUBJECTS[type] : null,
        );
        expect(await store.oneTimeCodes.spendAttempt(email, type), email).toMatchObject({
          email,
          type,
          attemptsLeft: 4,
        });
      }
    },
  );

  it.each(CODE_TYPES)(
    "of the type %s costs the same statements for every email address",
    async (type) => {
      const { auth, statements } = await openWorld();
      const costs: (readonly string[])[] = [];
      for (const email of [verified, unverified, unknown]) {
        statements.length = 0;
        await auth.emailOtp.send(email, type, client);
        costs.push(statements.map((sql) => sql.replaceAll(/'[^']*'(\/\*\+\d+ bytes\*\/)?/g, "?")));
      }
      expect(costs[0]!.length).toBeGreaterThan(3);
      expect([costs[1], costs[2]]).toEqual([costs[0], costs[0]]);
    },
  );

  it.each(CODE_TYPES.flatMap((made) => CODE_TYPES.map((shown) => [made, shown] as const)))(
    "of the type %s is of use as %s only if these are one, even where its hash is",
    async (made, shown) => {
      const { auth, store, inbox, mailFor } = await openWorld();
      await mailFor(unverified, made);
      const otp = new Secret(inbox.codeFor(unverified));
      const { codeHash } = (await store.oneTimeCodes.spendAttempt(unverified, made))!;
      if (made !== shown) await auth.emailOtp.send(unverified, shown, client);
      await store.oneTimeCodes.replace({
        ...(await store.oneTimeCodes.spendAttempt(unverified, shown))!,
        codeHash,
      });
      const checked = auth.emailOtp.check({ email: unverified, otp }, shown, client);
      if (made === shown) await checked;
      else await expect(checked).rejects.toThrow(new AuthError("INVALID_OTP"));
    },
  );

  it("has a budget of mails for each of its types", async () => {
    const { auth, mailFor } = await openWorld();
    for (let mail = 1; mail <= 5; mail++)
      expect(await mailFor(unverified, "sign-in")).not.toBeNull();
    await expect(auth.emailOtp.send(unverified, "sign-in", client)).rejects.toMatchObject({
      code: "TOO_MANY_REQUESTS",
    });
    expect(await mailFor(unverified, "forget-password")).not.toBeNull();
  });

  it.each([
    [10 * MINUTE, "10 minutes"],
    [100 * SECOND, "1 minute"],
    [3 * MINUTE - 1, "2 minutes"],
  ])(
    "that lives for %i ms says it works for %s, never longer than it does",
    async (lifetime, said) => {
      const { mailFor, inbox } = await openWorld(lifetime);
      await mailFor(unknown, "sign-in");
      expect(inbox.last(unknown).text).toContain(`It works once and for ${said}.`);
    },
  );
});

describe("verifying an email address by a code", () => {
  it("verifies it, opens no session and leaves the rest alone", async () => {
    const { auth, clock, inbox, mailFor, store } = await openWorld();
    const before = (await store.users.findByEmail(unverified))!;
    await mailFor(unverified, "email-verification");
    clock.advance(MINUTE);
    const user = await auth.emailOtp.verifyEmail(
      { email: unverified, otp: new Secret(inbox.codeFor(unverified)) },
      client,
    );
    expect(user).toEqual({ ...before, emailVerified: true, updatedAt: clock.now() });
    expect(await store.users.findByEmail(unverified)).toEqual(user);
    expect(await store.sessions.listLive(user.id, clock.now())).toEqual([]);
  });

  it("works once, and never for an email address without a user", async () => {
    const { auth, store, inbox, mailFor } = await openWorld();
    await mailFor(unverified, "email-verification");
    const attempt = { email: unverified, otp: new Secret(inbox.codeFor(unverified)) };
    await auth.emailOtp.verifyEmail(attempt, client);
    await expect(auth.emailOtp.verifyEmail(attempt, client)).rejects.toThrow(
      new AuthError("INVALID_OTP"),
    );
    await expect(auth.emailOtp.verifyEmail({ ...attempt, email: unknown }, client)).rejects.toThrow(
      new AuthError("INVALID_OTP"),
    );
    expect(await store.users.findByEmail(unknown)).toBeNull();
  });
});
