import { openIdProvider } from "@acme/auth-core/providers";
import { keysOf } from "@acme/auth-testing/keys-of";
import { stringContaining, stringMatching } from "@acme/auth-testing/matchers";
import { readJson } from "@acme/auth-testing/read-json";
import { describe, expect, it } from "vitest";
import { serviceStarter } from "../describe-service.js";
import { APP_URL, describeProviders, SERVICE_URL, TIMEOUT_MS } from "./describe-providers.js";
import {
  destinationOf,
  failure,
  LINK,
  PLACES,
  requestAuthorization,
  SIGN_IN,
} from "./front-end.js";
import { ANSWERS } from "./misbehaviour.js";

describeProviders(
  {
    section: "OAuth sign-in",
    shownElsewhere: /unlink-account|callback|list-accounts/,
    hosts: "both",
  },
  ({ service, database, stub, newPerson }) => {
    const start = serviceStarter(database);
    describe("setting out", () => {
      it("answers with the URL of the provider and a cookie that binds the flow to this browser", async () => {
        const agent = service.agent();
        const reply = await agent.post(SIGN_IN, { provider: "acme" });
        expect(reply.body).toEqual({
          url: stringContaining(`${stub.endpoints.authorization}?`),
          redirect: true,
        });
        expect(reply.setCookies).toEqual([
          stringMatching(/^browser=[\w-]{43}; .*HttpOnly; SameSite=Lax/),
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
        const { searchParams } = new URL(readJson(reply.body, { url: "string" }).url);
        expect(Object.fromEntries(searchParams)).toEqual({
          response_type: "code",
          client_id: stub.clientId,
          redirect_uri: `${SERVICE_URL}/api/auth/callback/acme`,
          scope: "openid email profile",
          state: stringMatching(/^[\w-]{43}$/),
          nonce: stringMatching(/^[\w-]{43}$/),
          code_challenge: stringMatching(/^[\w-]{43}$/),
          code_challenge_method: "S256",
        });
      });

      it("uses new secrets every time", async () => {
        const agent = service.agent();
        const seen = new Set<string>();
        for (let attempt = 0; attempt < 3; attempt++) {
          const { searchParams } = new URL(await requestAuthorization(agent));
          for (const name of ["state", "nonce", "code_challenge"])
            seen.add(searchParams.get(name)!);
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
        const fresh = await service.signedIn(newPerson().email);
        for (const path of [SIGN_IN, LINK]) {
          for (const field of Object.keys(PLACES)) {
            const reply = await fresh.post(path, { provider: "acme", [field]: target });
            expect(reply).toMatchObject({ status: 403, body: { code: "INVALID_CALLBACK_URL" } });
          }
        }
      });

      it.each(keysOf(ANSWERS))("is put off when the provider's metadata %s", async (how) => {
        const unknown = openIdProvider({
          id: "unknown",
          name: "Unknown",
          issuer: stub.issuer,
          clientId: stub.clientId,
          clientSecret: stub.clientSecret,
          ...(how.startsWith("hangs") && { timeoutMs: TIMEOUT_MS }),
        });
        const cold = await start({
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
      });
    });
  },
);
