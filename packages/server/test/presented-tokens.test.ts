import type { UserId } from "@acme/auth-core";
import { guards, takenRequest } from "@acme/auth-express";
import { anyString, stringContaining } from "@acme/auth-testing/matchers";
import { Router } from "express";
import { beforeAll, describe, expect, it } from "vitest";
import type { Send } from "./agent.js";
import { describeService } from "./describe-service.js";
import {
  BLOCKED_CHALLENGE,
  type IssuedPass,
  organizationIdOf,
  passFeature,
  passTables,
} from "./pass-feature.js";
import { PASSES, passRoutes } from "./pass-routes.js";
import type { Service, ServiceOptions } from "./service.js";
import {
  createTeams,
  DENIED,
  NO_ORGANIZATION,
  type Person,
  refusal,
  type Team,
  type Teams,
} from "./teams.js";

const UNAUTHORIZED = refusal(401, "UNAUTHORIZED");
const CONFLICT = refusal(400, "CARRIER_CONFLICT");
const CLOSED = refusal(403, "GRANT_NOT_ALLOWED");
const UNKNOWN = `pass_pat_${"A".repeat(43)}`;
const EVIL = { origin: "https://evil.example" };

const passes = passFeature();
const start: Omit<ServiceOptions, "database"> = {
  authFeatures: [passes.feature],
  tables: [passTables],
  features: [passRoutes],
};

const bearing = (token: string, scheme = "Bearer") => ({ authorization: `${scheme} ${token}` });

/** What tests need of a service with people: how they issue a pass, and call with it. */
function createBearers(service: Service) {
  const agent = service.agent();
  const call = (path: string, token: string, { headers, ...send }: Send = {}) =>
    agent.send(path, { ...send, headers: { ...bearing(token), ...headers } });
  const ofMember = (team: Team, role: "owner" | "admin" | "member"): Omit<IssuedPass, "kind"> => ({
    userId: team.people[role].userId as UserId,
    role: null,
    organizationId: organizationIdOf(team.id),
    permissions: null,
  });
  const ofService = (team: Team, role: "admin" | "member"): IssuedPass => ({
    kind: "svc",
    userId: null,
    role,
    organizationId: organizationIdOf(team.id),
    permissions: null,
  });
  const adminsPass = (team: Team, own: Partial<IssuedPass> = {}) =>
    passes.issue({ kind: "pat", ...ofMember(team, "admin"), ...own });
  return { agent, call, ofMember, ofService, adminsPass };
}

describeService("a token instead of a session", { start, hosts: "both" }, (service) => {
  let teams: Teams;
  let team: Team;
  let bearers: ReturnType<typeof createBearers>;
  beforeAll(async () => {
    teams = createTeams(service);
    team = await teams.team();
    bearers = createBearers(service);
  });

  describe("on routes that take it", () => {
    it("finds its user, with the role that the user has now", async () => {
      const token = await bearers.adminsPass(team);
      const { email } = team.people.admin;
      const body = { by: "pat", user: email, account: null, organization: team.id };
      expect(await bearers.call(`${PASSES}/any`, token)).toMatchObject({ status: 200, body });
    });

    it("finds a service account, on those of the class any only", async () => {
      const token = await passes.issue(bearers.ofService(team, "admin"));
      expect(await bearers.call(`${PASSES}/any`, token)).toMatchObject({
        status: 200,
        body: { by: "svc", user: null, account: "Build", organization: team.id },
      });
      expect(await bearers.call(`${PASSES}/user`, token, { method: "POST" })).toMatchObject(CLOSED);
    });

    it("is taken by those of its class, and of a wider one", async () => {
      const statuses = async (kind: string) => {
        const token = await bearers.adminsPass(team, { kind });
        const answers = [
          await bearers.call(`${PASSES}/any`, token),
          await bearers.call(`${PASSES}/user`, token, { method: "POST" }),
          await bearers.call(`${PASSES}/app`, token),
        ];
        return answers.map(({ status }) => status);
      };
      expect(await statuses("app")).toEqual([200, 200, 200]);
      expect(await statuses("pat")).toEqual([200, 200, 403]);
    });

    it("needs the permission of the role and of the grant", async () => {
      const narrow = await bearers.adminsPass(team, { permissions: ["billing:read"] });
      expect(await bearers.call(`${PASSES}/any`, narrow)).toMatchObject(DENIED);
      const right = await bearers.adminsPass(team, { permissions: ["billing:write"] });
      expect(await bearers.call(`${PASSES}/any`, right)).toMatchObject({ status: 200 });
      const beyond = await passes.issue({
        kind: "pat",
        ...bearers.ofMember(team, "member"),
        permissions: ["billing:write"],
      });
      expect(await bearers.call(`${PASSES}/any`, beyond)).toMatchObject({
        ...DENIED,
        headers: {
          "www-authenticate": `Bearer realm="${new URL(service.url).host}", error="insufficient_scope", scope="billing:write"`,
        },
      });
      const ofService = await passes.issue(bearers.ofService(team, "member"));
      expect(await bearers.call(`${PASSES}/any`, ofService)).toMatchObject(DENIED);
    });

    it("acts nowhere but where the request says", async () => {
      const other = await teams.teamOf(team.people);
      const token = await bearers.adminsPass(team);
      const there = (id: string) => bearers.call(`${PASSES}/${id}/there`, token);
      expect(await there(team.id)).toMatchObject({ status: 200, body: { organization: team.id } });
      expect(await there(other.id)).toMatchObject(NO_ORGANIZATION);
      const named = (id: string) =>
        bearers.call(`${PASSES}/any`, token, { headers: { "x-active-org": id } });
      expect(await named(team.id)).toMatchObject({ status: 200 });
      expect(await named(other.id)).toMatchObject(refusal(403, "NO_ACTIVE_ORGANIZATION"));
    });

    it("reads no cookie, and sets none", async () => {
      const token = await bearers.adminsPass(team, { kind: "app" });
      const cookie = `active-org=${team.id}`;
      expect(await bearers.call(`${PASSES}/app`, token, { headers: { cookie } })).toMatchObject({
        status: 200,
        body: { organization: null },
      });
      const written = await bearers.call(`${PASSES}/user`, token, { method: "POST" });
      expect(written).toMatchObject({ status: 200, setCookies: [] });
    });

    it("is taken from any origin, where a session is not", async () => {
      const token = await bearers.adminsPass(team);
      const post = { method: "POST", headers: EVIL } as const;
      expect(await bearers.call(`${PASSES}/user`, token, post)).toMatchObject({ status: 200 });
      const { agent } = team.people.admin;
      expect(await agent.post(`${PASSES}/user`, {}, EVIL)).toMatchObject(
        refusal(403, "INVALID_ORIGIN"),
      );
      const closed = { ...post, body: { name: "Evil" } };
      expect(await bearers.call("/api/v1/organizations", token, closed)).toMatchObject(
        refusal(403, "INVALID_ORIGIN"),
      );
    });

    it("takes sessions as before", async () => {
      const { agent, email } = team.people.admin;
      const headers = { "x-active-org": team.id };
      expect(await agent.get(`${PASSES}/any`, headers)).toMatchObject({
        status: 200,
        body: { by: "session", user: email, organization: team.id },
      });
    });
  });

  describe("that finds none", () => {
    it.each(["pass_", "pass_pat_short", "pass_xyz_" + "A".repeat(43), `${UNKNOWN}, Bearer x`])(
      "is refused, malformed as %s, wherever a session is asked for, and asks nothing",
      async (token) => {
        const before = passes.told.length;
        for (const path of [`${PASSES}/any`, `${PASSES}/closed`])
          expect(await bearers.call(path, token)).toMatchObject(UNAUTHORIZED);
        expect(passes.told).toHaveLength(before);
      },
    );

    it("is refused alike, whether it is malformed, unknown or expired", async () => {
      const expired = await bearers.adminsPass(team, { lifetimeMs: 0 });
      const answers = await Promise.all(
        ["pass_", UNKNOWN, expired].map((token) => bearers.call(`${PASSES}/any`, token)),
      );
      const [first, ...others] = answers.map(({ status, text, headers }) => {
        const { "x-request-id": _id, date: _date, ...rest } = headers;
        return { status, text, rest };
      });
      expect(first).toMatchObject({
        status: 401,
        rest: {
          "www-authenticate": `Bearer realm="${new URL(service.url).host}", error="invalid_token"`,
        },
      });
      for (const other of others) expect(other).toEqual(first);
    });

    it("is refused from the next request on, once its user is suspended, removed or erased", async () => {
      const own = await teams.team();
      const token = await bearers.adminsPass(own);
      const status = async () => (await bearers.call(`${PASSES}/any`, token)).status;
      const userId = own.people.admin.userId as UserId;
      expect(await status()).toBe(200);
      await service.auth.users.suspend(userId, { operator: "jane: spam" });
      expect(await status()).toBe(401);
      await service.auth.users.reinstate(userId, { operator: "jane: no spam" });
      expect(await status()).toBe(200);
      await own.people.owner.agent.send(`${own.path}/members/${own.memberIds.admin}`, {
        method: "DELETE",
      });
      expect(await status()).toBe(401);
      const unbound = await bearers.adminsPass(own, { organizationId: null });
      const user = async () =>
        (await bearers.call(`${PASSES}/user`, unbound, { method: "POST" })).status;
      expect(await user()).toBe(200);
      await service.store.users.delete(userId);
      expect(await user()).toBe(401);
    });

    it("is refused with a code and a challenge of its feature", async () => {
      const token = await bearers.adminsPass(team);
      const headers = { ...bearing(token, "DPoP"), dpop: "lost", "x-other": "x" };
      expect(await bearers.agent.get(`${PASSES}/any`, headers)).toMatchObject({
        ...refusal(401, "PASS_BLOCKED"),
        headers: { "www-authenticate": BLOCKED_CHALLENGE },
      });
      expect(passes.told.at(-1)).toEqual({ path: `${PASSES}/any`, proofs: { dpop: "lost" } });
    });
  });

  describe("where it does not belong", () => {
    it("is refused beside a session cookie, on every route, dead or alive", async () => {
      const live = await bearers.adminsPass(team);
      for (const token of [live, UNKNOWN, "pass_"])
        for (const cookie of ["session=x", "session=", "a=b; session=y; session=z"])
          for (const path of [`${PASSES}/any`, "/api/v1/auth/me", "/api/v1/auth/policy"])
            expect(
              await bearers.call(path, token, { headers: { cookie } }),
              `${token} ${cookie} ${path}`,
            ).toMatchObject(CONFLICT);
    });

    it("is refused on every route that does not take it, and asks nothing", async () => {
      const token = await bearers.adminsPass(team, { kind: "app" });
      const before = passes.told.length;
      const closed = ["/api/v1/auth/me", "/api/v1/organizations", `${team.path}/members`];
      for (const path of [...closed, `${PASSES}/closed`])
        expect(await bearers.call(path, token), path).toMatchObject({
          ...CLOSED,
          headers: { "www-authenticate": stringContaining('error="insufficient_scope"') },
        });
      expect(passes.told).toHaveLength(before);
    });

    it("never counts as fresh", async () => {
      const token = await bearers.adminsPass(team, { kind: "app" });
      const password = { newPassword: "correct horse battery" };
      expect(
        await bearers.call("/api/v1/me/password", token, { method: "POST", body: password }),
      ).toMatchObject(CLOSED);
    });

    it("counts for nothing on routes that are open to all", async () => {
      const token = await bearers.adminsPass(team);
      expect(await bearers.call("/api/v1/auth/policy", token)).toMatchObject({ status: 200 });
      const wrong = { email: "ada@example.com", password: "wrong" };
      const answer = await bearers.call("/api/auth/sign-in/email", token, {
        method: "POST",
        body: wrong,
      });
      expect(answer.status).toBe(401);
      expect(answer.headers).not.toHaveProperty("www-authenticate");
    });

    it("disturbs nothing when it is of another", async () => {
      const { agent, email } = team.people.admin;
      for (const authorization of ["Basic cGFzc18=", "Bearer other_x", "pass_x", "Bearer  pass_x"])
        expect(await agent.get("/api/v1/auth/me", { authorization })).toMatchObject({
          status: 200,
          body: { email },
        });
    });
  });

  it("is shown in the reference, on the routes that take it alone", async () => {
    const { body } = await service.agent().get("/api/v1/openapi.json");
    const { paths, components } = body as {
      readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
      readonly components: Readonly<Record<string, unknown>>;
    };
    expect(paths[`${PASSES}/any`]).toMatchObject({
      get: { security: [{ session: [] }, { grant: [] }], "x-grants": "any" },
    });
    expect(paths[`${PASSES}/closed`]).toMatchObject({ get: { security: [{ session: [] }] } });
    expect(paths[`${PASSES}/closed`]).not.toHaveProperty("get.x-grants");
    expect(components).toHaveProperty("securitySchemes.grant", {
      type: "http",
      scheme: "bearer",
      description: anyString(),
    });
  });
});

const limited: Omit<ServiceOptions, "database"> = { ...start, policy: { writesPerUser: 6 } };
describeService("tokens and limits", { start: limited, databases: "one" }, (service) => {
  it("are counted as writes of their user, whichever they are", async () => {
    const teams = createTeams(service);
    const [writer, other] = [await teams.person(), await teams.person()];
    const { call } = createBearers(service);
    const issue = ({ userId }: Person) =>
      passes.issue({
        kind: "pat",
        userId: userId as UserId,
        role: null,
        organizationId: null,
        permissions: null,
      });
    const write = async (token: string) =>
      (await call(`${PASSES}/user`, token, { method: "POST" })).status;
    const [first, second] = [await issue(writer), await issue(writer)];
    const statuses = [];
    for (let turn = 0; turn < 4; turn++) statuses.push(await write(first), await write(second));
    expect(statuses).toEqual([...Array<number>(6).fill(200), 429, 429]);
    expect(await writer.agent.post(`${PASSES}/user`)).toMatchObject({ status: 429 });
    expect(await write(await issue(other))).toBe(200);
  });
});

describeService(
  "without a feature that takes tokens",
  { databases: "one", hosts: "both" },
  (service) => {
    it("the header is ignored on every route, and no document names it", async () => {
      const agent = await service.signedIn("ada@example.com");
      expect(await agent.get("/api/v1/auth/me", bearing(UNKNOWN))).toMatchObject({ status: 200 });
      const answer = await service.agent().get("/api/v1/auth/me", bearing(UNKNOWN));
      expect(answer).toMatchObject(UNAUTHORIZED);
      expect(answer.headers).not.toHaveProperty("www-authenticate");
      const { text } = await service.agent().get("/api/v1/openapi.json");
      for (const word of ["CARRIER_CONFLICT", "GRANT_NOT_ALLOWED", "x-grants", '"grant"'])
        expect(text).not.toContain(word);
    });
  },
);

/** Routes of an application behind guards, in Express. */
const guarded: Omit<ServiceOptions, "database"> = {
  ...start,
  ownRoutes: ({ surface }) => {
    const {
      jsonBody,
      requireGrant,
      requirePermission,
      requireSession,
      readSession,
      answerRefusals,
    } = guards(surface);
    const answer = (request: Parameters<typeof takenRequest>[0]) => takenRequest(request).caller;
    return Router()
      .get("/own/closed", requireSession, (_request, response) => void response.json({}))
      .get("/own/open", readSession, (_request, response) => void response.json({}))
      .get(
        "/own/kept",
        requirePermission("billing:write"),
        (_request, response) => void response.json({}),
      )
      .get(
        "/own/taken",
        requirePermission("billing:write", { grants: "any" }),
        (request, response) => void response.json(answer(request)),
      )
      .post(
        "/own/taken",
        jsonBody,
        requirePermission("billing:write", { grants: "user" }),
        (request, response) => void response.json(answer(request)),
      )
      .get(
        "/own/service",
        requireGrant({ kinds: ["svc"] }),
        (request, response) => void response.json(answer(request)),
      )
      .use(answerRefusals);
  },
};

describeService("guards and tokens", { start: guarded, databases: "one" }, (service) => {
  let team: Team;
  let bearers: ReturnType<typeof createBearers>;
  let agents: Team["people"];
  beforeAll(async () => {
    team = await createTeams(service).team();
    agents = team.people;
    bearers = createBearers(service);
  });

  it("take none without the option", async () => {
    const token = await bearers.adminsPass(team, { kind: "app" });
    for (const path of ["/own/closed", "/own/kept"])
      expect(await bearers.call(path, token)).toMatchObject(CLOSED);
    expect(await bearers.call("/own/kept", "pass_")).toMatchObject(UNAUTHORIZED);
    expect(await bearers.call("/own/open", token)).toMatchObject({ status: 200 });
  });

  it("hand over what a grant may do: what its role and itself both have", async () => {
    const permissions = ["billing:write", "org:delete"];
    const token = await bearers.adminsPass(team, { permissions });
    const { status, body } = await bearers.call("/own/taken", token);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      user: { email: agents.admin.email },
      serviceAccount: null,
      membership: { organization: { id: team.id }, role: "admin" },
      permissions: ["billing:write"],
      by: { kind: "pat", client: null },
    });
    const asService = await passes.issue(bearers.ofService(team, "admin"));
    expect(await bearers.call("/own/taken", asService)).toMatchObject({
      status: 200,
      body: { user: null, serviceAccount: { name: "Build" }, by: { kind: "svc" } },
    });
  });

  it("take sessions beside grants, and grants alone where they say so", async () => {
    const headers = { "x-active-org": team.id };
    const session = await agents.admin.agent.get("/own/taken", headers);
    expect(session).toMatchObject({ status: 200, body: { user: { email: agents.admin.email } } });
    expect(session.body).not.toHaveProperty("by");
    expect(await agents.admin.agent.get("/own/service", headers)).toMatchObject(UNAUTHORIZED);
    const asService = await passes.issue(bearers.ofService(team, "member"));
    expect(await bearers.call("/own/service", asService)).toMatchObject({ status: 200 });
    const token = await bearers.adminsPass(team);
    expect(await bearers.call("/own/service", token)).toMatchObject(CLOSED);
  });

  it("refuse by class, by permission, and beside a cookie", async () => {
    const asService = await passes.issue(bearers.ofService(team, "admin"));
    const post: Send = { method: "POST", body: {} };
    expect(await bearers.call("/own/taken", asService, post)).toMatchObject(CLOSED);
    const narrow = await bearers.adminsPass(team, { permissions: [] });
    expect(await bearers.call("/own/taken", narrow)).toMatchObject(DENIED);
    const cookie = { headers: { cookie: "session=x" } };
    for (const path of ["/own/taken", "/own/closed", "/own/service"])
      expect(await bearers.call(path, narrow, cookie)).toMatchObject(CONFLICT);
  });

  it("take a body from any origin with a token, and not with a session", async () => {
    const token = await bearers.adminsPass(team);
    const post: Send = { method: "POST", body: {}, headers: EVIL };
    expect(await bearers.call("/own/taken", token, post)).toMatchObject({ status: 200 });
    expect(await agents.admin.agent.send("/own/taken", post)).toMatchObject(
      refusal(403, "INVALID_ORIGIN"),
    );
  });
});
