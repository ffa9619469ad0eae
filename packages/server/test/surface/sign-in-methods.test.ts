import { type LinkedAccountId, parseEmailAddress, toId, type UserId } from "@acme/auth-core";
import { openIdProvider } from "@acme/auth-core/providers";
import type { NewPasswordHash } from "@acme/auth-core/store";
import { declaredRefusals } from "@acme/auth-http";
import { asChecked } from "@acme/auth-testing";
import { readJson } from "@acme/auth-testing/read-json";
import { describe, expect, it } from "vitest";
import type { Agent } from "../agent.js";
import { describeService, serviceStarter, startedService } from "../describe-service.js";
import {
  authenticate,
  AUTHENTICATION_OPTIONS,
  authenticatorOn,
  DELETE_PASSKEY,
  optionsFrom,
  PASSKEY_BODY,
  register,
  REGISTER_OPTIONS,
} from "../passkeys.js";
import { surface } from "../reference-surface.js";
import { DATABASES, type Service, startService } from "../service.js";

const METHODS = "/api/v1/auth/methods";
const PASSWORD = "correct horse battery staple";
const NOT_OFFERED = { status: 404, body: { code: "SIGN_IN_METHOD_NOT_OFFERED" } };

describe("which ways to sign in are offered", () => {
  const service = startedService("sqlite");
  it("is all of them, unless the application says otherwise", async () => {
    const reply = await service.agent().get(METHODS);
    expect(reply).toMatchObject({
      status: 200,
      body: {
        password: true,
        emailOtp: true,
        magicLink: true,
        passkey: true,
        providers: [],
        order: ["code", "link", "password", "passkey"],
      },
    });
  });
});

describeService(
  "ways to sign in that are switched off",
  {
    databases: "one",
    start: {
      signInMethods: {
        password: false,
        emailOtp: false,
        magicLink: false,
        passkey: false,
        providers: false,
      },
      identityProviders: [
        openIdProvider({
          id: "idp",
          name: "IdP",
          issuer: "https://id.example.com",
          clientId: "client",
          clientSecret: "secret",
        }),
      ],
    },
  },
  (service, database) => {
    it("are shown as such", async () => {
      expect((await service.agent().get(METHODS)).body).toEqual({
        password: false,
        emailOtp: false,
        magicLink: false,
        passkey: false,
        providers: [],
        order: [],
      });
    });

    it("are not there, on every route that declares it", async () => {
      const email = "ada@example.com";
      const destroyed = {
        id: "AAAA",
        rawId: "AAAA",
        type: "public-key",
        response: {
          clientDataJSON: "AAAA",
          attestationObject: "AAAA",
          authenticatorData: "AAAA",
          signature: "AAAA",
        },
      };
      const body = {
        email,
        password: PASSWORD,
        newPassword: PASSWORD,
        type: "sign-in",
        otp: "000000",
        token: "nonsense",
        response: destroyed,
        provider: "idp",
      };
      // Nobody can sign in here, so the session of the routes that want one is opened by the code
      // of another application on this database.
      const signedIn = await borrowSession(service, database);
      const routes = surface.filter((route) =>
        declaredRefusals(route).includes("SIGN_IN_METHOD_NOT_OFFERED"),
      );
      expect(routes.length).toBeGreaterThan(10);
      for (const route of routes) {
        for (const path of [route.path, ...(route.aliases ?? [])]) {
          const agent = route.access === "anyone" ? service.agent() : signedIn;
          const own = {
            "sec-fetch-mode": "cors",
            "sec-fetch-dest": "empty",
            "sec-fetch-site": "same-origin",
          };
          const reply =
            route.method === "GET"
              ? await agent.get(`${path}?token=nonsense`, own)
              : await agent.post(path, body);
          expect([route.method, path, reply.status, reply.body]).toEqual([
            route.method,
            path,
            404,
            expect.objectContaining(NOT_OFFERED.body),
          ]);
        }
      }
    });

    it.each([
      ["email-verification", 200],
      ["forget-password", 404],
    ])("of the codes that open no session, those of the type %s are %s", async (type, status) => {
      const body = { email: "ada@example.com", type };
      const path = "/api/auth/email-otp/send-verification-otp";
      expect((await service.agent().post(path, body)).status).toBe(status);
    });

    it("send who comes back from a provider, or by a link that resets a password, to the front end with the reason", async () => {
      for (const path of ["/api/auth/callback/idp?state=x&code=y", "/api/auth/reset-password/x"]) {
        const { status, headers } = await service.agent().get(path);
        const error = new URL(headers.location!).searchParams.get("error")?.toUpperCase();
        expect([status, error]).toEqual([302, "SIGN_IN_METHOD_NOT_OFFERED"]);
      }
    });

    it("leave what operators create without a mail that leads to nothing", async () => {
      const email = parseEmailAddress("new@example.com")!;
      await service.auth.users.create({ email, operator: "jane: a new colleague" });
      await service.auth.worker.runDue();
      expect(service.inbox.mails.filter(({ to }) => to === email)).toEqual([]);
      expect(await service.findUser(email)).not.toBeNull();
    });
  },
);

/**
 * A session that another service, in which everything is offered, has opened over the same
 * database.
 */
async function borrowSession(service: Service, database: "sqlite" | "postgres"): Promise<Agent> {
  const { store } = service;
  const open = await startService({ database, wrapStore: () => store });
  const agent = service.agent();
  for (const [name, value] of (await open.signedIn("grace@example.com")).cookies)
    agent.cookies.set(name, value);
  await open.stop();
  return agent;
}

describe.each(DATABASES)("the last way to sign in, on %s", (database) => {
  const start = serviceStarter(database);
  it("is kept where neither codes nor links are offered, and any other may go", async () => {
    const service = await start({
      signInMethods: { emailOtp: false, magicLink: false, password: false },
    });
    const agent = await borrowSession(service, database);
    const [first, second] = [authenticatorOn(), authenticatorOn()];
    const one = readJson((await register(agent, first)).body, PASSKEY_BODY);
    const two = readJson((await register(agent, second)).body, PASSKEY_BODY);
    expect((await agent.post(DELETE_PASSKEY, { id: one.id })).status).toBe(200);
    expect(await agent.post(DELETE_PASSKEY, { id: two.id })).toMatchObject({
      status: 400,
      body: { code: "LAST_SIGN_IN_METHOD" },
    });
    expect((await authenticate(service.agent(), second)).status).toBe(200);
  });

  it("is not a password where passwords are not offered, nor an account at a provider that is not there any more", async () => {
    const service = await start({
      signInMethods: { emailOtp: false, magicLink: false, password: false },
    });
    const agent = await borrowSession(service, database);
    const { id, userId } = readJson((await register(agent, authenticatorOn())).body, PASSKEY_BODY);
    const [owner, now] = [toId<UserId>(userId), service.clock.now()];
    await service.store.transaction(async (tx) => {
      await tx.passwords.replace({
        userId: owner,
        hash: asChecked<NewPasswordHash>("$argon2id$"),
        updatedAt: now,
      });
      const account = {
        id: toId<LinkedAccountId>("account-of-old-times"),
        userId: owner,
        providerId: "gone",
        subject: "ada",
        scopes: [],
      };
      await tx.linkedAccounts.insertUnlessTaken({ ...account, createdAt: now, updatedAt: now });
    });
    expect(await agent.post(DELETE_PASSKEY, { id })).toMatchObject({
      status: 400,
      body: { code: "LAST_SIGN_IN_METHOD" },
    });
  });

  it("is never a passkey where codes or links are offered, or a password is set", async () => {
    const byMail = await start({ signInMethods: { emailOtp: false } });
    const agent = await borrowSession(byMail, database);
    const { id } = readJson((await register(agent, authenticatorOn())).body, PASSKEY_BODY);
    expect((await agent.post(DELETE_PASSKEY, { id })).status).toBe(200);

    const byPassword = await start({
      signInMethods: { emailOtp: false, magicLink: false },
    });
    const ada = byPassword.agent();
    await ada.post("/api/auth/sign-up", { email: "ada@example.com", password: PASSWORD });
    const passkey = readJson((await register(ada, authenticatorOn())).body, PASSKEY_BODY);
    expect((await ada.post(DELETE_PASSKEY, { id: passkey.id })).status).toBe(200);
    expect(await optionsFrom(ada, AUTHENTICATION_OPTIONS)).toMatchObject({ rpId: "app.test" });
    expect(await optionsFrom(ada, REGISTER_OPTIONS)).toMatchObject({ excludeCredentials: [] });
  });
});
