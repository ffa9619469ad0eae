import { HOUR, MINUTE } from "@acme/auth-core/surface";
import { createPages } from "@acme/auth-pages";
import { readJson } from "@acme/auth-testing/read-json";
import { beforeAll, describe, expect, it } from "vitest";
import { counting, countingHasher, visible } from "./counted-work.js";
import { serviceStarter, startedService } from "./describe-service.js";
import { DATABASES, SEND_CODE, SIGN_IN_BY_CODE } from "./service.js";
import { FORM } from "./surface/browser-requests.js";

const operator = "jane: spam";

describe.each(DATABASES)("known and unknown email addresses, on %s", (database) => {
  const calls: string[] = [];
  const hashes: string[] = [];
  const service = startedService(database, {
    start: {
      wrapStore: (store) => counting(store, calls),
      ports: { passwordHasher: countingHasher(hashes) },
    },
  });
  const start = serviceStarter(database);

  beforeAll(async () => {
    await service.signedIn("known@example.com");
    await service.signedIn("pending@example.com");
    // What was mailed so far counts no more.
    service.clock.advance(HOUR);
    await service.agent().post(SEND_CODE, { email: "pending@example.com", type: "sign-in" });
    await service.agent().post(SEND_CODE, { email: "asked-for@example.com", type: "sign-in" });
  });

  async function observe(path: string, body: object) {
    calls.length = 0;
    const reply = await service.agent().post(path, body);
    return { ...visible(reply), calls: [...calls] };
  }

  it("ask for a code alike: same bytes, same work", async () => {
    const known = await observe(SEND_CODE, { email: "known@example.com", type: "sign-in" });
    expect(known.calls.length).toBeGreaterThan(3);
    for (const email of ["unknown@example.com", "pending@example.com", "asked-for@example.com"]) {
      expect(await observe(SEND_CODE, { email, type: "sign-in" })).toEqual(known);
    }
  });

  it.each([
    [SIGN_IN_BY_CODE, "sign-in"],
    ["/api/auth/email-otp/check-verification-otp", "sign-in"],
    ["/api/auth/email-otp/verify-email", "email-verification"],
    ["/api/auth/email-otp/reset-password", "forget-password"],
  ])("present a wrong code alike at %s: same bytes, same work", async (path, type) => {
    const attempt = (email: string) =>
      observe(path, { email, otp: "000000", type, password: "a password for nobody yet" });
    if (type !== "sign-in")
      for (const email of ["pending@example.com", "asked-for@example.com"])
        await service.agent().post(SEND_CODE, { email, type });
    const pending = await attempt("pending@example.com");
    expect(pending.calls).toContain("tx.oneTimeCodes.spendAttempt");
    expect(await attempt("asked-for@example.com")).toEqual(pending);
    const none = await attempt("never-known@example.com");
    const { calls: _work, ...said } = pending;
    expect(none).toMatchObject(said);
  });

  describe("where mail goes only to some", () => {
    const PATHS = [
      { path: "/api/v1/auth/resend-verification", body: {}, mailed: ["unverified@example.com"] },
      {
        path: "/api/auth/send-verification-email",
        body: { callbackURL: "/done" },
        mailed: ["unverified@example.com"],
      },
      {
        path: "/api/auth/request-password-reset",
        body: {},
        mailed: ["unverified@example.com", "known@example.com"],
      },
      {
        path: "/api/auth/email-otp/request-password-reset",
        body: {},
        mailed: ["unverified@example.com", "known@example.com"],
      },
      { path: SEND_CODE, body: { type: "email-verification" }, mailed: ["unverified@example.com"] },
      {
        path: SEND_CODE,
        body: { type: "forget-password" },
        mailed: ["unverified@example.com", "known@example.com"],
      },
    ] as const;

    it.each(PATHS)(
      "$path $body answers unknown, unverified, verified and exhausted email addresses alike, with the same work",
      async ({ path, body, mailed }) => {
        await service.agent().post("/api/auth/sign-up", {
          email: "unverified@example.com",
          password: "correct horse battery staple",
        });
        await service.auth.worker.runDue();
        service.clock.advance(HOUR);
        const before = service.inbox.mails.length;
        const addresses = ["unverified@example.com", "known@example.com", "nobody@example.com"];
        const seen = [];
        for (const email of addresses) seen.push(await observe(path, { email, ...body }));
        expect(seen[1]).toEqual(seen[0]);
        expect(seen[2]).toEqual(seen[0]);
        await service.auth.worker.runDue();
        expect(
          service.inbox.mails
            .slice(before)
            .map(({ to }) => to)
            .toSorted(),
        ).toEqual(mailed.toSorted());

        // Beyond the budget nothing is mailed; only send-verification-otp says so, and to
        // everybody.
        for (let i = 0; i < 4; i++)
          for (const email of addresses) await observe(path, { email, ...body });
        const exhausted = [];
        for (const email of addresses) exhausted.push(await observe(path, { email, ...body }));
        expect(exhausted[1]).toEqual(exhausted[0]);
        expect(exhausted[2]).toEqual(exhausted[0]);
        const { calls: _work, ...said } = seen[0]!;
        if (path !== SEND_CODE) expect(exhausted[0]).toMatchObject(said);
        else expect(exhausted[0]!.status).toBe(429);
      },
    );

    it("resends to one email address mail five per quarter of an hour, however many", async () => {
      await service.agent().post("/api/auth/sign-up", {
        email: "unverified@example.com",
        password: "correct horse battery staple",
      });
      await service.auth.worker.runDue();
      service.clock.advance(HOUR);
      const mailed = async () => {
        const before = service.inbox.mails.length;
        for (let i = 0; i < 10; i++)
          await service
            .agent()
            .post("/api/v1/auth/resend-verification", { email: "unverified@example.com" });
        await service.auth.worker.runDue();
        return service.inbox.mails.length - before;
      };
      expect(await mailed()).toBe(5);
      service.clock.advance(15 * MINUTE);
      expect(await mailed()).toBe(5);
    });
  });

  it("ask for a magic link alike: same bytes, same work, and five mails each however often they ask", async () => {
    const path = "/api/auth/magic-link/send";
    await service.agent().post("/api/auth/sign-up", {
      email: "new@example.com",
      password: "correct horse battery staple",
    });
    await service.auth.worker.runDue();
    service.clock.advance(HOUR);
    const before = service.inbox.mails.length;
    for (let i = 0; i < 7; i++) {
      const known = await observe(path, { email: "known@example.com" });
      expect([known.status, known.calls.length > 1]).toEqual([200, true]);
      for (const email of ["new@example.com", "stranger@example.com"])
        expect(await observe(path, { email })).toEqual(known);
      await service.auth.worker.runDue();
    }
    expect(service.inbox.mails.slice(before)).toHaveLength(3 * 5);
  });

  it("sign up alike where verification is required: same answer except for the ids, as many statements and hashes", async () => {
    const made: string[] = [];
    const strict = await start({
      requireEmailVerification: true,
      wrapStore: (store) => counting(store, made),
      ports: { passwordHasher: countingHasher(made) },
    });
    const signUp = async (email: string) => {
      made.length = 0;
      const reply = await strict.agent().post("/api/auth/sign-up", {
        email,
        password: "correct horse battery staple",
        name: "Ada",
      });
      expect(reply.status).toBe(200);
      const { user } = readJson(reply.body, { user: "object" });
      return { ...visible(reply), text: "", user: { ...user, id: "" }, work: made.length };
    };
    const free = await signUp("ada@example.com");
    expect(free.work).toBeGreaterThan(5);
    expect(await signUp("ada@example.com")).toEqual(free);
  });

  it("sign up by password alike where new accounts are not open: refused before anything is looked up", async () => {
    const made: string[] = [];
    const closed = await start({
      location: service.location,
      signUp: { domains: ["example.org"] },
      wrapStore: (store) => counting(store, made),
      ports: { passwordHasher: countingHasher(made) },
    });
    const signUp = async (email: string) => {
      made.length = 0;
      const password = "correct horse battery staple";
      const reply = await closed.agent().post("/api/auth/sign-up", { email, password });
      return { ...visible(reply), work: [...made] };
    };
    await signUp("first@example.com");
    const known = await signUp("known@example.com");
    expect(known).toMatchObject({ status: 403, work: ["transaction", "tx.counters.spend"] });
    expect(await signUp("nobody-yet@example.com")).toEqual(known);
  });

  it("ask for a code and a link alike where new accounts are closed", async () => {
    const made: string[] = [];
    const open = await start();
    await open.signedIn("known@example.com");
    const closed = await start({
      location: open.location,
      signUp: { who: "off" },
      wrapStore: (store) => counting(store, made),
    });
    for (const [path, body] of [
      [SEND_CODE, { type: "sign-in" }],
      ["/api/auth/magic-link/send", {}],
    ] as const) {
      closed.clock.advance(2 * HOUR);
      const ask = async (email: string) => {
        made.length = 0;
        const reply = await closed.agent().post(path, { email, ...body });
        return { ...visible(reply), work: [...made] };
      };
      const known = await ask("known@example.com");
      expect(known.status).toBe(200);
      expect(await ask("not-allowed@example.com")).toEqual(known);
    }
  });

  it("sign in by password alike when unknown, passwordless or wrong: same bytes, same store calls, one hash each", async () => {
    service.clock.advance(HOUR);
    const attempt = (email: string) =>
      observe("/api/auth/sign-in/email", { email, password: "certainly not this one" });
    const wrong = await attempt("unverified@example.com");
    expect(wrong.status).toBe(401);
    for (const email of ["nobody@example.com", "known@example.com"]) {
      hashes.length = 0;
      expect(await attempt(email)).toEqual(wrong);
      expect(hashes).toHaveLength(1);
    }
  });

  describe("where one of two users is suspended", () => {
    const NAMES = ["suspended@example.com", "twin@example.com"] as const;
    const LINK = "/api/auth/magic-link/send";
    const RESET = "/api/auth/request-password-reset";
    const password = "correct horse battery staple";

    beforeAll(async () => {
      for (const email of NAMES) await service.signedIn(email);
      for (const email of NAMES) {
        await service.auth.users.endSessions((await service.findUser(email))!.id, { operator });
        await service.agent().post(RESET, { email });
        await service.auth.worker.runDue();
        const token = new URL(service.inbox.linkFor(email)).pathname.split("/").at(-1);
        await service.agent().post("/api/auth/reset-password", { token, newPassword: password });
      }
      await service.auth.users.suspend((await service.findUser(NAMES[0]))!.id, { operator });
      await service.auth.worker.runDue();
      service.clock.advance(HOUR);
    });

    it.each<[string, object]>([
      [SEND_CODE, { type: "sign-in" }],
      [SEND_CODE, { type: "email-verification" }],
      [SEND_CODE, { type: "forget-password" }],
      [LINK, {}],
      [RESET, {}],
      ["/api/v1/auth/resend-verification", {}],
      ["/api/auth/sign-in/email", { password: "certainly not this one" }],
      [SIGN_IN_BY_CODE, { otp: "000000" }],
      ["/api/auth/email-otp/reset-password", { otp: "000000", password }],
      ["/api/auth/sign-up/email", { password, name: "Eve" }],
    ])(
      "a stranger at %s with %j cannot tell which: same bytes, same work, same hashes",
      async (path, body) => {
        const seen = [];
        for (const email of NAMES) {
          hashes.length = 0;
          const reply = await observe(path, { email, ...body });
          expect(reply.text).not.toContain("SUSPENDED");
          seen.push({ ...reply, hashes: hashes.length });
        }
        expect(seen[0]).toEqual(seen[1]);
      },
    );

    it("mails that only help to sign in go to the other alone, and those of a reset to both", async () => {
      service.clock.advance(HOUR);
      await service.auth.worker.runDue();
      const before = service.inbox.mails.length;
      const ask = async (path: string, body: object = {}) => {
        const count = service.inbox.mails.length;
        for (const email of NAMES) await service.agent().post(path, { email, ...body });
        await service.auth.worker.runDue();
        return service.inbox.mails.slice(count).map(({ to }) => to);
      };
      expect(await ask(SEND_CODE, { type: "sign-in" })).toEqual([NAMES[1]]);
      expect(await ask(LINK)).toEqual([NAMES[1]]);
      expect((await ask(RESET)).toSorted()).toEqual([...NAMES]);
      expect(service.inbox.mails.length).toBe(before + 4);
    });
  });

  it("a password that is too long for anybody is a wrong one and costs no hash", async () => {
    service.clock.advance(HOUR);
    for (const email of ["nobody@example.com", "unverified@example.com"]) {
      hashes.length = 0;
      expect(
        (await observe("/api/auth/sign-in/email", { email, password: "x".repeat(257) })).status,
      ).toBe(401);
      expect(hashes).toEqual([]);
    }
  });

  it("go through the forms of the pages alike: same statuses, same work, same hashes", async () => {
    const made: string[] = [];
    const paged = await start({
      pages: createPages(),
      wrapStore: (store) => counting(store, made),
      ports: { passwordHasher: countingHasher(made) },
    });
    const password = "correct horse battery staple";
    await paged.signedIn("known@example.com");
    await paged.signedIn("suspended@example.com");
    await paged.auth.users.suspend((await paged.findUser("suspended@example.com"))!.id, {
      operator,
    });
    const signUp = { email: "unverified@example.com", password, name: "Ada" };
    await paged.agent().post("/api/auth/sign-up/email", signUp);
    await paged.auth.worker.runDue();
    paged.clock.advance(HOUR);

    const walk = async (email: string) => {
      const agent = paged.agent();
      const seen: { path: string; status: number; calls: readonly string[] }[] = [];
      for (const [path, fields] of [
        ["/sign-in", { email }],
        ["/sign-in/code/resend", {}],
        ["/sign-in/link", {}],
        ["/forgot-password", { email }],
        ["/sign-in/password", { password: "certainly not this one" }],
      ] as const) {
        const step = agent.cookies.get("step");
        const all = new URLSearchParams({ ...(step !== undefined && { step }), ...fields });
        made.length = 0;
        const { status } = await agent.post(path, all.toString(), FORM);
        seen.push({ path, status, calls: [...made] });
      }
      return seen;
    };
    const known = await walk("known@example.com");
    expect(known.map(({ status }) => status)).toEqual([303, 303, 303, 303, 401]);
    expect(known.at(-1)?.calls).toContain("verify");
    for (const email of ["nobody", "suspended", "unverified"])
      expect(await walk(`${email}@example.com`), email).toEqual(known);
  });

  it("exhaust budgets of codes, mails and passwords alike", async () => {
    for (const [path, body] of [
      ["/api/auth/sign-in/email", { password: "certainly not this one" }],
      [SIGN_IN_BY_CODE, { otp: "000000" }],
      [SEND_CODE, { type: "sign-in" }],
    ] as const) {
      for (let i = 0; i < 8; i++) {
        const known = await observe(path, { email: "pending@example.com", ...body });
        expect(await observe(path, { email: "asked-for@example.com", ...body })).toEqual(known);
      }
    }
  });
});
