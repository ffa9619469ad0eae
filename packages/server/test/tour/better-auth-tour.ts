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
  await owner.client.betterAuthOrganization.remove({ organizationId: id });
}

async function createOrganization({ client }: Visitor): Promise<string> {
  const { betterAuthOrganization: organization, betterAuthMember: member } = client;
  await organization.checkSlug({ slug: "computers" });
  const { id } = await organization.create({ name: "West Computers", slug: "computers" });
  await organization.setActive({ organizationId: id });
  await organization.update({ organizationId: id, data: { name: "West Area Computers" } });
  await organization.list();
  await organization.getOrganization();
  await organization.getFullOrganization();
  await member.getActiveMember();
  await member.getActiveMemberRole();
  await client.betterAuthInvitation.hasPermission({ permissions: { member: ["create"] } });
  return id;
}

async function inviteAndJoin(owner: Visitor, invited: Visitor, id: string): Promise<void> {
  const { betterAuthInvitation: invitation } = owner.client;
  const theirs = invited.client.betterAuthInvitation;
  const invite = () =>
    invitation.inviteMember({ organizationId: id, email: KATHERINE, role: "member" });
  await invitation.cancelInvitation({ invitationId: (await invite()).id });
  await theirs.rejectInvitation({ invitationId: (await invite()).id });
  const accepted = await invite();
  await invitation.listInvitations({ organizationId: id });
  await theirs.getInvitation({ id: accepted.id });
  await theirs.listUserInvitations();
  await theirs.acceptInvitation({ invitationId: accepted.id });
}

async function changeMembers(owner: Visitor, invited: Visitor, id: string): Promise<void> {
  const { betterAuthMember: member, betterAuthInvitation: invitation } = owner.client;
  const theirs = invited.client;
  const { members, total } = await member.listMembers({ organizationId: id });
  expect(total).toBe(2);
  const katherine = members.find(({ user }) => user.email === KATHERINE)!;
  await member.updateMemberRole({ organizationId: id, memberId: katherine.id, role: "admin" });
  await member.removeMember({ organizationId: id, memberIdOrEmail: KATHERINE });
  const again = await invitation.inviteMember({
    organizationId: id,
    email: KATHERINE,
    role: "member",
  });
  await theirs.betterAuthInvitation.acceptInvitation({ invitationId: again.id });
  await theirs.betterAuthMember.leave({ organizationId: id });
}
