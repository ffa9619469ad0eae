import { expect } from "vitest";
import type { Guide, Visitor } from "./guide.js";

const MARY = "mary@acme.example";

interface People {
  readonly owner: Visitor;
  readonly invited: Visitor;
}

/** Organizations, their members and invitations, at the paths of `/api/v1`. */
export async function tourOrganizations(guide: Guide): Promise<void> {
  const owner = await guide.member("joan@acme.example", "Joan Clarke");
  const invited = await guide.member(MARY, "Mary Somerville");
  const id = await createOrganization(owner);
  await inviteAndJoin(guide, { owner, invited }, id);
  await changeMembers({ owner, invited }, id);
  await owner.client.organization.organizationAudit({ id, limit: 2 });
  const event = "organization.created";
  await owner.client.organization.downloadAudit({ id, format: "ndjson", event });
  await invited.client.organization.deleteOrganization({ id });
}

async function createOrganization({ client: { organization } }: Visitor): Promise<string> {
  const { id } = await organization.createOrganization({ name: "Analytical Engines" });
  await organization.listOrganizations();
  await organization.readOrganization({ id });
  await organization.updateOrganization({ id, slug: "engines", metadata: { plan: "pro" } });
  await organization.setActiveOrganization({ organizationId: id });
  return id;
}

async function inviteAndJoin(guide: Guide, { owner, invited }: People, id: string): Promise<void> {
  const { invitation } = owner.client;
  const invite = () => invitation.inviteMember({ id, email: MARY, role: "member" });
  const cancelled = await invite();
  await invitation.cancelInvitation({ id, invitationId: cancelled.id });
  const rejected = await invite();
  await invited.client.invitation.rejectInvitation({ invitationId: rejected.id });
  const accepted = await invite();
  await invitation.listInvitations({ id });
  await invitation.resendInvitation({ id, invitationId: accepted.id });
  const token = await guide.mailedToken(MARY);
  expect(await guide.opened(invited, invitation.openInvitationLink({ token }))).toBe(200);
  await invited.client.invitation.listMyInvitations();
  await invited.client.invitation.acceptInvitation({ invitationId: accepted.id });
}

async function changeMembers({ owner, invited }: People, id: string): Promise<void> {
  const { membership, invitation } = owner.client;
  const mary = async () => (await membership.listMembers({ id })).members.at(-1)!.id;
  await membership.changeRole({ id, memberId: await mary(), role: "admin" });
  await membership.removeMember({ id, memberId: await mary() });
  const again = await invitation.inviteMember({ id, email: MARY, role: "member" });
  await invited.client.invitation.acceptInvitation({ invitationId: again.id });
  await membership.transferOwnership({ id, memberId: await mary() });
  await invited.client.organization.organizationAudit({ id, limit: 2 });
  const third = await invited.client.organization.createOrganization({ name: "Compilers" });
  const asMember = await invited.client.invitation.inviteMember({
    id: third.id,
    email: "joan@acme.example",
    role: "member",
  });
  await invitation.acceptInvitation({ invitationId: asMember.id });
  await membership.leaveOrganization({ id: third.id });
}
