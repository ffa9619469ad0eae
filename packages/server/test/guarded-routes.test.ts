import { createServer } from "node:http";
import {
  CORE_PERMISSIONS,
  createAuth,
  defineFeature,
  definePermissions,
  ROLES,
} from "@acme/auth-core";
import { createSite, createSurface, grantOf, guards } from "@acme/auth-express";
import { keysOf } from "@acme/auth-testing/keys-of";
import { expectOfEach } from "@acme/auth-testing/of-each";
import { portOf } from "@acme/auth-testing/port-of";
import express from "express";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Agent, createAgent } from "./agent.js";
import { describeService } from "./describe-service.js";
import { factorFeature } from "./factor-gate.js";
import { APP_ORIGIN, SECRET } from "./service.js";
import { createTeams, DENIED, refusal, type Team } from "./teams.js";

/** What an application adds to the catalog: one permission for each set of roles there can be. */
const OWN = definePermissions({
  "reports:read": { owner: true, admin: true, member: true },
  "reports:draft:write": { owner: true, admin: false, member: true },
  "reports:write": { owner: true, admin: true, member: false },
  "reports:delete": { owner: true, admin: false, member: false },
});
const ALL = { ...CORE_PERMISSIONS, ...OWN };
const IDS = keysOf(ALL);
/** A colon begins a parameter in Express. */
const pathOf = (id: string): string => `/${id.replaceAll(":", "/")}`;
const NONE = refusal(403, "NO_ACTIVE_ORGANIZATION");

describeService("guards on an application's own routes", { databases: "one" }, (service) => {
  let team: Team;
  let agents: Readonly<Record<(typeof ROLES)[number] | "non-member" | "signed-out", Agent>>;
  let closeApplication: () => Promise<void>;

  beforeAll(async () => {
    const teams = createTeams(service);
    team = await teams.team();
    const application = await startApplication();
    closeApplication = application.close;
    const knownAs = (cookies: ReadonlyMap<string, string>): Agent => {
      const agent = createAgent({ url: application.url });
      for (const [name, value] of cookies) agent.cookies.set(name, value);
      return agent;
    };
    const [owner, admin, member] = ROLES.map((role) =>
      knownAs(team.people[role].agent.cookies),
    ) as [Agent, Agent, Agent];
    const stranger = knownAs((await teams.person()).agent.cookies);
    stranger.cookies.set("active-org", team.id);
    agents = {
      owner,
      admin,
      member,
      "non-member": stranger,
      "signed-out": knownAs(new Map([["active-org", team.id]])),
    };
  });
  afterAll(() => closeApplication());

  /**
   * An application's own server beside the service, over the same database: a route for each
   * permission.
   */
  async function startApplication() {
    const site = createSite({ serviceUrl: service.url, appUrl: APP_ORIGIN, trustedOrigins: [] });
    const auth = createAuth({
      store: service.store,
      mailer: service.inbox,
      links: site.links,
      secret: SECRET,
      features: [defineFeature({ name: "reports", permissions: OWN }), factorFeature],
      ports: { clock: service.clock },
    });
    const { requirePermission } = guards(createSurface({ auth, site }));
    const app = express();
    for (const id of IDS)
      app.all(pathOf(id), requirePermission(id), (request, response) => {
        const { userId, organizationId, role } = grantOf(request, id);
        response.json({ userId, organizationId, role });
      });
    const server = createServer(app);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const close = async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await auth.close();
    };
    return { url: `http://127.0.0.1:${portOf(server)}`, close };
  }

  it.each(ROLES)("let %s do what the permission of each says", async (role) => {
    const granted = { userId: team.people[role].userId, organizationId: team.id, role };
    await expectOfEach(IDS, String, async (id) => {
      for (const method of ["GET", "POST", "DELETE"]) {
        const reply = await agents[role].send(pathOf(id), { method });
        expect(reply).toMatchObject(ALL[id][role] ? { status: 200, body: granted } : DENIED);
      }
    });
  });

  it("let nobody else do anything", async () => {
    await expectOfEach(IDS, String, async (id) => {
      expect(await agents["non-member"].get(pathOf(id))).toMatchObject(NONE);
      expect(await agents["signed-out"].get(pathOf(id))).toMatchObject(
        refusal(401, "UNAUTHORIZED"),
      );
      expect(
        await agents.owner.get(pathOf(id), { "x-active-org": "0000000000000000" }),
      ).toMatchObject(NONE);
    });
  });
});
