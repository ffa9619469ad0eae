import { Secret } from "@acme/auth-core";
import { stringContaining } from "@acme/auth-testing/matchers";
import { describe, expect, it } from "vitest";
import { identified, refused, startAdapterFixture } from "./adapter-fixture.js";

const { stub, openId, plain, travel } = startAdapterFixture();

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
    ["an issuer that is no URL", { issuer: "id.example.com" }],
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
