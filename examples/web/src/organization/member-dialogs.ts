import type { Member } from "@acme/auth-client";
import * as routes from "@acme/auth-client/routes";
import type { OrganizationContext } from "../pages/organization.js";
import { type Interruption, withFreshSession } from "../reauthentication.js";
import { call } from "../service.js";
import { cancelButton, confirm, confirmAndDo, openDialog } from "../view/dialog.js";
import { createChoice, createForm } from "../view/form.js";
import { type Role, rolesToGive } from "./roles.js";

const nameOf = ({ user }: Member): string => user.name || user.email;

/**
 * What a stale session interrupts where it takes a fresh one: whatever makes, unmakes, removes or
 * invites an owner.
 */
export const ownersInterruption = ({ user, organization }: OrganizationContext): Interruption => ({
  user,
  purpose: `change who owns ${organization.name}`,
  resumeAt: "/organization",
});

/** The member in the role that was chosen; null when none was. */
export const chooseRole = (context: OrganizationContext, member: Member): Promise<Member | null> =>
  openDialog<Member>(`Role of ${nameOf(member)}`, (close) => {
    const role = createChoice({
      name: "role",
      label: "New role",
      hint: "Members can look. Admins can invite, remove and give roles. Owners can do everything.",
      options: rolesToGive(context.organization.role),
      chosen: member.role,
    });
    const change = () =>
      call(routes.membership.changeRole, {
        id: context.organization.id,
        memberId: member.id,
        role: role.input.value as Role,
      });
    const work = () => withFreshSession(ownersInterruption(context), change).then(close);
    const beside = cancelButton(() => close(null));
    return [createForm({ fields: [role], submit: "Save role", work, beside })];
  });

/** Whether the member was removed. */
export const confirmRemoval = (context: OrganizationContext, member: Member): Promise<boolean> =>
  confirmAndDo(
    {
      title: `Remove ${nameOf(member)}?`,
      text: `${member.user.email} loses access to ${context.organization.name} at once. You can invite them again.`,
      yes: "Remove member",
    },
    () =>
      withFreshSession(ownersInterruption(context), () =>
        call(routes.membership.removeMember, { id: context.organization.id, memberId: member.id }),
      ),
  );

/** Names in the URL the work that continues when a mailed link returns to it. */
export const transferKey = ({ id }: Member): string => `transfer-${id}`;

/** Whether the ownership was transferred. */
export async function transferOwnership(
  { user, organization }: OrganizationContext,
  member: Member,
): Promise<boolean> {
  const question = {
    title: `Transfer the ownership to ${nameOf(member)}?`,
    text: `${member.user.email} becomes an owner of ${organization.name}, and you become an admin. Only an owner can give it back to you.`,
    yes: "Transfer",
  };
  if (!(await confirm(question))) return false;
  const interruption = {
    user,
    purpose: "transfer the ownership",
    resumeAt: `/organization?continue=${transferKey(member)}`,
  };
  await withFreshSession(interruption, () =>
    call(routes.membership.transferOwnership, { id: organization.id, memberId: member.id }),
  );
  return true;
}
