import { MINUTE } from "@acme/auth-core/surface";
import { describe, expect, it } from "vitest";
import { APP_ORIGIN, SIGN_IN_BY_CODE } from "../service.js";
import { describeMailedLinks, PASSWORD } from "./describe-mailed-links.js";

describeMailedLinks(
  (refusal) => refusal.includes("reset"),
  ({ service, newAddress, signUp, open }) => {
    describe("password reset", () => {
      let networks = 0;
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
          (
            await service
              .agent("127.0.0.3")
              .post("/api/auth/sign-in", { email, password: PASSWORD })
          ).status,
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
            .agent(`127.2.0.${++networks % 250}`)
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
          const attempt = (to: string, code: string) =>
            service
              .agent(`127.2.1.${++networks % 250}`)
              .post(path, { email: to, otp: code, type, password: "another good password" });
          const other = (await signUp()).email;
          await service
            .agent()
            .post("/api/auth/email-otp/send-verification-otp", { email: other, type });
          await service.auth.worker.runDue();
          const right = service.inbox.codeFor(other);
          for (let i = 0; i < 5; i++)
            expect(await attempt(other, right === "000000" ? "111111" : "000000")).toMatchObject({
              body: { code: "INVALID_OTP" },
            });
          expect(await attempt(other, right)).toMatchObject({
            status: 403,
            body: { code: "TOO_MANY_ATTEMPTS" },
          });
          const late = (await signUp()).email;
          await service
            .agent()
            .post("/api/auth/email-otp/send-verification-otp", { email: late, type });
          service.clock.advance(10 * MINUTE);
          expect(await attempt(late, "000000")).toMatchObject({
            status: 400,
            body: { code: "OTP_EXPIRED" },
          });
        }
      });

      it("a reset code works once", async () => {
        const { email } = await signUp();
        await service.agent().post("/api/auth/email-otp/request-password-reset", { email });
        await service.auth.worker.runDue();
        const body = {
          email,
          otp: service.inbox.codeFor(email),
          password: "another good password",
        };
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
  },
);
