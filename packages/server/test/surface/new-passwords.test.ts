import { expect, it } from "vitest";
import { describeService } from "../describe-service.js";
import { refusalCodeIn } from "../refusal-code.js";
import {
  createPeople,
  PASSWORD,
  SHOWN_BY_NEW_PASSWORDS,
  SIGN_UP,
} from "./people-with-passwords.js";

describeService(
  "new passwords over HTTP",
  { section: "Email and password", shownHere: SHOWN_BY_NEW_PASSWORDS, databases: "one" },
  (service) => {
    const { newEmail, newNetwork, signUp, signIn } = createPeople(service);
    let people = 0;

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
        name: "first password",
        set: async (password: string) => {
          const agent = await service.signedIn(`own-name-${++people}@example.com`, newNetwork());
          return agent.post("/api/v1/me/password", { newPassword: password });
        },
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
        const refusedAs = async (password: string) => refusalCodeIn(await set(password));
        expect(await refusedAs("")).toBe("PASSWORD_TOO_SHORT");
        expect(await refusedAs("seven77")).toBe("PASSWORD_TOO_SHORT");
        expect(await refusedAs("😀".repeat(7))).toBe("PASSWORD_TOO_SHORT");
        expect(await refusedAs("x".repeat(257))).toBe("PASSWORD_TOO_LONG");
        expect(await refusedAs("Password123")).toBe("PASSWORD_TOO_COMMON");
        expect(await refusedAs("Acme-2026!!!")).toBe("PASSWORD_TOO_COMMON");
        expect(await refusedAs(`\ud800${"x".repeat(10)}`)).toBe("VALIDATION_ERROR");
        for (const good of ["😀".repeat(8), "пароль из слов", "x".repeat(251) + "-yz12"])
          expect([200, 204]).toContain((await set(good)).status);
      },
    );

    it("takes one password for the same in composed and decomposed spelling, and for nothing else", async () => {
      const { email } = await signUp(newEmail(), "caf\u00e9 au lait chaud");
      expect((await signIn(email, "cafe\u0301 au lait chaud")).status).toBe(200);
      for (const other of [
        "cafe au lait chaud",
        "Caf\u00e9 au lait chaud",
        " caf\u00e9 au lait chaud",
        "caf\u00e9 au lait chaud ",
      ])
        expect((await signIn(email, other)).status).toBe(401);
      const decomposed = await signUp(newEmail(), "cafe\u0301 au lait froid");
      expect((await signIn(decomposed.email, "caf\u00e9 au lait froid")).status).toBe(200);
    });

    it("a new password is judged as it is hashed, in one spelling", async () => {
      const common = "\uff30\uff41\uff53\uff53\uff57\uff4f\uff52\uff44\uff11\uff12\uff13";
      expect(
        await service.agent().post(SIGN_UP, { email: newEmail(), password: common }),
      ).toMatchObject({ body: { code: "PASSWORD_TOO_COMMON" } });
      const short = "e\u0301".repeat(7);
      expect(
        await service.agent().post(SIGN_UP, { email: newEmail(), password: short }),
      ).toMatchObject({ body: { code: "PASSWORD_TOO_SHORT" } });
    });

    it("verifies a long password whole", async () => {
      const password = "0123456789abcdef".repeat(16);
      const { email } = await signUp(newEmail(), password);
      expect((await signIn(email, password)).status).toBe(200);
      expect((await signIn(email, password.slice(0, -1))).status).toBe(401);
      expect((await signIn(email, `${password}!`)).status).toBe(401);
      expect((await signIn(email, "x".repeat(10_000))).status).toBe(401);
    });
  },
);
