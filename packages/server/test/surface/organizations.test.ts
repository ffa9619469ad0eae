import { ORG_SECURITY_WRITE, ROLE_TO_PERMISSIONS } from "@acme/auth-core";
import { DAY } from "@acme/auth-core/surface";
import { readJson } from "@acme/auth-testing/read-json";
import { beforeAll, describe, expect, it } from "vitest";
import { describeService, serviceStarter } from "../describe-service.js";
import type { OrganizationBody, Teams } from "../teams.js";
import {
  ACCEPT,
  ACTIVE_ORGANIZATION,
  createTeams,
  DENIED,
  MY_INVITATIONS,
  NO_INVITATION,
  NO_ORGANIZATION,
  ORGANIZATION_BODY,
  ORGANIZATIONS,
  refusal,
} from "../teams.js";

const SLUG_TAKEN = refusal(409, "SLUG_TAKEN");
const KEYS = ["createdAt", "id", "logo", "metadata", "name", "slug"];

describeService("organizations over HTTP", (service, database) => {
  const start = serviceStarter(database);
  let teams: Teams;

  beforeAll(async () => {
    teams = createTeams(service);
  });

  describe("creating", () => {
    it("takes a name alone, makes the caller its owner, and shows the same everywhere", async () => {
      const { agent } = await teams.person();
      expect((await agent.get(ORGANIZATIONS)).body).toEqual([]);
      const made = await agent.post(ORGANIZATIONS, { name: "  Ada & Söhne " });
      expect(made.status).toBe(201);
      const { id } = readJson(made.body, ORGANIZATION_BODY);
      const createdAt = service.clock.now().toISOString();
      expect(made.body).toEqual({
        id,
        name: "Ada & Söhne",
        slug: "ada-sohne",
        logo: null,
        metadata: {},
        createdAt,
      });
      expect(await agent.get(`${ORGANIZATIONS}/${id}`)).toMatchObject({
        status: 200,
        text: made.text,
      });
      expect((await agent.get(ORGANIZATIONS)).body).toEqual([
        { ...readJson(made.body, "object"), role: "owner" },
      ]);
      expect((await agent.get("/api/v1/auth/me")).body).toMatchObject({
        activeOrganization: { id, name: "Ada & Söhne", slug: "ada-sohne", role: "owner" },
        // Where no feature proves factors, no one can require them.
        permissions: ROLE_TO_PERMISSIONS.owner.filter((id) => id !== ORG_SECURITY_WRITE),
      });
    });

    it("takes all there is to say, and nothing that is not for the caller to say", async () => {
      const { agent, userId } = await teams.person();
      const wish = {
        name: "All of it",
        slug: "all-of-it-2",
        logo: "https://example.com/logo.png",
        metadata: { seats: 5 },
      };
      const foreign = {
        id: "0000000000000000",
        createdAt: "1999-01-01T00:00:00.000Z",
        role: "member",
        ownerId: "somebody",
        members: [],
        __v: 1,
      };
      const made = await agent.post(ORGANIZATIONS, { ...foreign, ...wish });
      expect(made).toMatchObject({
        status: 201,
        body: { ...wish, createdAt: service.clock.now().toISOString() },
      });
      const { id } = readJson(made.body, ORGANIZATION_BODY);
      expect(Object.keys(readJson(made.body, "object")).toSorted()).toEqual(KEYS);
      expect(id).not.toBe(foreign.id);
      expect((await agent.get(`${ORGANIZATIONS}/${id}/members`)).body).toMatchObject({
        members: [{ userId, role: "owner" }],
        nextCursor: null,
      });
    });

    it.each([
      ["no name", {}, "name"],
      ["a null name", { name: null }, "name"],
      ["an empty name", { name: "" }, "name"],
      ["a blank name", { name: "  " }, "name"],
      ["a long name", { name: "a".repeat(201) }, "name"],
      ["a name of two lines", { name: "a\nb" }, "name"],
      ["a name with NUL", { name: "a\u0000b" }, "name"],
      ["a name with half a character", { name: "a\ud800b" }, "name"],
      ["an upper-case slug", { name: "a", slug: "Acme" }, "slug"],
      ["an empty slug", { name: "a", slug: "" }, "slug"],
      ["a slug of a path", { name: "a", slug: "../acme" }, "slug"],
      ["a slug that begins with a dash", { name: "a", slug: "-acme" }, "slug"],
      ["a slug that ends with a dash", { name: "a", slug: "acme-" }, "slug"],
      ["a long slug", { name: "a", slug: "a".repeat(64) }, "slug"],
      ["a logo that is a script", { name: "a", logo: "javascript:alert(1)" }, "logo"],
      ["a logo that is no URL", { name: "a", logo: "logo.png" }, "logo"],
      ["a long logo", { name: "a", logo: `https://example.com/${"a".repeat(2_048)}` }, "logo"],
    ])("refuses %s by name", async (_what, body, path) => {
      const { agent } = await teams.person();
      const reply = await agent.post(ORGANIZATIONS, body);
      expect(reply).toMatchObject({
        status: 400,
        body: { code: "VALIDATION_ERROR", issues: [{ path }] },
      });
      expect(reply.setCookies).toEqual([]);
      expect((await agent.get(ORGANIZATIONS)).body).toEqual([]);
    });
  });

  describe("slugs", () => {
    it("are made from the name, and made unique where none was asked for", async () => {
      const ada = await teams.person();
      expect((await teams.found(ada, { name: "Très Große: Änderung 3!" })).slug).toBe(
        "tres-gro-e-anderung-3",
      );
      expect((await teams.found(ada, { name: "Same name" })).slug).toBe("same-name");
      const second = await teams.found(await teams.person(), { name: "Same name" });
      expect(second.slug).toMatch(/^same-name-\d{6}$/);
      expect((await teams.found(ada, { name: "株式会社" })).slug).toMatch(/^\d{6}$/);
      expect((await teams.found(ada, { name: "x".repeat(200) })).slug).toBe("x".repeat(48));
    });

    it("that a user asked for are theirs, or refused when taken", async () => {
      const [ada, eve] = [await teams.person(), await teams.person()];
      const first = await teams.found(ada, { slug: "acme-labs" });
      expect(first.slug).toBe("acme-labs");
      const refused = await eve.agent.post(ORGANIZATIONS, { name: "Other", slug: "acme-labs" });
      expect(refused).toMatchObject(SLUG_TAKEN);
      expect(refused.setCookies).toEqual([]);
      expect((await eve.agent.get(ORGANIZATIONS)).body).toEqual([]);
      const others = await teams.found(eve);
      const change = (slug: string) =>
        eve.agent.send(`${ORGANIZATIONS}/${others.id}`, {
          method: "PATCH",
          body: { slug, name: "Renamed" },
        });
      expect(await change("acme-labs")).toMatchObject(SLUG_TAKEN);
      expect((await eve.agent.get(`${ORGANIZATIONS}/${others.id}`)).body).toEqual(others);
      expect(await change(others.slug)).toMatchObject({
        status: 200,
        body: { slug: others.slug, name: "Renamed" },
      });
      expect(await change("acme-labs-2")).toMatchObject({
        status: 200,
        body: { slug: "acme-labs-2" },
      });
      // The one that was left is free again.
      expect((await teams.found(ada, { slug: others.slug })).slug).toBe(others.slug);
    });

    it("go to one of twenty who ask at once", async () => {
      const ada = await teams.person();
      const replies = await Promise.all(
        Array.from({ length: 20 }, () =>
          ada.agent.post(ORGANIZATIONS, { name: "Race", slug: "wanted-by-all" }),
        ),
      );
      expect(replies.map(({ status }) => status).toSorted()).toEqual([
        201,
        ...Array<number>(19).fill(409),
      ]);
    });
  });

  describe("changing", () => {
    it("sets what is given and keeps the rest", async () => {
      const ada = await teams.person();
      const made = await teams.found(ada, {
        logo: "https://example.com/a.png",
        metadata: { a: 1, b: { c: 2 } },
      });
      const change = (body: object) =>
        ada.agent.send(`${ORGANIZATIONS}/${made.id}`, { method: "PATCH", body });
      let expected: OrganizationBody = made;
      for (const step of [
        { name: "New name" },
        { logo: null },
        { metadata: { d: [] } },
        { slug: `${made.slug}-new` },
        { logo: "http://x.test/" },
      ]) {
        expected = { ...expected, ...step };
        service.clock.advance(1_000);
        const reply = await change(step);
        expect(reply).toMatchObject({ status: 200, setCookies: [] });
        expect(reply.body).toEqual(expected);
        expect((await ada.agent.get(`${ORGANIZATIONS}/${made.id}`)).body).toEqual(expected);
      }
      for (const nothing of [
        {},
        { id: "0000000000000000" },
        { createdAt: "1999-01-01T00:00:00.000Z" },
        { name: "" },
        { slug: null },
        { metadata: [] },
      ])
        expect(await change(nothing)).toMatchObject({
          status: 400,
          body: { code: "VALIDATION_ERROR" },
        });
      expect((await ada.agent.get(`${ORGANIZATIONS}/${made.id}`)).body).toEqual(expected);
    });
  });

  describe("removing", () => {
    it("takes a fresh session of an owner, and leaves nothing to anybody", async () => {
      const { path, id, people, organization } = await teams.team();
      const invited = await teams.person();
      const invitation = await teams.invite(people.owner, id, {
        email: invited.email,
        role: "member",
      });
      const remove = () => people.owner.agent.send(path, { method: "DELETE" });

      expect(await people.admin.agent.send(path, { method: "DELETE" })).toMatchObject(DENIED);
      service.clock.advance(DAY);
      expect(await remove()).toMatchObject(refusal(403, "SESSION_NOT_FRESH"));
      const agent = await service.signedIn(people.owner.email);
      const removed = await agent.send(path, { method: "DELETE" });
      expect(removed).toMatchObject({ status: 204, text: "", setCookies: [] });

      for (const person of Object.values(people)) {
        expect(await person.agent.get(path)).toMatchObject(NO_ORGANIZATION);
        expect((await person.agent.get(ORGANIZATIONS)).body).toEqual([]);
        expect((await person.agent.get("/api/v1/auth/me")).body).toMatchObject({
          activeOrganization: null,
          permissions: [],
        });
      }
      expect(await agent.send(path, { method: "DELETE" })).toMatchObject(NO_ORGANIZATION);
      expect((await invited.agent.get(MY_INVITATIONS)).body).toEqual([]);
      expect(await invited.agent.post(ACCEPT, { invitationId: invitation.id })).toMatchObject(
        NO_INVITATION,
      );
      expect((await teams.found(invited, { slug: organization.slug })).slug).toBe(
        organization.slug,
      );
    });
  });

  it("are listed to their own members alone, first joined first, each with the role", async () => {
    const [ada, eve] = [await teams.person(), await teams.person()];
    const [first, others] = [await teams.found(ada, { name: "Zebra" }), await teams.found(eve)];
    service.clock.advance(1);
    const last = await teams.found(ada, { name: "Aardvark" });
    service.clock.advance(1);
    await teams.join(eve, others.id, { invited: ada, role: "member" });
    expect((await ada.agent.get(ORGANIZATIONS)).body).toEqual([
      { ...first, role: "owner" },
      { ...last, role: "owner" },
      { ...others, role: "member" },
    ]);
    expect((await eve.agent.get(ORGANIZATIONS)).body).toEqual([{ ...others, role: "owner" }]);
    expect(await eve.agent.get(`${ORGANIZATIONS}/${first.id}`)).toMatchObject(NO_ORGANIZATION);
    expect(
      await eve.agent.send(ACTIVE_ORGANIZATION, {
        method: "PUT",
        body: { organizationId: first.id },
      }),
    ).toMatchObject(NO_ORGANIZATION);
  });

  it("number as many per user as the policy says, created and joined together", async () => {
    const small = await start({ policy: { organizationsPerUser: 2 } });
    const own = createTeams(small);
    const [ada, eve] = [await own.person(), await own.person()];
    const { id } = await own.found(eve);
    await own.join(eve, id, { invited: ada, role: "owner" });
    const invitation = await own.invite(eve, (await own.found(eve)).id, {
      email: ada.email,
      role: "member",
    });
    const last = await own.found(ada);
    for (const refused of [
      await ada.agent.post(ORGANIZATIONS, { name: "Third" }),
      await ada.agent.post(ACCEPT, { invitationId: invitation.id }),
    ])
      expect(refused).toMatchObject({ ...refusal(403, "LIMIT_REACHED"), setCookies: [] });
    expect((await ada.agent.send(`${ORGANIZATIONS}/${last.id}`, { method: "DELETE" })).status).toBe(
      204,
    );
    expect((await ada.agent.post(ACCEPT, { invitationId: invitation.id })).status).toBe(200);
  });
});
