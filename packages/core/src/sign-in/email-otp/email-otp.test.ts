import { kyselyOf } from "@acme/auth-kysely";
import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { createFixedClock, createInbox, createManualScheduler } from "@acme/auth-testing";
import { refusalOf } from "@acme/auth-testing/refusal-of";
import { describe, expect, it, vi } from "vitest";
import { auditRows, createTestAuth, somebody as client } from "../../../test/worlds.js";
import { MINUTE } from "../../kernel/duration.js";
import { parseEmailAddress } from "../../kernel/email-address.js";
import { AuthError } from "../../kernel/errors.js";
import { POLICY } from "../../kernel/policy.js";
import { Secret } from "../../kernel/secret.js";
import type { LogFields } from "../../ports/logger.js";

const ada = parseEmailAddress("ada@example.com")!;
const eve = parseEmailAddress("eve@example.com")!;
async function openWorld() {
  const statements: string[] = [];
  const log: string[] = [];
  const store = await openMemoryStore({ verbose: (sql) => statements.push(sql) });
  const clock = createFixedClock();
  const inbox = createInbox();
  const scheduler = createManualScheduler();
  const write = (event: string, fields?: LogFields) =>
    void log.push(`${event} ${JSON.stringify(fields ?? {})}`);
  const auth = createTestAuth({
    store,
    mailer: inbox,
    logger: { debug: write, info: write, warn: write, error: write },
    ports: { clock, scheduler },
  });

  /** The code that a fresh request mails to `email`. */
  async function codeFor(email = ada): Promise<Secret> {
    await auth.emailOtp.send(email, "sign-in", client);
    await auth.worker.runDue();
    return new Secret(inbox.codeFor(email));
  }

  const events = async () =>
    (await auditRows(store)).map(({ event, user_id, detail }) => ({ event, user_id, detail }));
  /** Every row of every table that a code or a session may have left something in. */
  const dump = (): Promise<string> =>
    store.transaction(async (tx) => {
      const tables = [
        "auth_user",
        "auth_session",
        "auth_one_time_code",
        "auth_outbox_mail",
        "auth_counter",
        "auth_audit_entry",
      ] as const;
      const db = kyselyOf(tx).withTables<Record<(typeof tables)[number], object>>();
      let text = "";
      for (const table of tables)
        text += JSON.stringify(await db.selectFrom(table).selectAll().execute());
      return text;
    });
  return { auth, store, clock, inbox, scheduler, statements, log, codeFor, events, dump };
}

const wrongFor = (code: Secret): Secret =>
  new Secret(code.reveal() === "000000" ? "111111" : "000000");

it("each code that is mailed is noted in the log, and no request that is refused", async () => {
  const { auth, log } = await openWorld();
  const asked = Array.from({ length: POLICY.mailsPerAddress.value + 2 }, () =>
    auth.emailOtp.send(ada, "sign-in", client),
  );
  const sent = (await Promise.allSettled(asked)).filter(({ status }) => status === "fulfilled");
  expect(sent).toHaveLength(POLICY.mailsPerAddress.value);
  expect(log.filter((line) => line.startsWith("code_requested"))).toHaveLength(sent.length);
});

describe("a right code", () => {
  it("loses no attempt when the name that comes with it is refused", async () => {
    const { auth, codeFor, store } = await openWorld();
    const attempt = { email: ada, otp: await codeFor() };
    for (let turn = 0; turn < POLICY.codeTries.value; turn++)
      await expect(
        auth.emailOtp.signIn({ ...attempt, name: "😀".repeat(201) }, client),
      ).rejects.toMatchObject({ code: "VALIDATION_ERROR", issues: [{ path: "name" }] });
    expect(await store.users.findByEmail(ada)).toBeNull();
    const { user } = await auth.emailOtp.signIn({ ...attempt, name: "Ada" }, client);
    expect(user.name).toBe("Ada");
  });

  it("signs in, and creates the user with the email address verified", async () => {
    const { auth, clock, codeFor, store } = await openWorld();
    const { user, session, token } = await auth.emailOtp.signIn(
      { email: ada, otp: await codeFor(), name: "Ada" },
      client,
    );
    expect(user).toMatchObject({
      email: ada,
      emailVerified: true,
      name: "Ada",
      image: null,
      createdAt: clock.now(),
      reclaimedAt: null,
    });
    expect(session).toMatchObject({
      userId: user.id,
      authenticatedBy: "email-otp",
      authenticatedAt: clock.now(),
      remembered: true,
      ipAddress: "192.0.2.1",
      userAgent: "test/1.0",
    });
    const caller = await auth.sessions.identify({ sessionToken: token, organization: null });
    expect(await store.users.findByEmail(ada)).toMatchObject({ ...caller!.user });
  });

  it("signs in the same user the next time, whose name stays", async () => {
    const { auth, codeFor } = await openWorld();
    const first = await auth.emailOtp.signIn(
      { email: ada, otp: await codeFor(), name: "Ada" },
      client,
    );
    const second = await auth.emailOtp.signIn(
      { email: ada, otp: await codeFor(), name: "Eve" },
      client,
    );
    expect(second.user).toEqual(first.user);
    expect(second.session.id).not.toBe(first.session.id);
  });

  it("has the notice sent at once when it recovers an account that was never verified", async () => {
    const { auth, codeFor, inbox, scheduler } = await openWorld();
    const input = { email: ada, password: new Secret("long enough"), name: "Eve" };
    await auth.passwords.signUp({ ...input, image: null, redirectTo: null }, client);
    const otp = await codeFor();
    auth.worker.start();
    scheduler.advance(0);
    await auth.worker.runDue();
    await auth.emailOtp.signIn({ email: ada, otp }, client);
    const before = inbox.mails.length;
    scheduler.advance(0);
    await vi.waitFor(() => expect(inbox.mails).toHaveLength(before + 1), { timeout: 20_000 });
    expect(inbox.last(ada).subject).toContain("yours alone again");
    await auth.close();
  });

  it("works once", async () => {
    const { auth, codeFor } = await openWorld();
    const otp = await codeFor();
    await auth.emailOtp.signIn({ email: ada, otp }, client);
    await expect(auth.emailOtp.signIn({ email: ada, otp }, client)).rejects.toThrow(
      new AuthError("INVALID_OTP"),
    );
  });

  it("opens one session, however many redeem it at once", async () => {
    const { auth, codeFor, store } = await openWorld();
    const otp = await codeFor();
    const tries = await Promise.allSettled(
      Array.from({ length: 50 }, () => auth.emailOtp.signIn({ email: ada, otp }, client)),
    );
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const user = await store.users.findByEmail(ada);
    expect(await store.sessions.listLive(user!.id, new Date(0))).toHaveLength(1);
  });

  it("works until, and not at, the instant it expires", async () => {
    const { auth, clock, codeFor } = await openWorld();
    const early = await codeFor();
    clock.advance(10 * MINUTE - 1);
    await auth.emailOtp.signIn({ email: ada, otp: early }, client);
    const late = await codeFor();
    clock.advance(10 * MINUTE);
    await expect(auth.emailOtp.signIn({ email: ada, otp: late }, client)).rejects.toThrow(
      new AuthError("OTP_EXPIRED"),
    );
  });

  it("is dead once another has been asked for", async () => {
    const { auth, codeFor } = await openWorld();
    const replaced = await codeFor();
    const latest = await codeFor();
    expect(replaced.reveal()).not.toBe(latest.reveal());
    await expect(auth.emailOtp.signIn({ email: ada, otp: replaced }, client)).rejects.toThrow(
      new AuthError("INVALID_OTP"),
    );
    await auth.emailOtp.signIn({ email: ada, otp: latest }, client);
  });

  it("of one email address is useless for another", async () => {
    const { auth, codeFor, store } = await openWorld();
    const otp = await codeFor(ada);
    await codeFor(eve);
    await expect(auth.emailOtp.signIn({ email: eve, otp }, client)).rejects.toThrow(
      new AuthError("INVALID_OTP"),
    );
    expect(await store.users.findByEmail(eve)).toBeNull();
  });

  it("of one email address is useless for another even where its hash is", async () => {
    const { auth, codeFor, store } = await openWorld();
    const otp = await codeFor(ada);
    const { codeHash } = (await store.oneTimeCodes.spendAttempt(ada, "sign-in"))!;
    await codeFor(eve);
    const planted = (await store.oneTimeCodes.spendAttempt(eve, "sign-in"))!;
    await store.oneTimeCodes.replace({ ...planted, codeHash });
    await expect(auth.emailOtp.signIn({ email: eve, otp }, client)).rejects.toThrow(
      new AuthError("INVALID_OTP"),
    );
    await auth.emailOtp.signIn({ email: ada, otp }, client);
  });
});

describe("a wrong code", () => {
  it("is refused, creates no user, and costs one try", async () => {
    const { auth, codeFor, store } = await openWorld();
    const otp = await codeFor();
    await expect(auth.emailOtp.signIn({ email: ada, otp: wrongFor(otp) }, client)).rejects.toThrow(
      new AuthError("INVALID_OTP"),
    );
    expect(await store.users.findByEmail(ada)).toBeNull();
    await auth.emailOtp.signIn({ email: ada, otp }, client);
  });

  it("is what any code is for an email address that asked for none", async () => {
    const { auth } = await openWorld();
    await expect(
      auth.emailOtp.signIn({ email: ada, otp: new Secret("123456") }, client),
    ).rejects.toThrow(new AuthError("INVALID_OTP"));
  });

  it("may be given five times: after that the right one is refused too", async () => {
    const { auth, codeFor } = await openWorld();
    const otp = await codeFor();
    for (let attempt = 1; attempt <= 5; attempt++) {
      await expect(
        auth.emailOtp.signIn({ email: ada, otp: wrongFor(otp) }, client),
      ).rejects.toThrow(new AuthError("INVALID_OTP"));
    }
    await expect(auth.emailOtp.signIn({ email: ada, otp }, client)).rejects.toThrow(
      new AuthError("TOO_MANY_ATTEMPTS"),
    );
  });

  it("is compared five times, however many come at once", async () => {
    const { auth, codeFor } = await openWorld();
    const otp = wrongFor(await codeFor());
    const tries = await Promise.allSettled(
      Array.from({ length: 50 }, () => auth.emailOtp.signIn({ email: ada, otp }, client)),
    );
    const codes = tries.map((tried) =>
      tried.status === "rejected" ? refusalOf(tried.reason).code : "signed in",
    );
    expect(codes.filter((code) => code === "INVALID_OTP")).toHaveLength(5);
    expect(codes.filter((code) => code === "TOO_MANY_ATTEMPTS")).toHaveLength(45);
  });

  it("is written into the audit log of the user with that email address, and of no other", async () => {
    const { auth, codeFor, events } = await openWorld();
    const { user } = await auth.emailOtp.signIn({ email: ada, otp: await codeFor() }, client);
    for (const email of [ada, eve]) {
      const otp = wrongFor(await codeFor(email));
      await expect(auth.emailOtp.signIn({ email, otp }, client)).rejects.toThrow(AuthError);
    }
    const refused = (await events()).filter(({ event }) => event === "code.refused");
    expect(refused).toEqual([
      { event: "code.refused", user_id: user.id, detail: '{"type":"sign-in"}' },
    ]);
  });
});

describe("checking a code", () => {
  it("says that it is right without using it", async () => {
    const { auth, codeFor } = await openWorld();
    const otp = await codeFor();
    await auth.emailOtp.check({ email: ada, otp }, "sign-in", client);
    await auth.emailOtp.signIn({ email: ada, otp }, client);
  });

  it("spends a try, right or wrong", async () => {
    const { auth, codeFor } = await openWorld();
    const otp = await codeFor();
    await expect(
      auth.emailOtp.check({ email: ada, otp: wrongFor(otp) }, "sign-in", client),
    ).rejects.toThrow(new AuthError("INVALID_OTP"));
    for (let check = 2; check <= 5; check++)
      await auth.emailOtp.check({ email: ada, otp }, "sign-in", client);
    await expect(auth.emailOtp.signIn({ email: ada, otp }, client)).rejects.toThrow(
      new AuthError("TOO_MANY_ATTEMPTS"),
    );
  });

  it("refuses an expired one as signing in does", async () => {
    const { auth, clock, codeFor } = await openWorld();
    const otp = await codeFor();
    clock.advance(10 * MINUTE);
    await expect(auth.emailOtp.check({ email: ada, otp }, "sign-in", client)).rejects.toThrow(
      new AuthError("OTP_EXPIRED"),
    );
  });
});

describe("known and unknown email addresses", () => {
  it("cost the same statements, to ask for a code and to get it wrong", async () => {
    const { auth, codeFor, statements } = await openWorld();
    await auth.emailOtp.signIn({ email: ada, otp: await codeFor(ada) }, client);
    const costs = [];
    for (const email of [ada, eve]) {
      statements.length = 0;
      await auth.emailOtp.send(email, "sign-in", client);
      await expect(
        auth.emailOtp.signIn({ email, otp: new Secret("000000") }, client),
      ).rejects.toThrow(AuthError);
      costs.push(statements.map((sql) => sql.replaceAll(/'[^']*'/g, "?")));
    }
    expect(costs[1]).toEqual(costs[0]);
  });
});

describe("nothing of a code", () => {
  it("is in the log, nor is a whole email address", async () => {
    const { auth, codeFor, log } = await openWorld();
    const otp = await codeFor();
    await expect(auth.emailOtp.signIn({ email: ada, otp: wrongFor(otp) }, client)).rejects.toThrow(
      AuthError,
    );
    const { token } = await auth.emailOtp.signIn({ email: ada, otp }, client);
    const text = log.join("\n");
    expect(text).toContain("a***@example.com");
    for (const secret of [otp.reveal(), token.reveal(), "ada@example.com"])
      expect(text).not.toContain(secret);
  });

  it("is in the database, nor is its session's token", async () => {
    const { auth, codeFor, dump } = await openWorld();
    const otp = await codeFor();
    let text = await dump();
    const { token } = await auth.emailOtp.signIn({ email: ada, otp }, client);
    text += await dump();
    expect(text).toContain(ada);
    for (const secret of [otp.reveal(), token.reveal()]) {
      for (const encoding of ["utf8", "hex", "base64", "base64url"] as const)
        expect(text).not.toContain(Buffer.from(secret).toString(encoding));
    }
  });
});
