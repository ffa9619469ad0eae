import { HOUR } from "@acme/auth-core/surface";
import { describe, expect, it } from "vitest";
import { APP_ORIGIN, SIGN_IN_BY_CODE } from "../service.js";
import { FORM } from "./browser-requests.js";
import { describeMailedLinks, PASSWORD } from "./describe-mailed-links.js";

describeMailedLinks(
  (refusal) => refusal.includes("change-email"),
  ({ service, newAddress, signUp, open, press, requestChange }) => {
    describe("change of email address", () => {
      it("shows both email addresses, changes on the button, ends the other sessions and tells the old email address", async () => {
        const { email, agent } = await signUp();
        const verification = new URL(service.inbox.linkFor(email)).searchParams.get("token");
        expect(
          (await agent.post("/api/v1/auth/verify-email", { token: verification })).status,
        ).toBe(200);
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
        expect(service.inbox.last(email).subject).toBe("Your Acme email address was changed");
        expect(service.inbox.last(email).text).toContain("By: Someone signed in to your account");
        expect((await press(link, token)).status).toBe(400);
        expect(
          (await service.agent().post("/api/auth/sign-in", { email: next, password: PASSWORD }))
            .status,
        ).toBe(200);
      });

      it("tells the old email address who confirmed it: a session, or someone who reads mail to the new one", async () => {
        const { email, agent } = await signUp();
        const code = { email, type: "email-verification" };
        await agent.post("/api/auth/email-otp/send-verification-otp", code);
        await service.auth.worker.runDue();
        const otp = service.inbox.codeFor(email);
        const verified = await agent.post("/api/auth/email-otp/verify-email", { email, otp });
        expect(verified.status).toBe(200);
        const link = await requestChange(agent, newAddress(), {});
        const token = link.searchParams.get("token");
        const elsewhere = service.agent();
        const done = await elsewhere.post("/api/auth/change-email/confirm", { token });
        expect(done.status).toBe(200);
        await service.auth.worker.runDue();
        expect(service.inbox.last(email).text).toContain(
          "By: Someone who can read mail to the new email address",
        );
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
        expect(
          (await service.agent().post("/api/auth/change-email/confirm", { token })).status,
        ).toBe(200);
      });

      it("a taken email address gets the same answer and no mail", async () => {
        const taken = await signUp();
        const { agent } = await signUp();
        const toldTaken = () => service.inbox.mails.filter(({ to }) => to === taken.email).length;
        const before = toldTaken();
        expect(
          (await agent.post("/api/auth/change-email", { newEmail: taken.email })).body,
        ).toEqual({
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
        expect(await confirm(token)).toMatchObject({
          status: 400,
          body: { code: "INVALID_TOKEN" },
        });

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
        expect(await confirm(raced)).toMatchObject({
          status: 400,
          body: { code: "INVALID_TOKEN" },
        });
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
        expect(
          (await agent.post("/api/auth/change-email", { newEmail: newAddress() })).status,
        ).toBe(200);
        service.clock.advance(1);
        expect(
          await agent.post("/api/auth/change-email", { newEmail: newAddress() }),
        ).toMatchObject({
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
          service.inbox.mails.findLast(
            (mail) => mail.to === email && mail.subject.startsWith("Set"),
          )!.text,
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
        // Else it would make a new account of the old email address.
        expect(
          (await service.agent().post("/api/auth/magic-link/verify", { token: magic })).status,
        ).toBe(400);
      });
    });
  },
);
