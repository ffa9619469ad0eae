import { openIdProvider } from "@acme/auth-core/providers";
import { stringContaining } from "@acme/auth-testing/matchers";
import { describe, expect, it } from "vitest";
import { newAuthorizationRequest, newSecret, REDIRECT_URI, refused } from "./adapter-fixture.js";
import { startOpenIdServer } from "./openid-provider.js";
import { visitProvider } from "./provider-visit.js";

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

  /** Starts a provider, and lets Grace sign in there; where she is sent back to. */
  async function visit(
    options: { readonly emailInIdToken?: boolean; readonly consents?: boolean } = {},
  ) {
    const { consents, ...more } = options;
    const server = await startOpenIdServer({ redirectUri: REDIRECT_URI, accounts, ...more });
    const provider = openIdProvider({
      id: "acme",
      name: "Acme ID",
      issuer: server.issuer,
      clientId: server.clientId,
      clientSecret: server.clientSecret,
    });
    const request = newAuthorizationRequest();
    const departure = await provider.authorizationUrl(request);
    if (!departure.ok) throw new Error(departure.detail);
    const back = await visitProvider(departure.value, {
      account: "grace",
      ...(consents !== undefined && { consents }),
    });
    return { server, provider, request, back };
  }

  it.each([
    ["userinfo", false],
    ["the id_token", true],
  ])("says who signed in there, with the email address in %s", async (_where, emailInIdToken) => {
    const { server, provider, request, back } = await visit({ emailInIdToken });
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
    const { server, provider, request, back } = await visit();
    const other = { ...request, codeVerifier: newSecret() };
    expect(await provider.identify(Object.fromEntries(back.searchParams), other)).toMatchObject(
      refused("invalid_code"),
    );
    await server.stop();
  });

  it("sends back a user who does not consent with an error and no code", async () => {
    const { server, provider, request, back } = await visit({ consents: false });
    expect(back.searchParams.get("error")).toBe("access_denied");
    const verdict = await provider.identify(Object.fromEntries(back.searchParams), request);
    expect(verdict).toMatchObject({
      ...refused("invalid_code"),
      detail: stringContaining("access_denied"),
    });
    await server.stop();
  });
});
