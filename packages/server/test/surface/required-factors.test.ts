import { type OrganizationId, toId, type UserId } from "@acme/auth-core";
import { MINUTE } from "@acme/auth-core/surface";
import { guards } from "@acme/auth-express";
import { stringMatching } from "@acme/auth-testing/matchers";
import { expectOfEach } from "@acme/auth-testing/of-each";
import express from "express";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Agent } from "../agent.js";
import { describeService } from "../describe-service.js";
import { factorFeature, factorRoutes, factorsOf } from "../factor-gate.js";
import { registered } from "../passkeys.js";
import { surface } from "../reference-surface.js";
import {
  ACTIVE_ORGANIZATION,
  createTeams,
  ORGANIZATIONS,
  type Person,
  type Team,
} from "../teams.js";
import {
  CLIENT_PATHS,
  CLOSED_CLIENT_PATHS,
  IN_ORGANIZATION,
  nameOf,
  OPEN_CLIENT_PATHS,
  type Place,
} from "./organization-paths.js";

const ME = "/api/v1/auth/me";
const OWN = "/own/reports";
const NOT_ENROLLED = { status: 403, body: { code: "SECOND_FACTOR_NOT_ENROLLED" } };
const INSUFFICIENT = { status: 401, body: { code: "INSUFFICIENT_USER_AUTHENTICATION" } };
const CHALLENGE =
  'Bearer error="insufficient_user_authentication", error_description="Two factors are required", acr_values="factors-2"';

it("every path of the client works in an organization, or is open to members of one factor", () => {
  expect([...OPEN_CLIENT_PATHS, ...CLOSED_CLIENT_PATHS].toSorted()).toEqual(
    CLIENT_PATHS.toSorted(),
  );
});

describeService(
  "an organization that requires a second factor",
  {
    start: {
      authFeatures: [factorFeature],
      features: [factorRoutes],
      policy: { mailsPerClient: 10_000, organizationsPerUser: 1_000 },
      ownRoutes: ({ surface: served }) => {
        const app = express();
        const { requirePermission } = guards(served);
        app.get(OWN, requirePermission("org:read"), (_request, response) => {
          response.json({});
        });
        return app;
      },
    },
    timeout: 60_000,
  },
  (service) => {
    const teams = createTeams(service);
    let team: Team;
    let place: Place;
    let stranger: Person;
    const factors = () => factorsOf(service);
    const show = ({ userId }: Person, at?: Date | null) => factors().show(toId<UserId>(userId), at);
    const requireFactor = (isRequired: boolean) =>
      service.store.organizations.markSecondFactorRequired(
        toId<OrganizationId>(team.id),
        isRequired,
        service.clock.now(),
      );
    const ask = (agent: Agent, { method, pathIn, bodyIn }: (typeof IN_ORGANIZATION)[number]) =>
      agent.send(pathIn(place), { method, ...(bodyIn && { body: bodyIn(place) }) });
    const activate = ({ agent }: Person) =>
      agent.send(ACTIVE_ORGANIZATION, { method: "PUT", body: { organizationId: team.id } });

    beforeAll(async () => {
      team = await teams.team();
      stranger = await teams.person();
      const { owner } = team.people;
      const invited = { email: teams.newAddress(), role: "member" } as const;
      const invitation = await teams.invite(owner, team.id, invited);
      place = { id: team.id, memberId: team.memberIds.member, invitationId: invitation.id };
      for (const person of Object.values(team.people)) await activate(person);
    });
    beforeEach(async () => {
      await requireFactor(true);
      for (const person of Object.values(team.people)) await show(person, null);
    });

    const named = ({ name }: { readonly name: string }) => name;

    it("answers an owner of one factor nowhere", async () => {
      const { agent } = team.people.owner;
      await expectOfEach(IN_ORGANIZATION, named, async (request) => {
        const reply = await ask(agent, request);
        expect(reply).toMatchObject(NOT_ENROLLED);
        expect(reply.headers["www-authenticate"]).toBeUndefined();
      });
    });

    it("challenges everywhere the member who could step up by passkey", async () => {
      const { agent } = team.people.admin;
      await registered(agent);
      const open = IN_ORGANIZATION.filter(
        ({ name }) => !/DELETE .*:id$|transfer|\/delete$/.test(name),
      );
      await expectOfEach(open, named, async (request) => {
        const reply = await ask(agent, request);
        expect(reply).toMatchObject(INSUFFICIENT);
        expect(reply.headers["www-authenticate"]).toBe(CHALLENGE);
      });
    });

    it("is not there for anyone else, and denies first what the role does not allow", async () => {
      await expectOfEach(IN_ORGANIZATION, named, async (request) => {
        if (/get-active-member$/.test(request.name)) return;
        expect((await ask(stranger.agent, request)).status).toBe(404);
      });
      const { agent } = team.people.member;
      const change = { name: "Renamed" };
      expect(await agent.send(team.path, { method: "PATCH", body: change })).toMatchObject({
        body: { code: "PERMISSION_DENIED" },
      });
    });

    it("answers a session of two factors, from the next request on", async () => {
      const { owner } = team.people;
      const paths = [team.path, `${team.path}/members`, OWN];
      const statuses = () =>
        Promise.all(paths.map(async (path) => (await owner.agent.get(path)).status));
      expect(await statuses()).toEqual([403, 403, 403]);
      await show(owner);
      expect(await statuses()).toEqual([200, 200, 200]);
      await show(owner, null);
      expect(await statuses()).toEqual([403, 403, 403]);
      await requireFactor(false);
      expect(await statuses()).toEqual([200, 200, 200]);
    });

    it("is read in the caller's membership, so that the session check stays one statement", async () => {
      const { agent } = team.people.owner;
      expect(await agent.get(OWN)).toMatchObject(NOT_ENROLLED);
      agent.cookies.delete("active-org");
      expect(await agent.get(OWN)).toMatchObject({ body: { code: "NO_ACTIVE_ORGANIZATION" } });
      await activate(team.people.owner);
    });

    describe("a member of one factor", () => {
      it("sees what works: no permission, and why", async () => {
        const { owner } = team.people;
        const required = { requireSecondFactor: true, secondFactorMet: false };
        expect(await owner.agent.get(ME)).toMatchObject({
          status: 200,
          body: {
            permissions: [],
            activeOrganization: { id: team.id, role: "owner", ...required },
          },
        });
        await show(owner);
        const { body } = await owner.agent.get(ME);
        expect(body).toMatchObject({ activeOrganization: { ...required, secondFactorMet: true } });
        expect(body).toHaveProperty(
          "permissions",
          service.auth.accessControl.permissionsOf("owner"),
        );
      });

      it("lists it, switches to it and leaves it", async () => {
        const { member } = team.people;
        expect(await member.agent.get(ORGANIZATIONS)).toMatchObject({
          status: 200,
          body: [{ id: team.id, requireSecondFactor: true }],
        });
        expect((await activate(member)).status).toBe(200);
        expect((await member.agent.post(`${team.path}/leave`)).status).toBeLessThan(300);
      });

      it("accepts an invitation to it", async () => {
        await requireFactor(false);
        const invited = await teams.personWith("invited-later@example.com");
        const { owner } = team.people;
        const wish = { email: invited.email, role: "member" } as const;
        const { id } = await teams.invite(owner, team.id, wish);
        await requireFactor(true);
        expect(
          await invited.agent.post("/api/v1/invitations/accept", { invitationId: id }),
        ).toMatchObject({ status: 200 });
        expect(await invited.agent.get(team.path)).toMatchObject(NOT_ENROLLED);
      });

      it("is asked for no factor by any route that works in no organization", async () => {
        const closed = new Set(IN_ORGANIZATION.map(({ name }) => name));
        const others = surface.filter((route) => !closed.has(nameOf(route)));
        const email = team.people.owner.email;
        await expectOfEach(others, nameOf, async ({ method, path, body }) => {
          service.clock.advance(20 * MINUTE);
          await service.auth.worker.runDue();
          const agent = await service.signedIn(email);
          const own = path.replaceAll(/:\w+/g, "0192f0c4-0000-7000-8000-000000000000");
          const reply = await agent.send(own, { method, ...(body && { body: {} }) });
          expect(reply.body ?? {}).not.toMatchObject({
            code: stringMatching(/^(INSUFFICIENT|SECOND_FACTOR)_/),
          });
        });
      });
    });
  },
);
