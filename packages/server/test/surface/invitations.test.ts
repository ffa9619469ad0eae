import { beforeAll, describe, expect, it } from "vitest";
import { DAY, MINUTE, SECOND } from "@acme/auth-core";
import type { Agent } from "../agent.js";
import {
  ACCEPT,
  createTeams,
  MY_INVITATIONS,
  NO_INVITATION,
  NO_ORGANIZATION,
  refusal,
  REJECT,
  INVITATION_BODY,
} from "../teams.js";
import type { Team, Teams } from "../teams.js";
import { APP_ORIGIN } from "../service.js";
import { describeService, serviceStarter } from "../describe-service.js";
import { readJson } from "../read-json.js";

const PAGE = "/api/auth/invitation";
const ALREADY_INVITED = refusal(409, "ALREADY_INVITED");

describeService("invitations over HTTP", (service, database) => {
  const start = serviceStarter(database);
  let teams: Teams;

  beforeAll(async () => {
    teams = createTeams(service);
  });

  const invite = (agent: Agent, { path }: Pick<Team, "path">, body: object) =>
    agent.post(`${path}/invitations`, body);
  const listOf = async (agent: Agent, { path }: Team) =>
    readJson((await agent.get(`${path}/invitations`)).body, [INVITATION_BODY]);
  const cancel = (agent: Agent, { path }: Team, id: string) =>
    agent.send(`${path}/invitations/${id}`, { method: "DELETE" });

  it("say who is invited to what, by whom and until when", async () => {
    const team = await teams.team();
    const email = teams.newAddress();
    const foreign = {
      id: "0000000000000000",
      status: "accepted",
      organizationId: "0000000000000000",
      expiresAt: "2999-01-01T00:00:00.000Z",
    };
    const reply = await invite(team.people.admin.agent, team, {
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
    ["no address", { role: "member" }, "email"],
    ["two addresses", { email: "a@example.com, b@example.com", role: "member" }, "email"],
    [
      "an address with a line break",
      { email: "a@example.com\nBcc: b@example.com", role: "member" },
      "email",
    ],
    ["no role", { email: "a@example.com" }, "role"],
    ["a role there is not", { email: "a@example.com", role: "superuser" }, "role"],
    ["several roles", { email: "a@example.com", role: ["admin", "owner"] }, "role"],
  ])("with %s are refused by name", async (_what, body, path) => {
    const team = await teams.team();
    expect(await invite(team.people.owner.agent, team, body)).toMatchObject({
      status: 400,
      body: { code: "VALIDATION_ERROR", issues: [{ path }] },
    });
  });

  describe("go to an email address", () => {
    it("once, until they end or expire", async () => {
      const team = await teams.team();
      const { agent } = team.people.owner;
      const [email, role] = [teams.newAddress(), "member"];
      const first = readJson((await invite(agent, team, { email, role })).body, INVITATION_BODY);
      for (const again of ["member", "admin"])
        expect(
          await invite(agent, team, { email: email.toUpperCase(), role: again }),
        ).toMatchObject(ALREADY_INVITED);
      expect((await cancel(agent, team, first.id)).status).toBe(204);
      const second = readJson((await invite(agent, team, { email, role })).body, INVITATION_BODY);

      service.clock.advance(7 * DAY - 1);
      const owner = await service.signedIn(team.people.owner.email);
      expect(await invite(owner, team, { email, role })).toMatchObject(ALREADY_INVITED);
      service.clock.advance(1);
      const third = readJson((await invite(owner, team, { email, role })).body, INVITATION_BODY);
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
      expect((await invite(owner, team, { email, role })).status).toBe(201);
    });

    it("of no member, and by several calls at once only once", async () => {
      const team = await teams.team();
      for (const { email } of Object.values(team.people))
        expect(
          await invite(team.people.owner.agent, team, { email, role: "member" }),
        ).toMatchObject(refusal(409, "ALREADY_MEMBER"));
      const email = teams.newAddress();
      const replies = await Promise.all(
        Array.from({ length: 20 }, () =>
          invite(team.people.owner.agent, team, { email, role: "member" }),
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
          (await invite(team.people.admin.agent, team, { email, role: "member" })).status,
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
    const next = (agent: Agent) => invite(agent, team, { email: own.newAddress(), role: "member" });
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
    expect(await cancel(others.people.owner.agent, others, id)).toMatchObject(NO_INVITATION);
    expect(await cancel(others.people.owner.agent, team, id)).toMatchObject(NO_ORGANIZATION);
    for (const unknown of ["0000000000000000", "%00", "%F0%9F%A6%86", "x".repeat(5_000)])
      expect(await cancel(team.people.owner.agent, team, unknown)).toMatchObject(NO_INVITATION);
    expect(await cancel(team.people.admin.agent, team, id)).toMatchObject({
      status: 204,
      text: "",
      setCookies: [],
    });
    expect(await cancel(team.people.admin.agent, team, id)).toMatchObject(NO_INVITATION);
    const late = await teams.invite(team.people.owner, team.id, {
      email: teams.newAddress(),
      role: "member",
    });
    service.clock.advance(7 * DAY);
    expect(
      await cancel(await service.signedIn(team.people.owner.email), team, late.id),
    ).toMatchObject(NO_INVITATION);
  });

  describe("by mail", () => {
    it("say who invites to what, with names that nobody can click", async () => {
      const ada = await teams.person();
      await ada.agent.post("/api/auth/update-user", {
        name: "Ada https://evil.example/win <b>now</b>",
      });
      const { id } = await teams.found(ada, { name: "Prize at www.evil.example/claim" });
      const email = teams.newAddress();
      await teams.invite(ada, id, { email, role: "admin" });
      await service.auth.worker.runDue();
      const mail = service.inbox.last(email);
      expect(mail.subject).toBe("You are invited to an organization at Acme");
      expect(mail.text).toContain("as an admin");
      expect(mail.text).toContain("Ada ");
      expect(mail.text).toContain("Prize at ");
      expect(mail.html).not.toContain("<b>now");
      for (const content of [mail.text, mail.html]) {
        expect(content).not.toMatch(/evil\.example|https:\/\/evil/);
        const links = [...content.matchAll(/https?:\/\/[^\s"<]+/g)].map(([link]) => new URL(link));
        expect(links.length).toBeGreaterThan(0);
        for (const link of links) expect(link.origin + link.pathname).toBe(`${service.url}${PAGE}`);
      }
    });

    it("are not sent once they are canceled", async () => {
      const team = await teams.team();
      const email = teams.newAddress();
      const { id } = await teams.invite(team.people.owner, team.id, { email, role: "member" });
      await cancel(team.people.owner.agent, team, id);
      await service.auth.worker.runDue();
      expect(service.inbox.mails.filter(({ to }) => to === email)).toEqual([]);
    });

    it("are refused after five in a quarter of an hour, whoever invites: nothing is made then, and the mailed links stay good", async () => {
      const email = teams.newAddress();
      const ask = async () => {
        const ada = await teams.person();
        return invite(
          ada.agent,
          { path: `/api/v1/organizations/${(await teams.found(ada)).id}` },
          { email, role: "member" },
        );
      };
      for (let i = 0; i < 5; i++) expect((await ask()).status).toBe(201);
      const refused = await ask();
      expect(refused).toMatchObject(refusal(429, "TOO_MANY_REQUESTS"));
      expect(refused.headers).toMatchObject({ "retry-after": String((15 * MINUTE) / SECOND) });
      const token = await teams.tokenFor(email);
      expect(service.inbox.mails.filter(({ to }) => to === email)).toHaveLength(5);
      const { agent } = await teams.personWith(email);
      expect((await agent.get(MY_INVITATIONS)).body).toHaveLength(5);
      expect((await agent.post(ACCEPT, { token })).status).toBe(200);
      service.clock.advance(15 * MINUTE);
      expect((await ask()).status).toBe(201);
    });

    it("go out only in the name of an inviter whose own email is verified, read anew each time; what is refused spends nothing", async () => {
      const [claimed, email] = [teams.newAddress(), teams.newAddress()];
      const inviter = service.agent();
      await inviter.post("/api/auth/sign-up", {
        email: claimed,
        password: "correct horse battery staple",
        name: "The boss",
      });
      const { id } = readJson(
        (await inviter.post("/api/v1/organizations", { name: "Big corporation" })).body,
        { id: "string" },
      );
      await service.auth.worker.runDue();
      const link = new URL(service.inbox.linkFor(claimed)).searchParams.get("token");
      const before = service.inbox.mails.length;
      const ask = () =>
        invite(inviter, { path: `/api/v1/organizations/${id}` }, { email, role: "member" });
      for (let i = 0; i < 7; i++)
        expect(await ask()).toMatchObject(refusal(403, "EMAIL_VERIFICATION_REQUIRED"));
      await service.auth.worker.runDue();
      expect(service.inbox.mails.slice(before)).toEqual([]);
      expect((await inviter.get(`/api/v1/organizations/${id}/invitations`)).body).toEqual([]);

      expect((await inviter.post("/api/v1/auth/verify-email", { token: link })).status).toBe(200);
      expect((await ask()).status).toBe(201);
      await service.auth.worker.runDue();
      expect(service.inbox.last(email).text).toContain("The boss invites you");
    });
  });

  describe("opened in a browser", () => {
    it("show who invites to what and lead on, and change nothing however often", async () => {
      const team = await teams.team({ name: "Ada & <Sons>" });
      const email = teams.newAddress();
      await teams.invite(team.people.owner, team.id, { email, role: "member" });
      const token = await teams.tokenFor(email);
      const browser = service.agent();
      const pages = new Set<string>();
      for (let times = 0; times < 20; times++) {
        const page = await browser.get(`${PAGE}?token=${token}`);
        expect(page).toMatchObject({ status: 200, setCookies: [] });
        pages.add(page.text);
        expect(await browser.send(`${PAGE}?token=${token}`, { method: "HEAD" })).toMatchObject({
          status: 200,
          text: "",
          setCookies: [],
        });
      }
      const [text = ""] = pages;
      expect(pages.size).toBe(1);
      for (const part of [
        "Ada &amp; &lt;Sons&gt;",
        email,
        team.people.owner.email,
        "a member",
        `href="${APP_ORIGIN}/invitation?token=${token}"`,
      ])
        expect(text).toContain(part);
      expect(text).not.toMatch(/<script|<form|<button/);
      const invited = await teams.personWith(email);
      expect((await invited.agent.get(MY_INVITATIONS)).body).toMatchObject([{ status: "pending" }]);
      expect((await invited.agent.post(ACCEPT, { token })).status).toBe(200);
    });

    it("say that they are dead once they are, without saying of what", async () => {
      const team = await teams.team();
      const email = teams.newAddress();
      const { id } = await teams.invite(team.people.owner, team.id, { email, role: "member" });
      const token = await teams.tokenFor(email);
      await cancel(team.people.owner.agent, team, id);
      for (const query of [
        `?token=${token}`,
        "?token=",
        "",
        `?token=${"x".repeat(43)}`,
        "?token=%00",
        `?token=${"x".repeat(5_000)}`,
      ]) {
        const page = await service.agent().get(PAGE + query);
        expect(page.status).toBe(400);
        expect(page.text).toContain("This link does not work");
        for (const secret of [email, team.organization.name, team.people.owner.email])
          expect(page.text).not.toContain(secret);
      }
      const late = teams.newAddress();
      await teams.invite(team.people.owner, team.id, { email: late, role: "member" });
      const lateToken = await teams.tokenFor(late);
      service.clock.advance(7 * DAY - 1);
      expect((await service.agent().get(`${PAGE}?token=${lateToken}`)).status).toBe(200);
      service.clock.advance(1);
      expect((await service.agent().get(`${PAGE}?token=${lateToken}`)).status).toBe(400);
    });
  });
});
