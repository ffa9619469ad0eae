import { type OrganizationId, toId, type UserId } from "@acme/auth-core";
import { expect, it } from "vitest";
import { describeService } from "./describe-service.js";
import { createTeams, type Person, type Team } from "./teams.js";

const operator = "jane@support: the owner has left the company";
const NOWHERE = toId<OrganizationId>("organization-nowhere");
const NOBODY = toId<UserId>("user-that-is-nobody-0");

describeService("organizations, for operators", { timeout: 60_000 }, (service) => {
  const { team, teamOf, crew, person, join, found, membersOf } = createTeams(service);
  const userOf = ({ userId }: Person) => toId<UserId>(userId);
  const idOf = ({ id }: Pick<Team, "id">) => toId<OrganizationId>(id);
  const rolesIn = async ({ id, people }: Team) =>
    Object.fromEntries(
      (await membersOf(people.owner, id)).map(({ userId, role }) => [userId, role]),
    );
  const pass = (to: Team, input: { readonly to: Person; readonly from?: Person }) =>
    service.auth.operators.transferOwnership(idOf(to), {
      operator,
      to: userOf(input.to),
      ...(input.from && { from: userOf(input.from) }),
    });
  const refused = (path: string) => ({ code: "VALIDATION_ERROR", issues: [{ path }] });

  it("are listed by their slugs, page by page, and by what these begin with", async () => {
    const owner = await person();
    for (const slug of ["listed-c", "listed-a", "listed-b"]) await found(owner, { slug });
    const first = await service.auth.operators.listOrganizations({ prefix: " LISTED-", limit: 2 });
    expect(first.organizations.map(({ slug }) => slug)).toEqual(["listed-a", "listed-b"]);
    const { next } = first;
    expect(
      await service.auth.operators.listOrganizations({ prefix: "listed-", after: next, limit: 2 }),
    ).toMatchObject({ organizations: [{ slug: "listed-c" }], next: null });
  });

  it("are described by id and by slug, with owners, members and invitations", async () => {
    const acme = await team();
    const { owner } = acme.people;
    const body = { email: "invited@example.com", role: "member" };
    await owner.agent.post(`${acme.path}/invitations`, body);
    const described = await service.auth.operators.findOrganization(idOf(acme));
    expect(described).toMatchObject({
      organization: { id: acme.id, slug: acme.organization.slug },
      owners: [{ id: owner.userId, email: owner.email }],
      members: 3,
      membersWithoutTwoFactors: 3,
      pendingInvitations: 1,
    });
    expect(await service.auth.operators.findOrganizationBySlug(acme.organization.slug)).toEqual(
      described,
    );
    expect(await service.auth.operators.findOrganization(NOWHERE)).toBeNull();
    expect(await service.auth.operators.findOrganizationBySlug("nowhere")).toBeNull();
    const page = await service.auth.operators.listMembers(idOf(acme), { after: null, limit: 2 });
    expect(page.members.map(({ role }) => role)).toEqual(["owner", "admin"]);
    const rest = await service.auth.operators.listMembers(idOf(acme), {
      after: page.next,
      limit: 2,
    });
    expect(rest).toMatchObject({ members: [{ role: "member" }], next: null });
  });

  it("get another owner in the place of the only one, who is told and becomes an admin", async () => {
    const acme = await team();
    const { owner, member } = acme.people;
    await service.auth.worker.runDue();
    const before = service.inbox.mails.length;
    const passed = await pass(acme, { to: member });
    expect(passed).toMatchObject({
      owner: { userId: member.userId, role: "owner" },
      previousOwner: { userId: owner.userId, role: "admin" },
    });
    expect(await rolesIn(acme)).toMatchObject({
      [owner.userId]: "admin",
      [member.userId]: "owner",
    });
    await service.auth.worker.runDue();
    const told = service.inbox.mails.slice(before);
    expect(told.map(({ to }) => to)).toEqual(expect.arrayContaining([owner.email, member.email]));
    for (const { text } of told) expect(text).toContain("operator");
    const { entries } = await service.auth.operators.listRecords({
      organizationId: idOf(acme),
      limit: 1,
    });
    expect(entries).toMatchObject([
      {
        event: "ownership.transferred",
        operator,
        userId: owner.userId,
        email: owner.email,
        doneTo: member.userId,
        doneToEmail: member.email,
        slug: acme.organization.slug,
      },
    ]);
    const log = await member.agent.get(`${acme.path}/audit?event=ownership.transferred`);
    expect(log.body).toMatchObject({ entries: [{ actor: null }] });
    expect(log.text).not.toContain("jane");
  });

  it("with several owners say which of them is meant, and the others stay owners", async () => {
    const acme = await team();
    const { owner, admin, member } = acme.people;
    const second = await person();
    await join(owner, acme.id, { invited: second, role: "owner" });
    await expect(pass(acme, { to: member })).rejects.toMatchObject(refused("from"));
    await expect(pass(acme, { to: member, from: admin })).rejects.toMatchObject(refused("from"));
    await expect(pass(acme, { to: member, from: member })).rejects.toMatchObject(refused("from"));
    await pass(acme, { to: member, from: owner });
    expect(await rolesIn(acme)).toMatchObject({
      [owner.userId]: "admin",
      [second.userId]: "owner",
      [member.userId]: "owner",
    });
    // Of two owners one can only be given the place of the other.
    await pass(acme, { to: second });
    expect(await rolesIn(acme)).toMatchObject({
      [second.userId]: "owner",
      [member.userId]: "admin",
    });
  });

  it("keep their only owner", async () => {
    const acme = await team();
    await expect(pass(acme, { to: acme.people.owner })).rejects.toMatchObject(refused("to"));
    expect(await rolesIn(acme)).toMatchObject({ [acme.people.owner.userId]: "owner" });
  });

  it("never go to one who is suspended or waits for deletion", async () => {
    const acme = await teamOf(await crew());
    const { owner, admin, member } = acme.people;
    await service.auth.users.suspend(userOf(member), { operator });
    await service.auth.users.startDeletion(userOf(admin), { operator });
    for (const to of [member, admin])
      await expect(pass(acme, { to })).rejects.toMatchObject(refused("to"));
    expect(await rolesIn(acme)).toMatchObject({ [owner.userId]: "owner" });
    await service.auth.users.reinstate(userOf(member), { operator });
    await pass(acme, { to: member });
    expect(await rolesIn(acme)).toMatchObject({ [member.userId]: "owner" });
  });

  it("never go to a stranger, and what names nothing is said", async () => {
    const acme = await team();
    const stranger = await person();
    const { owner, member } = acme.people;
    const to = userOf(member);
    await expect(pass(acme, { to: stranger })).rejects.toMatchObject({ code: "MEMBER_NOT_FOUND" });
    const unknown = { operator, to: NOBODY };
    await expect(
      service.auth.operators.transferOwnership(idOf(acme), unknown),
    ).rejects.toMatchObject({
      code: "USER_NOT_FOUND",
    });
    await expect(
      service.auth.operators.transferOwnership(NOWHERE, { operator, to }),
    ).rejects.toMatchObject({
      code: "ORGANIZATION_NOT_FOUND",
    });
    const unsigned = { operator: " ", to };
    await expect(
      service.auth.operators.transferOwnership(idOf(acme), unsigned),
    ).rejects.toMatchObject(refused("operator"));
    expect(await rolesIn(acme)).toMatchObject({ [owner.userId]: "owner" });
  });

  it("that are given to two members at once go to one", async () => {
    const acme = await team();
    const { admin, member } = acme.people;
    const both = await Promise.allSettled([pass(acme, { to: admin }), pass(acme, { to: member })]);
    const roles = Object.values(await rolesIn(acme));
    expect(both.some(({ status }) => status === "fulfilled")).toBe(true);
    expect(roles.filter((role) => role === "owner")).toHaveLength(1);
  });
});
