import { toId, type UserId } from "@acme/auth-core";
import { HOUR, MINUTE } from "@acme/auth-core/surface";
import { type AnyRoute, stepUpOf } from "@acme/auth-http";
import { expectOfEach } from "@acme/auth-testing/of-each";
import { beforeEach, expect, it } from "vitest";
import { describeService } from "../describe-service.js";
import { factorFeature, factorsOf } from "../factor-gate.js";
import { surface } from "../reference-surface.js";
import { APP_ORIGIN } from "../service.js";
import { createTeams, type Person } from "../teams.js";
import { nameOf } from "./organization-paths.js";

const MARKED: readonly AnyRoute[] = surface.filter(({ access }) => stepUpOf(access)?.proved);
const CHALLENGE =
  'Bearer error="insufficient_user_authentication", error_description="Two factors are required", acr_values="factors-2", max_age="600"';

it("what changes the protection of an account is marked, and nothing else", () => {
  expect(MARKED.map(nameOf).toSorted()).toEqual(
    [
      "GET /api/auth/passkey/generate-register-options",
      "POST /api/auth/change-email",
      "POST /api/auth/passkey/delete-passkey",
      "POST /api/auth/passkey/generate-register-options",
      "POST /api/auth/passkey/verify-registration",
    ].toSorted(),
  );
});

describeService(
  "routes that want the second factor shown again",
  { start: { authFeatures: [factorFeature], policy: { mailsPerClient: 10_000 } } },
  (service) => {
    const teams = createTeams(service);
    let ada: Person;
    let id: UserId;
    const factors = () => factorsOf(service);
    const shown = (ago: number) =>
      factors().show(id, new Date(service.clock.now().getTime() - ago));
    const ask = ({ method, path }: AnyRoute, headers = {}) =>
      ada.agent.send(path, { method, headers, ...(method === "POST" && { body: {} }) });

    beforeEach(async () => {
      ada = await teams.person();
      id = toId<UserId>(ada.userId);
    });

    it("challenge the enrolled user whose factor was shown ten minutes ago", async () => {
      await factors().enroll(id);
      await shown(10 * MINUTE);
      await expectOfEach(MARKED, nameOf, async (route) => {
        const reply = await ask(route, { origin: APP_ORIGIN });
        expect(reply).toMatchObject({
          status: 401,
          body: { code: "INSUFFICIENT_USER_AUTHENTICATION" },
          setCookies: [],
        });
        expect(reply.headers["www-authenticate"]).toBe(CHALLENGE);
        // A page of the front end has to read it.
        expect(reply.headers["access-control-expose-headers"]).toContain("WWW-Authenticate");
      });
    });

    it("take the factor that was shown a millisecond later", async () => {
      await factors().enroll(id);
      await shown(10 * MINUTE - 1);
      await expectOfEach(MARKED, nameOf, async (route) => {
        const reply = await ask(route, { origin: APP_ORIGIN });
        expect(reply.body).not.toMatchObject({ code: "INSUFFICIENT_USER_AUTHENTICATION" });
        expect(reply.headers["www-authenticate"]).toBeUndefined();
        expect(reply.headers["access-control-expose-headers"]).not.toContain("WWW-Authenticate");
      });
    });

    it("ask nothing of those who have not enrolled", async () => {
      await expectOfEach(MARKED, nameOf, async (route) => {
        const before = await ask(route);
        expect(before.headers["www-authenticate"]).toBeUndefined();
        await shown(HOUR);
        const after = await ask(route);
        expect([after.status, after.body && Object.keys(after.body)]).toEqual([
          before.status,
          before.body && Object.keys(before.body),
        ]);
        await factors().show(id, null);
      });
    });

    it("want a fresh session first, where they want one", async () => {
      const fresh = MARKED.filter(({ access }) => typeof access === "object" && access.fresh);
      service.clock.advance(24 * HOUR);
      await factors().enroll(id);
      await shown(HOUR);
      await expectOfEach(fresh, nameOf, async (route) => {
        expect(await ask(route)).toMatchObject({
          status: 403,
          body: { code: "SESSION_NOT_FRESH" },
        });
      });
    });
  },
);
