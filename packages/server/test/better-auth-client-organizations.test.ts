import { codeOf, declaredRefusals } from "@acme/auth-http";
import { describe, expect, it } from "vitest";
import { clientsOf, VERSIONS } from "./better-auth-clients.js";
import { startedService } from "./describe-service.js";
import { surface } from "./reference-surface.js";

describe.each(VERSIONS)("organizations with better-auth $version", (version) => {
  const service = startedService("sqlite");
  const { signedIn } = clientsOf(version, service);
  const { organizationClient } = version.plugins;

  it("the official client founds organizations and works in one of them", async () => {
    const { organization, getSession } = await signedIn("barbara@example.com");
    expect((await organization.checkSlug({ slug: "barbaras" })).data).toEqual({ status: true });
    expect(await organization.getFullOrganization()).toMatchObject({ data: null, error: null });
    const { data: first } = await organization.create({
      name: "Barbara's",
      slug: "barbaras",
      metadata: { plan: "pro" },
    });
    expect(first).toMatchObject({
      name: "Barbara's",
      slug: "barbaras",
      logo: null,
      metadata: { plan: "pro" },
      members: [{ role: "owner" }],
    });
    expect(await organization.checkSlug({ slug: "barbaras" })).toMatchObject({
      data: null,
      error: { status: 409, code: "ORGANIZATION_SLUG_ALREADY_TAKEN" },
    });
    service.clock.advance(1);
    const { data: second } = await organization.create({
      name: "Second",
      slug: "second",
      keepCurrentActiveOrganization: true,
    });
    expect((await organization.list()).data?.map(({ slug }) => slug)).toEqual([
      "barbaras",
      "second",
    ]);
    expect((await getSession()).data).toMatchObject({
      session: { activeOrganizationId: first!.id },
    });

    expect((await organization.setActive({ organizationId: second!.id })).data).toMatchObject({
      id: second!.id,
    });
    expect((await organization.getFullOrganization()).data).toMatchObject({
      id: second!.id,
      members: [{ role: "owner" }],
      invitations: [],
    });
    expect((await organization.update({ data: { name: "Renamed" } })).data).toMatchObject({
      id: second!.id,
      name: "Renamed",
    });
    await organization.setActive({ organizationSlug: "barbaras" });
    expect((await getSession()).data).toMatchObject({
      session: { activeOrganizationId: first!.id },
    });
    expect(
      (await organization.getFullOrganization({ query: { organizationSlug: "second" } })).data,
    ).toMatchObject({ name: "Renamed" });
    expect(await organization.setActive({ organizationId: null })).toMatchObject({
      data: null,
      error: null,
    });
    expect(await organization.getActiveMember()).toMatchObject({
      data: null,
      error: { code: "NO_ACTIVE_ORGANIZATION" },
    });
    expect((await organization.delete({ organizationId: second!.id })).data).toMatchObject({
      id: second!.id,
    });
    expect((await organization.list()).data).toHaveLength(1);
  });

  it("the official client invites, answers invitations, gives roles, removes and leaves", async () => {
    const founder = (await signedIn("edsger@example.com")).organization;
    const [tony, donald] = [
      (await signedIn("tony@example.com")).organization,
      (await signedIn("donald@example.com")).organization,
    ];
    const { data: created } = await founder.create({ name: "Structured", slug: "structured" });
    const organizationId = created!.id;

    service.clock.advance(1);
    const { data: toTony } = await founder.inviteMember({
      email: "tony@example.com",
      role: "member",
    });
    expect(toTony).toMatchObject({
      email: "tony@example.com",
      role: "member",
      status: "pending",
    });
    expect((await tony.listUserInvitations()).data).toMatchObject([
      { id: toTony!.id, organizationName: "Structured" },
    ]);
    expect((await tony.getInvitation({ query: { id: toTony!.id } })).data).toMatchObject({
      organizationSlug: "structured",
      inviterEmail: "edsger@example.com",
    });
    expect(await donald.acceptInvitation({ invitationId: toTony!.id })).toMatchObject({
      error: { status: 404, code: "INVITATION_NOT_FOUND" },
    });
    expect((await tony.acceptInvitation({ invitationId: toTony!.id })).data).toMatchObject({
      invitation: { status: "accepted" },
      member: { role: "member" },
    });
    expect((await tony.getActiveMember()).data).toMatchObject({
      organizationId,
      role: "member",
      user: { email: "tony@example.com" },
    });

    const { data: toDonald } = await founder.inviteMember({
      email: "donald@example.com",
      role: "admin",
    });
    expect((await founder.cancelInvitation({ invitationId: toDonald!.id })).data).toMatchObject({
      status: "canceled",
    });
    const { data: again } = await founder.inviteMember({
      email: "donald@example.com",
      role: "admin",
    });
    expect((await donald.rejectInvitation({ invitationId: again!.id })).data).toMatchObject({
      invitation: { status: "rejected" },
      member: null,
    });
    expect((await founder.listInvitations()).data?.map(({ status }) => status).toSorted()).toEqual([
      "accepted",
      "canceled",
      "rejected",
    ]);
    expect(await tony.listInvitations()).toMatchObject({
      error: { status: 403, code: "PERMISSION_DENIED" },
    });

    const may = async (client: typeof tony, permissions: object) =>
      (await client.hasPermission({ permissions })).data?.success;
    expect(await may(tony, { member: ["create"] })).toBe(false);
    expect(await may(tony, { "org:members": ["read"] })).toBe(true);
    const { data: listed } = await founder.listMembers();
    expect(listed).toMatchObject({
      total: 2,
      members: [{ role: "owner" }, { role: "member", user: { email: "tony@example.com" } }],
    });
    const memberId = listed!.members[1]!.id;
    expect((await founder.updateMemberRole({ memberId, role: "admin" })).data).toMatchObject({
      id: memberId,
      role: "admin",
    });
    expect((await tony.getActiveMemberRole()).data).toEqual({ role: "admin" });
    expect(await tony.inviteMember({ email: "rob@example.com", role: "owner" })).toMatchObject({
      error: { status: 403, code: "YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE" },
    });
    expect(await may(tony, { member: ["create"], invitation: ["cancel"] })).toBe(true);
    expect(await may(tony, { org: ["delete"] })).toBe(false);
    expect(await may(founder, { organization: ["delete"], "org:ownership": ["transfer"] })).toBe(
      true,
    );

    expect(await founder.leave({ organizationId })).toMatchObject({
      error: { status: 409, code: "YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER" },
    });
    expect((await tony.leave({ organizationId })).data).toMatchObject({
      id: memberId,
      role: "admin",
    });
    const { data: back } = await founder.inviteMember({
      email: "tony@example.com",
      role: "member",
    });
    await tony.acceptInvitation({ invitationId: back!.id });
    expect(
      (await founder.removeMember({ memberIdOrEmail: "tony@example.com" })).data,
    ).toMatchObject({ member: { role: "member" } });
    expect(await tony.getFullOrganization({ query: { organizationId } })).toMatchObject({
      error: { status: 404, code: "ORGANIZATION_NOT_FOUND" },
    });
  });

  it("the official client finds every code that an organization path answers among its own", async () => {
    const known = organizationClient().$ERROR_CODES;
    // What every path may answer, and what the plugin has no code for.
    const ours = new Set([
      "SESSION_NOT_FRESH",
      "IMAGE_URL_NOT_SUPPORTED",
      "PERMISSION_DENIED",
      "EMAIL_VERIFICATION_REQUIRED",
      "TOO_MANY_REQUESTS",
      "INSUFFICIENT_USER_AUTHENTICATION",
      "SECOND_FACTOR_NOT_ENROLLED",
    ]);
    const unknown = surface
      .filter(({ path }) => path.startsWith("/api/auth/organization/"))
      .flatMap((route) =>
        declaredRefusals(route).map((code) => ({ path: route.path, code: codeOf(code, route) })),
      )
      .filter(({ code }) => !Object.hasOwn(known, code) && !ours.has(code));
    expect(unknown).toEqual([]);
    // Where our code stays, the plugin has none for that path.
    const denied = surface.filter(
      (route) =>
        route.path.startsWith("/api/auth/organization/") &&
        codeOf("PERMISSION_DENIED", route) === "PERMISSION_DENIED",
    );
    const silent = denied
      .filter((route) => declaredRefusals(route).includes("PERMISSION_DENIED"))
      .map(({ path }) => path);
    expect(silent).toEqual(["/api/auth/organization/list-invitations"]);
  });

  it("the official client has an invitation mailed again", async () => {
    const founder = (await signedIn("niklaus@example.com")).organization;
    await founder.create({ name: "Pascal", slug: "pascal" });
    const invite = (resend: boolean) =>
      founder.inviteMember({ email: "kristen@example.com", role: "member", resend });
    const { data: first } = await invite(false);
    expect(await invite(false)).toMatchObject({
      data: null,
      error: { status: 409, code: "USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION" },
    });
    service.clock.advance(1);
    const { data: again, error } = await invite(true);
    expect(error).toBeNull();
    expect(again).toMatchObject({ id: first!.id, status: "pending" });
  });
});
