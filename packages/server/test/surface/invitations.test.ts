import { DAY } from "@acme/auth-core/surface";
import { readJson } from "@acme/auth-testing/read-json";
import { beforeAll, describe, expect, it } from "vitest";
import type { Agent } from "../agent.js";
import { describeService, serviceStarter } from "../describe-service.js";
import type { Team, Teams } from "../teams.js";
import {
  ACCEPT,
  cancelInvitation,
  createTeams,
  INVITATION_BODY,
  inviteTo,
  MY_INVITATIONS,
  NO_INVITATION,
  NO_ORGANIZATION,
  refusal,
  REJECT,
} from "../teams.js";

const ALREADY_INVITED = refusal(409, "ALREADY_INVITED");

describeService("invitations over HTTP", (service, database) => {
  const start = serviceStarter(database);
  let teams: Teams;

  beforeAll(async () => {
    teams = createTeams(service);
  });

  const listOf = async (agent: Agent, { path }: Team) =>
    readJson((await agent.get(`${path}/invitations`)).body, [INVITATION_BODY]);
  it("say who is invited to what, by whom and until when", async () => {
    const team = await teams.team();
    const email = teams.newAddress();
    const foreign = {
      id: "0000000000000000",
      status: "accepted",
      organizationId: "0000000000000000",
      expiresAt: "2999-01-01T00:00:00.000Z",
    };
    const reply = await inviteTo(team.people.admin.agent, team, {
      ...foreign,
      email: ` ${email.toUpperCase()} `,
      role: "member",
    });
    expect(reply).toMatchObject({ status: 201, setCookies: [] });
    const now = service.clock.now();
    const expected = {
      id: readJson(reply.body, INVITATION_BODY).id,
      organizationId: team.id,
      email,
      role: "member",
      status: "pending",
      expiresAt: new Date(now.getTime() + 7 * DAY).toISOString(),
      createdAt: now.toISOString(),
      inviterId: team.people.admin.userId,
    };
    expect(reply.body).toEqual(expected);
    expect(
      (await listOf(team.people.owner.agent, team)).filter((one) => one.email === email),
    ).toEqual([expected]);

    const invited = await teams.personWith(email);
    const organization = { name: team.organization.name, slug: team.organization.slug };
    const inviter = { name: "", email: team.people.admin.email };
    expect(await invited.agent.get(MY_INVITATIONS)).toMatchObject({
      status: 200,
      body: [{ ...expected, organization, inviter }],
    });
    expect(
      Object.keys(readJson((await invited.agent.get(MY_INVITATIONS)).body, ["object"])[0]!),
    ).toHaveLength(10);
  });

  it.each([
    ["no email address", { role: "member" }, "email"],
    ["two addresses", { email: "a@example.com, b@example.com", role: "member" }, "email"],
    [
      "an email address with a line break",
      { email: "a@example.com\nBcc: b@example.com", role: "member" },
      "email",
    ],
    ["no role", { email: "a@example.com" }, "role"],
    ["a role there is not", { email: "a@example.com", role: "superuser" }, "role"],
    ["several roles", { email: "a@example.com", role: ["admin", "owner"] }, "role"],
  ])("with %s are refused by name", async (_what, body, path) => {
    const team = await teams.team();
    expect(await inviteTo(team.people.owner.agent, team, body)).toMatchObject({
      status: 400,
      body: { code: "VALIDATION_ERROR", issues: [{ path }] },
    });
  });

  describe("go to an email address", () => {
    it("once, until they end or expire", async () => {
      const team = await teams.team();
      const { agent } = team.people.owner;
      const [email, role] = [teams.newAddress(), "member"];
      const first = readJson((await inviteTo(agent, team, { email, role })).body, INVITATION_BODY);
      for (const again of ["member", "admin"])
        expect(
          await inviteTo(agent, team, { email: email.toUpperCase(), role: again }),
        ).toMatchObject(ALREADY_INVITED);
      expect((await cancelInvitation(agent, team, first.id)).status).toBe(204);
      const second = readJson((await inviteTo(agent, team, { email, role })).body, INVITATION_BODY);

      service.clock.advance(7 * DAY - 1);
      const owner = await service.signedIn(team.people.owner.email);
      expect(await inviteTo(owner, team, { email, role })).toMatchObject(ALREADY_INVITED);
      service.clock.advance(1);
      const third = readJson((await inviteTo(owner, team, { email, role })).body, INVITATION_BODY);
      const statuses = (await listOf(owner, team))
        .filter((one) => one.email === email)
        .map(({ id, status }) => [id, status]);
      expect(statuses).toHaveLength(3);
      expect(Object.fromEntries(statuses)).toEqual({
        [first.id]: "canceled",
        [second.id]: "canceled",
        [third.id]: "pending",
      });
      const invited = await teams.personWith(email);
      expect(await invited.agent.post(ACCEPT, { invitationId: second.id })).toMatchObject(
        NO_INVITATION,
      );
      expect((await invited.agent.post(REJECT, { invitationId: third.id })).status).toBe(204);
      expect((await inviteTo(owner, team, { email, role })).status).toBe(201);
    });

    it("of no member, and by several calls at once only once", async () => {
      const team = await teams.team();
      for (const { email } of Object.values(team.people))
        expect(
          await inviteTo(team.people.owner.agent, team, { email, role: "member" }),
        ).toMatchObject(refusal(409, "ALREADY_MEMBER"));
      const email = teams.newAddress();
      const replies = await Promise.all(
        Array.from({ length: 20 }, () =>
          inviteTo(team.people.owner.agent, team, { email, role: "member" }),
        ),
      );
      expect(replies.map(({ status }) => status).toSorted()).toEqual([
        201,
        ...Array<number>(4).fill(409),
        ...Array<number>(15).fill(429),
      ]);
    });

    it("in each organization by itself", async () => {
      const [one, two, email] = [await teams.team(), await teams.team(), teams.newAddress()];
      for (const team of [one, two])
        expect(
          (await inviteTo(team.people.admin.agent, team, { email, role: "member" })).status,
        ).toBe(201);
      const invited = await teams.personWith(email);
      expect((await invited.agent.get(MY_INVITATIONS)).body).toHaveLength(2);
    });
  });

  it("number as many at a time as the policy says; what has ended or expired does not count", async () => {
    const small = await start({ policy: { invitationsPerOrganization: 2 } });
    const own = createTeams(small);
    const ada = await own.person();
    const team = { path: `/api/v1/organizations/${(await own.found(ada)).id}` };
    const LIMIT_REACHED = refusal(403, "LIMIT_REACHED");
    const next = (agent: Agent) =>
      inviteTo(agent, team, { email: own.newAddress(), role: "member" });
    const first = readJson((await next(ada.agent)).body, INVITATION_BODY);
    expect((await next(ada.agent)).status).toBe(201);
    expect(await next(ada.agent)).toMatchObject(LIMIT_REACHED);
    expect(
      (await ada.agent.send(`${team.path}/invitations/${first.id}`, { method: "DELETE" })).status,
    ).toBe(204);
    expect((await next(ada.agent)).status).toBe(201);
    expect(await next(ada.agent)).toMatchObject(LIMIT_REACHED);
    small.clock.advance(7 * DAY);
    expect((await next(await small.signedIn(ada.email))).status).toBe(201);
  });

  it("are canceled once, by those of that organization", async () => {
    const [team, others] = [await teams.team(), await teams.team()];
    const { id } = await teams.invite(team.people.owner, team.id, {
      email: teams.newAddress(),
      role: "member",
    });
    expect(await cancelInvitation(others.people.owner.agent, others, id)).toMatchObject(
      NO_INVITATION,
    );
    expect(await cancelInvitation(others.people.owner.agent, team, id)).toMatchObject(
      NO_ORGANIZATION,
    );
    for (const unknown of ["0000000000000000", "%00", "%F0%9F%A6%86", "x".repeat(5_000)])
      expect(await cancelInvitation(team.people.owner.agent, team, unknown)).toMatchObject(
        NO_INVITATION,
      );
    expect(await cancelInvitation(team.people.admin.agent, team, id)).toMatchObject({
      status: 204,
      text: "",
      setCookies: [],
    });
    expect(await cancelInvitation(team.people.admin.agent, team, id)).toMatchObject(NO_INVITATION);
    const late = await teams.invite(team.people.owner, team.id, {
      email: teams.newAddress(),
      role: "member",
    });
    service.clock.advance(7 * DAY);
    expect(
      await cancelInvitation(await service.signedIn(team.people.owner.email), team, late.id),
    ).toMatchObject(NO_INVITATION);
  });
});
