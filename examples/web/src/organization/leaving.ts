import * as routes from "@acme/auth-client/routes";
import type { OrganizationContext } from "../pages/organization.js";
import { withFreshSession } from "../reauthentication.js";
import { call } from "../service.js";
import { actionButton } from "../view/attempt.js";
import { confirm, confirmAndDo } from "../view/dialog.js";
import { actions, h } from "../view/element.js";
import { navigate } from "../view/router.js";
import { createSection, type Section } from "../view/section.js";
import { ownersInterruption } from "./member-dialogs.js";

const RESUME = "delete-organization";

/** The ways out: for oneself, and for everybody. */
export function leavingSection(context: OrganizationContext): Section {
  const { user, organization, can, resume, isOnlyOwner } = context;
  const { id, name } = organization;

  const section = createSection(
    can("org:delete") ? "Leave or delete" : "Leave",
    async (messages) => {
      const resumed = resume === RESUME;
      const remove = actionButton(
        resumed ? "Continue deleting the organization" : "Delete the organization",
        { messages, look: "danger", resumed },
        deleteIt,
      );
      return [
        isOnlyOwner
          ? h(
              "p",
              {},
              "You are the only owner, so you cannot leave: transfer the ownership first, or delete the organization.",
            )
          : null,
        actions(
          isOnlyOwner ? null : actionButton("Leave the organization", { messages }, leave),
          can("org:delete") ? remove : null,
        ),
      ];
    },
  );

  async function leave(): Promise<void> {
    const question = {
      title: `Leave ${name}?`,
      text: "You lose access to it, until someone invites you again.",
      yes: "Leave",
    };
    const left = await confirmAndDo(question, () =>
      withFreshSession(ownersInterruption(context), () =>
        call(routes.membership.leaveOrganization, { id }),
      ),
    );
    if (left) await navigate("/organizations", { notice: `You left ${name}.` });
  }

  async function deleteIt(): Promise<void> {
    const question = {
      title: `Delete ${name}?`,
      text: "Its members lose access at once, and its invitations stop working. This cannot be undone.",
      yes: "Delete organization",
    };
    if (!(await confirm(question))) return;
    const interruption = {
      user,
      purpose: `delete ${name}`,
      resumeAt: `/organization/settings?continue=${RESUME}`,
    };
    await withFreshSession(interruption, () =>
      call(routes.organization.deleteOrganization, { id }),
    );
    await navigate("/organizations", { notice: `${name} is deleted.` });
  }

  return section;
}
