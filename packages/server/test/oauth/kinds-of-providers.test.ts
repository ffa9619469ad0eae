import { GITHUB, GOOGLE, oauth2Provider, openIdProvider, X } from "@acme/auth-core/providers";
import { afterAll, expect, it } from "vitest";
import type { Agent } from "../agent.js";
import { APP_URL, describeProviders, SERVICE_URL } from "./describe-providers.js";
import {
  destinationOf,
  failure,
  LINK,
  openCallback,
  opensSession,
  PLACES,
  requestAuthorization,
  success,
  travel,
} from "./front-end.js";
import { type GitHubEmail, type GitHubServer, startGitHubServer } from "./github-server.js";
import { type OpenIdServer, startOpenIdServer } from "./openid-provider.js";
import { visitProvider } from "./provider-visit.js";
import { type SocialServer, startSocialServer } from "./social-server.js";

let openId: OpenIdServer | null = null;
let gitHub: GitHubServer | null = null;
let social: SocialServer | null = null;

/** The presets, at servers on loopback. */
async function presets() {
  openId = await startOpenIdServer({
    redirectUri: `${SERVICE_URL}/api/auth/callback/google`,
    accounts: { grace: { email: "Grace@Gmail.com", email_verified: true, name: "Grace Hopper" } },
  });
  [gitHub, social] = await Promise.all([startGitHubServer(), startSocialServer()]);
  const { clientId, clientSecret, endpoints } = gitHub;
  return [
    openIdProvider({ ...GOOGLE, ...openId }),
    oauth2Provider({ ...GITHUB, clientId, clientSecret, endpoints }),
    oauth2Provider(social.at(X)),
  ];
}

describeProviders(
  { more: presets, databases: "one" },
  ({ service, stub, newPerson, userOf, accountsOf, signUp, secrets }) => {
    afterAll(() => Promise.all([openId?.stop(), gitHub?.stop(), social?.stop()]));

    /** Goes to GitHub and back, in a browser of its own. */
    async function signInAtGitHub(emails: readonly GitHubEmail[]) {
      const agent = service.agent();
      gitHub!.admit({ id: ++gitHubUsers, login: "ada", name: null, email: null }, emails);
      const url = await requestAuthorization(agent, { provider: "github" });
      const { headers } = await fetch(url, { redirect: "manual" });
      const reply = await openCallback(agent, new URL(headers.get("location")!));
      for (const secret of gitHub!.secrets) secrets.add(secret);
      return { agent, reply };
    }
    let gitHubUsers = 0;

    it("signs in at an independent OpenID provider, with consent", async () => {
      const agent = service.agent();
      const back = await visitProvider(await requestAuthorization(agent, { provider: "google" }), {
        account: "grace",
      });
      for (const name of ["code", "state"]) secrets.add(back.searchParams.get(name)!);
      secrets.add(openId!.clientSecret);
      expect(destinationOf(await openCallback(agent, back))).toEqual(
        success(PLACES.newUserCallbackURL),
      );
      expect(await userOf(agent)).toMatchObject({
        email: "grace@gmail.com",
        emailVerified: true,
        name: "Grace Hopper",
        image: null,
      });
      expect(destinationOf(await openCallback(agent, back))).toEqual(
        failure("state_mismatch", `${APP_URL}/`),
      );
    });

    it("signs no user in without consent there", async () => {
      const agent = service.agent();
      const back = await visitProvider(await requestAuthorization(agent, { provider: "google" }), {
        account: "grace",
        consents: false,
      });
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

    it("signs in at GitHub with the primary and verified email address", async () => {
      const { agent, reply } = await signInAtGitHub([
        { email: "hubber@example.com", primary: true, verified: true },
        { email: "other@example.com", primary: false, verified: true },
      ]);
      expect(destinationOf(reply)).toEqual(success(PLACES.newUserCallbackURL));
      expect(await userOf(agent)).toMatchObject({
        email: "hubber@example.com",
        emailVerified: true,
        name: "ada",
      });
      expect(await accountsOf(agent)).toMatchObject([
        { providerId: "github", accountId: "1", scopes: ["read:user", "user:email"] },
      ]);
    });

    it("signs no user in at X, which has no email address, but who has linked the account", async () => {
      const behaviour = { secretIn: "header", pkce: true, asked: {}, tokens: {} } as const;
      social!.become(X, { ...behaviour, user: { data: { id: "4711", name: "Ada" } } });
      const visit = async (agent: Agent, path?: string) => {
        const url = await requestAuthorization(agent, { provider: "x" }, path);
        return openCallback(agent, await social!.visit(url));
      };
      const stranger = await visit(service.agent());
      expect([destinationOf(stranger), opensSession(stranger)]).toEqual([
        failure("email_not_found"),
        false,
      ]);
      expect(destinationOf(await visit(await signUp("x@example.com"), LINK))).toEqual(success());
      const back = service.agent();
      expect(destinationOf(await visit(back))).toEqual(success());
      expect(await userOf(back)).toMatchObject({ email: "x@example.com" });
    });

    it("signs no user in at GitHub without a primary and verified email address", async () => {
      const { reply } = await signInAtGitHub([
        { email: "planted@example.com", primary: true, verified: false },
        { email: "other@example.com", primary: false, verified: true },
      ]);
      expect([destinationOf(reply), opensSession(reply)]).toEqual([
        failure("email_not_found"),
        false,
      ]);
    });
  },
);
