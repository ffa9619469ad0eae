import { featureSection } from "@acme/auth-http";
import { secondFactorRoutes } from "@acme/auth-second-factor/http";
import { anyString, stringMatching } from "@acme/auth-testing/matchers";
import { describe, expect, it } from "vitest";
import type { Reply } from "../agent.js";
import { describeService } from "../describe-service.js";
import { createLeaving, ME } from "../leaving.js";
import { sections } from "../reference-surface.js";
import type { Service } from "../service.js";
import {
  type Answer,
  callback,
  cells,
  DOORS,
  opening,
  type Person,
  provider,
} from "../surface/sign-in-doors.js";
import {
  CLEARED_COOKIE,
  enrollPasskey,
  enrollTotp,
  PENDING_COOKIE,
  SECOND_FACTOR,
  VERIFY_BACKUP_CODE,
  VERIFY_TOTP,
} from "./enrolled.js";
import { SECOND_STEP, WITH_SECOND_FACTOR } from "./start.js";
import { OPENING, OPENING_NOTHING } from "./table-of-doors.js";

/** The paths whose contract calls a withheld sign-in a success. */
const CALLED_SUCCESS: ReadonlySet<string> = new Set(
  opening.flatMap(({ withheldReplies = [], method }) =>
    withheldReplies.map((path) => `${method} ${path}`),
  ),
);
const methodOf = (path: string, how: string): string =>
  /fetches/.test(how) || path.includes("callback") ? "GET" : "POST";
const isPasskey = (how: string): boolean => how === "a passkey";

function expectWithheld(reply: Reply, how: string, path: string, answer: Answer): void {
  expect(reply.setCookies.filter((cookie) => /^(__Host-)?session=./.test(cookie))).toEqual([]);
  const set = reply.setCookies.filter((cookie) => !cookie.includes("Max-Age=0"));
  expect(set).toEqual([stringMatching(PENDING_COOKIE)]);
  if (answer !== "refused") {
    expect([302, 303]).toContain(reply.status);
    expect(reply.headers.location).toBe(SECOND_STEP);
  } else if (CALLED_SUCCESS.has(`${methodOf(path, how)} ${path}`)) {
    expect(reply).toMatchObject({ status: 200, body: { twoFactorRedirect: true } });
  } else {
    const body = { code: "SECOND_FACTOR_REQUIRED", message: anyString() };
    expect([reply.status, reply.body]).toEqual([403, body]);
  }
}

let people = 0;
async function member(service: Service): Promise<Person> {
  const email = `person${++people}@example.com`;
  const agent = await createLeaving(service).member(email);
  return { email, agent, id: (await service.findUser(email))!.id };
}

describeService(
  "a sign-in with the second factor on",
  { start: { ...WITH_SECOND_FACTOR, identityProviders: [provider] }, timeout: 60_000 },
  (service) => {
    const sessionsOf = ({ id }: Person) => service.store.sessions.listLive(id, service.clock.now());

    const own = featureSection(secondFactorRoutes).routes;

    it("has a way through every route that opens sessions", () => {
      const completing = own.filter((route) => route.opensSession);
      expect(completing.map(({ path }) => path)).toEqual([
        VERIFY_TOTP,
        VERIFY_BACKUP_CODE,
        "/api/v1/auth/recovery/complete",
      ]);
      const shown = [...Object.keys(DOORS), "password.signUp"];
      expect(opening.map(({ operationId }) => operationId).toSorted()).toEqual(shown.toSorted());
    });

    it("has every route that opens sessions in the table that readers see, and no other", () => {
      const routes = [...sections.flatMap((each) => each.routes), ...own];
      const opens = (does: boolean) =>
        routes.flatMap((route) => (Boolean(route.opensSession) === does ? route.operationId : []));
      expect(Object.keys(OPENING).toSorted()).toEqual(opens(true).toSorted());
      expect(OPENING_NOTHING.filter((each) => !opens(false).includes(each))).toEqual([]);
      for (const id of Object.keys(DOORS)) {
        const [first] = OPENING[id] ?? [];
        const isTwo = id === "passkey.verifyAuthentication";
        const told = isTwo ? ["opens 2", "opens 2"] : ["opens 1", "withheld"];
        expect([first?.none, first?.enrolled], id).toEqual(told);
      }
    });

    it("is called a success by the contract of the better-auth client only", () => {
      expect([...CALLED_SUCCESS].toSorted()).toEqual([
        "GET /api/auth/magic-link/verify",
        "POST /api/auth/passkey/verify-authentication",
        "POST /api/auth/sign-in/email",
        "POST /api/auth/sign-in/email-otp",
      ]);
    });

    describe.each(cells)("by %s at %s", (how, path, answer, door) => {
      it("opens one factor for a user who has enrolled none", async () => {
        const ada = await member(service);
        const browser = service.agent();
        const reply = await (await door(service, ada, path))(browser);
        expect(reply.setCookies.join()).not.toContain("pending-sign-in");
        const { body } = await browser.get("/api/auth/get-session");
        const factors = isPasskey(how) ? 2 : 1;
        expect(body).toMatchObject({ session: { factors }, user: { twoFactorEnabled: false } });
      });

      it("opens nothing before the second proof of a user who has an app", async () => {
        const ada = await member(service);
        const { code } = await enrollTotp(service, ada.agent);
        const attempt = await door(service, ada, path);
        const before = await sessionsOf(ada);
        const browser = service.agent();
        const reply = await attempt(browser);
        if (isPasskey(how)) {
          const { body } = await browser.get("/api/auth/get-session");
          expect(body).toMatchObject({ session: { factors: 2, methods: ["passkey"] } });
          return;
        }
        expectWithheld(reply, how, path, answer);
        expect(await sessionsOf(ada)).toEqual(before);
        expect((await browser.get(ME)).status).toBe(401);
        const waiting = await browser.get(SECOND_FACTOR);
        expect(waiting.body).toMatchObject({ methods: ["totp", "recovery-code"], recovery: null });
        const proof = await browser.post(VERIFY_TOTP, { code: code(), trustDevice: true });
        expect(proof).toMatchObject({
          status: 200,
          body: { token: null, user: { email: ada.email, twoFactorEnabled: true } },
        });
        expect(proof.setCookies).toContain(CLEARED_COOKIE);
        const { body } = await browser.get("/api/auth/get-session");
        expect(body).toMatchObject({ session: { factors: 2 } });
      });

      it("takes the passkey of a user who enrolled by one", async () => {
        const ada = await member(service);
        await enrollPasskey(ada.agent);
        const attempt = await door(service, ada, path);
        const browser = service.agent();
        const reply = await attempt(browser);
        if (isPasskey(how)) expect((await browser.get(ME)).status).toBe(200);
        else {
          expectWithheld(reply, how, path, answer);
          const waiting = await browser.get(SECOND_FACTOR);
          expect(waiting.body).toMatchObject({ methods: ["passkey", "recovery-code"] });
        }
      });
    });

    it("by a provider, waiting in two tabs, links the account once and opens both", async () => {
      const ada = await member(service);
      const { code } = await enrollTotp(service, ada.agent);
      const tabs = [service.agent(), service.agent()];
      for (const tab of tabs) expect((await callback(tab, ada.email)).status).toBe(302);
      expect(await service.store.linkedAccounts.listByUser(ada.id)).toEqual([]);
      for (const tab of tabs)
        expect((await tab.post(VERIFY_TOTP, { code: code() })).status).toBe(200);
      expect(await service.store.linkedAccounts.listByUser(ada.id)).toHaveLength(1);
    });

    it("leaves the session that it presents as it was, of the same user and of another", async () => {
      const [ada, eve] = [await member(service), await member(service)];
      await enrollTotp(service, ada.agent);
      const before = [await sessionsOf(ada), await sessionsOf(eve)];
      const door = DOORS["password.signIn"]![0]![2];
      for (const { agent } of [ada, eve])
        await (
          await door(service, ada, "/api/auth/sign-in")
        )(agent);
      expect([await sessionsOf(ada), await sessionsOf(eve)]).toEqual(before);
      for (const { agent, email } of [ada, eve])
        expect((await agent.get(ME)).body).toMatchObject({ email });
    });
  },
);
