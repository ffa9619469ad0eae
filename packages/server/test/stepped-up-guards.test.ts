import { type DemandOptions, toId, type UserId } from "@acme/auth-core";
import { HOUR, MINUTE } from "@acme/auth-core/surface";
import { grantOf, guards } from "@acme/auth-express";
import express from "express";
import { beforeEach, expect, it } from "vitest";
import { describeService } from "./describe-service.js";
import { factorFeature, factorsOf } from "./factor-gate.js";
import { registered } from "./passkeys.js";
import { APP_ORIGIN } from "./service.js";
import { createTeams, type Person } from "./teams.js";

const SURE = { factors: 2, within: "10m" } as const;
const CHALLENGE = 'Bearer error="insufficient_user_authentication"';

/** Make guards from options. */
let made: readonly ((options: DemandOptions) => unknown)[] = [];

describeService(
  "guards that demand something of the session",
  {
    start: {
      authFeatures: [factorFeature],
      policy: { mailsPerClient: 10_000 },
      ownRoutes: ({ surface }) => {
        const app = express();
        const { allowOrigins, answerRefusals, check, requirePermission, requireSession } =
          guards(surface);
        app.use(allowOrigins);
        made = [
          (options) => requireSession(options),
          (options) => requirePermission("org:read", options),
        ];
        app.get("/own/recent", requireSession({ within: "10m" }), (_request, response) => {
          response.json({});
        });
        app.get("/own/two", requirePermission("org:read", SURE), (request, response) => {
          response.json({ organizationId: grantOf(request, "org:read", SURE).organizationId });
        });
        app.get("/own/owner", requirePermission("org:delete", SURE), (_request, response) => {
          response.json({});
        });
        app.get("/own/mistaken", requirePermission("org:read"), (request, response) => {
          response.json(grantOf(request, "org:read", SURE));
        });
        app.get("/own/checked", async (request, response) => {
          await check(request, { factors: 2 });
          response.json({});
        });
        app.use(answerRefusals);
        return app;
      },
    },
  },
  (service) => {
    const teams = createTeams(service);
    let ada: Person;
    let id: UserId;
    const shown = (ago: number) =>
      factorsOf(service).show(id, new Date(service.clock.now().getTime() - ago));
    const get = (path: string) => ada.agent.get(path, { origin: APP_ORIGIN });

    beforeEach(async () => {
      ada = await teams.person();
      id = toId<UserId>(ada.userId);
      await teams.found(ada);
    });

    it("count from the authentication where only an age is asked for", async () => {
      service.clock.advance(10 * MINUTE - 1);
      expect((await get("/own/recent")).status).toBe(200);
      service.clock.advance(1);
      const reply = await get("/own/recent");
      expect(reply).toMatchObject({
        status: 401,
        body: { code: "INSUFFICIENT_USER_AUTHENTICATION" },
      });
      expect(reply.headers["www-authenticate"]).toBe(
        `${CHALLENGE}, error_description="More recent authentication is required", max_age="600"`,
      );
      expect(reply.headers["access-control-expose-headers"]).toContain("WWW-Authenticate");
    });

    it("count from the second factor where two are asked for", async () => {
      service.clock.advance(HOUR);
      await shown(10 * MINUTE - 1);
      expect((await get("/own/two")).status).toBe(200);
      await shown(10 * MINUTE);
      await factorsOf(service).enroll(id);
      const reply = await get("/own/two");
      expect(reply.status).toBe(401);
      expect(reply.headers["www-authenticate"]).toBe(
        `${CHALLENGE}, error_description="Two factors are required", acr_values="factors-2", max_age="600"`,
      );
    });

    it("tell the user who has none to enroll, unless a passkey of theirs is one", async () => {
      for (const path of ["/own/two", "/own/checked"])
        expect(await get(path)).toMatchObject({
          status: 403,
          body: { code: "SECOND_FACTOR_NOT_ENROLLED" },
        });
      await registered(ada.agent);
      for (const path of ["/own/two", "/own/checked"]) expect((await get(path)).status).toBe(401);
    });

    it("ask for the permission first", async () => {
      const member = await teams.person();
      const { id: organizationId } = await teams.found(ada);
      await teams.join(ada, organizationId, { invited: member, role: "member" });
      member.agent.cookies.set("active-org", organizationId);
      expect(await member.agent.get("/own/owner")).toMatchObject({
        body: { code: "PERMISSION_DENIED" },
      });
    });

    it.each([{ within: "10x" }, { within: "59s" }, { within: "25h" }, { factors: 3 }])(
      "are not made of %j, which is no demand",
      (options) => {
        expect(made).toHaveLength(2);
        for (const make of made) expect(() => make(options as DemandOptions)).toThrow(RangeError);
      },
    );

    it("give no proof of what they have not demanded", async () => {
      await shown(0);
      expect((await get("/own/mistaken")).status).toBe(500);
    });
  },
);
