import { randomBytes } from "node:crypto";
import {
  type AuthorizationRequest,
  type ExternalIdentity,
  type IdentityProvider,
  type ProviderFault,
  type ProviderVerdict,
  Secret,
} from "@acme/auth-core";
import { oauth2Provider, openIdProvider } from "@acme/auth-core/providers";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { lateBound } from "../late-bound.js";
import { PERSON, startStubProvider, type StubProvider } from "./stub-provider.js";

export const REDIRECT_URI = "http://auth.test/api/auth/callback/acme";
/** How long an adapter waits for a provider that does not answer, in milliseconds. */
export const HASTE = 300;

export const newSecret = (): Secret => new Secret(randomBytes(32).toString("base64url"));
export const newAuthorizationRequest = (): AuthorizationRequest => ({
  state: newSecret(),
  nonce: newSecret(),
  codeVerifier: newSecret(),
  redirectUri: REDIRECT_URI,
});
export const identified = (
  more: Partial<ExternalIdentity> = {},
): ProviderVerdict<ExternalIdentity> => ({
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
export const refused = (reason: ProviderFault) => ({ ok: false, reason });

/** Starts a stub for the tests of a file, and makes adapters that call it. */
export function startAdapterFixture() {
  let running: StubProvider | null = null;
  const stub = lateBound(() => running);
  beforeAll(async () => {
    running = await startStubProvider();
  });
  afterEach(() => {
    stub.misbehave();
    stub.admit(PERSON);
  });
  afterAll(() => running?.stop());

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

  /**
   * There and back, as the feature does it. No secret of the authorization request may be in what
   * is said of it.
   */
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

  return { stub, openId, plain, travel };
}
