import { toId, type UserId } from "@acme/auth-core";
import { DAY, MINUTE } from "@acme/auth-core/surface";
import { readJson } from "@acme/auth-testing/read-json";
import { beforeEach, expect, it } from "vitest";
import { describeService } from "../describe-service.js";
import { factorFeature, factorRoutes, factorsOf } from "../factor-gate.js";
import { createTeams, DENIED, NO_ORGANIZATION, type Person, refusal, type Team } from "../teams.js";

const NOT_ENROLLED = refusal(403, "SECOND_FACTOR_NOT_ENROLLED");
const INSUFFICIENT = refusal(401, "INSUFFICIENT_USER_AUTHENTICATION");

describeService(
  "requiring a second factor in an organization",
  {
    start: {
      authFeatures: [factorFeature],
      features: [factorRoutes],
      policy: { mailsPerClient: 10_000 },
    },
  },
  (service) => {
    let team: Team;
    const teams = createTeams(service);
    const factors = () => factorsOf(service);
    const idOf = ({ userId }: Person) => toId<UserId>(userId);
    const show = (person: Person, ago = 0) =>
      factors().show(idOf(person), new Date(service.clock.now().getTime() - ago));
    const change = ({ agent }: Person, body: object) =>
      agent.send(team.path, { method: "PATCH", body });
    const switchBy = (person: Person, requireSecondFactor: boolean) =>
      change(person, { requireSecondFactor });
    const eventsOf = async () => {
      const { body } = await team.people.owner.agent.get(`${team.path}/audit?limit=100`);
      return readJson(body, { entries: [{ event: "string" }] })
        .entries.map(({ event }) => event)
        .filter((event) => event.startsWith("organization.second_factor"));
    };

    beforeEach(async () => {
      team = await teams.team();
    });

    it("takes an owner, in a fresh session of two factors, and says so", async () => {
      const { owner } = team.people;
      await show(owner);
      expect(await switchBy(owner, true)).toMatchObject({
        status: 200,
        body: { id: team.id, requireSecondFactor: true },
      });
      expect(await switchBy(owner, false)).toMatchObject({
        status: 200,
        body: { requireSecondFactor: false },
      });
      expect(await eventsOf()).toEqual([
        "organization.second_factor_waived",
        "organization.second_factor_required",
      ]);
    });

    it("is refused to all others: first the freshness, then the permission, then the factor", async () => {
      const { owner, admin, member } = team.people;
      const stranger = await teams.person();
      await show(admin);
      expect(await switchBy(stranger, true)).toMatchObject(NO_ORGANIZATION);
      expect(await switchBy(member, true)).toMatchObject(DENIED);
      expect(await switchBy(admin, true)).toMatchObject(DENIED);
      expect(await switchBy(owner, true)).toMatchObject(NOT_ENROLLED);
      service.clock.advance(DAY);
      await show(owner);
      expect(await switchBy(owner, true)).toMatchObject(refusal(403, "SESSION_NOT_FRESH"));
      expect(await switchBy(admin, true)).toMatchObject(refusal(403, "SESSION_NOT_FRESH"));
      expect(await eventsOf()).toEqual([]);
    });

    it("takes an enrolled owner who has shown the factor within ten minutes", async () => {
      const { owner } = team.people;
      await factors().enroll(idOf(owner));
      await show(owner, 10 * MINUTE);
      expect(await switchBy(owner, true)).toMatchObject(INSUFFICIENT);
      await show(owner, 10 * MINUTE - 1);
      expect(await switchBy(owner, true)).toMatchObject({ status: 200 });
      await show(owner, 10 * MINUTE);
      expect(await switchBy(owner, false)).toMatchObject(INSUFFICIENT);
    });

    it("changes nothing else when it is refused, and everything when it is not", async () => {
      const { owner } = team.people;
      const both = { name: "Renamed", requireSecondFactor: true };
      expect(await change(owner, both)).toMatchObject(NOT_ENROLLED);
      expect(await owner.agent.get(team.path)).toMatchObject({
        body: { name: team.organization.name, requireSecondFactor: false },
      });
      await show(owner);
      expect(await change(owner, both)).toMatchObject({ body: both });
    });

    it("tells every owner by mail, once for each switch", async () => {
      const { owner, admin } = team.people;
      const body = { role: "owner" };
      const path = `${team.path}/members/${team.memberIds.admin}`;
      expect((await owner.agent.send(path, { method: "PATCH", body })).status).toBe(200);
      await service.auth.worker.runDue();
      const told = async (words: string) => {
        await service.auth.worker.runDue();
        return service.inbox.mails
          .filter(({ subject }) => subject.includes(words))
          .map(({ to }) => to)
          .filter((to) => [owner.email, admin.email].includes(to))
          .toSorted();
      };
      const both = [admin.email, owner.email].toSorted();
      await show(owner);
      await switchBy(owner, true);
      await switchBy(owner, true);
      expect(await told("now requires a second factor")).toEqual(both);
      await switchBy(owner, false);
      expect(await told("no longer requires a second factor")).toEqual(both);
    });

    it("removes no member and ends no session, and invitations go on", async () => {
      const { owner, member } = team.people;
      await show(owner);
      const before = await owner.agent.get(`${team.path}/members`);
      await switchBy(owner, true);
      expect((await owner.agent.get(`${team.path}/members`)).text).toBe(before.text);
      expect((await member.agent.get("/api/v1/auth/me")).status).toBe(200);
      const wish = { email: teams.newAddress(), role: "member" } as const;
      expect((await owner.agent.post(`${team.path}/invitations`, wish)).status).toBe(201);
    });

    it("is ignored on the path of the client", async () => {
      const { owner } = team.people;
      await show(owner);
      const data = { name: "Renamed", requireSecondFactor: true };
      const path = "/api/auth/organization/update";
      expect(await owner.agent.post(path, { organizationId: team.id, data })).toMatchObject({
        status: 200,
        body: { name: "Renamed", requireSecondFactor: false },
      });
    });
  },
);

describeService(
  "an organization without a feature that proves factors",
  { databases: "one" },
  (service) => {
    it("cannot require any, shows nothing of it, and no owner may", async () => {
      const team = await createTeams(service).team();
      const { agent } = team.people.owner;
      const body = { requireSecondFactor: true };
      expect(await agent.send(team.path, { method: "PATCH", body })).toMatchObject(DENIED);
      expect((await agent.get(team.path)).text).not.toContain("econdFactor");
      const me = await agent.get("/api/v1/auth/me");
      expect(me.text).not.toMatch(/econdFactor|org:security/);
    });
  },
);
