import { ROLES } from "@acme/auth-core";
import { readJson } from "@acme/auth-testing/read-json";
import { beforeAll, describe, expect, it } from "vitest";
import type { Reply } from "../agent.js";
import { describeService } from "../describe-service.js";
import {
  createTeams,
  DENIED,
  MEMBER_BODY,
  type MemberBody,
  NO_MEMBER,
  NO_ORGANIZATION,
  type Teams,
} from "../teams.js";
import {
  at,
  give,
  memberBody,
  remove,
  roleNoticesTo,
  rolesIn,
  UNKNOWN,
} from "./member-requests.js";

const pageOf = ({ body }: Reply) =>
  readJson(body, { members: [MEMBER_BODY], nextCursor: "string or null" });
const foundIn = ({ body }: Reply) =>
  readJson(body, {
    members: [{ user: { name: "string", email: "string" } }],
    nextCursor: "string or null",
  });
const rank = ({ role }: MemberBody) => ROLES.findIndex((each) => each === role);

describeService("members over HTTP", (service) => {
  let teams: Teams;

  beforeAll(async () => {
    teams = createTeams(service);
  });

  describe("are listed", () => {
    it("to members of every role, with what members may know of each other", async () => {
      const { path, id, people, memberIds, organization } = await teams.team();
      const { createdAt } = organization;
      const expected = ROLES.map((role) =>
        memberBody(people[role], { id: memberIds[role], organizationId: id, role, createdAt }),
      );
      for (const { agent } of Object.values(people)) {
        const reply = await agent.get(`${path}/members`);
        expect(reply.status).toBe(200);
        expect(reply.body).toEqual({ members: expect.any(Array) as unknown, nextCursor: null });
        expect(pageOf(reply).members.toSorted((a, b) => rank(a) - rank(b))).toEqual(expected);
      }
      expect(await (await teams.person()).agent.get(`${path}/members`)).toMatchObject(
        NO_ORGANIZATION,
      );
    });

    it("first joined first, page by page, without gap or repeat, even of one instant and while others come and go", async () => {
      const founder = await teams.person();
      const { id } = await teams.found(founder);
      const path = `/api/v1/organizations/${id}/members`;
      const joined = [(await teams.membersOf(founder, id))[0]!.id];
      for (let i = 0; i < 6; i++) {
        if (i % 3 === 0) service.clock.advance(1);
        joined.push(
          await teams.join(founder, id, { invited: await teams.person(), role: "member" }),
        );
      }
      const all = pageOf(await founder.agent.get(path));
      expect(all.members.map((member) => member.id).toSorted()).toEqual(joined.toSorted());
      expect(
        all.members.map(({ id }) => joined.indexOf(id)).map((at) => Math.ceil(at / 3)),
      ).toEqual([0, 1, 1, 1, 2, 2, 2]);

      for (const limit of [1, 2, 3, 7, 100]) {
        const seen: string[] = [];
        for (let cursor: string | null = ""; cursor !== null;) {
          const page = pageOf(
            await founder.agent.get(
              `${path}?limit=${limit}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
            ),
          );
          expect(page.members.length).toBeLessThanOrEqual(limit);
          seen.push(...page.members.map((member) => member.id));
          cursor = page.nextCursor;
        }
        expect(seen).toEqual(all.members.map((member) => member.id));
      }

      const first = pageOf(await founder.agent.get(`${path}?limit=3`));
      await remove(
        founder.agent,
        at({ path: `/api/v1/organizations/${id}` }, first.members[2]!.id),
      );
      service.clock.advance(1);
      const newcomer = await teams.join(founder, id, {
        invited: await teams.person(),
        role: "member",
      });
      const rest = pageOf(
        await founder.agent.get(`${path}?cursor=${encodeURIComponent(first.nextCursor!)}`),
      );
      expect(rest.members.map((member) => member.id)).toEqual([
        ...all.members.slice(3).map((member) => member.id),
        newcomer,
      ]);
    });

    it("by the beginning of a name or an email address, page by page, and every character stands for itself", async () => {
      const founder = await teams.person();
      const { id } = await teams.found(founder);
      const path = `/api/v1/organizations/${id}/members`;
      const names = [
        "Élodie Ünal",
        "ÉLODIE",
        "100% Ada",
        "a_b",
        "Robert'); drop table auth_user;--",
      ];
      for (const name of names) {
        const invited = await teams.person();
        await teams.join(founder, id, { invited, role: "member" });
        await invited.agent.post("/api/auth/update-user", { name });
      }
      const found = async (q: string, rest = "") =>
        foundIn(await founder.agent.get(`${path}?q=${encodeURIComponent(q)}${rest}`));
      const namesOf = async (q: string) =>
        (await found(q)).members.map(({ user }) => user.name).toSorted();
      expect(await namesOf("élodie")).toEqual([names[1], names[0]].toSorted());
      expect(await namesOf("élodie ü")).toEqual([names[0]]);
      expect(await namesOf("100%")).toEqual([names[2]]);
      expect(await namesOf("A_")).toEqual([names[3]]);
      expect(await namesOf("robert')")).toEqual([names[4]]);
      for (const none of ["%%", "__", "0%", "' or '1'='1", "\\%", "ab*", "[a-z]"])
        expect(await namesOf(none)).toEqual([]);
      const byAddress = await found(founder.email.toUpperCase());
      expect(byAddress.members.map(({ user }) => user.email)).toEqual([founder.email]);
      const { members, nextCursor } = await found("Élo", "&limit=1");
      const next = await found("Élo", `&limit=1&cursor=${encodeURIComponent(nextCursor!)}`);
      expect(next.nextCursor).toBeNull();
      expect([...members, ...next.members].map(({ user }) => user.name).toSorted()).toEqual(
        [names[1], names[0]].toSorted(),
      );
    });

    it.each(["q=", "q=a", "q=%20a%20", "q=ab%00", "q=ab%0a", "q=ab&q=cd", `q=${"a".repeat(321)}`])(
      "refuses ?%s and names q",
      async (query) => {
        const ada = await teams.person();
        const { id } = await teams.found(ada);
        expect(await ada.agent.get(`/api/v1/organizations/${id}/members?${query}`)).toMatchObject({
          status: 400,
          body: { code: "VALIDATION_ERROR", issues: [{ path: "q" }] },
        });
      },
    );

    it.each([
      "limit=0",
      "limit=101",
      "limit=x",
      "limit=1.5",
      "cursor=x",
      "cursor=",
      "limit=1&limit=2",
      "cursor=2026-13-99T00:00:00.000Z~0000000000000000",
    ])("refuses ?%s by name", async (query) => {
      const ada = await teams.person();
      const { id } = await teams.found(ada);
      expect(await ada.agent.get(`/api/v1/organizations/${id}/members?${query}`)).toMatchObject({
        status: 400,
        body: { code: "VALIDATION_ERROR" },
      });
    });
  });

  describe("are given a role", () => {
    it("that counts from the next request on, and of which they are told once", async () => {
      const team = await teams.team();
      const { people, memberIds, id, organization } = team;
      const reply = await give(people.owner.agent, at(team, memberIds.member), "admin");
      expect(reply).toMatchObject({ status: 200, setCookies: [] });
      const { createdAt } = organization;
      expect(reply.body).toEqual(
        memberBody(people.member, {
          id: memberIds.member,
          organizationId: id,
          role: "admin",
          createdAt,
        }),
      );
      expect((await people.member.agent.get("/api/v1/auth/me")).body).toMatchObject({
        activeOrganization: { role: "admin" },
      });
      expect(await roleNoticesTo(service, people.member)).toBe(1);
      expect((await give(people.owner.agent, at(team, memberIds.member), "admin")).body).toEqual(
        reply.body,
      );
      expect(await roleNoticesTo(service, people.member)).toBe(1);
      expect(await roleNoticesTo(service, people.owner)).toBe(0);
      const mail = service.inbox.last(people.member.email);
      expect(mail.subject).not.toContain(organization.name);
      expect(mail.text).toContain(`Organization: ${organization.name}\nRole: Admin\n`);
    });

    it("that there is", async () => {
      const team = await teams.team();
      for (const role of ["Owner", "", "owner,admin", ["admin"], null, undefined])
        expect(
          await give(team.people.owner.agent, at(team, team.memberIds.member), role),
        ).toMatchObject({
          status: 400,
          body: { code: "VALIDATION_ERROR", issues: [{ path: "role" }] },
        });
      expect(await rolesIn(teams, team)).toContain("member");
    });
  });

  it("unknown to the organization, and those of others, are one and the same", async () => {
    const [team, others] = [await teams.team(), await teams.team()];
    for (const memberId of [
      ...UNKNOWN,
      ...Object.values(others.memberIds),
      team.people.member.userId,
    ]) {
      expect(await give(team.people.owner.agent, at(team, memberId), "admin")).toMatchObject(
        NO_MEMBER,
      );
      expect(await remove(team.people.owner.agent, at(team, memberId))).toMatchObject(NO_MEMBER);
    }
    expect(await rolesIn(teams, others)).toHaveLength(3);
  });

  it("leave when they like, and may come back by invitation only", async () => {
    const { people, path, id } = await teams.team();
    expect(await people.member.agent.post(`${path}/leave`)).toMatchObject({
      status: 204,
      text: "",
      setCookies: [],
    });
    expect(await people.member.agent.get(path)).toMatchObject(NO_ORGANIZATION);
    expect(await people.member.agent.post(`${path}/leave`)).toMatchObject(NO_ORGANIZATION);
    expect(await (await teams.person()).agent.post(`${path}/leave`)).toMatchObject(NO_ORGANIZATION);
    for (const unknown of UNKNOWN)
      expect(await people.admin.agent.post(`/api/v1/organizations/${unknown}/leave`)).toMatchObject(
        NO_ORGANIZATION,
      );
    expect(await teams.join(people.owner, id, { invited: people.member, role: "admin" })).toEqual(
      expect.any(String),
    );
  });

  it("are removed with an empty answer, themselves included where the role allows it", async () => {
    const team = await teams.team();
    const { people, memberIds, path } = team;
    expect(await remove(people.member.agent, at(team, memberIds.member))).toMatchObject(DENIED);
    expect(await remove(people.admin.agent, at(team, memberIds.member))).toMatchObject({
      status: 204,
      text: "",
    });
    expect(await people.member.agent.get(path)).toMatchObject(NO_ORGANIZATION);
    expect((await remove(people.admin.agent, at(team, memberIds.admin))).status).toBe(204);
    expect(await rolesIn(teams, team)).toEqual(["owner"]);
  });
});
