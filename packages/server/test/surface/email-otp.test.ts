import { MINUTE } from "@acme/auth-core/surface";
import { stringMatching } from "@acme/auth-testing/matchers";
import { readJson } from "@acme/auth-testing/read-json";
import { expect, it } from "vitest";
import { describeService } from "../describe-service.js";
import { SEND_CODE, SIGN_IN_BY_CODE } from "../service.js";

const CHECK = "/api/auth/email-otp/check-verification-otp";
const wrongFor = (otp: string) => (otp === "000000" ? "111111" : "000000");

describeService(
  "email one-time codes over HTTP",
  { section: "Email one-time code", shownElsewhere: /verify-email|reset/ },
  (service) => {
    let people = 0;
    const newAddress = () => `person${++people}@example.com`;

    it("mails a six-digit code that opens a session for a new user with a verified email address", async () => {
      const email = newAddress();
      const agent = service.agent();
      const sent = await agent.post(SEND_CODE, {
        email: ` ${email.toUpperCase()} `,
        type: "sign-in",
      });
      expect(sent).toMatchObject({ status: 200, body: { success: true }, setCookies: [] });
      await service.auth.worker.runDue();
      const mail = service.inbox.last(email);
      expect(mail.subject).toMatch(/^\d{6} is your Acme code$/);
      expect(mail.messageId).toMatch(/^<[0-9a-f-]{36}@127\.0\.0\.1>$/);

      const reply = await agent.post(SIGN_IN_BY_CODE, {
        email,
        otp: service.inbox.codeFor(email),
        name: "Ada Lovelace",
      });
      expect(reply.status).toBe(200);
      expect(reply.body).toEqual({
        token: null,
        user: {
          id: stringMatching(/^[0-9a-f-]{36}$/),
          email,
          emailVerified: true,
          name: "Ada Lovelace",
          image: null,
          createdAt: "2026-01-01T00:00:00.000Z",
          updatedAt: "2026-01-01T00:00:00.000Z",
        },
      });
      expect(reply.setCookies).toEqual([
        expect.stringMatching(
          /^session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
        ),
        expect.stringMatching(
          /^known-browser=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/,
        ),
      ]);
      expect((await agent.get("/api/v1/auth/me")).status).toBe(200);
    });

    it("takes the code at the better-auth path too, spaces and all, and keeps the name of a known user", async () => {
      const email = newAddress();
      await service.signedIn(email);
      const agent = service.agent();
      const otp = (await service.codeFor(email)).replace(/(...)/, " $1 ");
      const reply = await agent.post("/api/auth/sign-in/email-otp", {
        email,
        otp,
        name: "Somebody Else",
      });
      expect(reply).toMatchObject({ status: 200, body: { user: { email, name: "" } } });
    });

    it.each([SIGN_IN_BY_CODE, "/api/auth/sign-in/email-otp", CHECK])(
      "%s refuses wrong, missing, expired and overtried codes, each by name",
      async (path) => {
        const agent = service.agent(`127.0.1.${++people}`);
        const email = newAddress();
        const attempt = (otp: string) => agent.post(path, { email, otp, type: "sign-in" });
        expect((await attempt("123456")).body).toEqual({
          code: "INVALID_OTP",
          message: "The code is wrong.",
        });

        const otp = await service.codeFor(email, agent);
        for (let i = 0; i < 5; i++)
          expect(await attempt(wrongFor(otp))).toMatchObject({
            status: 400,
            body: { code: "INVALID_OTP" },
          });
        expect(await attempt(otp)).toMatchObject({
          status: 403,
          body: { code: "TOO_MANY_ATTEMPTS" },
        });

        const later = newAddress();
        const stale = await service.codeFor(later, agent);
        service.clock.advance(10 * MINUTE);
        expect(await agent.post(path, { email: later, otp: stale, type: "sign-in" })).toMatchObject(
          {
            status: 400,
            body: { code: "OTP_EXPIRED" },
          },
        );
      },
    );

    it("says whether a code is right without using it", async () => {
      const email = newAddress();
      const otp = await service.codeFor(email);
      const agent = service.agent();
      expect(await agent.post(CHECK, { email, otp, type: "sign-in" })).toMatchObject({
        status: 200,
        body: { success: true },
        setCookies: [],
      });
      expect((await agent.post(SIGN_IN_BY_CODE, { email, otp })).status).toBe(200);
      expect(await agent.post(SIGN_IN_BY_CODE, { email, otp })).toMatchObject({
        status: 400,
        body: { code: "INVALID_OTP" },
      });
    });

    it("mails five codes in a quarter of an hour, then answers 429 until it is over", async () => {
      const email = newAddress();
      const agent = service.agent();
      for (let i = 0; i < 5; i++)
        expect((await agent.post(SEND_CODE, { email, type: "sign-in" })).status).toBe(200);
      const refused = await agent.post(SEND_CODE, { email, type: "sign-in" });
      expect(refused).toMatchObject({ status: 429, body: { code: "TOO_MANY_REQUESTS" } });
      expect(refused.headers["retry-after"]).toBe("900");
      service.clock.advance(15 * MINUTE);
      expect((await agent.post(SEND_CODE, { email, type: "sign-in" })).status).toBe(200);
    });

    it("refuses even the right code after ten wrong ones in an hour from one client, over resends, and lets the owner in from elsewhere", async () => {
      const email = newAddress();
      const attacker = service.agent("127.0.2.1");
      for (let code = 0; code < 2; code++) {
        const otp = await service.codeFor(email, attacker);
        for (let i = 0; i < 5; i++)
          await attacker.post(SIGN_IN_BY_CODE, { email, otp: wrongFor(otp) });
      }
      const otp = await service.codeFor(email, attacker);
      const refused = await attacker.post(SIGN_IN_BY_CODE, { email, otp });
      expect(refused).toMatchObject({ status: 403, body: { code: "TOO_MANY_ATTEMPTS" } });
      expect((await service.agent("127.0.2.2").post(SIGN_IN_BY_CODE, { email, otp })).status).toBe(
        200,
      );
    });

    it("names every field at fault", async () => {
      const reply = await service.agent().post(SIGN_IN_BY_CODE, {
        email: "ada@example.com, eve@example.com",
        otp: "12345",
        name: "a\u0000b",
      });
      expect(reply.status).toBe(400);
      expect(
        readJson(reply.body, { issues: [{ path: "string" }] }).issues.map(({ path }) => path),
      ).toEqual(["email", "otp", "name"]);
    });
  },
);
