import type { ExternalIdentity, IdentityProvider, UserId } from "@acme/auth-core";
import { readJson } from "@acme/auth-testing/read-json";
import { expect } from "vitest";
import type { Agent, Reply } from "../agent.js";
import { PASSWORD } from "../leaving.js";
import { AUTHENTICATION_OPTIONS, authenticatorOn, optionsFrom, register } from "../passkeys.js";
import { sections } from "../reference-surface.js";
import { APP_ORIGIN, type Service } from "../service.js";
import { FETCH, FORM } from "./browser-requests.js";

/** Where magic links lead. */
export const LINK = "/api/auth/magic-link/verify";
/** Where the sign-ins lead. */
export const HOME = `${APP_ORIGIN}/home`;

/** Who signs in at the provider next. */
const person: { email: string } = { email: "" };
/** Vouches for the person who is next. */
export const provider: IdentityProvider = {
  id: "partner",
  name: "Partner",
  async authorizationUrl({ state }) {
    return { ok: true, value: `https://partner.test/?state=${state.reveal()}` };
  },
  async identify() {
    const identity = { subject: person.email, email: person.email, emailVerified: true };
    const value: ExternalIdentity = { ...identity, name: null, image: null, scopes: [] };
    return { ok: true, value };
  },
};

/** A user, and what the test has prepared of one. */
export interface Person {
  readonly email: string;
  readonly id: UserId;
  /** Signed in. */
  readonly agent: Agent;
}
/** Prepares a sign-in; what comes back sends the one request that would open the session. */
export type Door = (
  service: Service,
  person: Person,
  path: string,
) => Promise<(agent: Agent) => Promise<Reply>>;
/** How a door says that the sign-in is withheld. */
export type Answer = "refused" | "redirected" | "redirected in lower case";

async function linkFor(service: Service, email: string): Promise<URL> {
  await service.agent().post("/api/auth/magic-link/send", { email, callbackURL: HOME });
  await service.auth.worker.runDue();
  return new URL(service.inbox.linkFor(email));
}
const tokenIn = (link: URL) => link.searchParams.get("token");

/** A way through each route that opens sessions. */
export const DOORS: Readonly<Record<string, readonly (readonly [how: string, Answer, Door])[]>> = {
  "password.signIn": [
    [
      "a password",
      "refused",
      async (_service, { email }, path) =>
        (agent) =>
          agent.post(path, { email, password: PASSWORD }),
    ],
  ],
  "emailOtp.signIn": [
    [
      "a code",
      "refused",
      async (service, { email }, path) => {
        const otp = await service.codeFor(email);
        return (agent) => agent.post(path, { email, otp });
      },
    ],
  ],
  "magicLink.submitMagicLink": [
    [
      "a link in JSON",
      "refused",
      async (service, { email }, path) => {
        const token = tokenIn(await linkFor(service, email));
        return (agent) => agent.post(path, { token });
      },
    ],
    [
      "the form of a link",
      "redirected",
      async (service, { email }, path) => {
        const token = tokenIn(await linkFor(service, email));
        const body = new URLSearchParams({ token: token!, callbackURL: HOME }).toString();
        return (agent) => agent.send(path, { method: "POST", headers: FORM, body });
      },
    ],
  ],
  "magicLink.openMagicLink": [
    [
      "a link that the front end fetches",
      "refused",
      async (service, { email }, path) => {
        const token = tokenIn(await linkFor(service, email));
        return (agent) => agent.get(`${path}?token=${token}`, FETCH);
      },
    ],
    [
      "a link that the front end fetches, with a target",
      "redirected",
      async (service, { email }) => {
        const { pathname, search } = await linkFor(service, email);
        return (agent) => agent.get(pathname + search, FETCH);
      },
    ],
  ],
  "passkey.verifyAuthentication": [
    [
      "a passkey",
      "refused",
      async (_service, { agent }, path) => {
        const authenticator = authenticatorOn();
        expect((await register(agent, authenticator)).status).toBe(200);
        return async (browser) => {
          const options = await optionsFrom(browser, AUTHENTICATION_OPTIONS);
          return browser.post(path, { response: authenticator.get(options) });
        };
      },
    ],
  ],
  "oauth.oauthCallback": [
    [
      "a provider",
      "redirected in lower case",
      async (_service, { email }) =>
        (agent) =>
          callback(agent, email),
    ],
  ],
};

/** Goes to the provider and comes back. */
export async function callback(agent: Agent, email: string): Promise<Reply> {
  const target = { provider: provider.id, callbackURL: HOME };
  const { body } = await agent.post("/api/auth/sign-in/social", target);
  const state = new URL(readJson(body, { url: "string" }).url).searchParams.get("state");
  person.email = email;
  return agent.get(`/api/auth/callback/partner?state=${state}&code=x`);
}

/** The routes that open sessions. */
export const opening = sections.flatMap(({ routes }) =>
  routes.filter((route) => route.opensSession),
);
/** Each way through each of their paths. */
export const cells = opening.flatMap(({ operationId, path, aliases = [] }) =>
  (DOORS[operationId] ?? []).flatMap(([how, answer, door]) =>
    [path, ...aliases].map((each) => [how, each, answer, door] as const),
  ),
);
