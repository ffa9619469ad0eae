import { HOUR } from "@acme/auth-core/surface";
import { readJson } from "@acme/auth-testing/read-json";
import { describe, expect, it } from "vitest";
import { APP_ORIGIN, SIGN_IN_BY_CODE } from "../service.js";
import { FETCH, FORM } from "./browser-requests.js";
import { describeMailedLinks, PASSWORD } from "./describe-mailed-links.js";

describeMailedLinks(
  (refusal) => !/reset|change-email/.test(refusal),
  ({ service, newAddress, signUp, isVerified, open, press, requestChange }) => {
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
        expect(done.text).toContain("Your email address is verified");
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

      it("a posted token is for the user it names, not for the user who has the email address by now", async () => {
        const { email, agent, token } = await signUp();
        const link = await requestChange(agent, newAddress());
        await press(link, link.searchParams.get("token")!);
        expect(
          (await service.agent().post("/api/auth/sign-up/email", { email, password: PASSWORD }))
            .status,
        ).toBe(200);
        expect((await service.agent().post("/api/v1/auth/verify-email", { token })).status).toBe(
          422,
        );
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
          expect(page.text).toContain("This link doesn&#39;t work");
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
          await service.agent().post("/api/auth/send-verification-email", {
            email,
            callbackURL: "javascript:alert(1)",
          }),
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
  },
);
