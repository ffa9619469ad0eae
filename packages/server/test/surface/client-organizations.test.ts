import { DAY } from "@acme/auth-core/surface";
import { anyString } from "@acme/auth-testing/matchers";
import { orNull, parseJson, readJson } from "@acme/auth-testing/read-json";
import { beforeAll, expect, it } from "vitest";
import { describeService } from "../describe-service.js";
import {
  createTeams,
  INVITATION_BODY,
  ORGANIZATION_BODY,
  ORGANIZATIONS,
  type Person,
  refusal,
  type Teams,
} from "../teams.js";
import { get, post } from "./client-requests.js";

/** The use cases behind are asked over both: here it is their words for this client. */
const ONE = { databases: "one" } as const;

describeService("organizations as the better-auth client has them", ONE, (service) => {
  let teams: Teams;

  beforeAll(async () => {
    teams = createTeams(service);
  });

  it("are created, checked for a slug, changed and removed", async () => {
    const { agent, userId, email } = await teams.person();
    const slug = `client-${userId}`;
    expect(await post(agent, "check-slug", { slug })).toMatchObject({
      status: 200,
      body: { status: true },
    });
    expect((await post(agent, "create", { name: "No slug" })).status).toBe(400);
    const made = await post(agent, "create", { name: "Client's", slug, metadata: { a: 1 } });
    const { members, ...organization } = readJson(made.body, {
      ...ORGANIZATION_BODY,
      members: ["object"],
    });
    expect(made.setCookies).toEqual([expect.stringMatching(`^active-org=${organization.id}; `)]);
    const createdAt = service.clock.now().toISOString();
    expect(organization).toEqual({
      id: organization.id,
      name: "Client's",
      slug,
      logo: null,
      metadata: { a: 1 },
      createdAt,
    });
    expect(members).toEqual([
      {
        id: anyString(),
        organizationId: organization.id,
        userId,
        role: "owner",
        createdAt,
      },
    ]);

    service.clock.advance(1);
    const quiet = await post(agent, "create", {
      name: "Quiet",
      slug: `${slug}-2`,
      keepCurrentActiveOrganization: true,
    });
    expect(quiet).toMatchObject({ status: 200, setCookies: [] });
    expect(await post(agent, "check-slug", { slug })).toMatchObject(
      refusal(409, "ORGANIZATION_SLUG_ALREADY_TAKEN"),
    );
    expect((await post(agent, "update", { data: { name: "Renamed" } })).body).toEqual({
      ...organization,
      name: "Renamed",
    });
    expect((await post(agent, "update", { data: {} })).status).toBe(400);
    expect((await get(agent, "get-organization")).body).toEqual({
      ...organization,
      name: "Renamed",
    });
    expect((await get(agent, "list")).body).toEqual([
      { ...organization, name: "Renamed" },
      expect.objectContaining({ name: "Quiet" }),
    ]);

    service.clock.advance(DAY);
    expect(await post(agent, "delete", { organizationId: organization.id })).toMatchObject(
      refusal(403, "SESSION_NOT_FRESH"),
    );
    const fresh = await service.signedIn(email);
    const removed = await post(fresh, "delete", { organizationId: organization.id });
    expect(removed).toMatchObject({ status: 200, setCookies: [] });
    expect(removed.body).toEqual({ ...organization, name: "Renamed" });
    expect(await fresh.get(`${ORGANIZATIONS}/${organization.id}`)).toMatchObject({ status: 404 });
  });

  it("are switched by id, by slug and to none", async () => {
    const ada = await teams.person();
    const [first, second] = [await teams.found(ada), await teams.found(ada)];
    const active = async () =>
      readJson((await get(ada.agent, "get-organization")).body, orNull(ORGANIZATION_BODY))?.id ??
      null;
    expect(await post(ada.agent, "set-active", { organizationId: first.id })).toMatchObject({
      status: 200,
      body: first,
    });
    expect(await active()).toBe(first.id);
    expect(await post(ada.agent, "set-active", { organizationSlug: second.slug })).toMatchObject({
      status: 200,
      body: second,
    });
    expect(await active()).toBe(second.id);
    for (const none of [{ organizationId: null }, {}]) {
      await post(ada.agent, "set-active", { organizationId: first.id });
      expect(await post(ada.agent, "set-active", none)).toMatchObject({
        status: 200,
        text: "null",
      });
      expect(await active()).toBeNull();
    }
  });

  it("are shown whole, except invitations to those who may not read them", async () => {
    const { id, people, memberIds, organization } = await teams.team();
    const invitation = await teams.invite(people.owner, id, {
      email: teams.newAddress(),
      role: "member",
    });
    const full = async (person: Person, query = "") =>
      readJson((await get(person.agent, `get-full-organization${query}`)).body, {
        ...ORGANIZATION_BODY,
        members: [{ id: "string" }],
        invitations: [INVITATION_BODY],
      });
    for (const role of ["owner", "admin"] as const) {
      const { members, invitations, ...rest } = await full(people[role]);
      expect(rest).toEqual(organization);
      expect(members.map((member) => member.id).toSorted()).toEqual(
        Object.values(memberIds).toSorted(),
      );
      expect(invitations.filter(({ status }) => status === "pending").map((one) => one.id)).toEqual(
        [invitation.id],
      );
    }
    expect(await full(people.member, `?organizationSlug=${organization.slug}`)).toMatchObject({
      ...organization,
      invitations: [],
    });
    expect(
      (await full(people.member, `?organizationId=${id}&membersLimit=1`)).members,
    ).toHaveLength(1);
    expect((await get(people.member.agent, "get-full-organization?membersLimit=101")).status).toBe(
      400,
    );
    // What is left out is no denial: nobody asked for it.
    expect(service.logs.filter(({ event }) => event === "authz_fail")).toEqual([]);
  });

  it("say what a role may, in both vocabularies, and never more than asked", async () => {
    const { people } = await teams.team();
    const may = async (role: keyof typeof people, permissions: object) =>
      readJson((await post(people[role].agent, "has-permission", { permissions })).body, {
        success: "boolean",
      }).success;
    const asked: readonly (readonly [
      permissions: object,
      owner: boolean,
      admin: boolean,
      member: boolean,
    ])[] = [
      [{ organization: ["update"] }, true, true, false],
      [{ organization: ["delete"] }, true, false, false],
      [{ organization: ["update", "delete"] }, true, false, false],
      [
        { member: ["create", "update", "delete"], invitation: ["create", "cancel"] },
        true,
        true,
        false,
      ],
      [{ ac: ["read"] }, true, true, true],
      [{ ac: ["create"] }, true, true, false],
      [{ "org:members": ["read"] }, true, true, true],
      [{ "org:members": ["read", "write"] }, true, true, false],
      [{ org: ["delete"] }, true, false, false],
      [{ billing: ["read"], "org:ownership": ["transfer"] }, true, false, false],
      [{ org: ["read"], nothing: ["read"] }, false, false, false],
      [{ org: ["constructor"], constructor: ["name"] }, false, false, false],
      [{ toString: [] }, false, false, false],
      [parseJson('{"__proto__":["read"],"org":["read"]}', "object"), false, false, false],
      [parseJson('{"__proto__":[],"org":["read"]}', "object"), false, false, false],
      [{ "-": ["read"], org: ["read"] }, false, false, false],
      [{ "": ["org:read"] }, false, false, false],
      [{ org: [] }, false, false, false],
      [{}, false, false, false],
    ];
    for (const [permissions, owner, admin, member] of asked)
      expect([
        permissions,
        await may("owner", permissions),
        await may("admin", permissions),
        await may("member", permissions),
      ]).toEqual([permissions, owner, admin, member]);
    const foreign = await teams.team();
    const reply = await post(people.owner.agent, "has-permission", {
      permissions: { org: ["read"] },
      organizationId: foreign.id,
    });
    expect(reply).toMatchObject(refusal(404, "ORGANIZATION_NOT_FOUND"));
  });
});
