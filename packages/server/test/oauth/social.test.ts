import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { DAY, type IdentityProvider, MINUTE } from "@acme/auth-core";
import { oauth2Provider, openIdProvider } from "@acme/auth-core/providers";
import type { Agent } from "../agent.js";
import { dumpDatabase } from "../database-dump.js";
import { DATABASES, openStore, type Service, startService } from "../service.js";
import { unseenRefusals } from "../surface/unseen-refusals.js";
import {
  arrive,
  destinationOf,
  failure,
  LINK,
  LIST,
  type LinkedAccountBody,
  opensSession,
  PLACES,
  setOut,
  SIGN_IN,
  success,
  travel,
  UNLINK,
} from "./front-end.js";
import { ANSWERS, type Endpoint, type Json, type Misbehaviour, without } from "./misbehaviour.js";
import { type OpenIdServer, startOpenIdServer } from "./openid-provider.js";
import { visitProvider } from "./provider-visit.js";
import { startStubProvider, type StubProvider } from "./stub-provider.js";

const SERVICE_URL = "http://auth.test";
const APP_URL = "http://app.test:3004";
const PASSWORD = "correct horse battery staple";
/** The patience with a provider that will not answer, in milliseconds. */
const HASTE = 500;

describe.each(DATABASES)("external providers over HTTP, on %s", (database) => {
  let service: Service;
  let stub: StubProvider;
  let openId: OpenIdServer;
  let providers: readonly IdentityProvider[];
  let address: string;
  let people = 0;
  /** What was in the hands of browsers on their way. */
  const carried = new Set<string>();

  beforeAll(async () => {
    stub = await startStubProvider();
    openId = await startOpenIdServer({
      redirectUri: `${SERVICE_URL}/api/auth/callback/independent`,
      accounts: {
        grace: { email: "Grace@Example.com", email_verified: true, name: "Grace Hopper" },
      },
    });
    const { clientId, clientSecret, issuer, endpoints } = stub;
    providers = [
      openIdProvider({ id: "acme", name: "Acme ID", issuer, clientId, clientSecret }),
      openIdProvider({ id: "other", name: "Other ID", issuer, clientId, clientSecret }),
      openIdProvider({
        id: "hasty",
        name: "Hasty ID",
        issuer,
        clientId,
        clientSecret,
        timeoutMs: HASTE,
      }),
      oauth2Provider({ id: "plain", name: "Plain", endpoints, clientId, clientSecret }),
      openIdProvider({ id: "independent", name: "Independent", ...openId }),
    ];
    const opened = await openStore(database);
    await opened.store.close();
    address = opened.address;
    service = await startService({
      database,
      address,
      serviceUrl: SERVICE_URL,
      identityProviders: providers,
    });
  });
  afterEach(() => {
    stub.misbehave();
    expect(service.breaches).toEqual([]);
  });
  afterAll(async () => {
    await service.stop();
    await stub.stop();
    await openId.stop();
    if (database === "sqlite") rmSync(dirname(address), { recursive: true });
  });

  /** Somebody new with an account at the stub, who signs in there next. */
  function newPerson(more: Json = {}) {
    const number = ++people;
    const person = {
      sub: `subject-${number}`,
      email: `person${number}@example.com`,
      email_verified: true,
      name: "Ada",
      picture: "https://p.example/a.png",
      ...more,
    };
    stub.admit(person);
    return person;
  }
  const userOf = async (agent: Agent) => {
    const reply = await agent.get("/api/v1/auth/me");
    return reply.status === 200 ? (reply.body as Json) : null;
  };
  const accountsOf = async (agent: Agent) =>
    (await agent.get(LIST)).body as readonly LinkedAccountBody[];
  const mailsTo = async (email: string): Promise<readonly string[]> => {
    await service.auth.worker.runDue();
    return service.inbox.mails.filter(({ to }) => to === email).map(({ subject }) => subject);
  };
  async function signUp(email: string): Promise<Agent> {
    const agent = service.agent();
    const reply = await agent.post("/api/auth/sign-up/email", {
      email,
      password: PASSWORD,
      name: "Ada",
    });
    expect(reply.status).toBe(200);
    return agent;
  }

  describe("setting out", () => {
    it("answers with where to go and a cookie that binds the trip to this browser", async () => {
      const agent = service.agent();
      const reply = await agent.post(SIGN_IN, { provider: "acme" });
      expect(reply.body).toEqual({
        url: expect.stringContaining(`${stub.endpoints.authorization}?`) as string,
        redirect: true,
      });
      expect(reply.setCookies).toEqual([
        expect.stringMatching(/^browser=[\w-]{43}; .*HttpOnly; SameSite=Lax/) as string,
      ]);
      expect(
        (await agent.post(SIGN_IN, { provider: "acme", disableRedirect: true })).body,
      ).toMatchObject({ redirect: false });
    });

    it("sends the provider what the application chose, whatever the caller adds", async () => {
      const greedy = {
        scopes: ["admin"],
        scope: "admin",
        redirect_uri: "https://evil.test",
        redirectURI: "https://evil.test",
        state: "mine",
        nonce: "mine",
        prompt: "none",
        loginHint: "victim",
        code_challenge_method: "plain",
        additionalParams: { scope: "admin" },
        additionalData: { a: 1 },
      };
      const agent = service.agent();
      const reply = await agent.post(
        `${SIGN_IN}?scope=admin&redirect_uri=https://evil.test&state=mine`,
        { provider: "acme", ...greedy },
      );
      const { searchParams } = new URL((reply.body as { readonly url: string }).url);
      expect(Object.fromEntries(searchParams)).toEqual({
        response_type: "code",
        client_id: stub.clientId,
        redirect_uri: `${SERVICE_URL}/api/auth/callback/acme`,
        scope: "openid email profile",
        state: expect.stringMatching(/^[\w-]{43}$/) as string,
        nonce: expect.stringMatching(/^[\w-]{43}$/) as string,
        code_challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
        code_challenge_method: "S256",
      });
    });

    it("uses new secrets every time", async () => {
      const agent = service.agent();
      const seen = new Set<string>();
      for (let trip = 0; trip < 3; trip++) {
        const { searchParams } = new URL(await setOut(agent));
        for (const name of ["state", "nonce", "code_challenge"]) seen.add(searchParams.get(name)!);
      }
      expect(seen.size).toBe(9);
    });

    it("knows no provider but the configured ones, and takes no id_token", async () => {
      const fresh = await service.signedIn("setting-out@example.com");
      for (const [agent, path] of [
        [service.agent(), SIGN_IN],
        [fresh, LINK],
      ] as const) {
        expect(await agent.post(path, { provider: "google" })).toMatchObject({
          status: 404,
          body: { code: "PROVIDER_NOT_FOUND" },
        });
        const withToken = { provider: "acme", idToken: { token: "e30.e30.e30" } };
        expect(await agent.post(path, withToken)).toMatchObject({
          status: 404,
          body: { code: "ID_TOKEN_NOT_SUPPORTED" },
        });
      }
      expect(
        destinationOf(await service.agent().get("/api/auth/callback/google?code=c&state=s")),
      ).toEqual(failure("oauth_provider_not_found", `${APP_URL}/`));
    });

    it.each([
      "//evil.test",
      "/\\evil.test",
      "/%2Fevil.test",
      "javascript:alert(1)",
      "https://evil.test/",
      "http://app.test:3004@evil.test",
      "/a\nb",
      "/a\u0000b",
    ])("takes no way back to %j", async (target) => {
      const fresh = await service.signedIn(`way-back-${++people}@example.com`);
      for (const path of [SIGN_IN, LINK]) {
        for (const field of Object.keys(PLACES)) {
          const reply = await fresh.post(path, { provider: "acme", [field]: target });
          expect(reply).toMatchObject({ status: 403, body: { code: "INVALID_CALLBACK_URL" } });
        }
      }
    });

    it.each(Object.keys(ANSWERS) as (keyof typeof ANSWERS)[])(
      "is put off when the provider's metadata %s",
      async (how) => {
        const unknown = openIdProvider({
          id: "unknown",
          name: "Unknown",
          ...stub,
          ...(how.startsWith("hangs") && { timeout: HASTE }),
        });
        const cold = await startService({
          database,
          serviceUrl: SERVICE_URL,
          identityProviders: [unknown],
        });
        stub.misbehave({ answers: { discovery: ANSWERS[how] } });
        expect(await cold.agent().post(SIGN_IN, { provider: "unknown" })).toMatchObject({
          status: 503,
          body: { code: "UNAVAILABLE" },
          setCookies: [],
        });
        stub.misbehave();
        expect((await cold.agent().post(SIGN_IN, { provider: "unknown" })).status).toBe(200);
        await cold.stop();
      },
    );
  });

  describe("coming back", () => {
    it("creates who is new, verified as the provider says, and knows them the next time", async () => {
      const person = newPerson();
      const agent = service.agent();
      const first = await travel(agent, stub);
      expect(destinationOf(first)).toEqual(success(PLACES.newUserCallbackURL));
      const user = await userOf(agent);
      expect(user).toMatchObject({
        email: person.email,
        emailVerified: true,
        name: "Ada",
        image: person.picture,
      });
      expect(await mailsTo(person.email)).toEqual([]);

      const elsewhere = service.agent();
      expect(destinationOf(await travel(elsewhere, stub))).toEqual(success());
      expect((await userOf(elsewhere))?.id).toBe(user?.id);
    });

    it.each<[string, Json]>([
      ["false", { email_verified: false }],
      ['"true" in quotes', { email_verified: "true" }],
      ["nothing", { email_verified: undefined }],
    ])(
      "mails a verification link when the provider says %s of the address",
      async (_what, more) => {
        const person = newPerson(more);
        const agent = service.agent();
        expect(destinationOf(await travel(agent, stub))).toEqual(
          success(PLACES.newUserCallbackURL),
        );
        expect(await userOf(agent)).toMatchObject({ email: person.email, emailVerified: false });
        expect(await mailsTo(person.email)).toEqual([
          expect.stringContaining("Confirm your address") as string,
        ]);
        const token = new URL(service.inbox.linkFor(person.email)).searchParams.get("token");
        expect((await service.agent().post("/api/v1/auth/verify-email", { token })).status).toBe(
          200,
        );
        expect(await userOf(agent)).toMatchObject({ emailVerified: true });
      },
    );

    it("links whom both sides know by a verified address, and tells them", async () => {
      const person = newPerson();
      const local = await service.signedIn(person.email);
      const agent = service.agent();
      expect(destinationOf(await travel(agent, stub))).toEqual(success());
      expect((await userOf(agent))?.id).toBe((await userOf(local))?.id);
      expect(await accountsOf(local)).toMatchObject([
        { providerId: "acme", accountId: person.sub, scopes: ["openid", "email", "profile"] },
      ]);
      expect(await mailsTo(person.email)).toContainEqual(
        expect.stringContaining("Another way to sign in"),
      );
    });

    it("goes by the provider's subject, never by the address", async () => {
      const person = newPerson();
      const agent = service.agent();
      await travel(agent, stub);
      const user = await userOf(agent);
      const victim = await service.signedIn("victim@example.com");

      stub.admit({ ...person, email: "victim@example.com" });
      const again = service.agent();
      await travel(again, stub);
      expect(await userOf(again)).toMatchObject({ id: user?.id, email: person.email });
      stub.admit(without("email")(person));
      const silent = service.agent();
      expect(destinationOf(await travel(silent, stub))).toEqual(success());
      expect((await userOf(silent))?.id).toBe(user?.id);
      expect(await accountsOf(victim)).toEqual([]);
    });

    it("does not link an address that nobody here has verified: a squatter may hold it", async () => {
      const person = newPerson();
      const squatter = await signUp(person.email);
      const agent = service.agent();
      const reply = await travel(agent, stub);
      expect([destinationOf(reply), opensSession(reply)]).toEqual([
        failure("account_not_linked"),
        false,
      ]);
      // Their password, and no account at a provider.
      expect(await accountsOf(squatter)).toMatchObject([{ providerId: "credential" }]);
    });

    it.each<[string, unknown]>([
      ["false", false],
      ['"true" in quotes', "true"],
      ["1", 1],
      ["nothing", undefined],
    ])("does not link when the provider says %s of the address", async (_what, emailVerified) => {
      const person = newPerson({ email_verified: emailVerified });
      const owner = await service.signedIn(person.email);
      const reply = await travel(service.agent(), stub);
      expect([destinationOf(reply), opensSession(reply)]).toEqual([
        failure("account_not_linked"),
        false,
      ]);
      expect(await accountsOf(owner)).toEqual([]);
    });

    it.each<[string, unknown]>([
      ["no address", undefined],
      ["an empty one", ""],
      ["a list", ["ada@example.com"]],
      ["two in one", "ada@example.com,eve@evil.test"],
      ["one with a name", "Ada <ada@example.com>"],
      ["one with a line break", "ada@example.com\r\nBcc: eve@evil.test"],
    ])("needs an address: %s is none", async (_what, email) => {
      newPerson({ email });
      const reply = await travel(service.agent(), stub);
      expect([destinationOf(reply), opensSession(reply)]).toEqual([
        failure("email_not_found"),
        false,
      ]);
    });

    it("re-authenticates who is signed in already, in the same session", async () => {
      const person = newPerson();
      const agent = await service.signedIn(person.email);
      const sessionOf = async () =>
        ((await agent.get("/api/auth/get-session")).body as { readonly session: Json }).session;
      const before = await sessionOf();
      service.clock.advance(2 * MINUTE);
      expect(destinationOf(await travel(agent, stub))).toEqual(success());
      const after = await sessionOf();
      expect(after.id).toBe(before.id);
      expect(after.authenticatedAt).not.toBe(before.authenticatedAt);
    });

    it("goes to the front end when no place was given", async () => {
      newPerson();
      const url = await stub.visit(
        await setOut(service.agent(), {
          callbackURL: undefined,
          newUserCallbackURL: undefined,
          errorCallbackURL: undefined,
        }),
      );
      expect(destinationOf(await arrive(service.agent(), url))).toEqual(
        failure("state_mismatch", `${APP_URL}/`),
      );
      const agent = service.agent();
      const back = await stub.visit(
        await setOut(agent, {
          callbackURL: undefined,
          newUserCallbackURL: undefined,
          errorCallbackURL: undefined,
        }),
      );
      expect(destinationOf(await arrive(agent, back))).toEqual(success(`${APP_URL}/`));
    });
  });

  describe("the state", () => {
    const mismatch = failure("state_mismatch", `${APP_URL}/`);

    it("works once", async () => {
      newPerson();
      const agent = service.agent();
      const back = await stub.visit(await setOut(agent));
      expect(destinationOf(await arrive(agent, back))).toEqual(success(PLACES.newUserCallbackURL));
      const again = await arrive(agent, back);
      expect([destinationOf(again), opensSession(again)]).toEqual([mismatch, false]);
    });

    it("works once, however many come at once", async () => {
      newPerson();
      const agent = service.agent();
      const back = await stub.visit(await setOut(agent));
      const replies = await Promise.all(Array.from({ length: 20 }, () => arrive(agent, back)));
      expect(replies.filter(opensSession)).toHaveLength(1);
      expect(replies.filter(({ headers }) => headers.location === mismatch.to)).toHaveLength(19);
    });

    it("works in the browser that set out alone", async () => {
      newPerson();
      const attacker = service.agent();
      const back = await stub.visit(await setOut(attacker));
      const victim = service.agent();
      await setOut(victim);
      for (const other of [victim, service.agent()]) {
        const reply = await arrive(other, back);
        expect([destinationOf(reply), opensSession(reply)]).toEqual([mismatch, false]);
      }
    });

    it("works at the provider it was made for alone", async () => {
      newPerson();
      const agent = service.agent();
      const back = await stub.visit(await setOut(agent));
      const reply = await arrive(
        agent,
        new URL(back.href.replace("/callback/acme", "/callback/other")),
      );
      expect([destinationOf(reply), opensSession(reply)]).toEqual([mismatch, false]);
    });

    it("works for ten minutes, not at the instant they are over", async () => {
      newPerson();
      const agent = service.agent();
      const late = await stub.visit(await setOut(agent));
      service.clock.advance(10 * MINUTE);
      expect(destinationOf(await arrive(agent, late))).toEqual(mismatch);
      const early = await stub.visit(await setOut(agent));
      service.clock.advance(10 * MINUTE - 1);
      expect(destinationOf(await arrive(agent, early))).toEqual(success(PLACES.newUserCallbackURL));
    });

    it.each<[string, (back: URL) => void]>([
      ["missing", ({ searchParams }) => searchParams.delete("state")],
      ["empty", ({ searchParams }) => searchParams.set("state", "")],
      ["another", ({ searchParams }) => searchParams.set("state", "A".repeat(43))],
      [
        "given twice",
        ({ searchParams }) => searchParams.append("state", searchParams.get("state")!),
      ],
    ])("is refused when it is %s", async (_how, change) => {
      newPerson();
      const agent = service.agent();
      const back = await stub.visit(await setOut(agent));
      change(back);
      const reply = await arrive(agent, back);
      expect([destinationOf(reply), opensSession(reply)]).toEqual([mismatch, false]);
    });

    it("survives beside another trip of the same browser, in another tab", async () => {
      newPerson();
      const agent = service.agent();
      const [first, second] = [
        await stub.visit(await setOut(agent)),
        await stub.visit(await setOut(agent)),
      ];
      expect(destinationOf(await arrive(agent, first))).toEqual(success(PLACES.newUserCallbackURL));
      expect(destinationOf(await arrive(agent, second))).toEqual(success());
    });
  });

  describe("a provider that fails or lies", () => {
    it.each([
      ["access_denied", "access_denied"],
      ["temporarily_unavailable", "temporarily_unavailable"],
      ["<script>alert(1)</script>", "provider_error"],
      ["state_mismatch&callbackURL=https://evil.test", "provider_error"],
      ["", "provider_error"],
    ])("says why it sends nobody: %j", async (error, code) => {
      newPerson();
      stub.misbehave({
        callback(back) {
          back.delete("code");
          back.set("error", error);
          back.set("error_description", "<b>Words of the provider</b>");
        },
      });
      const reply = await travel(service.agent(), stub);
      expect([destinationOf(reply), opensSession(reply)]).toEqual([failure(code), false]);
    });

    const claims = (change: Json): Misbehaviour => ({ claims: (all) => ({ ...all, ...change }) });
    const IN_USERINFO = { claims: without("email") } as const;
    it.each<[string, string, Misbehaviour]>([
      [
        "a callback of another issuer",
        "issuer_mismatch",
        { callback: (back) => back.set("iss", "https://evil.example") },
      ],
      ["a callback without issuer", "issuer_mismatch", { callback: (back) => back.delete("iss") }],
      [
        "a callback with two issuers",
        "issuer_mismatch",
        { callback: (back) => back.append("iss", "https://evil.example") },
      ],
      ["a callback without code", "invalid_code", { callback: (back) => back.delete("code") }],
      ["another code", "invalid_code", { callback: (back) => back.set("code", "guessed") }],
      [
        "an id_token of another issuer",
        "invalid_id_token",
        claims({ iss: "https://evil.example" }),
      ],
      ["an id_token for another client", "invalid_id_token", claims({ aud: "another" })],
      ["an id_token of another trip", "invalid_id_token", claims({ nonce: "replayed" })],
      ["an id_token without nonce", "invalid_id_token", { claims: without("nonce") }],
      ["an expired id_token", "invalid_id_token", claims({ exp: 1 })],
      ["an unsigned id_token", "invalid_id_token", { signing: "none" }],
      [
        "an id_token keyed with our secret",
        "invalid_id_token",
        { signing: "HS256 with the client secret" },
      ],
      ["an id_token signed with a foreign key", "invalid_id_token", { signing: "foreign key" }],
      ["no id_token", "invalid_id_token", { tokens: without("id_token") }],
      [
        "userinfo about somebody else",
        "unable_to_get_user_info",
        { ...IN_USERINFO, userinfo: (all) => ({ ...all, sub: "victim" }) },
      ],
      [
        "a huge token response",
        "provider_unavailable",
        { answers: { token: ANSWERS["answers with 50 MB"] } },
      ],
      [
        "huge userinfo",
        "provider_unavailable",
        { ...IN_USERINFO, answers: { userinfo: ANSWERS["answers with 50 MB"] } },
      ],
      [
        "a redirecting token endpoint",
        "provider_unavailable",
        { answers: { token: ANSWERS.redirects } },
      ],
      [
        "redirecting userinfo",
        "provider_unavailable",
        { ...IN_USERINFO, answers: { userinfo: ANSWERS.redirects } },
      ],
      [
        "a failing token endpoint",
        "provider_unavailable",
        { answers: { token: ANSWERS["answers with 500"] } },
      ],
      ["a page for tokens", "invalid_code", { answers: { token: ANSWERS["answers with a page"] } }],
      [
        "a page for userinfo",
        "unable_to_get_user_info",
        { ...IN_USERINFO, answers: { userinfo: ANSWERS["answers with a page"] } },
      ],
    ])("opens no session: %s", async (_what, error, how) => {
      const person = newPerson();
      stub.misbehave(how);
      const agent = service.agent();
      const logged = service.logs.length;
      const reply = await travel(agent, stub);
      expect([destinationOf(reply), opensSession(reply), await userOf(agent)]).toEqual([
        failure(error),
        false,
        null,
      ]);
      expect(service.logs.slice(logged)).toContainEqual(
        expect.objectContaining({
          fields: expect.objectContaining({ provider: "acme", reason: error }) as unknown,
        }),
      );
      expect(await service.store.users.findByEmail(person.email as never)).toBeNull();
    });

    it.each<[Endpoint, keyof typeof ANSWERS]>([
      ["token", "hangs without a word"],
      ["token", "hangs in the middle of its answer"],
      ["userinfo", "hangs without a word"],
      ["userinfo", "hangs in the middle of its answer"],
    ])("opens no session: %s %s", async (endpoint, how) => {
      newPerson();
      stub.misbehave({ ...IN_USERINFO, answers: { [endpoint]: ANSWERS[how] } });
      const reply = await travel(service.agent(), stub, { provider: "hasty" });
      expect([destinationOf(reply), opensSession(reply)]).toEqual([
        failure("provider_unavailable"),
        false,
      ]);
    });

    it("leads to the usual place when none was given for errors", async () => {
      newPerson();
      stub.misbehave({ signing: "none" });
      const reply = await travel(service.agent(), stub, { errorCallbackURL: undefined });
      expect(destinationOf(reply)).toEqual(failure("invalid_id_token", PLACES.callbackURL));
    });
  });

  it("leads to the front end in place of one that was allowed when the trip began and is no longer", async () => {
    newPerson();
    const preview = "https://preview.test";
    const options = { database, address, serviceUrl: SERVICE_URL, identityProviders: providers };
    const before = await startService({ ...options, trustedOrigins: [preview] });
    const agent = before.agent();
    const places = {
      callbackURL: `${preview}/a`,
      newUserCallbackURL: `${preview}/b`,
      errorCallbackURL: `${preview}/c`,
    };
    const [there, failed] = [
      await stub.visit(await setOut(agent, places)),
      await stub.visit(await setOut(agent, places)),
    ];
    failed.searchParams.set("code", "guessed");
    await before.stop();

    const now = await startService(options);
    const later = now.agent();
    for (const [name, value] of agent.cookies) later.cookies.set(name, value);
    const refused = await arrive(later, failed);
    expect([destinationOf(refused), opensSession(refused)]).toEqual([
      failure("invalid_code", `${APP_URL}/`),
      false,
    ]);
    const signedIn = await arrive(later, there);
    expect([destinationOf(signedIn), opensSession(signedIn)]).toEqual([
      { status: 302, to: `${APP_URL}/` },
      true,
    ]);
    await now.stop();
  });

  describe("linking", () => {
    it("adds an account to who is signed in, whatever its address, and opens no session", async () => {
      const agent = await service.signedIn("linker@example.com");
      const session = agent.cookies.get("session");
      const person = newPerson({ email: "elsewhere@example.org", email_verified: false });
      const reply = await arrive(agent, await stub.visit(await setOut(agent, {}, LINK)));
      expect([destinationOf(reply), opensSession(reply)]).toEqual([success(), false]);
      expect(agent.cookies.get("session")).toBe(session);
      expect(await accountsOf(agent)).toEqual([
        {
          id: expect.any(String) as string,
          providerId: "acme",
          accountId: person.sub,
          userId: (await userOf(agent))?.id,
          scopes: ["openid", "email", "profile"],
          createdAt: expect.any(String) as string,
          updatedAt: expect.any(String) as string,
        },
      ]);
      expect(await userOf(agent)).toMatchObject({
        email: "linker@example.com",
        emailVerified: true,
      });
      expect(await mailsTo("linker@example.com")).toContainEqual(
        expect.stringContaining("Another way to sign in"),
      );
      expect(await mailsTo("elsewhere@example.org")).toEqual([]);

      const elsewhere = service.agent();
      expect(destinationOf(await travel(elsewhere, stub))).toEqual(success());
      expect((await userOf(elsewhere))?.email).toBe("linker@example.com");
    });

    it("is for fresh sessions", async () => {
      expect(await service.agent().post(LINK, { provider: "acme" })).toMatchObject({
        status: 401,
        body: { code: "UNAUTHORIZED" },
      });
      const agent = await service.signedIn("stale@example.com");
      service.clock.advance(DAY);
      expect(await agent.post(LINK, { provider: "acme" })).toMatchObject({
        status: 403,
        body: { code: "SESSION_NOT_FRESH" },
      });
      expect(await agent.post(UNLINK, { accountId: "any" })).toMatchObject({
        status: 403,
        body: { code: "SESSION_NOT_FRESH" },
      });
    });

    it("belongs to the session that set out", async () => {
      const agent = await service.signedIn("bound@example.com");
      newPerson();
      const back = await stub.visit(await setOut(agent, {}, LINK));
      await agent.post("/api/auth/sign-out");
      expect(destinationOf(await arrive(agent, back))).toEqual(failure("unable_to_link_account"));

      const second = await service.signedIn("bound@example.com");
      const other = await stub.visit(await setOut(second, {}, LINK));
      const stranger = await service.signedIn("stranger@example.com");
      second.cookies.set("session", stranger.cookies.get("session")!);
      expect(destinationOf(await arrive(second, other))).toEqual(failure("unable_to_link_account"));
      expect(await accountsOf(stranger)).toEqual([]);
      expect(await accountsOf(await service.signedIn("bound@example.com"))).toEqual([]);
    });

    it("belongs to that very session: another one of the same person, in the same browser, links nothing", async () => {
      const agent = await service.signedIn("twice@example.com");
      newPerson();
      const back = await stub.visit(await setOut(agent, {}, LINK));
      const elsewhere = await service.signedIn("twice@example.com");
      const first = agent.cookies.get("session")!;
      agent.cookies.set("session", elsewhere.cookies.get("session")!);
      expect(destinationOf(await arrive(agent, back))).toEqual(failure("unable_to_link_account"));
      expect(await accountsOf(agent)).toEqual([]);

      agent.cookies.set("session", first);
      const ended = await stub.visit(await setOut(agent, {}, LINK));
      expect((await elsewhere.post("/api/auth/revoke-other-sessions")).status).toBe(200);
      expect(destinationOf(await arrive(agent, ended))).toEqual(failure("unable_to_link_account"));
      expect(await accountsOf(elsewhere)).toEqual([]);
    });

    it("belongs to the browser that set out: an attacker's trip does not link in a victim's session", async () => {
      const attacker = await service.signedIn("attacker@example.com");
      newPerson();
      const back = await stub.visit(await setOut(attacker, {}, LINK));
      const victim = await service.signedIn("linking-victim@example.com");
      expect(destinationOf(await arrive(victim, back))).toEqual(
        failure("state_mismatch", `${APP_URL}/`),
      );
      expect(await accountsOf(victim)).toEqual([]);
    });

    it("leaves an account with whom it is linked to already", async () => {
      const person = newPerson();
      const owner = service.agent();
      await travel(owner, stub);
      const rival = await service.signedIn("rival@example.com");
      const reply = await arrive(rival, await stub.visit(await setOut(rival, {}, LINK)));
      expect(destinationOf(reply)).toEqual(failure("account_already_linked_to_different_user"));
      expect(await accountsOf(rival)).toEqual([]);
      expect(
        destinationOf(await arrive(owner, await stub.visit(await setOut(owner, {}, LINK)))),
      ).toEqual(success());
      expect(await accountsOf(owner)).toMatchObject([{ accountId: person.sub }]);
    });

    it("links nothing when the provider lies", async () => {
      const agent = await service.signedIn("careful@example.com");
      newPerson();
      stub.misbehave({ signing: "foreign key" });
      expect(
        destinationOf(await arrive(agent, await stub.visit(await setOut(agent, {}, LINK)))),
      ).toEqual(failure("invalid_id_token"));
      expect(await accountsOf(agent)).toEqual([]);
    });

    it("keeps one person's accounts at two providers apart", async () => {
      const agent = await service.signedIn("two-accounts@example.com");
      newPerson();
      for (const provider of ["acme", "plain"]) {
        await arrive(agent, await stub.visit(await setOut(agent, { provider }, LINK)));
        service.clock.advance(1);
      }
      expect((await accountsOf(agent)).map(({ providerId }) => providerId)).toEqual([
        "acme",
        "plain",
      ]);
    });
  });

  describe("unlinking", () => {
    it("removes one account of one's own, which then signs nobody in", async () => {
      const person = newPerson({ email_verified: false });
      const agent = service.agent();
      await travel(agent, stub);
      await mailsTo(person.email);
      const token = new URL(service.inbox.linkFor(person.email)).searchParams.get("token");
      expect((await agent.post("/api/v1/auth/verify-email", { token })).status).toBe(200);
      const [account] = await accountsOf(agent);
      const foreign = await service.signedIn("foreign@example.com");
      const notFound = { status: 400, body: { code: "ACCOUNT_NOT_FOUND" } };
      expect(await foreign.post(UNLINK, { accountId: account!.id })).toMatchObject(notFound);
      expect(await agent.post(UNLINK, { accountId: "unknown" })).toMatchObject(notFound);
      expect(await accountsOf(agent)).toHaveLength(1);

      const elsewhere = service.agent();
      await travel(elsewhere, stub);
      expect(await agent.post(UNLINK, { accountId: account!.id })).toMatchObject({
        status: 200,
        body: { status: true },
      });
      expect(await agent.post(UNLINK, { accountId: account!.id })).toMatchObject(notFound);
      expect(await accountsOf(agent)).toEqual([]);
      // No session ends for it.
      for (const browser of [agent, elsewhere])
        expect((await userOf(browser))?.email).toBe(person.email);
      expect(await mailsTo(person.email)).toContainEqual(
        expect.stringContaining("A linked account was removed"),
      );
      expect(destinationOf(await travel(service.agent(), stub))).toEqual(
        failure("account_not_linked"),
      );
    });

    it("keeps the last way in where codes and links are off", async () => {
      const strict = await startService({
        database,
        serviceUrl: SERVICE_URL,
        identityProviders: providers,
        signInMethods: { emailOtp: false, magicLink: false },
      });
      const person = newPerson();
      const agent = strict.agent();
      await travel(agent, stub);
      const [first] = await accountsOf(agent);
      expect(await agent.post(UNLINK, { accountId: first!.id })).toMatchObject({
        status: 400,
        body: { code: "FAILED_TO_UNLINK_LAST_ACCOUNT" },
      });
      expect(await accountsOf(agent)).toHaveLength(1);
      stub.admit({ ...person, sub: `${person.sub}-second` });
      await arrive(agent, await stub.visit(await setOut(agent, {}, LINK)));
      expect((await agent.post(UNLINK, { accountId: first!.id })).status).toBe(200);
      for (const refusal of strict.refusals) (service.refusals as Set<string>).add(refusal);
      await strict.stop();
    });
  });

  it("shows accounts to their owner alone", async () => {
    expect(await service.agent().get(LIST)).toMatchObject({
      status: 401,
      body: { code: "UNAUTHORIZED" },
    });
    expect(await accountsOf(await service.signedIn("no-accounts@example.com"))).toEqual([]);
  });

  it("signs in at an independent OpenID provider, with consent", async () => {
    const agent = service.agent();
    const back = await visitProvider(await setOut(agent, { provider: "independent" }), {
      account: "grace",
    });
    for (const name of ["code", "state"]) carried.add(back.searchParams.get(name)!);
    expect(destinationOf(await arrive(agent, back))).toEqual(success(PLACES.newUserCallbackURL));
    expect(await userOf(agent)).toMatchObject({
      email: "grace@example.com",
      emailVerified: true,
      name: "Grace Hopper",
      image: null,
    });
    expect(destinationOf(await arrive(agent, back))).toEqual(
      failure("state_mismatch", `${APP_URL}/`),
    );
  });

  it("signs nobody in without consent there", async () => {
    const agent = service.agent();
    const back = await visitProvider(await setOut(agent, { provider: "independent" }), {
      account: "grace",
      consents: false,
    });
    const reply = await arrive(agent, back);
    expect([destinationOf(reply), opensSession(reply)]).toEqual([failure("access_denied"), false]);
  });

  it("signs in at a plain OAuth 2.0 provider", async () => {
    const person = newPerson();
    const agent = service.agent();
    expect(destinationOf(await travel(agent, stub, { provider: "plain" }))).toEqual(
      success(PLACES.newUserCallbackURL),
    );
    expect(await userOf(agent)).toMatchObject({ email: person.email, emailVerified: true });
    expect(await accountsOf(agent)).toMatchObject([
      { providerId: "plain", accountId: person.sub, scopes: [] },
    ]);
  });

  it("keeps no code, token, verifier, state or nonce, and logs none", async () => {
    const agent = service.agent();
    const { searchParams } = new URL(await setOut(agent));
    const secrets = [
      ...stub.secrets,
      ...carried,
      searchParams.get("state")!,
      searchParams.get("nonce")!,
      openId.clientSecret,
    ];
    const kept = [
      ...service.logs.map((line) => JSON.stringify(line)),
      ...(await dumpDatabase(address)),
    ].join("\n");
    expect(secrets.length).toBeGreaterThan(100);
    expect(secrets.filter((secret) => kept.includes(secret))).toEqual([]);
  });

  it("has shown every refusal that these routes declare", () => {
    expect(unseenRefusals(service, "OAuth sign-in")).toEqual([]);
  });
});
