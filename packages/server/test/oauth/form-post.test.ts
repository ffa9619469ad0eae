import { objectContaining } from "@acme/auth-testing/matchers";
import { describe, expect, it } from "vitest";
import type { Agent, Reply } from "../agent.js";
import { lateBound } from "../late-bound.js";
import { type ApplePerson, type AppleServer, startAppleServer } from "./apple-server.js";
import { APP_URL, describeProviders, SERVICE_URL } from "./describe-providers.js";
import {
  destinationOf,
  failure,
  openCallback,
  opensSession,
  PLACES,
  requestAuthorization,
  success,
} from "./front-end.js";

const PATH = "/api/auth/callback/apple";
/** Headers with which a browser sends the form of Apple's page. */
const FROM_APPLE = {
  "content-type": "application/x-www-form-urlencoded",
  origin: "https://appleid.apple.com",
  "sec-fetch-site": "cross-site",
  "sec-fetch-mode": "navigate",
};
const ADA = { firstName: "Ada", lastName: "Lovelace" };

let running: AppleServer | null = null;
const apple = lateBound(() => running);
let people = 0;

/** A person whom Apple has not yet sent here. */
function newAppleUser(more: Partial<ApplePerson> = {}): ApplePerson {
  const number = ++people;
  const person = { sub: `00${number}.apple`, email: `apple${number}@example.com`, name: ADA };
  apple.admit({ ...person, ...more });
  return { ...person, ...more };
}

describeProviders(
  {
    hosts: "both",
    more: async () => {
      running = await startAppleServer();
      return [running.provider()];
    },
  },
  ({ service, userOf, accountsOf, secrets, newPerson, stub }) => {
    /** Goes to Apple in the agent's browser, and brings back the form that it would post. */
    async function visitApple(agent: Agent): Promise<URLSearchParams> {
      const url = await requestAuthorization(agent, { provider: "apple" });
      const { action, fields } = await apple.visit(url);
      expect(action).toBe(`${SERVICE_URL}${PATH}`);
      for (const name of ["code", "state"]) secrets.add(fields.get(name)!);
      for (const secret of apple.secrets) secrets.add(secret);
      return fields;
    }
    /** What a browser posts from another site: without cookies that are `SameSite=Lax`. */
    const post = (body: URLSearchParams | string, path = PATH): Promise<Reply> =>
      service.agent().send(path, { method: "POST", headers: FROM_APPLE, body: String(body) });
    const locationOf = ({ headers }: Reply): URL => new URL(headers.location!);
    /** Posts the form, and follows the redirect in the agent's browser. */
    const bringBack = async (agent: Agent, fields: URLSearchParams): Promise<Reply> =>
      openCallback(agent, locationOf(await post(fields)));

    describe("the form of a provider", () => {
      it("leads to the callback, which signs in, and the name is that of the first form", async () => {
        const person = newAppleUser();
        const agent = service.agent();
        const fields = await visitApple(agent);
        const reply = await post(fields);
        const location = locationOf(reply);
        expect([reply.status, reply.setCookies, reply.text]).toEqual([303, [], ""]);
        expect(reply.headers["referrer-policy"]).toBe("no-referrer");
        expect(location.origin + location.pathname).toBe(`${SERVICE_URL}${PATH}`);
        expect([...location.searchParams.keys()]).toEqual(["code", "state", "name"]);
        expect(location.href).not.toContain("Lovelace");
        expect(destinationOf(await openCallback(agent, location))).toEqual(
          success(PLACES.newUserCallbackURL),
        );
        expect(await userOf(agent)).toMatchObject({
          email: person.email,
          emailVerified: true,
          name: "Ada Lovelace",
        });

        const again = service.agent();
        const second = await post(await visitApple(again));
        expect([...locationOf(second).searchParams.keys()]).toEqual(["code", "state"]);
        await openCallback(again, locationOf(second));
        expect(await userOf(again)).toMatchObject({ email: person.email, name: "Ada Lovelace" });
        expect(await accountsOf(again)).toMatchObject([
          { providerId: "apple", accountId: person.sub },
        ]);
      });

      it("uses nothing up, however often it comes", async () => {
        newAppleUser();
        const agent = service.agent();
        const fields = await visitApple(agent);
        const replies = await Promise.all([post(fields), post(fields), post(fields)]);
        expect(replies.map(({ status }) => status)).toEqual([303, 303, 303]);
        expect(destinationOf(await bringBack(agent, fields))).toEqual(
          success(PLACES.newUserCallbackURL),
        );
        const late = await bringBack(agent, fields);
        expect([destinationOf(late), opensSession(late)]).toEqual([
          failure("state_mismatch", `${APP_URL}/`),
          false,
        ]);
      });

      it("signs nobody in in another browser", async () => {
        newAppleUser();
        const fields = await visitApple(service.agent());
        const reply = await bringBack(service.agent(), fields);
        expect([destinationOf(reply), opensSession(reply)]).toEqual([
          failure("state_mismatch", `${APP_URL}/`),
          false,
        ]);
      });

      it("says that the person declined", async () => {
        const agent = service.agent();
        const fields = await visitApple(agent);
        const declined = new URLSearchParams({
          error: "user_cancelled_authorize",
          state: fields.get("state")!,
        });
        const logged = service.logs.length;
        expect(destinationOf(await bringBack(agent, declined))).toEqual(failure("provider_error"));
        expect(service.logs.slice(logged)).toContainEqual(
          expect.objectContaining({
            event: "authn_login_fail",
            fields: objectContaining({ detail: "user_cancelled_authorize" }),
          }),
        );
      });

      it.each<[what: string, break_: (location: URL, other: URL) => void]>([
        [
          "altered",
          ({ searchParams }) => searchParams.set("name", `${searchParams.get("name")!}A`),
        ],
        ["no sealed one", ({ searchParams }) => searchParams.set("name", "Mallory")],
        [
          "of another state",
          ({ searchParams }, other) => searchParams.set("name", other.searchParams.get("name")!),
        ],
        ["repeated", ({ searchParams }) => searchParams.append("name", "Mallory")],
      ])("signs in without a name that is %s", async (_what, breakName) => {
        newAppleUser({ name: { firstName: "Mallory", lastName: "" } });
        const other = locationOf(await post(await visitApple(service.agent())));
        newAppleUser();
        const agent = service.agent();
        const location = locationOf(await post(await visitApple(agent)));
        breakName(location, other);
        expect(destinationOf(await openCallback(agent, location))).toEqual(
          success(PLACES.newUserCallbackURL),
        );
        expect(await userOf(agent)).toMatchObject({ name: "" });
      });

      it.each<[what: string, user: string]>([
        ["no JSON", "{"],
        ["a list", "[]"],
        ["a name that is a text", '{"name":"Ada"}'],
        ["a name of numbers", '{"name":{"firstName":1,"lastName":{}}}'],
        ["too long", JSON.stringify({ name: { firstName: "A".repeat(3_000) } })],
      ])("has no name where the field for it is %s", async (_what, user) => {
        const body = new URLSearchParams({ code: "c", state: "s", user });
        const { searchParams } = locationOf(await post(body));
        expect([...searchParams.keys()]).toEqual(["code", "state"]);
      });

      it("leaves out what is repeated, unknown, too long or no such value", async () => {
        const long = "c".repeat(2_049);
        for (const body of [
          `code=c&code=d&state=s`,
          `code=${long}&state=s`,
          `code=%00&state=s&id_token=x&redirect_uri=https%3A%2F%2Fevil.example`,
          `code=%0d%0aSet-Cookie:x&state=s&callbackURL=https%3A%2F%2Fevil.example`,
        ]) {
          const reply = await post(body);
          expect(reply.headers.location).toBe(`${SERVICE_URL}${PATH}?state=s`);
        }
        expect((await post("")).headers.location).toBe(`${SERVICE_URL}${PATH}`);
      });

      it.each<[what: string, headers: Readonly<Record<string, string>>, body: string, number]>([
        ["larger than any body", FROM_APPLE, `code=${"c".repeat(40_000)}`, 413],
        ["of more fields than any form", FROM_APPLE, "a=1&".repeat(2_000), 400],
        ["in JSON", { ...FROM_APPLE, "content-type": "application/json" }, "{}", 415],
      ])("is refused when it is %s", async (_what, headers, body, status) => {
        const reply = await service.agent().send(PATH, { method: "POST", headers, body });
        expect([reply.status, reply.setCookies]).toEqual([status, []]);
      });

      it("is a method that the callbacks of other providers do not have", async () => {
        for (const provider of ["acme", "plain", "nobody", "apple%2f", "APPLE"]) {
          const path = `/api/auth/callback/${provider}`;
          const reply = await post("code=c&state=s", path);
          expect([provider, reply.status, reply.headers.allow]).toEqual([
            provider,
            405,
            "GET, HEAD, OPTIONS",
          ]);
        }
        const { status, headers } = await service.agent().send(PATH, { method: "PUT" });
        expect([status, headers.allow]).toEqual([405, "GET, HEAD, POST, OPTIONS"]);
      });

      it("gives no other site what its script may read", async () => {
        const { headers } = await post("code=c&state=s");
        expect(headers["access-control-allow-origin"]).toBeUndefined();
      });
    });

    describe("Apple", () => {
      it.each<[unknown, boolean]>([
        ["true", true],
        [true, true],
        ["false", false],
        [false, false],
        ["yes", false],
        [1, false],
      ])("has verified an email address with %j: %s", async (verified, isVerified) => {
        newAppleUser({ email_verified: verified });
        const agent = service.agent();
        await bringBack(agent, await visitApple(agent));
        expect(await userOf(agent)).toMatchObject({ emailVerified: isVerified });
      });

      it("is asked by a form for name and email, spaces as %20, with one client secret after the other", async () => {
        newAppleUser();
        const url = await requestAuthorization(service.agent(), { provider: "apple" });
        expect(url).toContain("scope=openid%20name%20email");
        expect(url).toContain("response_mode=form_post");
        expect(url).not.toContain("code_challenge");
        expect(new Set(apple.presented).size).toBe(1);
      });
    });

    it("redirects where a provider answers without a form, and takes no name there", async () => {
      const person = newPerson({ name: null });
      const agent = service.agent();
      const back = await stub.visit(await requestAuthorization(agent));
      back.searchParams.set("name", "Mallory");
      await openCallback(agent, back);
      expect(await userOf(agent)).toMatchObject({ email: person.email, name: "" });
    });
  },
);
