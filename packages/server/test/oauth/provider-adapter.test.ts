import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  type ExternalIdentity,
  type IdentityProvider,
  type ProviderFault,
  type ProviderVerdict,
  Secret,
  type AuthorizationRequest,
} from "@acme/auth-core";
import { oauth2Provider, openIdProvider } from "@acme/auth-core/providers";
import {
  ANSWERS,
  type Endpoint,
  type Json,
  type Misbehaviour,
  type Signing,
  without,
} from "./misbehaviour.js";
import { startOpenIdServer } from "./openid-provider.js";
import { visitProvider } from "./provider-visit.js";
import { PERSON, startStubProvider, type StubProvider } from "./stub-provider.js";
import { stringContaining, stringMatching } from "../matchers.js";

const REDIRECT_URI = "http://auth.test/api/auth/callback/acme";
/** The patience with a provider that will not answer, in milliseconds. */
const HASTE = 300;

const newSecret = () => new Secret(randomBytes(32).toString("base64url"));
const newAuthorizationRequest = (): AuthorizationRequest => ({
  state: newSecret(),
  nonce: newSecret(),
  codeVerifier: newSecret(),
  redirectUri: REDIRECT_URI,
});
const identified = (more: Partial<ExternalIdentity> = {}): ProviderVerdict<ExternalIdentity> => ({
  ok: true,
  value: {
    subject: PERSON.sub,
    email: PERSON.email,
    emailVerified: true,
    name: PERSON.name,
    image: PERSON.picture,
    scopes: ["openid", "email", "profile"],
    ...more,
  },
});
const refused = (reason: ProviderFault) => ({ ok: false, reason });

let stub: StubProvider;
beforeAll(async () => {
  stub = await startStubProvider();
});
afterEach(() => {
  stub.misbehave();
  stub.admit(PERSON);
});
afterAll(() => stub.stop());

const client = () => ({
  id: "acme",
  name: "Acme ID",
  clientId: stub.clientId,
  clientSecret: stub.clientSecret,
});
const openId = (more: object = {}): IdentityProvider =>
  openIdProvider({ ...client(), issuer: stub.issuer, ...more });
const plain = (more: object = {}): IdentityProvider =>
  oauth2Provider({ ...client(), endpoints: stub.endpoints, ...more });

/** There and back, as the feature does it. No secret of the authorization request may be in what is said of it. */
async function travel(
  provider: IdentityProvider,
  request: AuthorizationRequest = newAuthorizationRequest(),
): Promise<ProviderVerdict<ExternalIdentity>> {
  const departure = await provider.authorizationUrl(request);
  const arrival = departure.ok
    ? await provider.identify(
        Object.fromEntries((await stub.visit(departure.value)).searchParams),
        request,
      )
    : departure;
  const said = JSON.stringify(arrival);
  const secrets = [
    ...stub.secrets,
    ...[request.state, request.nonce, request.codeVerifier].map((secret) => secret.reveal()),
  ];
  expect(secrets.filter((secret) => said.includes(secret))).toEqual([]);
  return arrival;
}

describe("an independent OpenID provider", () => {
  const accounts = {
    grace: {
      email: "grace@example.com",
      email_verified: true,
      name: "Grace Hopper",
      picture: "https://p.example/g.png",
    },
  };
  const grace = {
    subject: "grace",
    email: "grace@example.com",
    emailVerified: true,
    name: "Grace Hopper",
    image: "https://p.example/g.png",
  };

  it.each([
    ["userinfo", false],
    ["the id_token", true],
  ])("says who signed in there, with the email address in %s", async (_where, emailInIdToken) => {
    const server = await startOpenIdServer({ redirectUri: REDIRECT_URI, accounts, emailInIdToken });
    const provider = openIdProvider({
      ...client(),
      issuer: server.issuer,
      clientId: server.clientId,
      clientSecret: server.clientSecret,
    });
    const request = newAuthorizationRequest();
    const departure = await provider.authorizationUrl(request);
    if (!departure.ok) throw new Error(departure.detail);
    const back = await visitProvider(departure.value, { account: "grace" });
    expect(back.href.startsWith(`${REDIRECT_URI}?`)).toBe(true);

    const callback = Object.fromEntries(back.searchParams);
    expect(callback).toMatchObject({ iss: server.issuer, state: request.state.reveal() });
    expect(await provider.identify(callback, request)).toEqual({
      ok: true,
      value: { ...grace, scopes: ["openid", "email", "profile"] },
    });
    expect(await provider.identify(callback, request)).toMatchObject(refused("invalid_code"));
    await server.stop();
  });

  it("demands PKCE: a code with another verifier is worth nothing", async () => {
    const server = await startOpenIdServer({ redirectUri: REDIRECT_URI, accounts });
    const provider = openIdProvider({
      ...client(),
      issuer: server.issuer,
      clientId: server.clientId,
      clientSecret: server.clientSecret,
    });
    const request = newAuthorizationRequest();
    const departure = await provider.authorizationUrl(request);
    if (!departure.ok) throw new Error(departure.detail);
    const back = await visitProvider(departure.value, { account: "grace" });
    const other = { ...request, codeVerifier: newSecret() };
    expect(await provider.identify(Object.fromEntries(back.searchParams), other)).toMatchObject(
      refused("invalid_code"),
    );
    await server.stop();
  });

  it("sends back whoever does not consent with an error and no code", async () => {
    const server = await startOpenIdServer({ redirectUri: REDIRECT_URI, accounts });
    const provider = openIdProvider({
      ...client(),
      issuer: server.issuer,
      clientId: server.clientId,
      clientSecret: server.clientSecret,
    });
    const request = newAuthorizationRequest();
    const departure = await provider.authorizationUrl(request);
    if (!departure.ok) throw new Error(departure.detail);
    const back = await visitProvider(departure.value, { account: "grace", consents: false });
    expect(back.searchParams.get("error")).toBe("access_denied");
    const verdict = await provider.identify(Object.fromEntries(back.searchParams), request);
    expect(verdict).toMatchObject({
      ...refused("invalid_code"),
      detail: stringContaining("access_denied"),
    });
    await server.stop();
  });
});

describe("the way to an OpenID provider", () => {
  it("says what it must and nothing else", async () => {
    const request = newAuthorizationRequest();
    const departure = await openId().authorizationUrl(request);
    if (!departure.ok) throw new Error(departure.detail);
    const { origin, pathname, searchParams } = new URL(departure.value);
    expect(origin + pathname).toBe(stub.endpoints.authorization);
    expect(Object.fromEntries(searchParams)).toEqual({
      response_type: "code",
      client_id: stub.clientId,
      redirect_uri: REDIRECT_URI,
      scope: "openid email profile",
      state: request.state.reveal(),
      nonce: request.nonce.reveal(),
      code_challenge: stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "S256",
    });
    expect(departure.value).not.toContain(request.codeVerifier.reveal());
  });

  it("keeps what the endpoint's URL carries already", async () => {
    stub.misbehave({
      metadata: (metadata) => ({
        ...metadata,
        authorization_endpoint: `${stub.issuer}/authorize?tenant=acme&scope=everything`,
      }),
    });
    const departure = await openId().authorizationUrl(newAuthorizationRequest());
    if (!departure.ok) throw new Error(departure.detail);
    const { searchParams } = new URL(departure.value);
    expect([searchParams.get("tenant"), searchParams.getAll("scope")]).toEqual([
      "acme",
      ["openid email profile"],
    ]);
  });

  it.each<[readonly string[], string]>([
    [[], "openid"],
    [["email"], "openid email"],
    [["profile", "openid"], "openid profile"],
  ])("always asks for openid: %j", async (scopes, scope) => {
    const departure = await openId({ scopes }).authorizationUrl(newAuthorizationRequest());
    expect(departure.ok && new URL(departure.value).searchParams.get("scope")).toBe(scope);
  });

  it("is looked up on first use, once for all who come at once, and kept", async () => {
    const provider = openId();
    const lookups = () =>
      stub.requests.filter((request) => request.includes("openid-configuration")).length;
    const before = lookups();
    await new Promise((resolve) => setImmediate(resolve));
    expect(lookups()).toBe(before);
    const departures = await Promise.all(
      Array.from({ length: 20 }, () => provider.authorizationUrl(newAuthorizationRequest())),
    );
    expect(departures.every(({ ok }) => ok)).toBe(true);
    expect(await travel(provider)).toEqual(identified());
    expect(lookups()).toBe(before + 1);
  });

  it("is not set out on by metadata of another issuer", async () => {
    stub.misbehave({ metadata: (metadata) => ({ ...metadata, issuer: "https://evil.example" }) });
    expect(await openId().authorizationUrl(newAuthorizationRequest())).toMatchObject(
      refused("issuer_mismatch"),
    );
  });

  it("is looked up again after a failure", async () => {
    const provider = openId();
    stub.misbehave({ answers: { discovery: ANSWERS["answers with 500"] } });
    const failed = await Promise.all([
      provider.authorizationUrl(newAuthorizationRequest()),
      provider.authorizationUrl(newAuthorizationRequest()),
    ]);
    expect(failed).toMatchObject([
      refused("provider_unavailable"),
      refused("provider_unavailable"),
    ]);
    stub.misbehave();
    expect(await travel(provider)).toEqual(identified());
  });
});

describe("what an OpenID provider says", () => {
  it.each<Signing>(["RS256", "PS256", "ES256", "EdDSA"])(
    "is believed when it is signed with %s",
    async (signing) => {
      stub.misbehave({ signing });
      expect(await travel(openId())).toEqual(identified());
    },
  );

  it("is taken from the id_token alone when the email address is in it", async () => {
    const before = stub.requests.length;
    expect(await travel(openId())).toEqual(identified());
    expect(stub.requests.slice(before).sort()).toEqual([
      "GET /.well-known/openid-configuration",
      "GET /authorize",
      "GET /jwks",
      "POST /token",
    ]);
  });

  const EMAIL_ELSEWHERE: Misbehaviour = { claims: without("email", "email_verified", "name") };
  it.each<[string, Json, Misbehaviour, Partial<ExternalIdentity>]>([
    ["an unverified address", { ...PERSON, email_verified: false }, {}, { emailVerified: false }],
    ['"true" in quotes', { ...PERSON, email_verified: "true" }, {}, { emailVerified: false }],
    ["1 for true", { ...PERSON, email_verified: 1 }, {}, { emailVerified: false }],
    ["no word on the address", without("email_verified")(PERSON), {}, { emailVerified: false }],
    [
      "no address",
      without("email", "email_verified")(PERSON),
      {},
      { email: null, emailVerified: false },
    ],
    ["an empty address", { ...PERSON, email: "" }, { claims: without("email") }, { email: null }],
    ["an address that is no text", { ...PERSON, email: ["ada@example.com"] }, {}, { email: null }],
    [
      "a name and a picture that are no text",
      { ...PERSON, name: { first: "Ada" }, picture: 7 },
      {},
      { name: null, image: null },
    ],
    ["the address in userinfo", PERSON, EMAIL_ELSEWHERE, {}],
    [
      'the address in userinfo, verified as "true"',
      { ...PERSON, email_verified: "true" },
      EMAIL_ELSEWHERE,
      { emailVerified: false },
    ],
    [
      "verified in the id_token and an email address in userinfo",
      PERSON,
      { claims: without("email"), userinfo: without("email_verified") },
      { emailVerified: false },
    ],
    [
      "no address and no userinfo endpoint",
      PERSON,
      { claims: without("email"), metadata: without("userinfo_endpoint") },
      { email: null },
    ],
    [
      "fewer scopes granted than asked for",
      PERSON,
      { tokens: (tokens) => ({ ...tokens, scope: "openid email" }) },
      { scopes: ["openid", "email"] },
    ],
    [
      "no scope granted",
      PERSON,
      { tokens: (tokens) => ({ ...tokens, scope: "" }) },
      { scopes: [] },
    ],
    [
      "an audience of one in a list",
      PERSON,
      { claims: (claims) => ({ ...claims, aud: [claims.aud] }) },
      {},
    ],
    [
      "several audiences, authorized for us",
      PERSON,
      { claims: (claims) => ({ ...claims, aud: [claims.aud, "another"], azp: claims.aud }) },
      {},
    ],
  ])("comes down to what it vouches for: %s", async (_what, ...[person, how, more]) => {
    stub.admit(person);
    stub.misbehave(how);
    expect(await travel(openId())).toEqual(identified(more));
  });

  const claims = (change: Json): Misbehaviour => ({ claims: (all) => ({ ...all, ...change }) });
  const tokens = (change: Json): Misbehaviour => ({ tokens: (all) => ({ ...all, ...change }) });
  const inUserinfo = (change: Misbehaviour): Misbehaviour => ({ ...EMAIL_ELSEWHERE, ...change });
  const past = Math.floor(Date.now() / 1_000) - 3_600;

  it.each<[string, ProviderFault, Misbehaviour]>([
    [
      "metadata of another issuer",
      "issuer_mismatch",
      { metadata: (all) => ({ ...all, issuer: "https://evil.example" }) },
    ],
    ["metadata without issuer", "provider_unavailable", { metadata: without("issuer") }],
    [
      "metadata without authorization endpoint",
      "provider_unavailable",
      { metadata: without("authorization_endpoint") },
    ],
    ["metadata without keys", "provider_unavailable", { metadata: without("jwks_uri") }],
    [
      "metadata with an endpoint in the clear",
      "provider_unavailable",
      { metadata: (all) => ({ ...all, token_endpoint: "http://evil.example/token" }) },
    ],
    [
      "metadata with a script for an endpoint",
      "provider_unavailable",
      { metadata: (all) => ({ ...all, authorization_endpoint: "javascript:alert(1)" }) },
    ],
    [
      "metadata with a number for algorithms",
      "invalid_id_token",
      { metadata: (all) => ({ ...all, id_token_signing_alg_values_supported: 7 }) },
    ],
    [
      "metadata with a list for an endpoint",
      "provider_unavailable",
      { metadata: (all) => ({ ...all, userinfo_endpoint: [] }) },
    ],
    [
      "a callback of another issuer",
      "issuer_mismatch",
      { callback: (back) => back.set("iss", "https://evil.example") },
    ],
    [
      "a callback of an issuer spelt otherwise",
      "issuer_mismatch",
      { callback: (back) => back.set("iss", `${stub.issuer}/`) },
    ],
    [
      "a callback without the issuer it announced",
      "issuer_mismatch",
      { callback: (back) => back.delete("iss") },
    ],
    [
      "a callback with an empty issuer",
      "issuer_mismatch",
      { callback: (back) => back.set("iss", "") },
    ],
    ["a callback without code", "invalid_code", { callback: (back) => back.delete("code") }],
    [
      "a callback with another code",
      "invalid_code",
      { callback: (back) => back.set("code", "guessed") },
    ],
    [
      "a callback with another state",
      "invalid_code",
      { callback: (back) => back.set("state", "swapped") },
    ],
    [
      "a callback with an error",
      "invalid_code",
      { callback: (back) => back.set("error", "access_denied") },
    ],
    [
      "a callback with an id_token",
      "invalid_code",
      { callback: (back) => back.set("id_token", "e30.e30.") },
    ],
    ["an id_token of another issuer", "invalid_id_token", claims({ iss: "https://evil.example" })],
    ["an id_token for another client", "invalid_id_token", claims({ aud: "another" })],
    [
      "an id_token for several clients and no party",
      "invalid_id_token",
      { claims: (all) => ({ ...all, aud: [all.aud, "another"] }) },
    ],
    [
      "an id_token for several clients and another party",
      "invalid_id_token",
      { claims: (all) => ({ ...all, aud: [all.aud, "b"], azp: "b" }) },
    ],
    [
      "an id_token of another authorization request",
      "invalid_id_token",
      claims({ nonce: "replayed" }),
    ],
    ["an id_token without nonce", "invalid_id_token", { claims: without("nonce") }],
    ["an id_token that has expired", "invalid_id_token", claims({ iat: past - 300, exp: past })],
    ["an id_token without expiry", "invalid_id_token", { claims: without("exp") }],
    [
      "an id_token of the future",
      "invalid_id_token",
      claims({ nbf: Math.floor(Date.now() / 1_000) + 3_600 }),
    ],
    ["an id_token about nobody", "invalid_id_token", { claims: without("sub") }],
    ["an id_token about a number", "invalid_id_token", claims({ sub: 7 })],
    [
      "an id_token about nobody with a name",
      "unable_to_get_user_info",
      claims({ sub: "x".repeat(256) }),
    ],
    [
      "an id_token about somebody unspeakable",
      "unable_to_get_user_info",
      claims({ sub: "ada\u0000" }),
    ],
    ["an unsigned id_token", "invalid_id_token", { signing: "none" }],
    [
      "an id_token keyed with our secret",
      "invalid_id_token",
      { signing: "HS256 with the client secret" },
    ],
    ["an id_token signed with a foreign key", "invalid_id_token", { signing: "foreign key" }],
    ["an id_token signed with an unknown key", "invalid_id_token", { signing: "unknown kid" }],
    [
      "an id_token signed otherwise than announced",
      "invalid_id_token",
      { signing: "ES256", metadata: without("id_token_signing_alg_values_supported") },
    ],
    ["an id_token that is none", "invalid_id_token", tokens({ id_token: "not.a.token" })],
    ["no id_token", "invalid_id_token", { tokens: without("id_token") }],
    ["no access token", "invalid_code", { tokens: without("access_token") }],
    [
      "userinfo about somebody else",
      "unable_to_get_user_info",
      inUserinfo({ userinfo: (all) => ({ ...all, sub: "somebody-else" }) }),
    ],
    ["userinfo about nobody", "unable_to_get_user_info", inUserinfo({ userinfo: without("sub") })],
    [
      "userinfo as a token",
      "unable_to_get_user_info",
      inUserinfo({
        answers: {
          userinfo: (response) =>
            response.writeHead(200, { "content-type": "application/jwt" }).end("e30.e30."),
        },
      }),
    ],
  ])("is refused: %s", async (_what, reason, how) => {
    stub.misbehave(how);
    expect(await travel(openId())).toMatchObject(refused(reason));
  });
});

describe("a provider that does not answer as it should", () => {
  const elsewhere = () => stub.requests.filter((request) => request.endsWith("/elsewhere"));
  const ENDPOINTS: readonly [Endpoint, ProviderFault][] = [
    ["discovery", "provider_unavailable"],
    ["token", "invalid_code"],
    ["jwks", "invalid_id_token"],
    ["userinfo", "unable_to_get_user_info"],
  ];
  const unreadable = ["answers with a page", "answers with a list"] as const;
  const out = Object.keys(ANSWERS).filter(
    (name) => !(unreadable as readonly string[]).includes(name),
  ) as (keyof typeof ANSWERS)[];

  describe.each(ENDPOINTS)("%s", (endpoint, faultOfAnswer) => {
    it.each<[keyof typeof ANSWERS, ProviderFault]>([
      ...out.map((name): [keyof typeof ANSWERS, ProviderFault] => [name, "provider_unavailable"]),
      ...unreadable.map((name): [keyof typeof ANSWERS, ProviderFault] => [name, faultOfAnswer]),
    ])("%s: %s", async (name, reason) => {
      stub.misbehave({ claims: without("email"), answers: { [endpoint]: ANSWERS[name] } });
      expect(
        await travel(openId(name.startsWith("hangs") ? { timeoutMs: HASTE } : {})),
      ).toMatchObject(refused(reason));
      expect(elsewhere()).toEqual([]);
    });
  });

  it("is given up after the time it is allowed, and not before", async () => {
    stub.misbehave({ answers: { discovery: ANSWERS["hangs in the middle of its answer"] } });
    const start = Date.now();
    const verdict = await openId({ timeoutMs: HASTE }).authorizationUrl(newAuthorizationRequest());
    expect(verdict).toMatchObject({
      ...refused("provider_unavailable"),
      detail: stringContaining(`within ${HASTE} ms`),
    });
    expect(Date.now() - start).toBeGreaterThanOrEqual(HASTE - 10);
    expect(Date.now() - start).toBeLessThan(5_000);
  });

  it("is not there at all", async () => {
    const gone = await startStubProvider();
    await gone.stop();
    const verdict = await openId({ issuer: gone.issuer }).authorizationUrl(
      newAuthorizationRequest(),
    );
    expect(verdict).toMatchObject({
      ...refused("provider_unavailable"),
      detail: stringContaining("ECONNREFUSED"),
    });
  });
});

describe("a plain OAuth 2.0 provider", () => {
  const found = (more: Partial<ExternalIdentity> = {}) => identified({ scopes: [], ...more });

  it("says who signed in there, without discovery and id_token", async () => {
    const before = stub.requests.length;
    expect(await travel(plain())).toEqual(found());
    expect(stub.requests.slice(before)).toEqual(["GET /authorize", "POST /token", "GET /userinfo"]);
    expect([...stub.asked().keys()].sort()).toEqual([
      "client_id",
      "code_challenge",
      "code_challenge_method",
      "redirect_uri",
      "response_type",
      "state",
    ]);
    expect(stub.asked().get("code_challenge_method")).toBe("S256");
  });

  it.each<[string, Json, Partial<ExternalIdentity>]>([
    [
      "id, login and avatar_url",
      { id: 583231, login: "ada", avatar_url: "https://p.example/a", email: "ada@example.com" },
      { subject: "583231", name: "ada", image: "https://p.example/a", emailVerified: false },
    ],
    [
      "id as text",
      { id: "u-1", email: null },
      { subject: "u-1", email: null, name: null, image: null, emailVerified: false },
    ],
    ['"true" in quotes', { ...PERSON, email_verified: "true" }, { emailVerified: false }],
  ])("is understood in common terms: %s", async (_what, person, more) => {
    stub.admit(person);
    expect(await travel(plain())).toEqual(found(more));
  });

  it("is understood in its own terms", async () => {
    stub.admit({ data: { uid: "u-7", mail: "ada@example.com" } });
    const readProfile = ({ data }: Json) => {
      const { uid, mail } = data as { readonly uid: string; readonly mail: string };
      return { subject: uid, email: mail, emailVerified: false, name: null, image: null };
    };
    expect(await travel(plain({ readProfile }))).toEqual(
      found({ subject: "u-7", emailVerified: false, name: null, image: null }),
    );
    stub.admit({});
    expect(await travel(plain({ readProfile }))).toMatchObject(refused("unable_to_get_user_info"));
  });

  it.each<[string, Json]>([
    ["nobody", {}],
    ["a number that was rounded", { id: 2 ** 53 }],
    ["a fraction", { id: 1.5 }],
    ["an object", { id: { value: 7 } }],
    ["an empty text", { sub: "" }],
  ])("is refused when userinfo is about %s", async (_whom, person) => {
    stub.admit(person);
    expect(await travel(plain())).toMatchObject(refused("unable_to_get_user_info"));
  });

  it.each<[string, readonly string[]]>([
    ["user:email read:user", ["user:email", "read:user"]],
    ["user:email,read:user", ["user:email", "read:user"]],
  ])("grants scopes: %s", async (scope, scopes) => {
    stub.misbehave({ tokens: (tokens) => ({ ...tokens, scope }) });
    expect(await travel(plain({ scopes: ["user:email"] }))).toEqual(found({ scopes }));
  });

  it("may send an id_token that nobody asked for, and an issuer nobody knows", async () => {
    stub.misbehave({
      tokens: (tokens) => ({ ...tokens, id_token: "not.a.token" }),
      callback: (back) => back.set("iss", "https://x.example"),
    });
    expect(await travel(plain())).toEqual(found());
  });

  it.each<[string, ProviderFault, Misbehaviour]>([
    ["a refused code", "invalid_code", { callback: (back) => back.set("code", "guessed") }],
    [
      "a refusal that looks like success",
      "invalid_code",
      { tokens: () => ({ error: "bad_verification_code" }) },
    ],
    [
      "a token of no kind we know",
      "invalid_code",
      { tokens: (tokens) => ({ ...tokens, token_type: "mac" }) },
    ],
    ["a token page", "invalid_code", { answers: { token: ANSWERS["answers with a page"] } }],
    [
      "a redirecting userinfo",
      "provider_unavailable",
      { answers: { userinfo: ANSWERS.redirects } },
    ],
    [
      "a huge userinfo",
      "provider_unavailable",
      { answers: { userinfo: ANSWERS["answers with 50 MB"] } },
    ],
    [
      "a userinfo page",
      "unable_to_get_user_info",
      { answers: { userinfo: ANSWERS["answers with a page"] } },
    ],
    [
      "a userinfo list",
      "unable_to_get_user_info",
      { answers: { userinfo: ANSWERS["answers with a list"] } },
    ],
  ])("is refused: %s", async (_what, reason, how) => {
    stub.misbehave(how);
    expect(await travel(plain())).toMatchObject(refused(reason));
  });

  it.each<Endpoint>(["token", "userinfo"])(
    "is refused: a hanging %s endpoint",
    async (endpoint) => {
      stub.misbehave({ answers: { [endpoint]: ANSWERS["hangs without a word"] } });
      expect(await travel(plain({ timeoutMs: HASTE }))).toMatchObject(
        refused("provider_unavailable"),
      );
    },
  );
});

describe("the client's own proof", () => {
  it.each<[string, readonly string[] | undefined, string]>([
    ["nothing is said", undefined, "client_secret_basic"],
    ["both are read", ["client_secret_post", "client_secret_basic"], "client_secret_basic"],
    ["the body alone is read", ["client_secret_post"], "client_secret_post"],
  ])("is in the right place when %s", async (_what, methods, expected) => {
    stub.misbehave({
      metadata: (metadata) => ({ ...metadata, token_endpoint_auth_methods_supported: methods }),
    });
    expect(await travel(openId())).toEqual(identified());
    expect(stub.authentication()).toBe(expected);
  });

  it("is where an application says it is, for a plain provider", async () => {
    expect((await travel(plain())).ok).toBe(true);
    expect(stub.authentication()).toBe("client_secret_basic");
    expect((await travel(plain({ clientAuthentication: "client_secret_post" }))).ok).toBe(true);
    expect(stub.authentication()).toBe("client_secret_post");
  });

  it("is refused when it is wrong", async () => {
    const verdict = await travel(openId({ clientSecret: new Secret("another") }));
    expect(verdict).toMatchObject({
      ...refused("invalid_code"),
      detail: stringContaining("invalid_client"),
    });
  });
});

describe("a provider's options", () => {
  it.each<[string, object]>([
    ["an id in capitals", { id: "Acme" }],
    ["no id", { id: "" }],
    ["a long id", { id: "a".repeat(33) }],
    ["an id with a slash", { id: "a/b" }],
    ["no name", { name: " " }],
    ["no client", { clientId: "" }],
    ["no secret", { clientSecret: "" }],
    ["an issuer in the clear", { issuer: "http://id.example.com" }],
    ["an issuer that only begins like this machine", { issuer: "http://127.0.0.1.example.com" }],
    ["an issuer with a query", { issuer: "https://id.example.com/?tenant=1" }],
    ["an issuer with a user", { issuer: "https://me:too@id.example.com" }],
    ["an issuer that is no address", { issuer: "id.example.com" }],
    ["an issuer of another scheme", { issuer: "ftp://localhost" }],
    ["endless patience", { timeoutMs: 10_001 }],
    ["no patience", { timeoutMs: 0 }],
  ])("are refused at once: %s", (_what, more) => {
    expect(() => openId(more)).toThrow(RangeError);
  });

  it.each(["authorization", "token", "userinfo"])(
    "are refused at once: %s endpoint in the clear",
    (name) => {
      expect(() =>
        plain({ endpoints: { ...stub.endpoints, [name]: "http://id.example.com/x" } }),
      ).toThrow(RangeError);
    },
  );

  it.each([
    "https://id.example.com",
    "http://localhost:4000",
    "http://[::1]:4000",
    "http://idp.localhost",
    "http://127.8.9.10",
  ])("may name the issuer %s", (issuer) => {
    expect(openId({ issuer })).toMatchObject({ id: "acme", name: "Acme ID" });
  });
});
