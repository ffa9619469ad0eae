import { type ExternalIdentity, type ProviderFault } from "@acme/auth-core";
import { describe, expect, it } from "vitest";
import { HASTE, identified, refused, startAdapterFixture } from "./adapter-fixture.js";
import { ANSWERS, type Endpoint, type Json, type Misbehaviour } from "./misbehaviour.js";
import { PERSON } from "./stub-provider.js";

const { stub, plain, travel } = startAdapterFixture();

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

  it("may send an id_token that was not asked for, and an issuer that is not known", async () => {
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
