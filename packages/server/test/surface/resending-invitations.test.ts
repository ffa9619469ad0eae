import { DAY, HOUR } from "@acme/auth-core/surface";
import { readJson } from "@acme/auth-testing/read-json";
import { beforeAll, expect, it } from "vitest";
import type { Agent } from "../agent.js";
import { describeService } from "../describe-service.js";
import {
  ACCEPT,
  createTeams,
  DENIED,
  INVITATION_BODY,
  NO_INVITATION,
  NO_ORGANIZATION,
  refusal,
  type Team,
  type Teams,
} from "../teams.js";

const PAGE = "/api/auth/invitation";
const CLIENT = "/api/auth/organization";

describeService("an invitation that is sent again", (service) => {
  let teams: Teams;

  beforeAll(async () => {
    teams = createTeams(service);
  });

  const resend = (agent: Agent, { path }: Pick<Team, "path">, id: string) =>
    agent.post(`${path}/invitations/${id}/resend`);
  const statusOf = async (token: string) =>
    (await service.agent().get(`${PAGE}?token=${token}`)).status;
  const mailsTo = async (email: string) => {
    await service.auth.worker.runDue();
    return service.inbox.mails.filter(({ to }) => to === email);
  };

  it("brings a new link that lives anew, and the earlier one is dead", async () => {
    const team = await teams.team();
    const email = teams.newAddress();
    const invitation = await teams.invite(team.people.owner, team.id, { email, role: "member" });
    const first = await teams.tokenFor(email);
    service.clock.advance(HOUR);
    const reply = await resend(team.people.admin.agent, team, invitation.id);
    const expiresAt = new Date(service.clock.now().getTime() + 7 * DAY).toISOString();
    expect(reply).toMatchObject({ status: 200, setCookies: [] });
    expect(reply.body).toEqual({ ...invitation, expiresAt, inviterId: team.people.admin.userId });
    const second = await teams.tokenFor(email);
    expect([await statusOf(first), await statusOf(second)]).toEqual([400, 200]);
    const invited = await teams.personWith(email);
    expect(await invited.agent.post(ACCEPT, { token: first })).toMatchObject(NO_INVITATION);
    expect((await invited.agent.post(ACCEPT, { token: second })).status).toBe(200);
  });

  it("by the path of the better-auth client too; without a pending one it invites", async () => {
    const { id: organizationId, people } = await teams.team();
    const email = teams.newAddress();
    const again = (role: string) =>
      people.owner.agent.post(`${CLIENT}/invite-member`, {
        email,
        role,
        organizationId,
        resend: true,
      });
    const first = readJson((await again("member")).body, INVITATION_BODY);
    const token = await teams.tokenFor(email);
    service.clock.advance(HOUR);
    // The role stays what it was.
    const reply = await again("admin");
    expect(reply).toMatchObject({
      status: 200,
      body: { id: first.id, role: "member", status: "pending" },
    });
    expect(readJson(reply.body, INVITATION_BODY).expiresAt > first.expiresAt).toBe(true);
    expect([await statusOf(token), await statusOf(await teams.tokenFor(email))]).toEqual([
      400, 200,
    ]);
    const notResent = await people.owner.agent.post(`${CLIENT}/invite-member`, {
      email,
      role: "member",
      organizationId,
    });
    expect(notResent.status).toBe(409);
  });

  it("is in the mail budget of inviting: beyond it the answer says so, and the last link lives", async () => {
    const team = await teams.team();
    const email = teams.newAddress();
    const { id } = await teams.invite(team.people.owner, team.id, { email, role: "member" });
    for (let times = 1; times < 5; times++) {
      expect(await mailsTo(email)).toHaveLength(times);
      expect((await resend(team.people.owner.agent, team, id)).status).toBe(200);
    }
    const last = await teams.tokenFor(email);
    const before = (await team.people.owner.agent.get(`${team.path}/invitations`)).text;
    const refused = await resend(team.people.owner.agent, team, id);
    expect(refused).toMatchObject({
      ...refusal(429, "TOO_MANY_REQUESTS"),
      headers: { "retry-after": "900" },
    });
    const byClient = { email, role: "member", organizationId: team.id, resend: true };
    expect(await team.people.owner.agent.post(`${CLIENT}/invite-member`, byClient)).toMatchObject(
      refusal(429, "TOO_MANY_REQUESTS"),
    );
    expect((await team.people.owner.agent.get(`${team.path}/invitations`)).text).toBe(before);
    expect(await mailsTo(email)).toHaveLength(5);
    expect(await statusOf(last)).toBe(200);
  });

  it("is mailed once only when the earlier mail still waits: a mail whose link is dead is not sent", async () => {
    const team = await teams.team();
    const email = teams.newAddress();
    const { id } = await teams.invite(team.people.owner, team.id, { email, role: "member" });
    await resend(team.people.owner.agent, team, id);
    expect(await mailsTo(email)).toHaveLength(1);
    expect(await statusOf(await teams.tokenFor(email))).toBe(200);
  });

  it("is a pending one of that organization, by those who may invite", async () => {
    const [team, others] = [await teams.team(), await teams.team()];
    const toAdmin = await teams.invite(team.people.owner, team.id, {
      email: teams.newAddress(),
      role: "admin",
    });
    const toOwner = await teams.invite(team.people.owner, team.id, {
      email: teams.newAddress(),
      role: "owner",
    });
    expect(await resend(team.people.member.agent, team, toAdmin.id)).toMatchObject(DENIED);
    expect(await resend(team.people.admin.agent, team, toOwner.id)).toMatchObject(DENIED);
    expect(await resend(others.people.owner.agent, team, toAdmin.id)).toMatchObject(
      NO_ORGANIZATION,
    );
    expect(await resend(others.people.owner.agent, others, toAdmin.id)).toMatchObject(
      NO_INVITATION,
    );
    for (const unknown of ["0000000000000000", "%00", "x".repeat(5_000)])
      expect(await resend(team.people.owner.agent, team, unknown)).toMatchObject(NO_INVITATION);
    await team.people.owner.agent.send(`${team.path}/invitations/${toAdmin.id}`, {
      method: "DELETE",
    });
    expect(await resend(team.people.owner.agent, team, toAdmin.id)).toMatchObject(NO_INVITATION);
    service.clock.advance(7 * DAY);
    const owner = await service.signedIn(team.people.owner.email);
    expect(await resend(owner, team, toOwner.id)).toMatchObject(NO_INVITATION);
  });

  it("is worth what the user who sent it again may give, though the first inviter has left", async () => {
    const team = await teams.team();
    const email = teams.newAddress();
    const { id } = await teams.invite(team.people.admin, team.id, { email, role: "member" });
    expect((await team.people.admin.agent.post(`${team.path}/leave`)).status).toBe(204);
    const invited = await teams.personWith(email);
    expect(await invited.agent.post(ACCEPT, { invitationId: id })).toMatchObject(NO_INVITATION);
    expect((await resend(team.people.owner.agent, team, id)).status).toBe(200);
    expect((await invited.agent.post(ACCEPT, { invitationId: id })).status).toBe(200);
  });
});
