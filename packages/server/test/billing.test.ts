import { type MembershipId, type OrganizationId, toId, type UserId } from "@acme/auth-core";
import { createSurface } from "@acme/auth-express";
import { anyString } from "@acme/auth-testing/matchers";
import { readJson } from "@acme/auth-testing/read-json";
import { expect, it } from "vitest";
import { billing } from "../src/sample/billing/billing.js";
import { billingRoutes } from "../src/sample/billing/routes.js";
import type { Agent } from "./agent.js";
import { billingSample } from "./billing-sample.js";
import { describeService, serviceStarter } from "./describe-service.js";
import { idIn } from "./id-in.js";
import { APP_ORIGIN } from "./service.js";

const SUBSCRIPTION = "/api/v1/billing/subscription";

const sample = billingSample();

describeService("the billing sample", { start: sample.options }, (service, database) => {
  const start = serviceStarter(database);
  let people = 0;
  const someone = () => service.signedIn(`person${++people}@example.com`);

  /** What an export says of the plans of the organizations that the user owns. */
  async function exported(userId: UserId): Promise<readonly object[]> {
    const found: object[] = [];
    for (const section of billing.exported ?? [])
      for await (const row of section.rows(sample.store(), userId)) found.push(row);
    return found;
  }

  async function ownerOf(
    name: string,
  ): Promise<{ readonly agent: Agent; readonly id: OrganizationId; readonly userId: UserId }> {
    const agent = await someone();
    const id = toId<OrganizationId>(idIn(await agent.post("/api/v1/organizations", { name })));
    const userId = toId<UserId>(idIn(await agent.get("/api/v1/auth/me")));
    return { agent, id, userId };
  }

  it("reads and changes the plan of the active organization", async () => {
    const { agent, id } = await ownerOf("Acme");
    expect(await agent.get(SUBSCRIPTION)).toMatchObject({
      status: 200,
      body: { organizationId: id, plan: "free", updatedAt: null },
    });
    const changed = {
      organizationId: id,
      plan: "team",
      updatedAt: service.clock.now().toISOString(),
    };
    expect(await agent.post(SUBSCRIPTION, { plan: "team" })).toMatchObject({
      status: 200,
      body: changed,
    });
    expect((await agent.get(SUBSCRIPTION)).body).toEqual(changed);
    expect((await agent.post(SUBSCRIPTION, { plan: "business" })).body).toMatchObject({
      plan: "business",
    });
  });

  it("writes the change of a plan to the audit log, for the organization and for the one who did it", async () => {
    const { agent, id, userId } = await ownerOf("Audited");
    await agent.post(SUBSCRIPTION, { plan: "team" });
    const entry = {
      event: "billing.plan_changed",
      organizationId: id,
      detail: { from: "free", to: "team" },
    };
    const log = await agent.get(`/api/v1/organizations/${id}/audit`);
    expect(log.body).toMatchObject({ entries: [{ ...entry, userId }, {}, {}] });
    const activity = await agent.get("/api/v1/me/activity");
    expect(readJson(activity.body, { entries: ["object"] }).entries[0]).toMatchObject(entry);
  });

  it("refuses in the surface's own words", async () => {
    const { agent } = await ownerOf("Beta");
    const stranger = await someone();
    const refused = (status: number, code: string) => ({
      status,
      body: { code, message: anyString() },
    });
    expect(await service.agent().get(SUBSCRIPTION)).toMatchObject(refused(401, "UNAUTHORIZED"));
    expect(await stranger.get(SUBSCRIPTION)).toMatchObject(refused(403, "NO_ACTIVE_ORGANIZATION"));
    expect(await agent.post(SUBSCRIPTION, { plan: "gold" })).toMatchObject({
      status: 400,
      body: { code: "VALIDATION_ERROR", issues: [{ path: "plan" }] },
    });
    expect(await agent.post(SUBSCRIPTION)).toMatchObject(refused(400, "VALIDATION_ERROR"));
    expect(
      await agent.post(SUBSCRIPTION, "{", { "content-type": "application/json" }),
    ).toMatchObject(refused(400, "INVALID_JSON"));
    expect(
      await agent.post(SUBSCRIPTION, "plan=team", {
        "content-type": "application/x-www-form-urlencoded",
      }),
    ).toMatchObject(refused(415, "UNSUPPORTED_MEDIA_TYPE"));
    expect(await agent.post(SUBSCRIPTION, { plan: "x".repeat(33_000) })).toMatchObject(
      refused(413, "PAYLOAD_TOO_LARGE"),
    );
    expect(
      await agent.post(SUBSCRIPTION, { plan: "team" }, { origin: "https://evil.test" }),
    ).toMatchObject(refused(403, "INVALID_ORIGIN"));
  });

  it.each<Readonly<Record<string, string>>>([
    { "content-encoding": "foo" },
    { "content-encoding": "gzip" },
    { "content-type": "application/json; charset=latin1" },
    { "content-type": "application/json; charset=utf-16" },
    { "content-type": "text/plain" },
  ])("refuses a body with %j as every route of the surface does", async (headers) => {
    const { agent } = await ownerOf("Eta");
    const body = JSON.stringify({ plan: "team" });
    const typed = { "content-type": "application/json", ...headers };
    const [reply, surface] = [
      await agent.post(SUBSCRIPTION, body, typed),
      await agent.post("/api/v1/organizations", body, typed),
    ];
    expect(reply).toMatchObject({ status: 415, body: { code: "UNSUPPORTED_MEDIA_TYPE" } });
    expect([reply.status, reply.body]).toEqual([surface.status, surface.body]);
    expect(service.logs.filter(({ level }) => level === "error")).toEqual([]);
  });

  it("answers with the headers of the surface, and with no ETag", async () => {
    const { agent } = await ownerOf("Theta");
    const { headers: told } = await agent.get("/api/v1/auth/me");
    for (const { status, headers } of [
      await agent.get(SUBSCRIPTION),
      await agent.post(SUBSCRIPTION, { plan: "team" }),
    ]) {
      expect(status).toBe(200);
      for (const name of [
        "cache-control",
        "x-content-type-options",
        "referrer-policy",
        "content-security-policy",
        "cross-origin-resource-policy",
      ])
        expect([name, headers[name]]).toEqual([name, told[name]]);
      expect(headers["vary"]).toBe("Origin, X-Active-Org");
      expect(headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
      for (const name of ["etag", "x-powered-by"]) expect(headers).not.toHaveProperty(name);
    }
  });

  it("takes as many changes of a user in a minute as the policy allows, and any number of looks", async () => {
    const busy = await start({ ...billingSample().options, policy: { writesPerUser: 3 } });
    const agent = await busy.signedIn("busy@example.com");
    // The first change.
    await agent.post("/api/v1/organizations", { name: "Busy" });
    for (const plan of ["none", "team"]) await agent.post(SUBSCRIPTION, { plan });
    const refused = await agent.post(SUBSCRIPTION, { plan: "team" });
    expect(refused).toMatchObject({ status: 429, body: { code: "TOO_MANY_REQUESTS" } });
    expect(refused.headers["ratelimit-policy"]).toBe('"writesPerUser";q=3;w=60');
    expect((await agent.get(SUBSCRIPTION)).status).toBe(200);
    busy.clock.advance(60_000);
    expect((await agent.post(SUBSCRIPTION, { plan: "team" })).status).toBe(200);
  });

  it("answers 503 while the database is away, and 500 to a bug, logged under the id that the client is told", async () => {
    let find = (): Promise<never> => Promise.reject(new Error("a bug"));
    const bugs: Error[] = [];
    const { options, api } = billingSample();
    const away = await start({
      ...options,
      ownRoutes: ({ auth, site }) =>
        billingRoutes({
          surface: createSurface({ auth, site, onBreach: (breach) => void bugs.push(breach) }),
          billing: { ...api(), find: () => find() },
        }),
    });
    const agent = await away.signedIn("ada@example.com");
    await agent.post("/api/v1/organizations", { name: "Iota" });
    const failed = await agent.get(SUBSCRIPTION);
    expect(failed).toMatchObject({ status: 500, body: { code: "INTERNAL_ERROR" } });
    expect(away.logs.find(({ event }) => event === "request_failed")?.fields).toMatchObject({
      requestId: failed.headers["x-request-id"],
    });
    expect(bugs).toHaveLength(1);

    find = async () => {
      await away.store.close();
      return (await api().find(toId<OrganizationId>("none"))) as never;
    };
    for (const reply of [
      await agent.get(SUBSCRIPTION),
      await agent.get(SUBSCRIPTION),
      await agent.post(SUBSCRIPTION, { plan: "team" }),
    ])
      expect(reply).toMatchObject({
        status: 503,
        headers: { "retry-after": "1" },
        body: { code: "UNAVAILABLE" },
      });
  });

  it("lets the front end's script call it, and no other", async () => {
    const { agent } = await ownerOf("Gamma");
    const preflight = {
      method: "OPTIONS",
      headers: { origin: APP_ORIGIN, "access-control-request-method": "POST" },
    };
    expect(await service.agent().send(SUBSCRIPTION, preflight)).toMatchObject({
      status: 204,
      headers: { "access-control-allow-origin": APP_ORIGIN },
    });
    expect(
      (await agent.get(SUBSCRIPTION, { origin: APP_ORIGIN })).headers[
        "access-control-allow-origin"
      ],
    ).toBe(APP_ORIGIN);
    expect(
      (await agent.get(SUBSCRIPTION, { origin: "https://evil.test" })).headers[
        "access-control-allow-origin"
      ],
    ).toBeUndefined();
  });

  it("refuses a plan with too little room, as the reference says", async () => {
    const { agent, id } = await ownerOf("Kappa");
    for (const _member of Array.from({ length: 5 })) {
      const member = await someone();
      const userId = toId<UserId>(idIn(await member.get("/api/v1/auth/me")));
      await service.store.transaction((tx) =>
        tx.memberships.insertUnlessMember({
          id: toId<MembershipId>(userId),
          organizationId: id,
          userId,
          role: "member",
          createdAt: service.clock.now(),
        }),
      );
    }
    expect((await agent.post(SUBSCRIPTION, { plan: "team" })).status).toBe(200);
    const refused = await agent.post(SUBSCRIPTION, { plan: "free" });
    expect(refused).toMatchObject({ status: 409, body: { code: "PLAN_TOO_SMALL" } });
    expect((await agent.get(SUBSCRIPTION)).body).toMatchObject({ plan: "team" });

    const { paths } = readJson((await agent.get("/api/v1/openapi.json")).body, { paths: "object" });
    expect(paths[SUBSCRIPTION]).toMatchObject({
      get: { tags: ["Billing"], operationId: "billing.readSubscription" },
      post: { responses: { 409: { description: "Refused with `PLAN_TOO_SMALL`." } } },
    });
    expect((await agent.get("/docs")).text).toMatch(/<h2[^>]*>Billing<\/h2>/);
  });

  it("exports the subscriptions of organizations that the user owns, and forgets who chose them", async () => {
    const { agent, id, userId } = await ownerOf("Delta");
    const other = await ownerOf("Epsilon");
    await agent.post(SUBSCRIPTION, { plan: "team" });
    await other.agent.post(SUBSCRIPTION, { plan: "business" });
    const chosenBy = async () =>
      (await service.rows())
        .filter(({ table }) => table === "billing_subscription")
        .find(({ values }) => values["organization_id"] === id)?.values["changed_by"];
    expect(await exported(userId)).toEqual([
      { organizationId: id, plan: "team", updatedAt: service.clock.now().toISOString() },
    ]);
    expect(await chosenBy()).toBe(userId);
    await sample.store().transaction((tx) => tx.subscriptions.blankChangedBy(userId));
    expect(await chosenBy()).toBe("null");
    expect(await exported(userId)).toHaveLength(1);
  });

  it("goes with its organization", async () => {
    const { agent, id, userId } = await ownerOf("Zeta");
    await agent.post(SUBSCRIPTION, { plan: "team" });
    expect((await agent.send(`/api/v1/organizations/${id}`, { method: "DELETE" })).status).toBe(
      204,
    );
    expect(await exported(userId)).toEqual([]);
    expect((await agent.get(SUBSCRIPTION)).status).toBe(403);
  });
});
