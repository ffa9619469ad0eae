import { type ExternalIdentity, type ProviderFault } from "@acme/auth-core";
import { stringMatching } from "@acme/auth-testing/matchers";
import { describe, expect, it } from "vitest";
import {
  identified,
  newAuthorizationRequest,
  REDIRECT_URI,
  refused,
  startAdapterFixture,
} from "./adapter-fixture.js";
import { ANSWERS, type Json, type Misbehaviour, type Signing, without } from "./misbehaviour.js";
import { PERSON } from "./stub-provider.js";

const { stub, openId, travel } = startAdapterFixture();

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

  it("is not started by metadata of another issuer", async () => {
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
    [
      "an unverified email address",
      { ...PERSON, email_verified: false },
      {},
      { emailVerified: false },
    ],
    ['"true" in quotes', { ...PERSON, email_verified: "true" }, {}, { emailVerified: false }],
    ["1 for true", { ...PERSON, email_verified: 1 }, {}, { emailVerified: false }],
    [
      "no word on the email address",
      without("email_verified")(PERSON),
      {},
      { emailVerified: false },
    ],
    [
      "no email address",
      without("email", "email_verified")(PERSON),
      {},
      { email: null, emailVerified: false },
    ],
    [
      "an empty email address",
      { ...PERSON, email: "" },
      { claims: without("email") },
      { email: null },
    ],
    [
      "an email address that is no text",
      { ...PERSON, email: ["ada@example.com"] },
      {},
      { email: null },
    ],
    [
      "a name and a picture that are no text",
      { ...PERSON, name: { first: "Ada" }, picture: 7 },
      {},
      { name: null, image: null },
    ],
    ["the email address in userinfo", PERSON, EMAIL_ELSEWHERE, {}],
    [
      'the email address in userinfo, verified as "true"',
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
      "no email address and no userinfo endpoint",
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
