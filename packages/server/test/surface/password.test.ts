import { objectContaining, stringContaining } from "@acme/auth-testing/matchers";
import { expect, it } from "vitest";
import { describeService } from "../describe-service.js";
import {
  createPeople,
  PASSWORD,
  SHOWN_ELSEWHERE,
  SIGN_IN_PATHS,
  SIGN_UP,
} from "./people-with-passwords.js";

describeService(
  "email and password over HTTP",
  { section: "Email and password", shownElsewhere: SHOWN_ELSEWHERE },
  (service) => {
    const { newEmail, newNetwork, signUp, verified, isSignedIn, signIn } = createPeople(service);

    it("signs up an unverified user, opens a session and mails the link", async () => {
      const email = newEmail();
      const agent = service.agent();
      const reply = await agent.post("/api/auth/sign-up", {
        email: email.toUpperCase(),
        password: PASSWORD,
        name: " Ada ",
        image: "https://app.test/a.png",
      });
      expect(reply).toMatchObject({
        status: 200,
        body: {
          token: null,
          user: { email, emailVerified: false, name: "Ada", image: "https://app.test/a.png" },
        },
      });
      expect(await isSignedIn(agent)).toBe(true);
      await service.auth.worker.runDue();
      expect(service.inbox.linkFor(email)).toMatch(
        new RegExp(`^${service.url}/api/auth/verify-email\\?token=[\\w-]+\\.[\\w-]+\\.[\\w-]+$`),
      );
    });

    it.each([SIGN_UP, "/api/auth/sign-up"])(
      "%s answers 422 for a taken email address and tells its owner once a day",
      async (path) => {
        const { email } = await verified();
        const before = service.inbox.mails.length;
        for (let i = 0; i < 3; i++) {
          expect(await service.agent().post(path, { email, password: PASSWORD })).toMatchObject({
            status: 422,
            body: { code: "USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL" },
            setCookies: [],
          });
          await service.auth.worker.runDue();
        }
        expect(service.inbox.mails.slice(before).map(({ subject, to }) => [subject, to])).toEqual([
          ["Someone tried to sign up for Acme with your email address", email],
        ]);
      },
    );

    it("mails the verification link again to a taken email address that is unverified, within its budget, and tells it nothing else", async () => {
      const { email } = await signUp();
      const before = service.inbox.mails.length;
      for (let i = 0; i < 7; i++) {
        const reply = await service
          .agent()
          .post(SIGN_UP, { email, password: "of somebody else entirely", name: "Eve" });
        expect(reply).toMatchObject({
          status: 422,
          body: { code: "USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL" },
        });
      }
      await service.auth.worker.runDue();
      const mails = service.inbox.mails.slice(before).filter(({ to }) => to === email);
      // With the one of the first sign-up that makes five.
      expect(mails.map(({ subject }) => subject)).toEqual(
        Array(4).fill("Confirm your email address for Acme"),
      );
      const token = new URL(service.inbox.linkFor(email)).searchParams.get("token");
      expect((await service.agent().post("/api/v1/auth/verify-email", { token })).status).toBe(200);
      const owner = service.agent(newNetwork());
      expect(await signIn(email, PASSWORD, owner)).toMatchObject({
        status: 200,
        body: { user: { email, emailVerified: true, name: "Ada" } },
      });
    });

    it.each(SIGN_IN_PATHS)("signs in at %s, remembered or not", async (path) => {
      const { email } = await signUp();
      const agent = service.agent();
      const reply = await agent.post(path, { email, password: PASSWORD, callbackURL: "/welcome" });
      expect(reply).toMatchObject({
        status: 200,
        body: { redirect: true, url: "http://app.test:3004/welcome", token: null, user: { email } },
      });
      expect(reply.setCookies[0]).toContain("Max-Age=2592000");
      const short = await service
        .agent()
        .post(path, { email, password: PASSWORD, rememberMe: false });
      expect(short.body).toEqual({
        redirect: false,
        token: null,
        user: objectContaining({ email }),
      });
      expect(short.setCookies[0]).not.toContain("Max-Age");
      for (const wrong of [
        { email, password: "wrong password" },
        { email: newEmail(), password: PASSWORD },
      ]) {
        expect(await service.agent(newNetwork()).post(path, wrong)).toMatchObject({
          status: 401,
          body: { code: "INVALID_EMAIL_OR_PASSWORD" },
          setCookies: [],
        });
      }
      expect(
        await service
          .agent()
          .post(path, { email, password: PASSWORD, callbackURL: "https://evil.test" }),
      ).toMatchObject({
        status: 403,
        body: { code: "INVALID_CALLBACK_URL" },
      });
    });

    it("refuses at the sign-up alias as at the path itself", async () => {
      for (const [password, code] of [
        ["short", "PASSWORD_TOO_SHORT"],
        ["x".repeat(300), "PASSWORD_TOO_LONG"],
        ["password1", "PASSWORD_TOO_COMMON"],
      ] as const) {
        for (const path of [SIGN_UP, "/api/auth/sign-up"])
          expect(await service.agent().post(path, { email: newEmail(), password })).toMatchObject({
            status: 400,
            body: { code },
          });
      }
      for (const path of [SIGN_UP, "/api/auth/sign-up"]) {
        expect(
          await service
            .agent()
            .post(path, { email: newEmail(), password: PASSWORD, callbackURL: "//evil.test" }),
        ).toMatchObject({
          status: 403,
          body: { code: "INVALID_CALLBACK_URL" },
        });
      }
    });

    it("changes the password: the old one is dead, other sessions end, this one stays, and a mail says so", async () => {
      const { email, agent } = await verified();
      const other = service.agent(newNetwork());
      await signIn(email, PASSWORD, other);
      const reply = await agent.post("/api/auth/change-password", {
        currentPassword: PASSWORD,
        newPassword: "another good password",
        revokeOtherSessions: false,
      });
      expect(reply).toMatchObject({ status: 200, body: { token: null, user: { email } } });
      await service.auth.worker.runDue();
      expect(service.inbox.last(email).subject).toBe("Your Acme password was changed");
      expect([await isSignedIn(agent), await isSignedIn(other)]).toEqual([true, false]);
      expect((await signIn(email, PASSWORD)).status).toBe(401);
      expect((await signIn(email, "another good password")).status).toBe(200);
    });

    it("a change of the password kills every link that was mailed before", async () => {
      const { email, agent } = await signUp();
      const nextEmail = newEmail();
      await agent.post("/api/auth/request-password-reset", { email });
      await agent.post("/api/auth/magic-link/send", { email });
      await agent.post("/api/auth/change-email", { newEmail: nextEmail });
      await service.auth.worker.runDue();
      const mailed = service.inbox.mails
        .filter(({ to }) => to === email || to === nextEmail)
        .map(({ text }) => text);
      const [, reset] = /reset-password\/([\w-]+)/.exec(mailed.join("\n"))!;
      const [magic, change] = ["magic-link", "change-email"].map(
        (kind) => new RegExp(`${kind}\\S*token=([\\w-]+)`).exec(mailed.join("\n"))![1],
      );
      expect(
        (
          await agent.post("/api/auth/change-password", {
            currentPassword: PASSWORD,
            newPassword: "another good password",
          })
        ).status,
      ).toBe(200);

      const dead = { status: 400, body: { code: "INVALID_TOKEN" }, setCookies: [] };
      const stranger = service.agent(newNetwork());
      expect(
        await stranger.post("/api/auth/reset-password", {
          token: reset,
          newPassword: "a password of the thief",
        }),
      ).toMatchObject(dead);
      expect(await stranger.post("/api/auth/magic-link/verify", { token: magic })).toMatchObject(
        dead,
      );
      expect(
        await stranger.post("/api/auth/change-email/confirm", { token: change }),
      ).toMatchObject(dead);
      expect((await signIn(email, "another good password")).status).toBe(200);
    });

    it("five refused sign-ups do not use up the mail of the sixth", async () => {
      const email = newEmail();
      for (let i = 0; i < 6; i++)
        expect(
          (await service.agent().post(SIGN_UP, { email, password: i < 5 ? "short" : PASSWORD }))
            .status,
        ).toBe(i < 5 ? 400 : 200);
      await service.auth.worker.runDue();
      expect(service.inbox.last(email).subject).toBe("Confirm your email address for Acme");
    });

    it("tells a user without a password that there is none, and how to get one", async () => {
      const agent = await service.signedIn(newEmail());
      expect(await agent.post("/api/auth/verify-password", { password: PASSWORD })).toMatchObject({
        status: 400,
        body: { code: "INVALID_PASSWORD" },
      });
      expect(
        await agent.post("/api/auth/change-password", {
          currentPassword: PASSWORD,
          newPassword: "another good password",
        }),
      ).toMatchObject({
        status: 400,
        body: { code: "CREDENTIAL_ACCOUNT_NOT_FOUND" },
      });
    });

    it("takes no image as a data: URL, of any length, and says what to do", async () => {
      const refused = {
        status: 400,
        body: {
          code: "IMAGE_URL_NOT_SUPPORTED",
          message: stringContaining("http or https"),
        },
      };
      const { agent } = await signUp();
      for (const image of [
        "data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=",
        "DATA:,",
        `data:image/png;base64,${"A".repeat(10_000)}`,
      ]) {
        const email = newEmail();
        for (const path of [SIGN_UP, "/api/auth/sign-up"])
          expect(
            await service
              .agent(newNetwork())
              .post(path, { email, password: PASSWORD, name: "Ada", image }),
          ).toMatchObject(refused);
        expect(await service.findUser(email)).toBeNull();
        expect(await agent.post("/api/auth/update-user", { name: "Grace", image })).toMatchObject(
          refused,
        );
      }
      expect((await agent.get("/api/v1/auth/me")).body).toMatchObject({ name: "Ada", image: null });
    });

    it("changes name and image, and nothing else", async () => {
      const { agent } = await signUp();
      expect(
        (
          await agent.post("/api/auth/update-user", {
            name: "Grace",
            emailVerified: true,
            email: "x@example.com",
            id: "1",
          })
        ).body,
      ).toEqual({
        status: true,
      });
      expect((await agent.get("/api/v1/auth/me")).body).toMatchObject({
        name: "Grace",
        emailVerified: false,
      });
      expect(
        (await agent.post("/api/auth/update-user", { image: "javascript:alert(1)" })).status,
      ).toBe(400);
      await agent.post("/api/auth/update-user", { image: null });
      expect((await agent.get("/api/v1/auth/me")).body).toMatchObject({
        name: "Grace",
        image: null,
      });
      expect((await agent.post("/api/auth/update-user", { emailVerified: true })).status).toBe(400);
    });
  },
);
