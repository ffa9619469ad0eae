import { AUDIT_EVENTS, toId } from "@acme/auth-core";
import { MINUTE } from "@acme/auth-core/surface";
import { keysOf } from "@acme/auth-testing/keys-of";
import { oneOf, orNull, readJson, type Shaped } from "@acme/auth-testing/read-json";
import { beforeAll, describe, expect, it } from "vitest";
import type { Agent } from "../agent.js";
import { describeService } from "../describe-service.js";
import {
  ACCEPT,
  createTeams,
  DENIED,
  NO_ORGANIZATION,
  type Person,
  REJECT,
  type Team,
  type Teams,
} from "../teams.js";

const PAGE = {
  entries: [
    {
      id: "string",
      at: "string",
      event: oneOf(keysOf(AUDIT_EVENTS)),
      userId: "string",
      organizationId: "string",
      detail: "object",
      actor: orNull({ id: "string", name: "string", email: "string" }),
      target: orNull({ type: "string", id: "string", label: "string" }),
    },
  ],
  nextCursor: "string or null",
} as const;
type Page = Shaped<typeof PAGE>;

const KEYS = [
  "actor",
  "at",
  "detail",
  "event",
  "id",
  "ipAddress",
  "organizationId",
  "target",
  "userAgent",
  "userId",
];

describeService("the log of an organization", (service) => {
  let teams: Teams;

  beforeAll(async () => {
    teams = createTeams(service);
  });

  const pageOf = async (agent: Agent, path: string, query = ""): Promise<Page> => {
    const reply = await agent.get(`${path}/audit${query}`);
    expect(reply.status).toBe(200);
    return readJson(reply.body, PAGE);
  };
  const said = ({ entries }: Page) =>
    entries.map(({ event, userId, detail }) => ({ event, userId, detail }));

  it("says who did what, newest first, and nothing else", async () => {
    const owner = await teams.person();
    const [admin, guest] = [await teams.person(), await teams.person()];
    const { id } = await teams.found(owner);
    const path = `/api/v1/organizations/${id}`;
    const step = async <T>(doing: Promise<T>): Promise<T> => {
      service.clock.advance(1);
      return doing;
    };
    const ownerId = (await teams.membersOf(owner, id))[0]!.id;
    const toAdmin = await step(teams.invite(owner, id, { email: admin.email, role: "admin" }));
    await step(admin.agent.post(ACCEPT, { invitationId: toAdmin.id }));
    const adminId = (await teams.membersOf(owner, id)).find(
      ({ userId }) => userId === admin.userId,
    )!.id;
    await step(
      admin.agent.send(path, {
        method: "PATCH",
        body: { name: "Renamed", metadata: { secret: "of the customer" } },
      }),
    );
    const toGuest = await step(teams.invite(admin, id, { email: guest.email, role: "member" }));
    await step(guest.agent.post(REJECT, { invitationId: toGuest.id }));
    const again = await step(teams.invite(admin, id, { email: guest.email, role: "member" }));
    await step(owner.agent.send(`${path}/invitations/${again.id}`, { method: "DELETE" }));
    await step(
      owner.agent.send(`${path}/members/${adminId}`, { method: "PATCH", body: { role: "owner" } }),
    );
    await step(
      owner.agent.send(`${path}/members/${adminId}`, { method: "PATCH", body: { role: "owner" } }),
    );
    await step(
      owner.agent.send(`${path}/members/${adminId}`, { method: "PATCH", body: { role: "member" } }),
    );
    await step(owner.agent.post(`${path}/transfer-ownership`, { memberId: adminId }));
    await step(owner.agent.post(`${path}/leave`));

    const page = await pageOf(admin.agent, path);
    expect(said(page)).toEqual([
      { event: "member.left", userId: owner.userId, detail: { memberId: ownerId, role: "admin" } },
      {
        event: "ownership.transferred",
        userId: owner.userId,
        detail: { memberId: adminId, previousMemberId: ownerId },
      },
      {
        event: "member.role_changed",
        userId: owner.userId,
        detail: { memberId: adminId, from: "owner", to: "member" },
      },
      {
        event: "member.role_changed",
        userId: owner.userId,
        detail: { memberId: adminId, from: "admin", to: "owner" },
      },
      { event: "invitation.canceled", userId: owner.userId, detail: { invitationId: again.id } },
      {
        event: "invitation.created",
        userId: admin.userId,
        detail: { invitationId: again.id, role: "member" },
      },
      { event: "invitation.rejected", userId: guest.userId, detail: { invitationId: toGuest.id } },
      {
        event: "invitation.created",
        userId: admin.userId,
        detail: { invitationId: toGuest.id, role: "member" },
      },
      { event: "organization.updated", userId: admin.userId, detail: { fields: "name metadata" } },
      ...page.entries.slice(-5, -3).map(({ event, userId, detail }) => ({ event, userId, detail })),
      {
        event: "invitation.created",
        userId: owner.userId,
        detail: { invitationId: toAdmin.id, role: "admin" },
      },
      ...page.entries.slice(-2).map(({ event, userId, detail }) => ({ event, userId, detail })),
    ]);
    // These two pairs were written in one transaction each, and keep their order.
    expect(page.entries.slice(-5, -3).map(({ event }) => event)).toEqual([
      "member.added",
      "invitation.accepted",
    ]);
    expect(page.entries.slice(-2).map(({ event }) => event)).toEqual([
      "member.added",
      "organization.created",
    ]);
    for (const entry of page.entries) {
      expect(Object.keys(entry).toSorted()).toEqual(KEYS);
      expect(entry.organizationId).toBe(id);
      expect(Object.keys(entry.detail).toSorted()).toEqual(
        [...AUDIT_EVENTS[entry.event].detail].toSorted(),
      );
    }
    const text = JSON.stringify(page.entries.map(({ actor, target, ...entry }) => entry));
    for (const secret of [owner.email, admin.email, guest.email, "Renamed", "of the customer"])
      expect(text).not.toContain(secret);
    expect(JSON.stringify(page)).not.toContain("of the customer");
  });

  it("is read page by page without gap or repeat, and gains nothing from the cursor of another", async () => {
    const [team, others] = [await teams.team(), await teams.team()];
    for (let i = 0; i < 7; i++) {
      if (i % 3 === 0) service.clock.advance(1);
      await team.people.owner.agent.send(team.path, {
        method: "PATCH",
        body: { name: `Name ${i}` },
      });
    }
    const all = await pageOf(team.people.owner.agent, team.path);
    const times = all.entries.map(({ at }) => at);
    expect(times).toEqual(times.toSorted().reverse());
    expect(all.nextCursor).toBeNull();
    for (const limit of [1, 2, 5, 100]) {
      const seen: string[] = [];
      for (let cursor: string | null = ""; cursor !== null;) {
        const page: Page = await pageOf(
          team.people.admin.agent,
          team.path,
          `?limit=${limit}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
        );
        expect(page.entries.length).toBeLessThanOrEqual(limit);
        seen.push(...page.entries.map(({ id }) => id));
        cursor = page.nextCursor;
      }
      expect(seen).toEqual(all.entries.map(({ id }) => id));
    }
    const { nextCursor } = await pageOf(team.people.owner.agent, team.path, "?limit=1");
    const foreign = await pageOf(
      others.people.owner.agent,
      others.path,
      `?cursor=${encodeURIComponent(nextCursor!)}`,
    );
    for (const entry of foreign.entries) expect(entry.organizationId).toBe(others.id);
    for (const query of ["limit=0", "limit=101", "cursor=x", "limit=1&limit=1"])
      expect(await team.people.owner.agent.get(`${team.path}/audit?${query}`)).toMatchObject({
        status: 400,
        body: { code: "VALIDATION_ERROR" },
      });
  });

  it("names who did it and to what, and nobody who is erased", async () => {
    const team = await teams.team();
    const { owner, admin, member } = team.people;
    await member.agent.post("/api/auth/update-user", { name: "Mel" });
    const { id } = await teams.invite(admin, team.id, {
      email: "friend@example.com",
      role: "member",
    });
    await owner.agent.send(`${team.path}/members/${team.memberIds.member}`, { method: "DELETE" });
    const named = async (event: string) =>
      (await pageOf(owner.agent, team.path, `?event=${event}`)).entries.map(
        ({ actor, target }) => ({ actor, target }),
      );
    const by = (person: Person, name = "") => ({
      id: person.userId,
      name,
      email: person.email,
    });
    expect(await named("organization.created")).toEqual([
      {
        actor: by(owner),
        target: { type: "organization", id: team.id, label: team.organization.name },
      },
    ]);
    expect((await named("invitation.created"))[0]).toEqual({
      actor: by(admin),
      target: { type: "invitation", id, label: "friend@example.com" },
    });
    expect(await named("member.removed")).toEqual([
      { actor: by(owner), target: { type: "user", id: member.userId, label: "Mel" } },
    ]);
    expect((await named("member.added")).map(({ target }) => target?.label)).toContain("Mel");
    expect(await named("member.left")).toEqual([]);
    expect(await owner.agent.get(`${team.path}/audit?event=x`)).toMatchObject({
      status: 400,
      body: { code: "VALIDATION_ERROR" },
    });

    await service.store.users.delete(toId(member.userId));
    await service.store.users.delete(toId(admin.userId));
    expect(await named("member.removed")).toEqual([{ actor: by(owner), target: null }]);
    expect((await named("invitation.created"))[0]?.actor).toBeNull();
    expect(JSON.stringify(await pageOf(owner.agent, team.path))).not.toContain("Mel");
  });

  it("is for owners and admins, of that organization", async () => {
    const [team, others] = [await teams.team(), await teams.team()];
    for (const role of ["owner", "admin"] as const)
      expect((await team.people[role].agent.get(`${team.path}/audit`)).status).toBe(200);
    expect(await team.people.member.agent.get(`${team.path}/audit`)).toMatchObject(DENIED);
    expect(await others.people.owner.agent.get(`${team.path}/audit`)).toMatchObject(
      NO_ORGANIZATION,
    );
  });

  describe("tells of denials", () => {
    const denialsOf = async (team: Team) =>
      said(await pageOf(team.people.owner.agent, team.path, "?limit=100")).filter(
        ({ event }) => event === "permission.denied",
      );
    const denied = (team: Team, permission: string, role: "admin" | "member" = "member") => ({
      event: "permission.denied",
      userId: team.people[role].userId,
      detail: { permission },
    });

    it("once per user, organization and permission in ten minutes, and logs as often", async () => {
      const team = await teams.team();
      const { member, admin } = team.people;
      const before = service.logs.length;
      const ask = async () => {
        for (let times = 0; times < 3; times++)
          expect(await member.agent.get(`${team.path}/audit`)).toMatchObject(DENIED);
      };
      await ask();
      expect(await denialsOf(team)).toEqual([denied(team, "org:audit:read")]);
      const logged = service.logs.slice(before).filter(({ event }) => event === "authz_fail");
      expect(logged.map(({ fields }) => fields)).toEqual([
        { userId: member.userId, organizationId: team.id, permission: "org:audit:read" },
      ]);
      await member.agent.send(team.path, { method: "DELETE" });
      await admin.agent.send(team.path, { method: "DELETE" });
      expect(await denialsOf(team)).toHaveLength(3);
      expect(await denialsOf(team)).toEqual(
        expect.arrayContaining([denied(team, "org:delete"), denied(team, "org:delete", "admin")]),
      );

      service.clock.advance(10 * MINUTE - 1);
      await ask();
      expect(await denialsOf(team)).toHaveLength(3);
      service.clock.advance(1);
      await ask();
      expect(await denialsOf(team)).toHaveLength(4);
    });

    it("in the organization that was asked for, whatever the paths of the client or the active one", async () => {
      const [team, others] = [await teams.team(), await teams.team()];
      await teams.join(others.people.owner, others.id, {
        invited: team.people.member,
        role: "owner",
      });
      const { agent } = team.people.member;
      expect(
        await agent.get(`/api/auth/organization/list-invitations?organizationId=${team.id}`),
      ).toMatchObject(DENIED);
      expect(await agent.get(`${team.path}/invitations`)).toMatchObject(DENIED);
      expect(await denialsOf(team)).toEqual([denied(team, "org:invitations:read")]);
      expect(await denialsOf(others)).toEqual([]);
    });

    it("never of strangers", async () => {
      const team = await teams.team();
      expect(await (await teams.person()).agent.get(`${team.path}/audit`)).toMatchObject(
        NO_ORGANIZATION,
      );
      expect(await denialsOf(team)).toEqual([]);
    });
  });
});
