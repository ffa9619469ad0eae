import { expect, it } from "vitest";
import { HOUR, MINUTE } from "@acme/auth-core";
import type { Agent } from "../agent.js";
import { describeService, serviceStarter } from "../describe-service.js";
import { readJson } from "../read-json.js";
import { objectContaining, stringContaining } from "../matchers.js";

const SIGN_UP = "/api/auth/sign-up/email";
const SIGN_IN_PATHS = ["/api/auth/sign-in/email", "/api/auth/sign-in", "/api/v1/auth/sign-in"];
const [SIGN_IN] = SIGN_IN_PATHS as [string];
const PASSWORD = "correct horse battery staple";

describeService(
  "email and password over HTTP",
  { section: "Email and password", shownElsewhere: /reset|change-email/ },
  (service, database) => {
    const start = serviceStarter(database);
    let people = 0;
    const newAddress = () => `person${++people}@example.com`;
    const newNetwork = () => `127.1.${(++people >> 8) & 255}.${people & 255}`;

    async function signUp(
      email = newAddress(),
      password = PASSWORD,
    ): Promise<{ readonly email: string; readonly agent: Agent }> {
      const agent = service.agent(newNetwork());
      const reply = await agent.post(SIGN_UP, { email, password, name: "Ada" });
      expect(reply.status).toBe(200);
      await service.auth.worker.runDue();
      return { email, agent };
    }
    async function verified(): Promise<{ readonly email: string; readonly agent: Agent }> {
      const signedUp = await signUp();
      const token = new URL(service.inbox.linkFor(signedUp.email)).searchParams.get("token");
      expect((await signedUp.agent.post("/api/v1/auth/verify-email", { token })).status).toBe(200);
      return signedUp;
    }
    const isSignedIn = async (agent: Agent) => (await agent.get("/api/v1/auth/me")).status === 200;
    const signIn = (email: string, password: string, agent = service.agent(newNetwork())) =>
      agent.post(SIGN_IN, { email, password });

    it("signs up an unverified user, opens a session and mails the link", async () => {
      const email = newAddress();
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
          ["Somebody tried to sign up for Acme with your address", email],
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
        Array(4).fill("Confirm your address for Acme"),
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
        { email: newAddress(), password: PASSWORD },
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

    const settingPaths = [
      {
        name: "sign-up",
        set: async (password: string) =>
          service
            .agent(newNetwork())
            .post(SIGN_UP, { email: `own-name-${++people}@example.com`, password }),
      },
      {
        name: "change",
        set: async (password: string) =>
          (await signUp(`own-name-${++people}@example.com`)).agent.post(
            "/api/auth/change-password",
            {
              currentPassword: PASSWORD,
              newPassword: password,
            },
          ),
      },
      {
        name: "reset by link",
        set: async (password: string) => {
          const { email, agent } = await signUp(`own-name-${++people}@example.com`);
          await agent.post("/api/auth/request-password-reset", { email });
          await service.auth.worker.runDue();
          const token = /reset-password\/([\w-]+)/.exec(service.inbox.linkFor(email))![1];
          return agent.post("/api/auth/reset-password", { token, newPassword: password });
        },
      },
      {
        name: "reset by code",
        set: async (password: string) => {
          const { email, agent } = await signUp(`own-name-${++people}@example.com`);
          await agent.post("/api/auth/email-otp/request-password-reset", { email });
          await service.auth.worker.runDue();
          return agent.post("/api/auth/email-otp/reset-password", {
            email,
            otp: service.inbox.codeFor(email),
            password,
          });
        },
      },
    ];

    it.each(settingPaths)(
      "one validator stands on every path that sets a password: $name",
      async ({ set }) => {
        const refusedAs = async (password: string) =>
          ((await set(password)).body as { code?: string }).code;
        expect(await refusedAs("")).toBe("PASSWORD_TOO_SHORT");
        expect(await refusedAs("seven77")).toBe("PASSWORD_TOO_SHORT");
        expect(await refusedAs("😀".repeat(7))).toBe("PASSWORD_TOO_SHORT");
        expect(await refusedAs("x".repeat(257))).toBe("PASSWORD_TOO_LONG");
        expect(await refusedAs("Password123")).toBe("PASSWORD_TOO_COMMON");
        expect(await refusedAs("Acme-2026!!!")).toBe("PASSWORD_TOO_COMMON");
        expect(await refusedAs(`\ud800${"x".repeat(10)}`)).toBe("VALIDATION_ERROR");
        for (const good of ["😀".repeat(8), "пароль из слов", "x".repeat(251) + "-yz12"])
          expect((await set(good)).status).toBe(200);
      },
    );

    it("refuses at the sign-up alias as at the path itself", async () => {
      for (const [password, code] of [
        ["short", "PASSWORD_TOO_SHORT"],
        ["x".repeat(300), "PASSWORD_TOO_LONG"],
        ["password1", "PASSWORD_TOO_COMMON"],
      ] as const) {
        for (const path of [SIGN_UP, "/api/auth/sign-up"])
          expect(await service.agent().post(path, { email: newAddress(), password })).toMatchObject(
            {
              status: 400,
              body: { code },
            },
          );
      }
      for (const path of [SIGN_UP, "/api/auth/sign-up"]) {
        expect(
          await service
            .agent()
            .post(path, { email: newAddress(), password: PASSWORD, callbackURL: "//evil.test" }),
        ).toMatchObject({
          status: 403,
          body: { code: "INVALID_CALLBACK_URL" },
        });
      }
    });

    it("takes one password for the same in composed and decomposed spelling, and for nothing else", async () => {
      const { email } = await signUp(newAddress(), "caf\u00e9 au lait chaud");
      expect((await signIn(email, "cafe\u0301 au lait chaud")).status).toBe(200);
      for (const other of [
        "cafe au lait chaud",
        "Caf\u00e9 au lait chaud",
        " caf\u00e9 au lait chaud",
        "caf\u00e9 au lait chaud ",
      ])
        expect((await signIn(email, other)).status).toBe(401);
      const decomposed = await signUp(newAddress(), "cafe\u0301 au lait froid");
      expect((await signIn(decomposed.email, "caf\u00e9 au lait froid")).status).toBe(200);
    });

    it("a new password is judged as it is hashed, in one spelling", async () => {
      const common = "\uff30\uff41\uff53\uff53\uff57\uff4f\uff52\uff44\uff11\uff12\uff13";
      expect(
        await service.agent().post(SIGN_UP, { email: newAddress(), password: common }),
      ).toMatchObject({ body: { code: "PASSWORD_TOO_COMMON" } });
      const short = "e\u0301".repeat(7);
      expect(
        await service.agent().post(SIGN_UP, { email: newAddress(), password: short }),
      ).toMatchObject({ body: { code: "PASSWORD_TOO_SHORT" } });
    });

    it("verifies a long password whole", async () => {
      const password = "0123456789abcdef".repeat(16);
      const { email } = await signUp(newAddress(), password);
      expect((await signIn(email, password)).status).toBe(200);
      expect((await signIn(email, password.slice(0, -1))).status).toBe(401);
      expect((await signIn(email, `${password}!`)).status).toBe(401);
      expect((await signIn(email, "x".repeat(10_000))).status).toBe(401);
    });

    it("delays one network after five wrong passwords in a row, twice as long each time, and lets the owner in from another", async () => {
      const { email } = await signUp();
      const attacker = service.agent(newNetwork());
      for (let i = 0; i < 5; i++)
        expect((await signIn(email, "wrong password", attacker)).status).toBe(401);
      for (const seconds of ["1", "2", "4"]) {
        const refused = await signIn(email, PASSWORD, attacker);
        expect(refused).toMatchObject({ status: 429, body: { code: "TOO_MANY_REQUESTS" } });
        expect(refused.headers["retry-after"]).toBe(seconds);
        service.clock.advance(Number(seconds) * 1_000);
        expect((await signIn(email, "wrong password", attacker)).status).toBe(401);
      }
      expect((await signIn(email, PASSWORD)).status).toBe(200);
      service.clock.advance(15 * MINUTE);
      expect((await signIn(email, PASSWORD, attacker)).status).toBe(200);
      for (let i = 0; i < 5; i++)
        expect((await signIn(email, "wrong password", attacker)).status).toBe(401);
    });

    it("answers 429 everywhere after a hundred wrong passwords within an hour, while the owner gets in by code and may change the password", async () => {
      const { email, agent: owner } = await signUp();
      for (let i = 0; i < 100; i++)
        expect((await signIn(email, "wrong password")).status).toBe(401);
      for (const path of SIGN_IN_PATHS)
        expect(
          await service.agent(newNetwork()).post(path, { email, password: PASSWORD }),
        ).toMatchObject({
          status: 429,
          body: { code: "TOO_MANY_REQUESTS" },
        });
      const changed = await owner.post("/api/auth/change-password", {
        currentPassword: PASSWORD,
        newPassword: "another good password",
      });
      expect(changed.status).toBe(200);
      expect(await isSignedIn(await service.signedIn(email, newNetwork()))).toBe(true);
      service.clock.advance(HOUR);
      expect((await signIn(email, "another good password")).status).toBe(401);
    });

    it("counts the wrong passwords of a live session on that session", async () => {
      const [email, network] = [newAddress(), newNetwork()];
      const agent = service.agent(network);
      await agent.post(SIGN_UP, { email, password: PASSWORD, name: "Ada" });
      const change = (currentPassword: string) =>
        agent.post("/api/auth/change-password", {
          currentPassword,
          newPassword: "another good password",
        });
      const verify = (password: string) => agent.post("/api/auth/verify-password", { password });
      for (let i = 0; i < 3; i++)
        expect(await verify("wrong password")).toMatchObject({
          status: 400,
          body: { code: "INVALID_PASSWORD" },
        });
      for (let i = 0; i < 2; i++)
        expect(await change("wrong password")).toMatchObject({
          status: 400,
          body: { code: "INVALID_PASSWORD" },
        });
      expect(await change(PASSWORD)).toMatchObject({
        status: 429,
        body: { code: "TOO_MANY_REQUESTS" },
      });
      expect(await verify(PASSWORD)).toMatchObject({
        status: 429,
        body: { code: "TOO_MANY_REQUESTS" },
      });
      expect((await signIn(email, PASSWORD, service.agent(network))).status).toBe(200);
      service.clock.advance(1_000);
      expect(await verify(PASSWORD)).toMatchObject({ status: 200, body: { status: true } });
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
      const newEmail = newAddress();
      await agent.post("/api/auth/request-password-reset", { email });
      await agent.post("/api/auth/magic-link/send", { email });
      await agent.post("/api/auth/change-email", { newEmail });
      await service.auth.worker.runDue();
      const mailed = service.inbox.mails
        .filter(({ to }) => to === email || to === newEmail)
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
      const email = newAddress();
      for (let i = 0; i < 6; i++)
        expect(
          (await service.agent().post(SIGN_UP, { email, password: i < 5 ? "short" : PASSWORD }))
            .status,
        ).toBe(i < 5 ? 400 : 200);
      await service.auth.worker.runDue();
      expect(service.inbox.last(email).subject).toBe("Confirm your address for Acme");
    });

    it("tells somebody without a password that there is none, and how to get one", async () => {
      const agent = await service.signedIn(newAddress());
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
        const email = newAddress();
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

    it("where verification is required, sign-up answers alike for free and taken email addresses and sign-in waits for it", async () => {
      const strict = await start({ requireEmailVerification: true });
      const free = await strict
        .agent()
        .post(SIGN_UP, { email: "ada@example.com", password: PASSWORD, name: "Ada" });
      const taken = await strict
        .agent()
        .post(SIGN_UP, { email: "ada@example.com", password: PASSWORD, name: "Ada" });
      const shape = ({ status, setCookies, body }: typeof free) => ({
        status,
        setCookies,
        user: { ...readJson(body, { user: "object" }).user, id: "" },
      });
      expect(shape(taken)).toEqual(shape(free));
      for (const path of SIGN_IN_PATHS) {
        const reply = await strict
          .agent()
          .post(path, { email: "ada@example.com", password: PASSWORD });
        expect(reply).toMatchObject({
          status: 403,
          body: { code: "EMAIL_NOT_VERIFIED" },
          setCookies: [],
        });
        for (const refusal of strict.refusals) (service.refusals as Set<string>).add(refusal);
      }
      await strict.auth.worker.runDue();
      const token = new URL(
        strict.inbox.mails
          .find(({ subject }) => subject.startsWith("Confirm"))!
          .text.match(/http\S+/)![0],
      ).searchParams.get("token");
      expect((await strict.agent().post("/api/v1/auth/verify-email", { token })).status).toBe(200);
      expect(
        (await strict.agent().post(SIGN_IN, { email: "ada@example.com", password: PASSWORD }))
          .status,
      ).toBe(200);
    });

    it("where verification is required, a right password is 403 and has the link mailed again, within its budget; a wrong one has nothing mailed", async () => {
      const strict = await start({
        requireEmailVerification: true,
        policy: { mailsPerClient: 6 },
      });
      const email = "ada@example.com";
      const mailed = async () => {
        await strict.auth.worker.runDue();
        return strict.inbox.mails.length;
      };
      const signInStrictly = (password: string, from?: string) =>
        strict.agent(from).post(SIGN_IN, { email, password, callbackURL: "/welcome" });
      await strict.agent().post(SIGN_UP, { email, password: PASSWORD });
      expect(await mailed()).toBe(1);
      expect(await signInStrictly("certainly not this one")).toMatchObject({
        status: 401,
        body: { code: "INVALID_EMAIL_OR_PASSWORD" },
      });
      expect(await mailed()).toBe(1);
      for (let i = 0; i < 6; i++)
        expect(await signInStrictly(PASSWORD)).toMatchObject({
          status: 403,
          body: { code: "EMAIL_NOT_VERIFIED" },
          setCookies: [],
        });
      expect(await mailed()).toBe(5);
      strict.clock.advance(15 * MINUTE);
      // The client has caused as many mails as it may in an hour: the answer stays what it is.
      expect(await signInStrictly(PASSWORD)).toMatchObject({
        status: 403,
        body: { code: "EMAIL_NOT_VERIFIED" },
      });
      expect(await mailed()).toBe(5);
      expect((await signInStrictly(PASSWORD, "127.9.9.9")).status).toBe(403);
      expect(await mailed()).toBe(6);

      const link = strict.inbox.linkFor(email);
      const { searchParams } = new URL(link);
      const pressed = await strict.agent().send("/api/auth/verify-email", {
        method: "POST",
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          "sec-fetch-site": "same-origin",
        },
        body: searchParams.toString(),
      });
      expect(pressed).toMatchObject({
        status: 303,
        headers: { location: "http://app.test:3004/welcome" },
      });
      expect((await signInStrictly(PASSWORD)).status).toBe(200);
    });
  },
);
