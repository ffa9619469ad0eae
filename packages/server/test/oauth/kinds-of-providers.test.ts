import { afterAll, expect, it } from "vitest";
import { openIdProvider } from "@acme/auth-core/providers";
import { APP_URL, describeProviders, SERVICE_URL } from "./describe-providers.js";
import {
  openCallback,
  destinationOf,
  failure,
  opensSession,
  PLACES,
  requestAuthorization,
  success,
  travel,
} from "./front-end.js";
import { type OpenIdServer, startOpenIdServer } from "./openid-provider.js";
import { visitProvider } from "./provider-visit.js";

let openId: OpenIdServer | null = null;
async function independent() {
  openId = await startOpenIdServer({
    redirectUri: `${SERVICE_URL}/api/auth/callback/independent`,
    accounts: { grace: { email: "Grace@Example.com", email_verified: true, name: "Grace Hopper" } },
  });
  return [openIdProvider({ id: "independent", name: "Independent", ...openId })];
}

describeProviders(
  { more: independent },
  ({ service, stub, newPerson, userOf, accountsOf, secrets }) => {
    afterAll(() => openId?.stop());

    it("signs in at an independent OpenID provider, with consent", async () => {
      const agent = service.agent();
      const back = await visitProvider(
        await requestAuthorization(agent, { provider: "independent" }),
        {
          account: "grace",
        },
      );
      for (const name of ["code", "state"]) secrets.add(back.searchParams.get(name)!);
      secrets.add(openId!.clientSecret);
      expect(destinationOf(await openCallback(agent, back))).toEqual(
        success(PLACES.newUserCallbackURL),
      );
      expect(await userOf(agent)).toMatchObject({
        email: "grace@example.com",
        emailVerified: true,
        name: "Grace Hopper",
        image: null,
      });
      expect(destinationOf(await openCallback(agent, back))).toEqual(
        failure("state_mismatch", `${APP_URL}/`),
      );
    });

    it("signs nobody in without consent there", async () => {
      const agent = service.agent();
      const back = await visitProvider(
        await requestAuthorization(agent, { provider: "independent" }),
        {
          account: "grace",
          consents: false,
        },
      );
      const reply = await openCallback(agent, back);
      expect([destinationOf(reply), opensSession(reply)]).toEqual([
        failure("access_denied"),
        false,
      ]);
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
  },
);
