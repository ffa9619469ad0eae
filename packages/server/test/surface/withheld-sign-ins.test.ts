import type { ExternalIdentity, IdentityProvider, UserId } from "@acme/auth-core";
import { readJson, recordOf } from "@acme/auth-testing/read-json";
import { beforeEach, describe, expect, it } from "vitest";
import type { Agent, Reply } from "../agent.js";
import { describeService } from "../describe-service.js";
import { createLeaving, ME, PASSWORD } from "../leaving.js";
import { AUTHENTICATION_OPTIONS, authenticatorOn, optionsFrom, register } from "../passkeys.js";
import { sections } from "../reference-surface.js";
import { APP_ORIGIN, type Service } from "../service.js";
import { TOLL_COOKIE, tollFeature } from "../toll-gate.js";
import { FETCH, FORM } from "./browser-requests.js";

const LINK = "/api/auth/magic-link/verify";
const HOME = `${APP_ORIGIN}/home`;
const TOLL_HOUSE = `${APP_ORIGIN}/toll`;

const toll = tollFeature();
/** Who signs in at the provider next. */
const person: { email: string } = { email: "" };
const provider: IdentityProvider = {
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
interface Person {
  readonly email: string;
  readonly id: UserId;
  /** Signed in. */
  readonly agent: Agent;
}
/** Prepares a sign-in; what comes back sends the one request that would open the session. */
type Door = (
  service: Service,
  person: Person,
  path: string,
) => Promise<(agent: Agent) => Promise<Reply>>;
type Answer = "refused" | "redirected" | "redirected in lower case";

async function linkFor(service: Service, email: string): Promise<URL> {
  await service.agent().post("/api/auth/magic-link/send", { email, callbackURL: HOME });
  await service.auth.worker.runDue();
  return new URL(service.inbox.linkFor(email));
}
const tokenIn = (link: URL) => link.searchParams.get("token");

/** A way through each route that opens sessions. */
const DOORS: Readonly<Record<string, readonly (readonly [how: string, Answer, Door])[]>> = {
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
async function callback(agent: Agent, email: string): Promise<Reply> {
  const target = { provider: provider.id, callbackURL: HOME };
  const { body } = await agent.post("/api/auth/sign-in/social", target);
  const state = new URL(readJson(body, { url: "string" }).url).searchParams.get("state");
  person.email = email;
  return agent.get(`/api/auth/callback/partner?state=${state}&code=x`);
}

const opening = sections.flatMap(({ routes }) => routes.filter((route) => route.opensSession));
const cells = opening.flatMap(({ operationId, path, aliases = [] }) =>
  (DOORS[operationId] ?? []).flatMap(([how, answer, door]) =>
    [path, ...aliases].map((each) => [how, each, answer, door] as const),
  ),
);

describeService(
  "a sign-in that the gate of a feature withholds",
  { start: { authFeatures: [toll.feature], identityProviders: [provider] }, timeout: 60_000 },
  (service) => {
    let people = 0;
    const leaving = createLeaving(service);
    beforeEach(() => {
      toll.closed.clear();
      delete toll.answer.url;
    });

    async function member(): Promise<Person> {
      const email = `person${++people}@example.com`;
      const agent = await leaving.member(email);
      return { email, agent, id: (await service.findUser(email))!.id };
    }
    /** All that a sign-in may change of a user. */
    const stateOf = async ({ id }: Person) => ({
      sessions: await service.store.sessions.listLive(id, service.clock.now()),
      accounts: await service.store.linkedAccounts.listByUser(id),
    });
    function expectWithheld(reply: Reply, answer: Answer): void {
      const to = (code: string) => `${HOME}?error=${code}`;
      if (answer === "refused")
        expect(reply).toMatchObject({ status: 403, body: { code: "TOLL_DUE" } });
      else
        expect(reply.headers.location).toBe(to(answer === "redirected" ? "TOLL_DUE" : "toll_due"));
      expect(reply.setCookies).toEqual([TOLL_COOKIE]);
    }

    it("is shown through every route that opens sessions", () => {
      const shown = [...Object.keys(DOORS), "password.signUp"];
      expect(opening.map(({ operationId }) => operationId).toSorted()).toEqual(shown.toSorted());
    });

    describe.each(cells)("by %s at %s", (_how, path, answer, door) => {
      it("opens nothing, and opens once the gate does", async () => {
        const ada = await member();
        const attempt = await door(service, ada, path);
        const before = await stateOf(ada);
        toll.closed.add(ada.email);
        expectWithheld(await attempt(service.agent()), answer);
        expect(await stateOf(ada)).toEqual(before);
        toll.closed.delete(ada.email);
        const again = await door(service, ada, path);
        const browser = service.agent();
        await again(browser);
        expect((await browser.get(ME)).body).toMatchObject({ email: ada.email });
      });

      it("leaves the session alone that it would have renewed, or replaced", async () => {
        const [ada, eve] = [await member(), await member()];
        const before = [await stateOf(ada), await stateOf(eve)];
        toll.closed.add(ada.email);
        for (const { agent } of [ada, eve])
          expectWithheld(await (await door(service, ada, path))(agent), answer);
        expect([await stateOf(ada), await stateOf(eve)]).toEqual(before);
        for (const { agent, email } of [ada, eve])
          expect((await agent.get(ME)).body).toMatchObject({ email });
      });
    });

    it("at sign-up creates the user, and opens nothing", async () => {
      const email = `person${++people}@example.com`;
      toll.closed.add(email);
      const agent = service.agent();
      const reply = await agent.post("/api/auth/sign-up/email", { email, password: PASSWORD });
      expectWithheld(reply, "refused");
      expect(await service.findUser(email)).toMatchObject({ email });
      expect((await agent.get(ME)).status).toBe(401);
    });

    it("goes on at the URL that the gate names, where the answer redirects", async () => {
      toll.answer.url = TOLL_HOUSE;
      const ada = await member();
      toll.closed.add(ada.email);
      const replies = [await callback(service.agent(), ada.email)];
      for (const id of ["magicLink.submitMagicLink", "magicLink.openMagicLink"])
        replies.push(await (await DOORS[id]![1]![2](service, ada, LINK))(service.agent()));
      for (const { headers, setCookies } of replies)
        expect([headers.location, setCookies]).toEqual([TOLL_HOUSE, [TOLL_COOKIE]]);
      toll.answer.url = "https://evil.test/";
      const { headers } = await callback(service.agent(), ada.email);
      expect(new URL(headers.location!).origin).toBe(APP_ORIGIN);
    });

    it("is not asked of a user who is suspended", async () => {
      const ada = await member();
      toll.closed.add(ada.email);
      await service.auth.users.suspend(ada.id, { operator: "jane: spam" });
      toll.asked.splice(0);
      const reply = await service
        .agent()
        .post("/api/auth/sign-in", { email: ada.email, password: PASSWORD });
      expect(reply).toMatchObject({ status: 403, body: { code: "ACCOUNT_SUSPENDED" } });
      expect(toll.asked).toEqual([]);
    });

    it("is told by a log line, and by OpenAPI at these routes alone", async () => {
      const ada = await member();
      toll.closed.add(ada.email);
      await service.agent().post("/api/auth/sign-in", { email: ada.email, password: PASSWORD });
      expect(service.logs).toContainEqual({
        level: "warn",
        event: "authn_login_fail",
        fields: { method: "password", code: "TOLL_DUE", userId: ada.id },
      });
      const { paths } = readJson((await service.agent().get("/api/v1/openapi.json")).body, {
        paths: recordOf("object"),
      });
      const naming = Object.entries(paths).flatMap(([path, operations]) =>
        Object.entries(operations)
          .filter(([, operation]) => /\btoll_due\b/i.test(JSON.stringify(operation)))
          .map(([method, operation]) => {
            const hasCookie = JSON.stringify(operation).includes("`pending-toll`");
            return `${method.toUpperCase()} ${path} ${hasCookie}`;
          }),
      );
      const declared = opening.flatMap(({ method, path, aliases = [], status }) =>
        [path, ...aliases].map(
          (each) => `${method} ${each.replaceAll(/:(\w+)/g, "{$1}")} ${status !== 302}`,
        ),
      );
      expect(naming.toSorted()).toEqual(declared.toSorted());
    });
  },
);
