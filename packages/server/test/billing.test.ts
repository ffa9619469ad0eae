import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { OrganizationId, UserId } from "@acme/auth-core";
import { createBillingContributor } from "../src/billing/contributor.js";
import { billingRoutes } from "../src/billing/routes.js";
import { createSubscriptions, migrateSubscriptions } from "../src/billing/subscription.js";
import type { Agent } from "./agent.js";
import { APP_ORIGIN, DATABASES, startService, type Service } from "./service.js";

const SUBSCRIPTION = "/api/v1/billing/subscription";

describe.each(DATABASES)("the billing sample, on %s", (database) => {
  let service: Service;
  let people = 0;
  const someone = () => service.signedIn(`person${++people}@example.com`);
  const breaches: Error[] = [];

  beforeAll(async () => {
    service = await startService({
      database,
      ownRoutes: ({ auth, site, store }) =>
        billingRoutes({
          auth,
          site,
          subscriptions: createSubscriptions({ store, clock: auth.clock }),
          onBreach: (breach) => void breaches.push(breach),
        }),
    });
    await migrateSubscriptions(service.store);
    await migrateSubscriptions(service.store);
  });
  afterEach(() => expect([service.breaches, breaches]).toEqual([[], []]));
  afterAll(() => service.stop());

  async function ownerOf(name: string): Promise<{ readonly agent: Agent; readonly id: OrganizationId; readonly userId: UserId }> {
    const agent = await someone();
    const { id } = (await agent.post("/api/v1/organizations", { name })).body as { id: OrganizationId };
    const { id: userId } = (await agent.get("/api/v1/auth/me")).body as { id: UserId };
    return { agent, id, userId };
  }

  it("reads and changes the plan of the active organization", async () => {
    const { agent, id } = await ownerOf("Acme");
    expect(await agent.get(SUBSCRIPTION)).toMatchObject({ status: 200, body: { organizationId: id, plan: "free", updatedAt: null } });
    const changed = { organizationId: id, plan: "team", updatedAt: service.clock.now().toISOString() };
    expect(await agent.post(SUBSCRIPTION, { plan: "team" })).toMatchObject({ status: 200, body: changed });
    expect((await agent.get(SUBSCRIPTION)).body).toEqual(changed);
    expect((await agent.post(SUBSCRIPTION, { plan: "business" })).body).toMatchObject({ plan: "business" });
  });

  it("refuses in the surface's own words", async () => {
    const { agent } = await ownerOf("Beta");
    const stranger = await someone();
    const refused = (status: number, code: string) => ({ status, body: { code, message: expect.any(String) as string } });
    expect(await service.agent().get(SUBSCRIPTION)).toMatchObject(refused(401, "UNAUTHORIZED"));
    expect(await stranger.get(SUBSCRIPTION)).toMatchObject(refused(403, "NO_ACTIVE_ORGANIZATION"));
    expect(await agent.post(SUBSCRIPTION, { plan: "gold" })).toMatchObject({
      status: 400,
      body: { code: "VALIDATION_ERROR", issues: [{ path: "plan" }] },
    });
    expect(await agent.post(SUBSCRIPTION)).toMatchObject(refused(400, "VALIDATION_ERROR"));
    expect(await agent.post(SUBSCRIPTION, "{", { "content-type": "application/json" })).toMatchObject(refused(400, "INVALID_JSON"));
    expect(await agent.post(SUBSCRIPTION, "plan=team", { "content-type": "application/x-www-form-urlencoded" })).toMatchObject(
      refused(415, "UNSUPPORTED_MEDIA_TYPE"),
    );
    expect(await agent.post(SUBSCRIPTION, { plan: "x".repeat(33_000) })).toMatchObject(refused(413, "PAYLOAD_TOO_LARGE"));
    expect(await agent.post(SUBSCRIPTION, { plan: "team" }, { origin: "https://evil.test" })).toMatchObject(refused(403, "INVALID_ORIGIN"));
  });

  it("lets the front end's script call it, and nobody else's", async () => {
    const { agent } = await ownerOf("Gamma");
    const preflight = { method: "OPTIONS", headers: { origin: APP_ORIGIN, "access-control-request-method": "POST" } };
    expect(await service.agent().send(SUBSCRIPTION, preflight)).toMatchObject({
      status: 204,
      headers: { "access-control-allow-origin": APP_ORIGIN },
    });
    expect((await agent.get(SUBSCRIPTION, { origin: APP_ORIGIN })).headers["access-control-allow-origin"]).toBe(APP_ORIGIN);
    expect((await agent.get(SUBSCRIPTION, { origin: "https://evil.test" })).headers["access-control-allow-origin"]).toBeUndefined();
  });

  it("exports the subscriptions of organizations that somebody owns, and forgets who chose them", async () => {
    const contributor = createBillingContributor(service.store);
    const { agent, id, userId } = await ownerOf("Delta");
    const other = await ownerOf("Epsilon");
    await agent.post(SUBSCRIPTION, { plan: "team" });
    await other.agent.post(SUBSCRIPTION, { plan: "business" });
    const rows = async () => {
      const found: object[] = [];
      for await (const row of contributor.export(userId)) found.push(row);
      return found;
    };
    expect(await rows()).toEqual([{ organizationId: id, plan: "team", updatedAt: service.clock.now().toISOString() }]);
    await service.store.transaction((tx) => contributor.eraseWithin(tx, userId));
    await contributor.eraseAfter(userId);
    expect(await rows()).toHaveLength(1);
  });

  it("goes with its organization", async () => {
    const { agent, id, userId } = await ownerOf("Zeta");
    await agent.post(SUBSCRIPTION, { plan: "team" });
    expect((await agent.send(`/api/v1/organizations/${id}`, { method: "DELETE" })).status).toBe(204);
    const found: object[] = [];
    for await (const row of createBillingContributor(service.store).export(userId)) found.push(row);
    expect(found).toEqual([]);
    expect((await agent.get(SUBSCRIPTION)).status).toBe(403);
  });
});
