import type { Invitation } from "@acme/auth-client";
import * as routes from "@acme/auth-client/routes";
import type { OrganizationContext } from "../pages/organization.js";
import { withFreshSession } from "../reauthentication.js";
import { call } from "../service.js";
import { actionButton } from "../view/attempt.js";
import { actions, badge, h, itemList, quiet, strong } from "../view/element.js";
import { createChoice, createForm, emailField } from "../view/form.js";
import { createSection, type Section } from "../view/section.js";
import { relativeTime } from "../view/time.js";
import { ownersInterruption } from "./member-dialogs.js";
import { mayDealWith, type Role, ROLE_IN_WORDS, ROLE_NAMES, rolesToGive } from "./roles.js";

/** Who was asked to join and has not answered yet, and a form to ask others. */
export function invitationsSection(context: OrganizationContext): Section {
  const { organization, can } = context;
  const section = createSection("Invitations", async () => {
    const pending = (await call(routes.invitation.listInvitations, { id: organization.id })).filter(
      ({ status }) => status === "pending",
    );
    return [
      pending.length === 0
        ? h("p", {}, "No invitation is waiting for an answer.")
        : itemList(pending.map(item)),
      can("org:invitations:write") ? inviteForm() : null,
    ];
  });

  function item({ id, email, role, expiresAt }: Invitation): HTMLElement {
    const facts = quiet("Expires ", relativeTime(expiresAt));
    const cancel = async () => {
      await call(routes.invitation.cancelInvitation, { id: organization.id, invitationId: id });
      await section.refresh();
      section.messages.say(`The invitation of ${email} is cancelled.`);
    };
    const resend = async () => {
      await withFreshSession(ownersInterruption(context), () =>
        call(routes.invitation.resendInvitation, { id: organization.id, invitationId: id }),
      );
      await section.refresh();
      section.messages.say(`A new link is on its way to ${email}.`);
    };
    const { messages } = section;
    const mayCancel = can("org:invitations:write") && mayDealWith(organization.role, role);
    return h(
      "li",
      {},
      h("div", {}, strong(email), " ", badge(ROLE_NAMES[role]), facts),
      mayCancel
        ? actions(
            actionButton("Send again", { messages, name: `Send again to ${email}` }, resend),
            actionButton("Cancel", { messages, name: `Cancel the invitation of ${email}` }, cancel),
          )
        : null,
    );
  }

  function inviteForm(): HTMLElement {
    const email = emailField({ autocomplete: "off" }, ["ALREADY_MEMBER", "ALREADY_INVITED"]);
    const role = createChoice({
      name: "role",
      label: "Role",
      options: rolesToGive(organization.role),
      chosen: "member",
    });
    return createForm({
      fields: [email, role],
      submit: "Send invitation",
      async work() {
        const input = {
          id: organization.id,
          email: email.input.value,
          role: role.input.value as Role,
        };
        const invitation = await withFreshSession(ownersInterruption(context), () =>
          call(routes.invitation.inviteMember, input),
        );
        await section.refresh();
        section.messages.say(
          `${invitation.email} is invited as ${ROLE_IN_WORDS[invitation.role]}. A link is on its way to them.`,
        );
      },
    });
  }

  return section;
}
