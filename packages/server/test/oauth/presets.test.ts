import type { IdentityProvider } from "@acme/auth-core";
import {
  GITHUB,
  GITLAB,
  GOOGLE,
  MICROSOFT,
  oauth2Provider,
  type OAuth2ProviderOptions,
  openIdProvider,
} from "@acme/auth-core/providers";
import { stringContaining } from "@acme/auth-testing/matchers";
import { readJson } from "@acme/auth-testing/read-json";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  HASTE,
  identified,
  newAuthorizationRequest,
  refused,
  startAdapterFixture,
} from "./adapter-fixture.js";
import { type GitHubServer, startGitHubServer } from "./github-server.js";
import { ANSWERS, type Json, without } from "./misbehaviour.js";
import { PERSON } from "./stub-provider.js";

const { stub, openId, travel } = startAdapterFixture();

let github: GitHubServer;
beforeAll(async () => void (github = await startGitHubServer()));
afterEach(() => github.answerEmails(null));
afterAll(() => github.stop());

/** Goes to GitHub and back. */
async function signIn(more: Partial<OAuth2ProviderOptions> = {}) {
  const { clientId, clientSecret, endpoints } = github;
  const provider: IdentityProvider = oauth2Provider({
    ...GITHUB,
    endpoints,
    clientId,
    clientSecret,
    ...more,
  });
  const request = newAuthorizationRequest();
  const departure = await provider.authorizationUrl(request);
  if (!departure.ok) throw new Error(departure.detail);
  const { headers } = await fetch(departure.value, { redirect: "manual" });
  const back = new URL(headers.get("location") ?? "");
  return provider.identify(Object.fromEntries(back.searchParams), request);
}

const ADA = { id: 583231, login: "ada", name: "Ada Lovelace", avatar_url: "https://p.example/a" };
const email = (text: string, primary: boolean, verified: boolean) => ({
  email: text,
  primary,
  verified,
});

describe("the presets", () => {
  it("name the provider, and need nothing but a client", () => {
    const client = { clientId: "acme-web", clientSecret: "hush" };
    const providers = [GOOGLE, MICROSOFT, GITLAB].map((preset) =>
      openIdProvider({ ...preset, ...client }),
    );
    expect([...providers, oauth2Provider({ ...GITHUB, ...client })]).toMatchObject([
      { id: "google", name: "Google" },
      { id: "microsoft", name: "Microsoft" },
      { id: "gitlab", name: "GitLab" },
      { id: "github", name: "GitHub" },
    ]);
  });
});

describe("GitHub", () => {
  it("says who signed in there, with the email address that is primary and verified", async () => {
    github.admit({ ...ADA, email: "public@example.com" }, [
      email("old@example.com", false, true),
      email("ada@example.com", true, true),
    ]);
    const before = github.calls.length;
    expect(await signIn()).toEqual({
      ok: true,
      value: {
        subject: "583231",
        email: "ada@example.com",
        emailVerified: true,
        name: "Ada Lovelace",
        image: "https://p.example/a",
        scopes: ["read:user", "user:email"],
      },
    });
    expect(github.calls.slice(before)).toEqual(["/user", "/user/emails"]);
  });

  it.each([
    ["the primary one is not verified", [email("ada@example.com", true, false)]],
    ["the verified one is not primary", [email("ada@example.com", false, true)]],
    [
      "no address is both",
      [email("ada@example.com", true, false), email("old@example.com", false, true)],
    ],
    ["there is none", []],
  ])("has no email address when %s", async (_when, emails) => {
    github.admit({ ...ADA, email: "ada@example.com", email_verified: true }, emails);
    expect(await signIn()).toMatchObject({
      ok: true,
      value: { email: null, emailVerified: false },
    });
  });

  it("is called by the name of the account when the person has given none", async () => {
    github.admit({ ...ADA, name: null }, [email("ada@example.com", true, true)]);
    expect(await signIn()).toMatchObject({ ok: true, value: { name: "ada" } });
  });

  it("is refused when the email addresses cannot be read", async () => {
    github.admit(ADA, [email("ada@example.com", true, true)]);
    github.answerEmails((response) => response.writeHead(403).end("{}"));
    expect(await signIn()).toMatchObject(refused("unable_to_get_user_info"));
    github.answerEmails(ANSWERS["answers with a page"]);
    expect(await signIn()).toMatchObject(refused("unable_to_get_user_info"));
  });
});

describe("the fetch of readProfile", () => {
  it.each([
    ["a redirect", ANSWERS.redirects],
    ["50 MB", ANSWERS["answers with 50 MB"]],
    ["silence", ANSWERS["hangs without a word"]],
    ["half an answer", ANSWERS["hangs in the middle of its answer"]],
  ])("bounds an answer with %s", async (_what, answer) => {
    github.admit(ADA, []);
    github.answerEmails(answer);
    expect(await signIn({ timeoutMs: HASTE })).toMatchObject(refused("provider_unavailable"));
  });

  it("sends the token to the hosts of the provider only", async () => {
    const before = stub.requests.length;
    const readProfile: OAuth2ProviderOptions["readProfile"] = async (_user, fetch) => {
      await fetch(`${stub.issuer}/userinfo`);
      throw new Error("the token went elsewhere");
    };
    expect(await signIn({ readProfile })).toMatchObject({
      ...refused("unable_to_get_user_info"),
      detail: stringContaining("a host that is not the provider's"),
    });
    expect(stub.requests.slice(before)).toEqual([]);
  });

  it("reads what readProfile asks for, relative to the userinfo endpoint", async () => {
    github.admit(ADA, [email("ada@example.com", true, true)]);
    const readProfile: OAuth2ProviderOptions["readProfile"] = async (_user, fetch) => {
      const emails: unknown = await (await fetch("/user/emails")).json();
      const { status } = await fetch("user/elsewhere");
      const name = `${JSON.stringify(emails)} ${status}`;
      return { subject: "1", email: null, emailVerified: false, name, image: null };
    };
    expect(await signIn({ readProfile })).toMatchObject({
      value: { name: '[{"email":"ada@example.com","primary":true,"verified":true}] 404' },
    });
  });
});

describe("Google", () => {
  const google = () => openId({ vouchesForEmail: GOOGLE.vouchesForEmail });

  it.each<[email: string, hd: string | undefined, isHosted: boolean]>([
    ["ada@gmail.com", undefined, true],
    ["ada@example.com", "example.com", true],
    ["ada@example.com", undefined, false],
  ])("has verified %s with hd %s: %s", async (address, hd, isHosted) => {
    stub.misbehave({ claims: (claims: Json) => ({ ...claims, email: address, hd }) });
    expect(await travel(google())).toEqual(identified({ email: address, emailVerified: isHosted }));
    const unverified = (claims: Json) => ({ ...claims, email: address, hd, email_verified: false });
    stub.misbehave({ claims: unverified });
    expect(await travel(google())).toEqual(identified({ email: address, emailVerified: false }));
  });

  it("has verified what the endpoint for users says, for the Workspace that the id_token names", async () => {
    stub.misbehave({
      claims: (claims: Json) => ({
        ...without("email", "email_verified")(claims),
        hd: "example.com",
      }),
    });
    expect(await travel(google())).toEqual(identified({ emailVerified: true }));
    stub.misbehave({ claims: without("email", "email_verified") });
    expect(await travel(google())).toEqual(identified({ emailVerified: false }));
  });

  describe("under another id", () => {
    /** Requests for Google's host go to the stub, as they would by its name. */
    const { fetch } = globalThis;
    beforeEach(() => {
      globalThis.fetch = (input, init) =>
        fetch(input instanceof Request ? input : atStub(String(input)), init);
    });
    afterEach(() => void (globalThis.fetch = fetch));
    const atStub = (url: string) => url.replace(GOOGLE.issuer, stub.issuer);

    it.each([undefined, true])("vouches for no more with vouchesForEmail: %j", async (own) => {
      stub.misbehave({
        metadata: (metadata) =>
          readJson(
            JSON.parse(JSON.stringify(metadata).replaceAll(stub.issuer, GOOGLE.issuer)),
            "object",
          ),
        callback: (back) => back.set("iss", GOOGLE.issuer),
        claims: (claims) => ({ ...claims, iss: GOOGLE.issuer }),
      });
      const option = own === undefined ? {} : { vouchesForEmail: own };
      const provider = openId({ id: "idp", issuer: GOOGLE.issuer, ...option });
      const request = newAuthorizationRequest();
      const departure = await provider.authorizationUrl(request);
      if (!departure.ok) throw new Error(departure.detail);
      const { searchParams } = await stub.visit(atStub(departure.value));
      expect(await provider.identify(Object.fromEntries(searchParams), request)).toEqual(
        identified({ emailVerified: false }),
      );
    });
  });
});

const TENANT = "8eaef023-2b34-4da1-9baa-8bc8c9d6a490";
const OTHER_TENANT = "9188040d-6c67-4c5b-b112-36a304b66dad";

describe("a provider with an issuer for each tenant", () => {
  const template = () => `${stub.issuer}/{tenantid}/v2.0`;
  const issuerOf = (tenant: string) => `${stub.issuer}/${tenant}/v2.0`;
  const provider = (more: object = {}) =>
    openId({ tenantIssuer: template(), vouchesForEmail: MICROSOFT.vouchesForEmail, ...more });
  const signedBy = (iss: string, tid: string = TENANT) => ({
    metadata: (metadata: Json) => ({
      ...without("authorization_response_iss_parameter_supported")(metadata),
      issuer: template(),
    }),
    callback: (back: URLSearchParams) => back.delete("iss"),
    claims: (claims: Json) => ({ ...claims, iss, tid }),
    key: (key: Json) => ({ ...key, issuer: template() }),
  });

  it("identifies by tenant and subject, and never vouches for an email address", async () => {
    stub.misbehave(signedBy(issuerOf(TENANT)));
    expect(await travel(provider())).toEqual(
      identified({ subject: `${TENANT}/${PERSON.sub}`, emailVerified: false }),
    );
  });

  it("vouches for the email address where the application says so", async () => {
    stub.misbehave(signedBy(issuerOf(TENANT)));
    expect(await travel(provider({ vouchesForEmail: true }))).toMatchObject({
      value: { emailVerified: true },
    });
  });

  it.each<[string, () => string, string]>([
    ["another tenant than tid", () => issuerOf(OTHER_TENANT), TENANT],
    ["no tenant", () => template(), TENANT],
    ["a tenant that is no id", () => issuerOf("evil"), "evil"],
    ["more than a tenant", () => issuerOf(`${TENANT}/${OTHER_TENANT}`), TENANT],
    ["another host", () => `https://evil.example/${TENANT}/v2.0`, TENANT],
    ["the issuer of the configuration", () => stub.issuer, TENANT],
  ])("is refused when its id_token names %s", async (_what, issuer, tid) => {
    stub.misbehave(signedBy(issuer(), tid));
    expect(await travel(provider())).toMatchObject(refused("invalid_id_token"));
  });

  it("is refused when another key than the provider's has signed", async () => {
    stub.misbehave({ ...signedBy(issuerOf(TENANT)), signing: "foreign key" });
    expect(await travel(provider())).toMatchObject(refused("invalid_id_token"));
  });

  it.each([
    ["its tenant", () => ({ issuer: issuerOf(TENANT) })],
    ["all tenants", () => ({ issuer: template() })],
  ])("may be signed by a key that is published for %s", async (_whom, issuer) => {
    const key = (published: Json) => ({ ...published, ...issuer() });
    stub.misbehave({ ...signedBy(issuerOf(TENANT)), key });
    expect(await travel(provider())).toMatchObject({ ok: true });
  });

  it.each([
    ["another tenant", () => ({ issuer: issuerOf(OTHER_TENANT) })],
    ["another provider", () => ({ issuer: `https://evil.example/${TENANT}/v2.0` })],
    ["no issuer", () => ({})],
    ["a list of issuers", () => ({ issuer: [template()] })],
  ])("is refused when the key that signed is published for %s", async (_whom, issuer) => {
    const key = (published: Json) => ({ ...published, ...issuer() });
    stub.misbehave({ ...signedBy(issuerOf(TENANT)), key });
    expect(await travel(provider())).toMatchObject(refused("invalid_id_token"));
  });

  it("fetches the keys of a tenant once, and those of the next for themselves", async () => {
    const fetched = () => stub.requests.filter((request) => request === "GET /jwks").length;
    const before = fetched();
    const adapter = provider();
    for (const tenant of [TENANT, TENANT, OTHER_TENANT, OTHER_TENANT]) {
      stub.misbehave(signedBy(issuerOf(tenant), tenant));
      expect(await travel(adapter)).toMatchObject({ ok: true });
    }
    expect(fetched() - before).toBe(2);
  });

  it("may name its tenant in the callback", async () => {
    const callback = (back: URLSearchParams) => back.set("iss", issuerOf(TENANT));
    stub.misbehave({ ...signedBy(issuerOf(TENANT)), callback });
    expect(await travel(provider())).toMatchObject({ ok: true });
  });

  it.each([
    ["another tenant", () => issuerOf(OTHER_TENANT)],
    ["another provider", () => "https://evil.example"],
    ["no tenant", () => template()],
  ])("is refused when its callback names %s", async (_who, issuer) => {
    const callback = (back: URLSearchParams) => back.set("iss", issuer());
    stub.misbehave({ ...signedBy(issuerOf(TENANT)), callback });
    expect(await travel(provider())).toMatchObject(refused("issuer_mismatch"));
  });

  it("is one tenant where its metadata names the configured issuer itself", async () => {
    expect(await travel(provider())).toEqual(identified({ emailVerified: false }));
  });

  it("is refused when its metadata names neither", async () => {
    stub.misbehave({ metadata: (metadata) => ({ ...metadata, issuer: issuerOf(TENANT) }) });
    expect(await travel(provider())).toMatchObject(refused("issuer_mismatch"));
  });

  it.each(["https://login.example/v2.0", "https://login.example/{tenantid}/{tenantid}"])(
    "needs a place for the tenant: %s",
    (tenantIssuer) => {
      expect(() => openId({ tenantIssuer })).toThrow("tenantIssuer must have {tenantid} once");
    },
  );
});
