import * as organizations from "../organizations.js";
import type { OrganizationContext } from "../pages/organization.js";
import { withFreshSession } from "../reauthentication.js";
import { confirm, confirmAndDo, openDialog } from "../view/dialog.js";
import { h } from "../view/element.js";
import { createChoice, createForm } from "../view/form.js";
import { rolesToGive } from "./roles.js";

type Member = organizations.Member;

const nameOf = ({ user }: Member): string => user.name || user.email;

/** The member in the role that was chosen; null when none was. */
export const chooseRole = (organization: organizations.OwnOrganization, member: Member): Promise<Member | null> =>
  openDialog<Member>(`Role of ${nameOf(member)}`, (close) => {
    const role = createChoice({
      name: "role",
      label: "New role",
      hint: "Members read. Admins invite, remove and give roles. Owners may do everything.",
      options: rolesToGive(organization.role),
      chosen: member.role,
    });
    const work = () => organizations.changeRole(organization.id, member.id, role.input.value).then(close);
    const cancel = h("button", { type: "button", onclick: () => close(null) }, "Cancel");
    return [createForm({ fields: [role], submit: "Save role", work, after: [cancel] })];
  });

/** Whether the member was removed. */
export const confirmRemoval = (organization: organizations.OwnOrganization, member: Member): Promise<boolean> =>
  confirmAndDo(
    {
      title: `Remove ${nameOf(member)}?`,
      text: `${member.user.email} cannot work in ${organization.name} any more, from now on. You can invite them again.`,
      yes: "Remove member",
    },
    () => organizations.removeMember(organization.id, member.id),
  );

/** Names in the address what a mailed link comes back to go on with. */
export const transferKey = ({ id }: Member): string => `transfer-${id}`;

/** Whether the ownership was transferred. */
export async function transferOwnership({ user, organization }: OrganizationContext, member: Member): Promise<boolean> {
  const question = {
    title: `Transfer the ownership to ${nameOf(member)}?`,
    text: `${member.user.email} becomes an owner of ${organization.name}, and you become an admin. Only an owner can give it back to you.`,
    yes: "Transfer",
  };
  if (!(await confirm(question))) return false;
  const interruption = { email: user.email, purpose: "transfer the ownership", resumeAt: `/organization?continue=${transferKey(member)}` };
  await withFreshSession(interruption, () => organizations.transferOwnership(organization.id, member.id));
  return true;
}
