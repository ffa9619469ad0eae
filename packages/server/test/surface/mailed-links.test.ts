import { describe, expect, it } from "vitest";
import { HOUR, MINUTE } from "@acme/auth-core";
import type { Agent } from "../agent.js";
import { APP_ORIGIN, SIGN_IN_BY_CODE } from "../service.js";
import { unseenRefusals } from "./unseen-refusals.js";
import { describeService } from "../describe-service.js";
import { readJson } from "../read-json.js";

const PASSWORD = "correct horse battery staple";
const FETCH = { "sec-fetch-mode": "cors", "sec-fetch-dest": "empty", origin: APP_ORIGIN };
const FORM = {
  "content-type": "application/x-www-form-urlencoded",
  "sec-fetch-site": "same-origin",
};

describeService("mailed links over HTTP", (service) => {
  let people = 0;
  const newAddress = () => `person${++people}@example.com`;

  async function signUp(extra: object = {}): Promise<{
    readonly email: string;
    readonly agent: Agent;
    readonly link: URL;
    readonly token: string;
  }> {
    const email = newAddress();
    const agent = service.agent();
    await agent.post("/api/auth/sign-up/email", { email, password: PASSWORD, ...extra });
    await service.auth.worker.runDue();
    const link = new URL(service.inbox.linkFor(email));
    return { email, agent, link, token: link.searchParams.get("token")! };
  }
  const isVerified = async (agent: Agent) =>
    readJson((await agent.get("/api/v1/auth/me")).body, { emailVerified: "boolean" }).emailVerified;
  const open = (link: URL, headers: Record<string, string> = {}) =>
    service.agent().get(link.pathname + link.search, headers);
  const press = (link: URL, token: string, headers: Record<string, string> = FORM) =>
    service.agent().send(link.pathname, {
      method: "POST",
      headers,
      body: new URLSearchParams({ token }).toString(),
    });

  async function requestChange(agent: Agent, newEmail: string, extra: object = {}): Promise<URL> {
    expect((await agent.post("/api/auth/change-email", { newEmail, ...extra })).body).toEqual({
      status: true,
    });
    await service.auth.worker.runDue();
    return new URL(service.inbox.linkFor(newEmail));
  }

  describe("verification", () => {
    it("opening the link twenty times, GET and HEAD, changes nothing and sets no cookie; the button verifies", async () => {
      const { agent, link, token, email } = await signUp();
      for (let i = 0; i < 10; i++) {
        const page = await open(link);
        expect(page).toMatchObject({ status: 200, setCookies: [] });
        expect(page.text).toContain(email);
        expect(page.text).toContain("<button");
        expect(page.text).not.toContain("<script");
        expect(page.headers["referrer-policy"]).toBe("strict-origin");
        expect(page.headers["content-security-policy"]).toMatch(
          /form-action 'self' .*http:\/\/app\.test:3004.*base-uri 'none'/,
        );
        expect(
          await service.agent().send(link.pathname + link.search, { method: "HEAD" }),
        ).toMatchObject({ status: 200, setCookies: [], text: "" });
      }
      expect(await isVerified(agent)).toBe(false);
      const done = await press(link, token);
      expect(done).toMatchObject({
        status: 200,
        setCookies: [],
        headers: { "referrer-policy": "no-referrer" },
      });
      expect(done.text).toContain("Your email address is confirmed");
      expect(await isVerified(agent)).toBe(true);
    });

    it("a form from anywhere but our own page is refused, and JSON is not taken there", async () => {
      const { agent, link, token } = await signUp();
      const type = { "content-type": FORM["content-type"] };
      for (const headers of [type, { ...type, origin: APP_ORIGIN }, { ...type, origin: "null" }])
        expect((await press(link, token, headers)).status).toBe(403);
      expect((await service.agent().post(link.pathname, { token })).status).toBe(415);
      expect(await isVerified(agent)).toBe(false);
      expect((await press(link, token, { ...type, origin: service.url })).status).toBe(200);
    });

    it("goes on to the place named at sign-up, and only to an allowed one", async () => {
      const { link, token } = await signUp({ callbackURL: "/verified?from=mail" });
      expect(await press(link, token)).toMatchObject({
        status: 303,
        headers: { location: `${APP_ORIGIN}/verified?from=mail` },
      });
    });

    it("a posted token is for the user it names, not for whoever has the email address by now", async () => {
      const { email, agent, token } = await signUp();
      const link = await requestChange(agent, newAddress());
      await press(link, link.searchParams.get("token")!);
      expect(
        (await service.agent().post("/api/auth/sign-up/email", { email, password: PASSWORD }))
          .status,
      ).toBe(200);
      expect((await service.agent().post("/api/v1/auth/verify-email", { token })).status).toBe(422);
    });

    it("a button pressed too late goes on with the code of the refusal", async () => {
      const { link, token } = await signUp({ callbackURL: "/verified" });
      service.clock.advance(24 * HOUR);
      expect(await press(link, token)).toMatchObject({
        status: 303,
        headers: { location: `${APP_ORIGIN}/verified?error=TOKEN_EXPIRED` },
      });
    });

    it("the posted token verifies, and again and again while it lives", async () => {
      const { agent, token } = await signUp();
      const userId = readJson((await agent.get("/api/v1/auth/me")).body, { id: "string" }).id;
      for (let i = 0; i < 3; i++)
        expect(await service.agent().post("/api/v1/auth/verify-email", { token })).toMatchObject({
          status: 200,
          body: { userId },
          setCookies: [],
        });
      service.clock.advance(24 * HOUR);
      expect(await service.agent().post("/api/v1/auth/verify-email", { token })).toMatchObject({
        status: 422,
        body: { code: "TOKEN_EXPIRED" },
      });
      expect(
        (await open(new URL(`/api/auth/verify-email?token=${token}`, service.url))).status,
      ).toBe(400);
    });

    it("the front end's own fetch may use the link; nothing else that only opens it may", async () => {
      const { agent, link } = await signUp();
      const others: Record<string, string>[] = [
        {},
        { ...FETCH, "sec-purpose": "prefetch" },
        { ...FETCH, "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" },
        { ...FETCH, "sec-fetch-dest": "image" },
        { ...FETCH, origin: "https://evil.test" },
        { "sec-fetch-mode": "cors", "sec-fetch-dest": "empty", "sec-fetch-site": "same-site" },
        { "sec-fetch-mode": "cors", "sec-fetch-dest": "empty" },
      ];
      for (const headers of others) await open(link, headers);
      await service.agent().send(link.pathname + link.search, { method: "HEAD", headers: FETCH });
      expect(await isVerified(agent)).toBe(false);
      expect(await open(link, FETCH)).toMatchObject({
        status: 200,
        body: { status: true, user: null },
      });
      expect(await isVerified(agent)).toBe(true);
    });

    it("the same-origin fetch works too, with a place to go, and says what was wrong there", async () => {
      const sameOrigin = {
        "sec-fetch-mode": "cors",
        "sec-fetch-dest": "empty",
        "sec-fetch-site": "same-origin",
      };
      const { link, agent } = await signUp();
      link.searchParams.set("callbackURL", "/done");
      expect(await open(link, sameOrigin)).toMatchObject({
        status: 302,
        headers: { location: `${APP_ORIGIN}/done` },
      });
      expect(await isVerified(agent)).toBe(true);
      const bad = new URL("/api/auth/verify-email?token=nonsense", service.url);
      expect(await open(bad, sameOrigin)).toMatchObject({
        status: 401,
        body: { code: "INVALID_TOKEN" },
      });
      bad.searchParams.set("callbackURL", "/done?x=1");
      expect(await open(bad, sameOrigin)).toMatchObject({
        status: 302,
        headers: { location: `${APP_ORIGIN}/done?x=1&error=INVALID_TOKEN` },
      });
      bad.searchParams.set("callbackURL", "https://evil.test");
      expect(await open(bad, sameOrigin)).toMatchObject({
        status: 403,
        body: { code: "INVALID_CALLBACK_URL" },
      });
      service.clock.advance(24 * HOUR);
      link.searchParams.delete("callbackURL");
      expect(await open(link, sameOrigin)).toMatchObject({
        status: 401,
        body: { code: "TOKEN_EXPIRED" },
      });
    });

    it("a dead link's page says so, without a button, and a pressed dead one too", async () => {
      const dead = new URL("/api/auth/verify-email?token=nonsense", service.url);
      for (const page of [await open(dead), await press(dead, "nonsense")]) {
        expect(page.status).toBe(400);
        expect(page.text).toContain("This link does not work");
        expect(page.text).not.toContain("<button");
      }
    });

    it("resends alike at both names, with a place to go at one of them", async () => {
      const { email } = await signUp();
      expect(
        (await service.agent().post("/api/v1/auth/resend-verification", { email })).body,
      ).toEqual({ ok: true });
      await service.auth.worker.runDue();
      expect(
        (
          await service
            .agent()
            .post("/api/auth/send-verification-email", { email, callbackURL: "/verified" })
        ).body,
      ).toEqual({ status: true });
      expect(
        await service
          .agent()
          .post("/api/auth/send-verification-email", { email, callbackURL: "javascript:alert(1)" }),
      ).toMatchObject({
        status: 403,
        body: { code: "INVALID_CALLBACK_URL" },
      });
      await service.auth.worker.runDue();
      const link = new URL(service.inbox.linkFor(email));
      expect(await press(link, link.searchParams.get("token")!)).toMatchObject({
        status: 303,
        headers: { location: `${APP_ORIGIN}/verified` },
      });
    });

    it("a code of its own type verifies too, and no other type does", async () => {
      const { email, agent } = await signUp();
      await agent.post("/api/auth/email-otp/send-verification-otp", {
        email,
        type: "email-verification",
      });
      await service.auth.worker.runDue();
      const otp = service.inbox.codeFor(email);
      const verify = (code: string) =>
        service.agent().post("/api/auth/email-otp/verify-email", { email, otp: code });
      expect(await service.agent().post(SIGN_IN_BY_CODE, { email, otp })).toMatchObject({
        status: 400,
        body: { code: "INVALID_OTP" },
      });
      expect(await verify(otp)).toMatchObject({
        status: 200,
        body: { status: true, token: null, user: { email, emailVerified: true } },
        setCookies: [],
      });
      expect(await isVerified(agent)).toBe(true);
    });
  });

  describe("password reset", () => {
    async function requestReset(
      email: string,
      extra: object = {},
    ): Promise<{ readonly link: URL; readonly token: string }> {
      await service.agent().post("/api/auth/request-password-reset", { email, ...extra });
      await service.auth.worker.runDue();
      const link = new URL(service.inbox.linkFor(email));
      return { link, token: link.pathname.split("/").at(-1)! };
    }

    it("the link leads to the front end with its token, as often as it is opened, and the front end sets the password once", async () => {
      const { email, agent } = await signUp();
      const { link, token } = await requestReset(email);
      for (let i = 0; i < 3; i++)
        expect(await open(link)).toMatchObject({
          status: 302,
          headers: { location: `${APP_ORIGIN}/reset-password?token=${token}` },
          setCookies: [],
        });
      const next = "another good password";
      expect(
        await service.agent().post("/api/auth/reset-password", { token, newPassword: "short" }),
      ).toMatchObject({
        status: 400,
        body: { code: "PASSWORD_TOO_SHORT" },
      });
      const reply = await service
        .agent()
        .post("/api/auth/reset-password", { token, newPassword: next });
      expect(reply).toMatchObject({ status: 200, body: { status: true }, setCookies: [] });
      expect((await agent.get("/api/v1/auth/me")).status).toBe(401);
      expect(
        await service.agent().post("/api/auth/reset-password", { token, newPassword: next }),
      ).toMatchObject({
        status: 400,
        body: { code: "INVALID_TOKEN" },
      });
      expect(await open(link)).toMatchObject({
        status: 302,
        headers: { location: `${APP_ORIGIN}/reset-password?error=INVALID_TOKEN` },
      });
      expect(
        (await service.agent().post("/api/auth/sign-in", { email, password: next })).status,
      ).toBe(200);
      expect(
        (await service.agent("127.0.0.3").post("/api/auth/sign-in", { email, password: PASSWORD }))
          .status,
      ).toBe(401);
      await service.auth.worker.runDue();
      expect(
        service.inbox.mails.filter(({ to }) => to === email).map(({ subject }) => subject),
      ).toContain("Your Acme password was reset");
    });

    it("goes where it was asked to, if that is allowed, when asked and again when opened", async () => {
      const { email } = await signUp();
      expect(
        await service
          .agent()
          .post("/api/auth/request-password-reset", { email, redirectTo: "https://evil.test" }),
      ).toMatchObject({
        status: 403,
        body: { code: "INVALID_CALLBACK_URL" },
      });
      const { link, token } = await requestReset(email, { redirectTo: "/account/new-password" });
      expect(await open(link)).toMatchObject({
        status: 302,
        headers: { location: `${APP_ORIGIN}/account/new-password?token=${token}` },
      });
      link.searchParams.set("callbackURL", "https://evil.test/");
      const refused = await service.agent().get(link.pathname + link.search);
      expect(refused).toMatchObject({ status: 403, body: { code: "INVALID_CALLBACK_URL" } });
      (service.refusals as Set<string>).add(
        "GET /api/auth/reset-password/:token INVALID_CALLBACK_URL",
      );
    });

    it("kills every other link and code of an account whose email address is verified, by link and by code", async () => {
      for (const by of ["link", "code"]) {
        const { email, agent, token } = await signUp();
        const newEmail = newAddress();
        expect((await agent.post("/api/v1/auth/verify-email", { token })).status).toBe(200);
        await agent.post("/api/auth/change-email", { newEmail });
        await agent.post("/api/auth/magic-link/send", { email });
        await service.auth.worker.runDue();
        const change = new URL(service.inbox.linkFor(newEmail)).searchParams.get("token");
        const magic = new URL(service.inbox.linkFor(email)).searchParams.get("token");
        const otp = await service.codeFor(email);
        const newPassword = "another good password";
        if (by === "link") {
          const reset = await requestReset(email);
          expect(
            (
              await service
                .agent()
                .post("/api/auth/reset-password", { token: reset.token, newPassword })
            ).status,
          ).toBe(200);
        } else {
          await service.agent().post("/api/auth/email-otp/request-password-reset", { email });
          await service.auth.worker.runDue();
          const body = { email, otp: service.inbox.codeFor(email), password: newPassword };
          expect(
            (await service.agent().post("/api/auth/email-otp/reset-password", body)).status,
          ).toBe(200);
        }
        expect((await agent.get("/api/v1/auth/me")).status).toBe(401);
        const dead = { status: 400, body: { code: "INVALID_TOKEN" }, setCookies: [] };
        expect(
          await service.agent().post("/api/auth/change-email/confirm", { token: change }),
        ).toMatchObject(dead);
        expect(
          await service.agent().post("/api/auth/magic-link/verify", { token: magic }),
        ).toMatchObject(dead);
        expect(await service.agent().post(SIGN_IN_BY_CODE, { email, otp })).toMatchObject({
          ...dead,
          body: { code: "INVALID_OTP" },
        });
      }
    });

    it("dies after half an hour, and when a newer one is mailed", async () => {
      const { email } = await signUp();
      const first = await requestReset(email);
      const second = await requestReset(email);
      const reset = (token: string) =>
        service
          .agent()
          .post("/api/auth/reset-password", { token, newPassword: "another good password" });
      expect((await reset(first.token)).status).toBe(400);
      service.clock.advance(30 * MINUTE);
      expect((await reset(second.token)).status).toBe(400);
    });

    it("works by code as well, and each refusal has its name", async () => {
      const { email } = await signUp();
      const send = (to: string) =>
        service.agent().post("/api/auth/email-otp/request-password-reset", { email: to });
      const reset = (to: string, otp: string, password = "another good password") =>
        service
          .agent(`127.2.0.${++people % 250}`)
          .post("/api/auth/email-otp/reset-password", { email: to, otp, password });
      expect((await send(email)).body).toEqual({ success: true });
      await service.auth.worker.runDue();
      const otp = service.inbox.codeFor(email);
      expect(await reset(email, otp, "password1")).toMatchObject({
        body: { code: "PASSWORD_TOO_COMMON" },
      });
      expect(await reset(email, otp, "x".repeat(300))).toMatchObject({
        body: { code: "PASSWORD_TOO_LONG" },
      });
      expect(await reset(email, otp, "short")).toMatchObject({
        body: { code: "PASSWORD_TOO_SHORT" },
      });
      expect(await reset(email, otp)).toMatchObject({
        status: 200,
        body: { success: true },
        setCookies: [],
      });
      expect(
        (
          await service
            .agent()
            .post("/api/auth/sign-in", { email, password: "another good password" })
        ).status,
      ).toBe(200);

      for (const path of [
        "/api/auth/email-otp/reset-password",
        "/api/auth/email-otp/verify-email",
        "/api/auth/email-otp/check-verification-otp",
      ]) {
        const type = path.includes("reset") ? "forget-password" : "email-verification";
        const guess = (to: string, code: string) =>
          service
            .agent(`127.2.1.${++people % 250}`)
            .post(path, { email: to, otp: code, type, password: "another good password" });
        const other = (await signUp()).email;
        await service
          .agent()
          .post("/api/auth/email-otp/send-verification-otp", { email: other, type });
        await service.auth.worker.runDue();
        const right = service.inbox.codeFor(other);
        for (let i = 0; i < 5; i++)
          expect(await guess(other, right === "000000" ? "111111" : "000000")).toMatchObject({
            body: { code: "INVALID_OTP" },
          });
        expect(await guess(other, right)).toMatchObject({
          status: 403,
          body: { code: "TOO_MANY_ATTEMPTS" },
        });
        const late = (await signUp()).email;
        await service
          .agent()
          .post("/api/auth/email-otp/send-verification-otp", { email: late, type });
        service.clock.advance(10 * MINUTE);
        expect(await guess(late, "000000")).toMatchObject({
          status: 400,
          body: { code: "OTP_EXPIRED" },
        });
      }
    });

    it("a reset code works once", async () => {
      const { email } = await signUp();
      await service.agent().post("/api/auth/email-otp/request-password-reset", { email });
      await service.auth.worker.runDue();
      const body = { email, otp: service.inbox.codeFor(email), password: "another good password" };
      const attempts = Array.from({ length: 4 }, () =>
        service.agent().post("/api/auth/email-otp/reset-password", body),
      );
      const replies = await Promise.all(attempts);
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
      for (const { status, body: said } of replies)
        if (status !== 200) expect(said).toMatchObject({ code: "INVALID_OTP" });
    });

    it("a right code with a bad password costs nothing: the code and the budget are there for the good one", async () => {
      const { email } = await signUp();
      const client = service.agent("127.2.9.9");
      await client.post("/api/auth/email-otp/request-password-reset", { email });
      await service.auth.worker.runDue();
      const otp = service.inbox.codeFor(email);
      const reset = (password: string) =>
        client.post("/api/auth/email-otp/reset-password", { email, otp, password });
      for (let i = 0; i < 11; i++)
        expect((await reset("short")).body).toMatchObject({ code: "PASSWORD_TOO_SHORT" });
      expect((await reset("another good password")).status).toBe(200);
    });

    it("the newest mailed link stays good, however often more are asked for than are mailed", async () => {
      const { email } = await signUp();
      for (let i = 0; i < 4; i++)
        await service.agent().post("/api/auth/request-password-reset", { email });
      const { link, token } = await requestReset(email);
      for (let i = 0; i < 20; i++)
        await service.agent().post("/api/auth/request-password-reset", { email });
      expect(await open(link)).toMatchObject({
        status: 302,
        headers: { location: `${APP_ORIGIN}/reset-password?token=${token}` },
      });
    });

    it("reset by link refuses each bad password by name", async () => {
      const { email } = await signUp();
      const { token } = await requestReset(email);
      for (const [newPassword, code] of [
        ["x".repeat(300), "PASSWORD_TOO_LONG"],
        ["password1", "PASSWORD_TOO_COMMON"],
      ] as const) {
        expect(
          await service.agent().post("/api/auth/reset-password", { token, newPassword }),
        ).toMatchObject({ status: 400, body: { code } });
      }
    });
  });

  describe("change of email address", () => {
    it("shows both email addresses, changes on the button, ends the other sessions and tells the old email address", async () => {
      const { email, agent } = await signUp();
      const verification = new URL(service.inbox.linkFor(email)).searchParams.get("token");
      expect((await agent.post("/api/v1/auth/verify-email", { token: verification })).status).toBe(
        200,
      );
      const other = service.agent();
      await other.post("/api/auth/sign-in", { email, password: PASSWORD });
      const next = newAddress();
      const link = await requestChange(agent, next, { callbackURL: "/account" });
      const page = await open(link);
      expect(page.text).toContain(email);
      expect(page.text).toContain(next);
      const token = link.searchParams.get("token")!;
      const done = await agent.send(link.pathname, {
        method: "POST",
        headers: FORM,
        body: new URLSearchParams({ token }).toString(),
      });
      expect(done).toMatchObject({ status: 303, headers: { location: `${APP_ORIGIN}/account` } });
      expect((await agent.get("/api/v1/auth/me")).body).toMatchObject({
        email: next,
        emailVerified: true,
      });
      expect((await other.get("/api/v1/auth/me")).status).toBe(401);
      await service.auth.worker.runDue();
      expect(service.inbox.last(email).subject).toBe("Your Acme address was changed");
      expect((await press(link, token)).status).toBe(400);
      expect(
        (await service.agent().post("/api/auth/sign-in", { email: next, password: PASSWORD }))
          .status,
      ).toBe(200);
    });

    it("five links go to one new email address in a quarter of an hour, and the newest stays good", async () => {
      const { agent } = await signUp();
      const next = newAddress();
      for (let i = 0; i < 8; i++) {
        expect((await agent.post("/api/auth/change-email", { newEmail: next })).status).toBe(200);
        await service.auth.worker.runDue();
      }
      expect(service.inbox.mails.filter(({ to }) => to === next)).toHaveLength(5);
      const token = new URL(service.inbox.linkFor(next)).searchParams.get("token");
      expect((await service.agent().post("/api/auth/change-email/confirm", { token })).status).toBe(
        200,
      );
    });

    it("a taken email address gets the same answer and no mail", async () => {
      const taken = await signUp();
      const { agent } = await signUp();
      const toldTaken = () => service.inbox.mails.filter(({ to }) => to === taken.email).length;
      const before = toldTaken();
      expect((await agent.post("/api/auth/change-email", { newEmail: taken.email })).body).toEqual({
        status: true,
      });
      await service.auth.worker.runDue();
      expect(toldTaken()).toBe(before);
    });

    it("confirms by JSON too, once, within the hour, and not when the email address was taken meanwhile", async () => {
      const confirm = (token: string) =>
        service.agent().post("/api/auth/change-email/confirm", { token });
      const tokenOf = (link: URL) => link.searchParams.get("token")!;
      const one = await signUp();
      const token = tokenOf(await requestChange(one.agent, newAddress()));
      expect(await confirm(token)).toMatchObject({ status: 200, body: { status: true } });
      expect(await confirm(token)).toMatchObject({ status: 400, body: { code: "INVALID_TOKEN" } });

      const two = await signUp();
      const late = tokenOf(await requestChange(two.agent, newAddress()));
      service.clock.advance(HOUR);
      expect(await confirm(late)).toMatchObject({ status: 400, body: { code: "TOKEN_EXPIRED" } });

      const waited = await requestChange((await signUp()).agent, newAddress(), {
        callbackURL: "/account",
      });
      service.clock.advance(HOUR);
      expect(await press(waited, tokenOf(waited))).toMatchObject({
        status: 303,
        headers: { location: `${APP_ORIGIN}/account?error=TOKEN_EXPIRED` },
      });

      const three = await signUp();
      const wanted = newAddress();
      const raced = tokenOf(await requestChange(three.agent, wanted));
      await service.signedIn(wanted);
      expect(await confirm(raced)).toMatchObject({ status: 400, body: { code: "INVALID_TOKEN" } });
    });

    it("needs a fresh session, and an allowed place to go", async () => {
      const { agent } = await signUp();
      expect(
        await agent.post("/api/auth/change-email", {
          newEmail: newAddress(),
          callbackURL: "/\\evil.test",
        }),
      ).toMatchObject({
        status: 403,
        body: { code: "INVALID_CALLBACK_URL" },
      });
      service.clock.advance(24 * HOUR - 1);
      expect((await agent.post("/api/auth/change-email", { newEmail: newAddress() })).status).toBe(
        200,
      );
      service.clock.advance(1);
      expect(await agent.post("/api/auth/change-email", { newEmail: newAddress() })).toMatchObject({
        status: 403,
        body: { code: "SESSION_NOT_FRESH" },
      });
    });

    it("kills every link and code of the old email address", async () => {
      const { email, agent, token: verification } = await signUp();
      await service.agent().post("/api/auth/request-password-reset", { email });
      await service.auth.worker.runDue();
      const otp = await service.codeFor(email);
      const reset = /reset-password\/([\w-]+)/.exec(
        service.inbox.mails.findLast((mail) => mail.to === email && mail.subject.startsWith("Set"))!
          .text,
      )![1];
      await service.agent().post("/api/auth/magic-link/send", { email });
      await service.auth.worker.runDue();
      const magic = new URL(service.inbox.linkFor(email)).searchParams.get("token");
      const link = await requestChange(agent, newAddress());
      await press(link, link.searchParams.get("token")!);
      expect(
        (await service.agent().post("/api/v1/auth/verify-email", { token: verification })).status,
      ).toBe(422);
      expect(
        (
          await service.agent().post("/api/auth/reset-password", {
            token: reset,
            newPassword: "another good password",
          })
        ).status,
      ).toBe(400);
      expect((await service.agent().post(SIGN_IN_BY_CODE, { email, otp })).status).toBe(400);
      // Else it would make a new account of the old address.
      expect(
        (await service.agent().post("/api/auth/magic-link/verify", { token: magic })).status,
      ).toBe(400);
    });
  });

  it("has shown every refusal that the routes of mailed links declare", () => {
    const unseen = ["Email and password", "Email verification and the current user"].flatMap(
      (title) => unseenRefusals(service, title),
    );
    expect(
      unseen.filter(
        (refusal) =>
          /reset|change-email|verif/.test(refusal) && !/verify-password|sign-/.test(refusal),
      ),
    ).toEqual([]);
  });
});
