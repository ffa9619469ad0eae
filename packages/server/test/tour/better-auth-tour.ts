import { readJson } from "@acme/auth-testing/read-json";
import { expect } from "vitest";
import type { Guide, Visitor } from "./guide.js";

const KATHERINE = "katherine@acme.example";

/** Organizations as the better-auth client has them. */
export async function tourBetterAuth(guide: Guide): Promise<void> {
  const owner = await guide.member("dorothy@acme.example", "Dorothy Vaughan");
  const invited = await guide.member(KATHERINE, "Katherine Johnson");
  const id = await createOrganization(owner);
  await inviteAndJoin(owner, invited, id);
  await changeMembers(owner, invited, id);
  await owner.betterAuth("betterAuthOrganization.remove", { organizationId: id });
}

const idIn = (reply: unknown): string => readJson(reply, { id: "string" }).id;

async function createOrganization({ betterAuth }: Visitor): Promise<string> {
  await betterAuth("betterAuthOrganization.checkSlug", { slug: "computers" });
  const id = idIn(
    await betterAuth("betterAuthOrganization.create", {
      name: "West Computers",
      slug: "computers",
    }),
  );
  await betterAuth("betterAuthOrganization.setActive", { organizationId: id });
  await betterAuth("betterAuthOrganization.update", {
    organizationId: id,
    data: { name: "West Area Computers" },
  });
  await betterAuth("betterAuthOrganization.list");
  await betterAuth("betterAuthOrganization.getOrganization");
  await betterAuth("betterAuthOrganization.getFullOrganization");
  await betterAuth("betterAuthMember.getActiveMember");
  await betterAuth("betterAuthMember.getActiveMemberRole");
  await betterAuth("betterAuthInvitation.hasPermission", {
    permissions: { member: ["create"] },
  });
  return id;
}

const invite = async ({ betterAuth }: Visitor, organizationId: string): Promise<string> =>
  idIn(
    await betterAuth("betterAuthInvitation.inviteMember", {
      organizationId,
      email: KATHERINE,
      role: "member",
    }),
  );

async function inviteAndJoin(owner: Visitor, invited: Visitor, id: string): Promise<void> {
  const cancelled = await invite(owner, id);
  await owner.betterAuth("betterAuthInvitation.cancelInvitation", { invitationId: cancelled });
  const rejected = await invite(owner, id);
  await invited.betterAuth("betterAuthInvitation.rejectInvitation", { invitationId: rejected });
  const accepted = await invite(owner, id);
  await owner.betterAuth("betterAuthInvitation.listInvitations", { organizationId: id });
  await invited.betterAuth("betterAuthInvitation.getInvitation", { id: accepted });
  await invited.betterAuth("betterAuthInvitation.listUserInvitations");
  await invited.betterAuth("betterAuthInvitation.acceptInvitation", { invitationId: accepted });
}

async function changeMembers(owner: Visitor, invited: Visitor, id: string): Promise<void> {
  const listed = readJson(
    await owner.betterAuth("betterAuthMember.listMembers", { organizationId: id }),
    { members: [{ id: "string", user: { email: "string" } }], total: "number" },
  );
  expect(listed.total).toBe(2);
  const katherine = listed.members.find(({ user }) => user.email === KATHERINE)!;
  await owner.betterAuth("betterAuthMember.updateMemberRole", {
    organizationId: id,
    memberId: katherine.id,
    role: "admin",
  });
  await owner.betterAuth("betterAuthMember.removeMember", {
    organizationId: id,
    memberIdOrEmail: KATHERINE,
  });
  const again = await invite(owner, id);
  await invited.betterAuth("betterAuthInvitation.acceptInvitation", { invitationId: again });
  await invited.betterAuth("betterAuthMember.leave", { organizationId: id });
}
