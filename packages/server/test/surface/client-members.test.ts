import { anyString, arrayContaining } from "@acme/auth-testing/matchers";
import { readJson } from "@acme/auth-testing/read-json";
import { beforeAll, expect, it } from "vitest";
import { describeService } from "../describe-service.js";
import { createTeams, INVITATION_BODY, type Person, refusal, type Teams } from "../teams.js";
import { get, post } from "./client-requests.js";

/** The use cases behind are asked over both: here it is their words for this client. */
const ONE = { databases: "one" } as const;

describeService("members of organizations as the better-auth client has them", ONE, (service) => {
  let teams: Teams;

  beforeAll(async () => {
    teams = createTeams(service);
  });

  const userOf = ({ userId, email }: Person) => ({ id: userId, name: "", email, image: null });

  it("have members, page by page, and tell each their own", async () => {
    const { id, people, memberIds } = await teams.team();
    const all = readJson((await get(people.member.agent, "list-members")).body, {
      members: [{ id: "string" }],
      total: "number",
    });
    expect(all.total).toBe(3);
    const pages = await Promise.all(
      [0, 1, 2, 3].map((offset) =>
        get(people.owner.agent, `list-members?organizationId=${id}&limit=1&offset=${offset}`),
      ),
    );
    expect(pages.map(({ body }) => body)).toEqual([
      ...all.members.map((member) => ({ members: [member], total: 3 })),
      { members: [], total: 3 },
    ]);
    const own = await get(people.admin.agent, "get-active-member");
    const { createdAt } = readJson(own.body, { createdAt: "string" });
    expect(own.body).toEqual({
      id: memberIds.admin,
      organizationId: id,
      userId: people.admin.userId,
      role: "admin",
      createdAt,
      user: userOf(people.admin),
    });
    expect((await get(people.member.agent, "get-active-member-role")).body).toEqual({
      role: "member",
    });
  });

  it.each([
    "sortBy=role",
    "sortDirection=desc",
    "filterField=role&filterValue=owner",
    "filterValue=owner",
    "filterOperator=eq",
  ])("refuse to list members by ?%s, which nothing here honours", async (query) => {
    const { people } = await teams.team();
    const [name] = query.split("=");
    expect(await get(people.owner.agent, `list-members?${query}`)).toMatchObject({
      status: 400,
      body: {
        code: "VALIDATION_ERROR",
        issues: arrayContaining([expect.objectContaining({ path: name })]),
      },
    });
    expect(
      (await get(people.owner.agent, "list-members?sortBy=createdAt&sortDirection=asc")).body,
    ).toMatchObject({ total: 3 });
  });

  it("give roles, remove by id or by email address, and let go", async () => {
    const { id, people, memberIds, organization } = await teams.team();
    const { agent } = people.owner;
    const changed = await post(agent, "update-member-role", {
      memberId: memberIds.member,
      role: ["admin"],
    });
    const member = {
      id: memberIds.member,
      organizationId: id,
      userId: people.member.userId,
      createdAt: organization.createdAt,
    };
    expect(changed).toMatchObject({ status: 200, setCookies: [] });
    expect(changed.body).toEqual({ ...member, role: "admin" });
    expect(
      (
        await post(agent, "update-member-role", {
          memberId: memberIds.member,
          role: ["admin", "owner"],
        })
      ).status,
    ).toBe(400);
    expect(
      await post(people.admin.agent, "update-member-role", {
        memberId: memberIds.owner,
        role: "member",
      }),
    ).toMatchObject(refusal(403, "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER"));
    expect(
      await post(people.admin.agent, "update-member-role", {
        memberId: memberIds.admin,
        role: "owner",
      }),
    ).toMatchObject(refusal(403, "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER"));
    expect(
      await post(people.admin.agent, "remove-member", { memberIdOrEmail: people.owner.email }),
    ).toMatchObject(refusal(403, "YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER"));

    const removed = await post(agent, "remove-member", {
      memberIdOrEmail: ` ${people.member.email.toUpperCase()}`,
    });
    expect(removed.body).toEqual({
      member: { ...member, role: "admin", user: userOf(people.member) },
    });
    expect((await post(agent, "remove-member", { memberIdOrEmail: memberIds.member })).status).toBe(
      404,
    );
    const left = await post(people.admin.agent, "leave", { organizationId: id });
    expect(left).toMatchObject({
      status: 200,
      setCookies: [],
      body: { id: memberIds.admin, role: "admin", user: userOf(people.admin) },
    });
    expect((await get(agent, "list-members")).body).toMatchObject({ total: 1 });
  });

  it("invite, and are answered", async () => {
    const { id, people, organization } = await teams.team();
    const [first, second] = [await teams.person(), await teams.person()];
    const invited = await post(people.admin.agent, "invite-member", {
      email: first.email,
      role: ["member"],
      resend: true,
    });
    expect(invited.status).toBe(200);
    const invitation = readJson(invited.body, INVITATION_BODY);
    expect(Object.keys(invitation).toSorted()).toEqual([
      "createdAt",
      "email",
      "expiresAt",
      "id",
      "inviterId",
      "organizationId",
      "role",
      "status",
    ]);
    expect((await get(first.agent, "list-user-invitations")).body).toEqual([
      { ...invitation, organizationName: organization.name },
    ]);
    const shown = {
      organizationName: organization.name,
      organizationSlug: organization.slug,
      inviterEmail: people.admin.email,
    };
    expect((await get(first.agent, `get-invitation?id=${invitation.id}`)).body).toEqual({
      ...invitation,
      ...shown,
    });
    expect((await get(people.admin.agent, "list-invitations")).body).toContainEqual(invitation);

    const accepted = await post(first.agent, "accept-invitation", { invitationId: invitation.id });
    expect(accepted.setCookies).toEqual([expect.stringMatching(`^active-org=${id}; `)]);
    const createdAt = service.clock.now().toISOString();
    const member = {
      id: anyString(),
      organizationId: id,
      userId: first.userId,
      role: "member",
      createdAt,
    };
    expect(accepted.body).toEqual({ invitation: { ...invitation, status: "accepted" }, member });

    const again = readJson(
      (await post(people.owner.agent, "invite-member", { email: second.email, role: "owner" }))
        .body,
      INVITATION_BODY,
    );
    expect(
      await post(people.admin.agent, "cancel-invitation", { invitationId: again.id }),
    ).toMatchObject(refusal(403, "YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION"));
    const rejected = await post(second.agent, "reject-invitation", { invitationId: again.id });
    expect(rejected).toMatchObject({ status: 200, setCookies: [] });
    expect(rejected.body).toEqual({ invitation: { ...again, status: "rejected" }, member: null });
    const third = readJson(
      (await post(people.owner.agent, "invite-member", { email: second.email, role: "member" }))
        .body,
      INVITATION_BODY,
    );
    expect(
      (await post(people.admin.agent, "cancel-invitation", { invitationId: third.id })).body,
    ).toEqual({ ...third, status: "canceled" });
    expect((await get(second.agent, "list-user-invitations")).body).toEqual([]);
  });
});
