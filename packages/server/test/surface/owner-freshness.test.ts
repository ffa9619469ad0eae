import { DAY } from "@acme/auth-core/surface";
import { readJson } from "@acme/auth-testing/read-json";
import { beforeAll, beforeEach, expect, it } from "vitest";
import type { Agent, Reply } from "../agent.js";
import { describeService } from "../describe-service.js";
import {
  ACCEPT,
  createTeams,
  INVITATION_BODY,
  type InvitationBody,
  ORGANIZATIONS,
  type Person,
  refusal,
  type Teams,
} from "../teams.js";

const CLIENT = "/api/auth/organization";
const STALE = refusal(403, "SESSION_NOT_FRESH");

/** An organization of two owners and a member, with an invitation to become an owner. */
interface Scene {
  readonly path: string;
  readonly organizationId: string;
  readonly owner: Person;
  readonly coOwner: Person;
  readonly member: Person;
  readonly coOwnerId: string;
  readonly memberId: string;
  readonly invitation: InvitationBody;
}

/**
 * Every way to make, unmake, remove or invite an owner, and to delete the organization, by the
 * first owner.
 */
const OPERATIONS = {
  "PATCH to owner": (agent, { path, memberId }) =>
    agent.send(`${path}/members/${memberId}`, { method: "PATCH", body: { role: "owner" } }),
  "PATCH from owner": (agent, { path, coOwnerId }) =>
    agent.send(`${path}/members/${coOwnerId}`, { method: "PATCH", body: { role: "member" } }),
  "DELETE of an owner": (agent, { path, coOwnerId }) =>
    agent.send(`${path}/members/${coOwnerId}`, { method: "DELETE" }),
  "an owner's leaving": (agent, { path }) => agent.post(`${path}/leave`),
  transfer: (agent, { path, memberId }) => agent.post(`${path}/transfer-ownership`, { memberId }),
  "inviting an owner": (agent, { path }) =>
    agent.post(`${path}/invitations`, { email: "new-owner@example.com", role: "owner" }),
  "resending to an owner": (agent, { path, invitation }) =>
    agent.post(`${path}/invitations/${invitation.id}/resend`),
  "DELETE of the organization": (agent, { path }) => agent.send(path, { method: "DELETE" }),
  "update-member-role to owner": (agent, { memberId, organizationId }) =>
    agent.post(`${CLIENT}/update-member-role`, { memberId, role: "owner", organizationId }),
  "update-member-role from owner": (agent, { coOwnerId, organizationId }) =>
    agent.post(`${CLIENT}/update-member-role`, {
      memberId: coOwnerId,
      role: ["admin"],
      organizationId,
    }),
  "remove-member of an owner": (agent, { coOwner, organizationId }) =>
    agent.post(`${CLIENT}/remove-member`, { memberIdOrEmail: coOwner.email, organizationId }),
  "leave as an owner": (agent, { organizationId }) =>
    agent.post(`${CLIENT}/leave`, { organizationId }),
  "invite-member as owner": (agent, { organizationId }) =>
    agent.post(`${CLIENT}/invite-member`, {
      email: "new-owner@example.com",
      role: "owner",
      organizationId,
    }),
  "invite-member again, of an owner": (agent, { organizationId, invitation }) =>
    agent.post(`${CLIENT}/invite-member`, {
      email: invitation.email,
      role: "member",
      organizationId,
      resend: true,
    }),
  delete: (agent, { organizationId }) => agent.post(`${CLIENT}/delete`, { organizationId }),
} satisfies Readonly<Record<string, (agent: Agent, scene: Scene) => Promise<Reply>>>;

describeService("who owns an organization", (service) => {
  let teams: Teams;

  beforeAll(async () => {
    teams = createTeams(service);
  });
  // Mails to one email address are counted for a day at most.
  beforeEach(() => service.clock.advance(DAY));

  async function scene(): Promise<Scene> {
    const [owner, coOwner, member] = [
      await teams.person(),
      await teams.person(),
      await teams.person(),
    ];
    const { id } = await teams.found(owner);
    const coOwnerId = await teams.join(owner, id, { invited: coOwner, role: "owner" });
    const memberId = await teams.join(owner, id, { invited: member, role: "member" });
    const invitation = await teams.invite(owner, id, { email: teams.newAddress(), role: "owner" });
    await service.auth.worker.runDue();
    return {
      path: `${ORGANIZATIONS}/${id}`,
      organizationId: id,
      owner,
      coOwner,
      member,
      coOwnerId,
      memberId,
      invitation,
    };
  }
  const everything = async ({ path }: Scene, agent: Agent): Promise<string> =>
    (await Promise.all(["", "/members", "/invitations"].map((part) => agent.get(path + part))))
      .map(({ text }) => text)
      .join("\n");
  /** Subjects of the mails to each of them since `from`. */
  async function toldSince(
    from: number,
    people: readonly Person[],
  ): Promise<readonly (readonly string[])[]> {
    await service.auth.worker.runDue();
    const mails = service.inbox.mails.slice(from);
    return people.map(({ email }) =>
      mails.filter(({ to }) => to === email).map(({ subject }) => subject),
    );
  }

  const CHANGED = "The owners of an organization at Acme changed";
  const ROLE = "Your role in an organization at Acme was changed";
  const REMOVED = "You were removed from an organization at Acme";
  const INVITED = "An invitation to own an organization at Acme was sent";
  const DELETED = "An organization at Acme was deleted";

  it.each([
    ["PATCH to owner", [CHANGED], [CHANGED], [ROLE]],
    ["PATCH from owner", [CHANGED], [ROLE], []],
    ["DELETE of an owner", [CHANGED], [REMOVED], []],
    ["an owner's leaving", [CHANGED], [CHANGED], []],
    ["transfer", [ROLE], [CHANGED], [ROLE]],
    ["inviting an owner", [INVITED], [INVITED], []],
    ["resending to an owner", [INVITED], [INVITED], []],
    ["DELETE of the organization", [DELETED], [DELETED], []],
    ["update-member-role to owner", [CHANGED], [CHANGED], [ROLE]],
    ["update-member-role from owner", [CHANGED], [ROLE], []],
    ["remove-member of an owner", [CHANGED], [REMOVED], []],
    ["leave as an owner", [CHANGED], [CHANGED], []],
    ["invite-member as owner", [INVITED], [INVITED], []],
    ["invite-member again, of an owner", [INVITED], [INVITED], []],
    ["delete", [DELETED], [DELETED], []],
  ] as const)(
    "%s takes a fresh session: a stale one changes nothing and tells no user, a fresh one tells every owner, the actor too",
    async (operation, ...told) => {
      const it = await scene();
      service.clock.advance(DAY);
      const before = await everything(it, it.owner.agent);
      const sent = service.inbox.mails.length;
      expect(await OPERATIONS[operation](it.owner.agent, it)).toMatchObject(STALE);
      expect(await everything(it, it.owner.agent)).toBe(before);
      expect(await toldSince(sent, [it.owner, it.coOwner, it.member])).toEqual([[], [], []]);
      // The same person, signed in again.
      const fresh = await service.signedIn(it.owner.email);
      const since = service.inbox.mails.length;
      expect((await OPERATIONS[operation](fresh, it)).status).toBeLessThan(300);
      expect(await toldSince(since, [it.owner, it.coOwner, it.member])).toEqual(told);
    },
  );

  it("what concerns no owner takes none", async () => {
    const { owner, path, memberId } = await scene();
    service.clock.advance(DAY);
    expect(
      (
        await owner.agent.send(`${path}/members/${memberId}`, {
          method: "PATCH",
          body: { role: "admin" },
        })
      ).status,
    ).toBe(200);
    const invited = await owner.agent.post(`${path}/invitations`, {
      email: teams.newAddress(),
      role: "admin",
    });
    expect(invited.status).toBe(201);
    expect(
      (
        await owner.agent.post(
          `${path}/invitations/${readJson(invited.body, INVITATION_BODY).id}/resend`,
        )
      ).status,
    ).toBe(200);
    expect(
      (await owner.agent.send(`${path}/members/${memberId}`, { method: "DELETE" })).status,
    ).toBe(204);
  });

  it("nor does accepting, nor leaving as a member", async () => {
    const it = await scene();
    const invited = await teams.personWith(it.invitation.email);
    service.clock.advance(DAY);
    expect((await invited.agent.post(ACCEPT, { invitationId: it.invitation.id })).status).toBe(200);
    expect((await it.member.agent.post(`${it.path}/leave`)).status).toBe(204);
  });

  it("a transfer to a user who is an owner already tells them that the owners changed, not their role", async () => {
    const it = await scene();
    const sent = service.inbox.mails.length;
    expect(
      (await it.owner.agent.post(`${it.path}/transfer-ownership`, { memberId: it.coOwnerId }))
        .status,
    ).toBe(200);
    expect(await toldSince(sent, [it.owner, it.coOwner, it.member])).toEqual([
      [ROLE],
      [CHANGED],
      [],
    ]);
  });

  it("accepting to become one is told to every owner, the new one too", async () => {
    const it = await scene();
    const invited = await teams.personWith(it.invitation.email);
    const sent = service.inbox.mails.length;
    expect((await invited.agent.post(ACCEPT, { invitationId: it.invitation.id })).status).toBe(200);
    expect(await toldSince(sent, [it.owner, it.coOwner, invited, it.member])).toEqual([
      [CHANGED],
      [CHANGED],
      [CHANGED],
      [],
    ]);
  });

  it("a removed member is told, whatever their role was", async () => {
    const it = await scene();
    const sent = service.inbox.mails.length;
    expect(
      (await it.owner.agent.send(`${it.path}/members/${it.memberId}`, { method: "DELETE" })).status,
    ).toBe(204);
    expect(await toldSince(sent, [it.owner, it.coOwner, it.member])).toEqual([[], [], [REMOVED]]);
  });
});
