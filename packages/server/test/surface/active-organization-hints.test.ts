import { expectOfEach } from "@acme/auth-testing/of-each";
import { orNull, readJson } from "@acme/auth-testing/read-json";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Reply } from "../agent.js";
import { describeService } from "../describe-service.js";
import { DATABASES, openStore, type Service, startService } from "../service.js";
import {
  createTeams,
  DENIED,
  NO_ORGANIZATION,
  type Person,
  refusal,
  type Team,
  type Teams,
} from "../teams.js";

const NONE = refusal(403, "NO_ACTIVE_ORGANIZATION");
/** Routes that work in the active organization, each with a body that would do something there. */
const WORKS = [
  ["GET", "/api/auth/organization/get-active-member", undefined],
  ["GET", "/api/auth/organization/get-active-member-role", undefined],
  ["GET", "/api/auth/organization/list-members", undefined],
  ["GET", "/api/auth/organization/list-invitations", undefined],
  ["POST", "/api/auth/organization/update", { data: { name: "Mine now" } }],
  ["POST", "/api/auth/organization/invite-member", { email: "friend@example.com", role: "member" }],
  ["POST", "/api/auth/organization/has-permission", { permissions: { org: ["read"] } }],
] as const;

interface Ids {
  readonly own: string;
  readonly foreign: string;
}

/** What a client may send as the value of the cookie or the header; a list is sent as several. */
const HINTS: readonly (readonly [what: string, value: (ids: Ids) => string | readonly string[]])[] =
  [
    ["of another organization", ({ foreign }) => foreign],
    ["that is empty", () => ""],
    ["of nothing", () => "0000000000000000"],
    ["in capitals", ({ own }) => own.toUpperCase().replaceAll("-", "_")],
    ["cut short", ({ own }) => own.slice(0, -1)],
    ["with a tail", ({ own }) => `${own}x`],
    ["in quotes", ({ own }) => `"${own}"`],
    ["percent-encoded", ({ own }) => encodeURIComponent(own).replaceAll("-", "%2D")],
    ["with NUL, encoded", ({ own }) => `${own}%00`],
    ["of a pattern", () => "%%%%%%%%%%%%%%%%"],
    ["of an expression", () => "0' OR '1'='1' --"],
    ["of the name of a prototype", () => "__proto__________"],
    ["of the word null", () => "null"],
    ["beyond all measure", () => "a".repeat(6_000)],
    ["of two in one", ({ own }) => `${own},${own}`],
    ["twice the same", ({ own }) => [own, own]],
    ["twice, own first", ({ own, foreign }) => [own, foreign]],
    ["twice, foreign first", ({ own, foreign }) => [foreign, own]],
  ];

describeService("hints at the active organization", { hosts: "both" }, (service) => {
  let teams: Teams;
  let ada: Person;
  let ids: Ids;
  let others: Team;

  beforeAll(async () => {
    teams = createTeams(service);
    ada = await teams.person();
    others = await teams.team();
    ids = { own: (await teams.found(ada)).id, foreign: others.id };
  });

  const givesNothing = async (headers: Readonly<Record<string, string | readonly string[]>>) => {
    expect((await ada.agent.get("/api/v1/auth/me", headers)).body).toMatchObject({
      activeOrganization: null,
      permissions: [],
    });
    expect((await ada.agent.get("/api/auth/get-session", headers)).body).toMatchObject({
      session: { activeOrganizationId: null },
    });
    for (const [method, path, body] of WORKS)
      expect(await ada.agent.send(path, { method, body, headers })).toMatchObject({
        ...NONE,
        setCookies: [],
      });
    for (const path of ["get-organization", "get-full-organization"])
      expect(await ada.agent.get(`/api/auth/organization/${path}`, headers)).toMatchObject({
        status: 200,
        text: "null",
        setCookies: [],
      });
    expect(await ada.agent.get(others.path, headers)).toMatchObject(NO_ORGANIZATION);
  };

  it("that are sound give what they should, so that the rest of this means something", async () => {
    const session = `session=${ada.agent.cookies.get("session")!}`;
    for (const headers of [
      { cookie: `${session}; active-org=${ids.own}` },
      { cookie: session, "x-active-org": ids.own },
    ])
      for (const [method, path, body] of WORKS.slice(0, -2))
        expect((await ada.agent.send(path, { method, body, headers })).status).toBe(200);
  });

  const ofEachHint = (
    headersOf: (hint: string | readonly string[]) => Parameters<typeof givesNothing>[0],
  ) =>
    expectOfEach(
      HINTS,
      ([what]) => what,
      ([, value]) => givesNothing(headersOf(value(ids))),
    );

  it("that are unsound give no access as a cookie", () =>
    ofEachHint((hint) => {
      const hints = [hint].flat().map((one) => `active-org=${one}`);
      return { cookie: [`session=${ada.agent.cookies.get("session")!}`, ...hints].join("; ") };
    }));

  it("that are unsound give no access as a header, the sound cookie beside them included", () =>
    ofEachHint((hint) => ({
      cookie: `session=${ada.agent.cookies.get("session")!}; active-org=${ids.own}`,
      "x-active-org": hint,
    })));

  it("of another user's are worth nothing without a session, and with a dead one", async () => {
    const agent = service.agent();
    agent.cookies.set("active-org", ids.foreign);
    for (const session of [null, "x".repeat(43)]) {
      if (session) agent.cookies.set("session", session);
      for (const [method, path, body] of WORKS)
        expect(await agent.send(path, { method, body })).toMatchObject(
          refusal(401, "UNAUTHORIZED"),
        );
    }
  });
});

describe.each(DATABASES)("two servers over one database, on %s", (database) => {
  let servers: readonly [Service, Service];

  beforeAll(async () => {
    const { store, location } = await openStore(database);
    await store.close();
    servers = [
      await startService({ database, location }),
      await startService({ database, location }),
    ];
  });
  afterEach(() => expect(servers.flatMap(({ breaches }) => breaches)).toEqual([]));
  afterAll(async () => {
    for (const server of servers) await server.stop();
  });

  it("know of a demotion, a removal and a deletion on the very next request", async () => {
    const [here, there] = servers;
    const { path, id, people, memberIds } = await createTeams(here).team();
    const elsewhere = there.agent();
    for (const [name, value] of people.admin.agent.cookies) elsewhere.cookies.set(name, value);
    const everywhere = async (path: string): Promise<readonly Reply[]> => [
      await people.admin.agent.get(path),
      await elsewhere.get(path),
    ];
    const change = (method: string, at: string, body?: object) =>
      people.owner.agent.send(`${path}${at}`, { method, body });
    const roles = async () =>
      (await everywhere("/api/v1/auth/me")).map(
        ({ body }) =>
          readJson(body, { activeOrganization: orNull({ role: "string" }) }).activeOrganization
            ?.role,
      );

    for (let times = 0; times < 3; times++) {
      for (const reply of await everywhere(`${path}/audit`)) expect(reply.status).toBe(200);
      expect(await roles()).toEqual(["admin", "admin"]);
      expect(
        (await change("PATCH", `/members/${memberIds.admin}`, { role: "member" })).status,
      ).toBe(200);
      expect(
        await elsewhere.send(`${path}/members/${memberIds.member}`, { method: "DELETE" }),
      ).toMatchObject(DENIED);
      for (const reply of await everywhere(`${path}/audit`)) expect(reply).toMatchObject(DENIED);
      for (const reply of await everywhere("/api/auth/organization/list-invitations"))
        expect(reply).toMatchObject(DENIED);
      expect(await roles()).toEqual(["member", "member"]);
      expect((await change("PATCH", `/members/${memberIds.admin}`, { role: "admin" })).status).toBe(
        200,
      );
    }

    expect((await change("DELETE", `/members/${memberIds.admin}`)).status).toBe(204);
    for (const reply of [...(await everywhere(path)), ...(await everywhere(`${path}/members`))])
      expect(reply).toMatchObject(NO_ORGANIZATION);
    for (const reply of await everywhere("/api/auth/organization/get-active-member"))
      expect(reply).toMatchObject(NONE);
    expect(await roles()).toEqual([undefined, undefined]);

    const member = there.agent();
    for (const [name, value] of people.member.agent.cookies) member.cookies.set(name, value);
    expect((await member.get(path)).body).toMatchObject({ id });
    expect((await change("DELETE", "")).status).toBe(204);
    expect(await member.get(path)).toMatchObject(NO_ORGANIZATION);
  });
});
