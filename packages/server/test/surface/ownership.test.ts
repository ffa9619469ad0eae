import { DAY } from "@acme/auth-core/surface";
import { beforeAll, describe, expect, it } from "vitest";
import type { Agent } from "../agent.js";
import { describeService } from "../describe-service.js";
import {
  createTeams,
  DENIED,
  NO_MEMBER,
  NO_ORGANIZATION,
  type Person,
  refusal,
  type Team,
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

const LAST_OWNER = refusal(409, "LAST_OWNER");

describeService("members who own an organization, over HTTP", (service) => {
  let teams: Teams;

  beforeAll(async () => {
    teams = createTeams(service);
  });
  const noticesTo = (person: Person) => roleNoticesTo(service, person);

  describe("always leave an owner", () => {
    it("however an owner goes", async () => {
      const team = await teams.team();
      const { people, memberIds, path } = team;
      const { agent } = people.owner;
      expect(await give(agent, at(team, memberIds.owner), "admin")).toMatchObject(LAST_OWNER);
      expect(await remove(agent, at(team, memberIds.owner))).toMatchObject(LAST_OWNER);
      expect(await agent.post(`${path}/leave`)).toMatchObject(LAST_OWNER);
      expect((await give(agent, at(team, memberIds.owner), "owner")).status).toBe(200);
      expect((await rolesIn(teams, team)).toSorted()).toEqual(["admin", "member", "owner"]);

      await give(agent, at(team, memberIds.admin), "owner");
      expect((await agent.post(`${path}/leave`)).status).toBe(204);
      expect(await people.admin.agent.post(`${path}/leave`)).toMatchObject(LAST_OWNER);
    });

    it("when two owners leave at once", async () => {
      for (let times = 0; times < 5; times++) {
        const { people, path, id, memberIds } = await teams.team();
        await give(people.owner.agent, at({ path }, memberIds.admin), "owner");
        const replies = await Promise.all(
          [people.owner, people.admin].map(({ agent }) => agent.post(`${path}/leave`)),
        );
        expect(replies.map(({ status }) => status).toSorted()).toEqual([204, 409]);
        expect(
          (await teams.membersOf(people.member, id)).filter(({ role }) => role === "owner"),
        ).toHaveLength(1);
      }
    });
  });

  describe("take the organization over", () => {
    const transfer = (agent: Agent, { path }: Team, memberId: unknown) =>
      agent.post(`${path}/transfer-ownership`, { memberId });

    it("in one step, of which both are told", async () => {
      const team = await teams.team();
      const { people, memberIds, id, organization } = team;
      const { createdAt } = organization;
      const reply = await transfer(people.owner.agent, team, memberIds.member);
      expect(reply).toMatchObject({ status: 200, setCookies: [] });
      expect(reply.body).toEqual({
        owner: memberBody(people.member, {
          id: memberIds.member,
          organizationId: id,
          role: "owner",
          createdAt,
        }),
        previousOwner: memberBody(people.owner, {
          id: memberIds.owner,
          organizationId: id,
          role: "admin",
          createdAt,
        }),
      });
      expect([
        await noticesTo(people.member),
        await noticesTo(people.owner),
        await noticesTo(people.admin),
      ]).toEqual([1, 1, 0]);
      expect(await transfer(people.owner.agent, team, memberIds.owner)).toMatchObject(DENIED);
      expect((await transfer(people.member.agent, team, memberIds.owner)).status).toBe(200);
    });

    it("from an owner whose session is fresh, and for another member only", async () => {
      const [team, others] = [await teams.team(), await teams.team()];
      const { people, memberIds } = team;
      for (const memberId of [
        memberIds.owner,
        others.memberIds.member,
        people.member.userId,
        "..",
        "\u0000",
        "🦆",
        ...UNKNOWN,
      ])
        expect(await transfer(people.owner.agent, team, memberId)).toMatchObject(NO_MEMBER);
      for (const memberId of [null, 1, undefined])
        expect((await transfer(people.owner.agent, team, memberId)).status).toBe(400);
      for (const { agent } of [people.admin, people.member])
        expect(await transfer(agent, team, memberIds.member)).toMatchObject(DENIED);
      expect(await transfer(others.people.owner.agent, team, memberIds.member)).toMatchObject(
        NO_ORGANIZATION,
      );
      service.clock.advance(DAY);
      expect(await transfer(people.owner.agent, team, memberIds.member)).toMatchObject(
        refusal(403, "SESSION_NOT_FRESH"),
      );
      expect((await rolesIn(teams, team)).toSorted()).toEqual(["admin", "member", "owner"]);
    });
  });
});
