import { type Role, toId, type UserId } from "@acme/auth-core";
import { DAY } from "@acme/auth-core/surface";
import { readJson } from "@acme/auth-testing/read-json";
import { beforeAll, describe, expect, it } from "vitest";
import type { Agent, Reply, Send } from "../agent.js";
import { describeService } from "../describe-service.js";
import type { InvitationBody, Person, Team, Teams } from "../teams.js";
import {
  ACCEPT,
  createTeams,
  INVITATION_BODY,
  MY_INVITATIONS,
  NO_INVITATION,
  NO_ORGANIZATION,
  ORGANIZATIONS,
  refusal,
  REJECT,
} from "../teams.js";

const UNVERIFIED = refusal(403, "EMAIL_VERIFICATION_REQUIRED");
const PASSWORD = "kept for this test alone";
const CLIENT_ACCEPT = "/api/auth/organization/accept-invitation";
const KEYS = ["token", "id"] as const;

interface Invited {
  readonly email: string;
  readonly invitation: InvitationBody;
  /** What may be posted to accept: the mailed token, or the id. */
  readonly keys: Readonly<Record<(typeof KEYS)[number], object>>;
}

describeService("answers to an invitation", (service) => {
  let teams: Teams;
  let team: Team;

  beforeAll(async () => {
    teams = createTeams(service);
    team = await teams.team();
  });

  /** To the team of everybody and by its owner, unless told otherwise. */
  async function invite(
    role: Role = "member",
    into: Team = team,
    inviter: Person = into.people.owner,
  ): Promise<Invited> {
    const email = teams.newAddress();
    const invitation = await teams.invite(inviter, into.id, { email, role });
    return {
      email,
      invitation,
      keys: { token: { token: await teams.tokenFor(email) }, id: { invitationId: invitation.id } },
    };
  }
  const isMember = async (agent: Agent, { id }: Pick<Team, "id"> = team): Promise<boolean> =>
    (await agent.get(`${ORGANIZATIONS}/${id}`)).status === 200;
  async function unverified(email: string): Promise<Agent> {
    const agent = service.agent();
    expect((await agent.post("/api/auth/sign-up", { email, password: PASSWORD })).status).toBe(200);
    return agent;
  }

  describe.each(KEYS)("by %s", (key) => {
    it("make a member, once", async () => {
      const { email, invitation, keys } = await invite("admin");
      const { agent, userId } = await teams.personWith(email);
      const reply = await agent.post(ACCEPT, keys[key]);
      expect(reply.status).toBe(200);
      expect(reply.body).toEqual({ organization: team.organization, role: "admin" });
      const members = await teams.membersOf(team.people.owner, team.id);
      expect(members.filter((member) => member.userId === userId)).toMatchObject([
        { role: "admin", createdAt: service.clock.now().toISOString() },
      ]);
      for (const again of [keys.token, keys.id]) {
        expect(await agent.post(ACCEPT, again)).toMatchObject({ ...NO_INVITATION, setCookies: [] });
        expect(await agent.post(REJECT, again)).toMatchObject(NO_INVITATION);
      }
      expect((await agent.get(MY_INVITATIONS)).body).toEqual([]);
      const shown = readJson((await team.people.owner.agent.get(`${team.path}/invitations`)).body, [
        INVITATION_BODY,
      ]);
      expect(shown.find(({ id }) => id === invitation.id)).toMatchObject({ status: "accepted" });
    });

    it("of twenty at once, one", async () => {
      const { email, keys } = await invite();
      const { agent, userId } = await teams.personWith(email);
      const replies = await Promise.all(
        Array.from({ length: 20 }, (_, i) => agent.post(i % 4 === 3 ? REJECT : ACCEPT, keys[key])),
      );
      expect(replies.filter(({ status }) => status < 300)).toHaveLength(1);
      const members = (await teams.membersOf(team.people.owner, team.id)).filter(
        (member) => member.userId === userId,
      );
      expect(members).toHaveLength(replies.some(({ status }) => status === 200) ? 1 : 0);
    });

    it("turn it down, once", async () => {
      const { email, keys } = await invite();
      const { agent } = await teams.personWith(email);
      expect(await agent.post(REJECT, keys[key])).toMatchObject({
        status: 204,
        text: "",
        setCookies: [],
      });
      for (const path of [ACCEPT, REJECT])
        expect(await agent.post(path, keys[key])).toMatchObject(NO_INVITATION);
      expect(await isMember(agent)).toBe(false);
    });

    it("are for the invited user alone to give", async () => {
      const { email, keys } = await invite();
      const eve = await teams.person();
      const neverVerified = await unverified(teams.newAddress());
      for (const agent of [eve.agent, neverVerified, team.people.owner.agent])
        for (const path of [ACCEPT, REJECT])
          expect(await agent.post(path, keys[key])).toMatchObject(NO_INVITATION);
      for (const path of [ACCEPT, REJECT])
        expect(await service.agent().post(path, keys[key])).toMatchObject(
          refusal(401, "UNAUTHORIZED"),
        );
      expect(await isMember(eve.agent)).toBe(false);
      expect((await (await teams.personWith(email)).agent.post(ACCEPT, keys[key])).status).toBe(
        200,
      );
    });

    it("take a verified email address", async () => {
      const { email, keys } = await invite();
      const agent = await unverified(email);
      expect((await agent.get(MY_INVITATIONS)).body).toEqual([]);
      for (const path of [ACCEPT, REJECT])
        expect(await agent.post(path, keys[key])).toMatchObject({ ...UNVERIFIED, setCookies: [] });
      expect(await isMember(agent)).toBe(false);
      const otp = await service.codeFor(email, agent);
      expect((await agent.post("/api/auth/email-otp/sign-in", { email, otp })).status).toBe(200);
      expect((await agent.get(MY_INVITATIONS)).body).toHaveLength(1);
      expect((await agent.post(ACCEPT, keys[key])).status).toBe(200);
    });

    it("come to nothing once it is canceled, or has expired, at that very instant", async () => {
      const [canceled, expired, living] = [await invite(), await invite(), await invite()];
      await team.people.owner.agent.send(`${team.path}/invitations/${canceled.invitation.id}`, {
        method: "DELETE",
      });
      const late = async ({ email, keys }: Invited, path: string): Promise<Reply> =>
        (await service.signedIn(email)).post(path, keys[key]);
      expect(await late(canceled, ACCEPT)).toMatchObject(NO_INVITATION);
      service.clock.advance(7 * DAY - 1);
      expect((await late(living, ACCEPT)).status).toBe(200);
      service.clock.advance(1);
      for (const path of [ACCEPT, REJECT])
        expect(await late(expired, path)).toMatchObject(NO_INVITATION);
      expect((await (await service.signedIn(expired.email)).get(MY_INVITATIONS)).body).toEqual([]);
      // The clock has moved on by a week: the people of the team sign in anew.
      team = await teams.team();
    });
  });

  describe("count for no more than the inviter may still give", () => {
    const toAdmin = ({ people, path, memberIds }: Team, change: Send) =>
      people.owner.agent.send(`${path}/members/${memberIds.admin}`, change);
    const becomes = (role: Role) => (own: Team) =>
      toAdmin(own, { method: "PATCH", body: { role } });
    const outcomes: readonly {
      readonly what: string;
      readonly role: Role;
      readonly befall: (own: Team) => Promise<Reply>;
      readonly still: boolean;
    }[] = [
      {
        what: "left",
        role: "member",
        befall: ({ people, path }) => people.admin.agent.post(`${path}/leave`),
        still: false,
      },
      {
        what: "was removed",
        role: "member",
        befall: (own) => toAdmin(own, { method: "DELETE" }),
        still: false,
      },
      { what: "became a member", role: "member", befall: becomes("member"), still: false },
      { what: "became an owner", role: "admin", befall: becomes("owner"), still: true },
    ];

    it.each(outcomes)("who $what", async ({ role, befall, still }) => {
      const own = await teams.team();
      const { email, keys } = await invite(role, own, own.people.admin);
      const { agent } = await teams.personWith(email);
      expect((await befall(own)).status).toBeLessThan(300);
      for (const key of KEYS)
        if (!still)
          expect(await agent.post(ACCEPT, keys[key])).toMatchObject({
            ...NO_INVITATION,
            setCookies: [],
          });
      expect(await isMember(agent, own)).toBe(false);
      if (still) expect((await agent.post(ACCEPT, keys.id)).status).toBe(200);
    });

    it("who gave the ownership away after inviting another owner", async () => {
      const own = await teams.team();
      const { email, keys } = await invite("owner", own);
      const invited = await invite("admin", own);
      expect(
        (
          await own.people.owner.agent.post(`${own.path}/transfer-ownership`, {
            memberId: own.memberIds.member,
          })
        ).status,
      ).toBe(200);
      const { agent } = await teams.personWith(email);
      for (const key of KEYS)
        expect(await agent.post(ACCEPT, keys[key])).toMatchObject(NO_INVITATION);
      // An admin may still make admins.
      expect(
        (await (await teams.personWith(invited.email)).agent.post(ACCEPT, invited.keys.id)).status,
      ).toBe(200);
    });

    it.each<Role>(["owner", "admin", "member"])(
      "who is suspended, until the suspension has ended, with a new %s",
      async (role) => {
        const own = await teams.team();
        const { email, invitation, keys } = await invite(role, own);
        const { agent } = await teams.personWith(email);
        const inviter = toId<UserId>(own.people.owner.userId);
        const until = new Date(service.clock.now().getTime() + DAY);
        const operator = "jane: spam";
        await service.auth.users.suspend(inviter, { operator, until });
        for (const key of KEYS)
          expect(await agent.post(ACCEPT, keys[key])).toMatchObject(NO_INVITATION);
        expect(await agent.post(CLIENT_ACCEPT, { invitationId: invitation.id })).toMatchObject({
          status: 404,
        });
        service.clock.set(new Date(until.getTime() - 1));
        expect(await agent.post(ACCEPT, keys.id)).toMatchObject(NO_INVITATION);
        expect(await isMember(agent, own)).toBe(false);
        // Nobody reinstates the inviter: the suspension ends by the clock.
        service.clock.set(until);
        expect((await agent.post(ACCEPT, keys.token)).status).toBe(200);
        expect(await isMember(agent, own)).toBe(true);
      },
    );

    it("who is suspended, and again once reinstated", async () => {
      const own = await teams.team();
      const { email, keys } = await invite("owner", own);
      const { agent } = await teams.personWith(email);
      const inviter = toId<UserId>(own.people.owner.userId);
      await service.auth.users.suspend(inviter, { operator: "jane: spam" });
      expect(await agent.post(ACCEPT, keys.id)).toMatchObject(NO_INVITATION);
      await service.auth.users.reinstate(inviter, { operator: "jane: a mistake" });
      expect((await agent.post(ACCEPT, keys.id)).status).toBe(200);
    });

    it("and for nothing when the organization is gone", async () => {
      const own = await teams.team();
      const { email, keys } = await invite("member", own);
      const { agent } = await teams.personWith(email);
      expect((await own.people.owner.agent.send(own.path, { method: "DELETE" })).status).toBe(204);
      for (const key of KEYS)
        expect(await agent.post(ACCEPT, keys[key])).toMatchObject(NO_INVITATION);
    });
  });

  it("come from people who are signed out as well: the code they sign in with verifies them", async () => {
    const { email, keys } = await invite("admin");
    const browser = service.agent();
    expect(await browser.post(ACCEPT, keys.token)).toMatchObject(refusal(401, "UNAUTHORIZED"));
    expect(await browser.get(team.path)).toMatchObject(refusal(401, "UNAUTHORIZED"));
    const signedIn = await browser.post("/api/auth/email-otp/sign-in", {
      email,
      otp: await service.codeFor(email, browser),
    });
    expect(signedIn).toMatchObject({ status: 200, body: { user: { email, emailVerified: true } } });
    expect(await browser.get(team.path)).toMatchObject(NO_ORGANIZATION);
    expect(await browser.post(ACCEPT, keys.token)).toMatchObject({
      status: 200,
      body: { role: "admin" },
    });
    expect(await isMember(browser)).toBe(true);
  });

  it.each([{}, { token: 1 }, { invitationId: null }, { id: "0000000000000000" }, []])(
    "are refused when they are %j",
    async (body) => {
      const { agent } = await teams.person();
      for (const path of [ACCEPT, REJECT])
        expect(await agent.post(path, body)).toMatchObject({
          status: 400,
          body: { code: "VALIDATION_ERROR" },
        });
    },
  );

  it("to an invitation there is not are answered like those to another's", async () => {
    const { agent } = await teams.person();
    const foreign = await invite();
    for (const key of [
      "",
      "0000000000000000",
      "\u0000",
      "..",
      "🦆",
      "x".repeat(10_000),
      "x".repeat(43),
    ])
      for (const path of [ACCEPT, REJECT])
        for (const body of [{ token: key }, { invitationId: key }]) {
          const [unknown, others] = [
            await agent.post(path, body),
            await agent.post(path, foreign.keys.id),
          ];
          expect(unknown).toMatchObject(NO_INVITATION);
          expect(unknown.text).toBe(others.text);
        }
  });
});
