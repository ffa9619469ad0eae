import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import {
  createFixedClock,
  createInbox,
  createManualScheduler,
  fixedLinks,
} from "@acme/auth-testing";
import { refusalOf } from "@acme/auth-testing/refusal-of";
import { describe, expect, it } from "vitest";
import { createTestAuth, from } from "../../../test/worlds.js";
import { createAuth } from "../../create-auth.js";
import { after, DAY, HOUR, MINUTE, SECOND } from "../../kernel/duration.js";
import { parseEmailAddress } from "../../kernel/email-address.js";
import type { AuthError, ErrorCode } from "../../kernel/errors.js";
import { Secret } from "../../kernel/secret.js";

const ada = parseEmailAddress("ada@example.com")!;
const home = from("192.0.2.1");

async function openWorld() {
  const store = await openMemoryStore();
  const clock = createFixedClock();
  const inbox = createInbox();
  const auth = createTestAuth({
    store,
    mailer: inbox,
    ports: { clock, scheduler: createManualScheduler() },
  });

  async function codeFor(email = ada): Promise<Secret> {
    await auth.emailOtp.send(email, "sign-in", home);
    await auth.worker.runDue();
    return new Secret(inbox.codeFor(email));
  }

  /** Presents a wrong code for Ada `times` times, and returns the refusals. */
  async function tryWrongCodes(
    otp: Secret,
    times: number,
    client = home,
  ): Promise<readonly AuthError["code"][]> {
    const wrong = new Secret(otp.reveal() === "000000" ? "111111" : "000000");
    const refusals: AuthError["code"][] = [];
    for (let attempt = 0; attempt < times; attempt++) {
      const refusal: unknown = await auth.emailOtp
        .signIn({ email: ada, otp: wrong }, client)
        .catch((thrown: unknown) => thrown);
      refusals.push(refusalOf(refusal).code);
    }
    return refusals;
  }

  const signIn = (otp: Secret, client = home) => auth.emailOtp.signIn({ email: ada, otp }, client);
  return { auth, clock, inbox, codeFor, tryWrongCodes, signIn };
}

const INVALID = (times: number): readonly ErrorCode[] =>
  Array<ErrorCode>(times).fill("INVALID_OTP");

describe("wrong codes of one client", () => {
  it("are ten an hour, over all codes: the eleventh attempt is refused though its code is right", async () => {
    const { clock, codeFor, tryWrongCodes, signIn } = await openWorld();
    const began = clock.now();
    expect(await tryWrongCodes(await codeFor(), 5)).toEqual(INVALID(5));
    expect(await tryWrongCodes(await codeFor(), 5)).toEqual(INVALID(5));
    const otp = await codeFor();
    await expect(signIn(otp)).rejects.toMatchObject({
      code: "TOO_MANY_ATTEMPTS",
      retryAt: after(began, HOUR),
    });
    await signIn(otp, from("198.51.100.1"));
  });

  it("are forgotten an hour after the first, not before", async () => {
    const { clock, codeFor, tryWrongCodes, signIn } = await openWorld();
    await tryWrongCodes(await codeFor(), 5);
    clock.advance(HOUR - SECOND);
    await tryWrongCodes(await codeFor(), 5);
    await expect(signIn(await codeFor())).rejects.toMatchObject({ code: "TOO_MANY_ATTEMPTS" });
    clock.advance(SECOND);
    await signIn(await codeFor());
  });

  it("are counted for each email address apart", async () => {
    const { auth, codeFor, tryWrongCodes } = await openWorld();
    await tryWrongCodes(await codeFor(), 5);
    await tryWrongCodes(await codeFor(), 5);
    const eve = parseEmailAddress("eve@example.com")!;
    await auth.emailOtp.signIn({ email: eve, otp: await codeFor(eve) }, home);
  });

  it("do not grow by right ones, nor by checks that were right", async () => {
    const { auth, codeFor, tryWrongCodes, signIn } = await openWorld();
    for (let round = 0; round < 2; round++) {
      const otp = await codeFor();
      await tryWrongCodes(otp, 3);
      await auth.emailOtp.check({ email: ada, otp }, "sign-in", home);
      await signIn(otp);
    }
    const otp = await codeFor();
    expect(await tryWrongCodes(otp, 4)).toEqual(INVALID(4));
    await expect(signIn(await codeFor())).rejects.toMatchObject({ code: "TOO_MANY_ATTEMPTS" });
  });

  it("do not grow by attempts that were never compared", async () => {
    const { clock, codeFor, tryWrongCodes, signIn } = await openWorld();
    expect(await tryWrongCodes(new Secret("123456"), 20)).toEqual(INVALID(20));
    expect(await tryWrongCodes(await codeFor(), 15)).toEqual([
      ...INVALID(5),
      ...Array<ErrorCode>(10).fill("TOO_MANY_ATTEMPTS"),
    ]);
    const expired = await codeFor();
    clock.advance(10 * MINUTE);
    expect(await tryWrongCodes(expired, 10)).toEqual(Array<ErrorCode>(10).fill("OTP_EXPIRED"));
    await signIn(await codeFor());
  });
});

describe("a client that has no attempts left", () => {
  it("cannot use up the tries of a code that another client asked for", async () => {
    const { codeFor, tryWrongCodes, signIn } = await openWorld();
    const evil = from("198.51.100.1");
    for (let round = 0; round < 2; round++) await tryWrongCodes(await codeFor(), 5, evil);
    const otp = await codeFor();
    expect(await tryWrongCodes(otp, 5, evil)).toEqual(
      Array<ErrorCode>(5).fill("TOO_MANY_ATTEMPTS"),
    );
    await expect(signIn(otp)).resolves.toBeDefined();
  });
});

describe("wrong codes for one email address", () => {
  it("are fifty a day, from wherever they come", async () => {
    const { clock, codeFor, tryWrongCodes, signIn } = await openWorld();
    const began = clock.now();
    for (let stranger = 1; stranger <= 10; stranger++) {
      expect(await tryWrongCodes(await codeFor(), 5, from(`198.51.100.${stranger}`))).toEqual(
        INVALID(5),
      );
      clock.advance(5 * MINUTE);
    }
    await expect(signIn(await codeFor())).rejects.toMatchObject({
      code: "TOO_MANY_ATTEMPTS",
      retryAt: after(began, DAY),
    });
    clock.set(after(began, DAY));
    await signIn(await codeFor());
  });

  it("that are refused for the day's sake count against no hour, nor against the code", async () => {
    const { clock, codeFor, tryWrongCodes, signIn } = await openWorld();
    const began = clock.now();
    for (let stranger = 1; stranger <= 10; stranger++) {
      await tryWrongCodes(await codeFor(), 5, from(`198.51.100.${stranger}`));
      clock.advance(5 * MINUTE);
    }
    clock.set(after(began, DAY - SECOND));
    const otp = await codeFor();
    expect(await tryWrongCodes(otp, 20)).toEqual(Array<ErrorCode>(20).fill("TOO_MANY_ATTEMPTS"));
    clock.set(after(began, DAY));
    await signIn(otp);
  });
});

describe("mails to one email address", () => {
  it("are five in a quarter of an hour: the sixth request is refused, mails nothing and leaves the last code alone", async () => {
    const { auth, clock, codeFor, inbox, signIn } = await openWorld();
    const began = clock.now();
    for (let mail = 1; mail < 5; mail++) await codeFor();
    const otp = await codeFor();
    await expect(auth.emailOtp.send(ada, "sign-in", from("198.51.100.1"))).rejects.toMatchObject({
      code: "TOO_MANY_REQUESTS",
      retryAt: after(began, 15 * MINUTE),
    });
    expect(await auth.worker.runDue()).toBe(0);
    expect(inbox.mails).toHaveLength(5);
    await signIn(otp);
  });

  it("are five more once the quarter of an hour is over, however often it was asked in vain", async () => {
    const { auth, clock, codeFor } = await openWorld();
    for (let mail = 1; mail <= 5; mail++) await codeFor();
    clock.advance(15 * MINUTE - 1);
    await expect(auth.emailOtp.send(ada, "sign-in", home)).rejects.toMatchObject({
      code: "TOO_MANY_REQUESTS",
    });
    clock.advance(1);
    await codeFor();
  });

  it("are counted for each email address apart", async () => {
    const { codeFor } = await openWorld();
    for (let mail = 1; mail <= 5; mail++) await codeFor();
    await codeFor(parseEmailAddress("eve@example.com")!);
  });
});

describe("mails by one client", () => {
  it("are a thousand an hour, whatever the email addresses", async () => {
    const { auth, clock } = await openWorld();
    const began = clock.now();
    for (let mail = 0; mail < 1_000; mail++)
      await auth.emailOtp.send(parseEmailAddress(`user${mail}@example.com`)!, "sign-in", home);
    await expect(auth.emailOtp.send(ada, "sign-in", home)).rejects.toMatchObject({
      code: "TOO_MANY_REQUESTS",
      retryAt: after(began, HOUR),
    });
    await auth.emailOtp.send(ada, "sign-in", from("198.51.100.1"));
    clock.advance(HOUR);
    await auth.emailOtp.send(ada, "sign-in", home);
  });

  it("are counted outside of the transaction: on Postgres a network would wait for one user of it", async () => {
    const store = await openMemoryStore();
    const keys: string[] = [];
    const spend: typeof store.counters.spend = (key, ...rest) => {
      keys.push(key.split("/")[0]!);
      return store.counters.spend(key, ...rest);
    };
    const auth = createAuth({
      store: { ...store, counters: { ...store.counters, spend } },
      mailer: createInbox(),
      links: fixedLinks,
      secret: Buffer.alloc(32, 7).toString("base64"),
    });
    await auth.emailOtp.send(ada, "sign-in", home);
    expect(keys).toEqual(["mails-by"]);
  });
});
