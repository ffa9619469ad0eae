import { readJson, recordOf } from "@acme/auth-testing/read-json";
import { beforeEach, describe, expect, it } from "vitest";
import type { Reply } from "../agent.js";
import { describeService } from "../describe-service.js";
import { createLeaving, ME, PASSWORD } from "../leaving.js";
import { APP_ORIGIN } from "../service.js";
import { TOLL_COOKIE, tollFeature } from "../toll-gate.js";
import {
  type Answer,
  callback,
  cells,
  DOORS,
  HOME,
  LINK,
  opening,
  type Person,
  provider,
} from "./sign-in-doors.js";

const TOLL_HOUSE = `${APP_ORIGIN}/toll`;
const toll = tollFeature();

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
