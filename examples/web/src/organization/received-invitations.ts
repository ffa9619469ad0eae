import type { ReceivedInvitation, User } from "@acme/auth-client";
import * as routes from "@acme/auth-client/routes";
import { verificationButton } from "../account/verification-button.js";
import { call } from "../service.js";
import { actionButton } from "../view/attempt.js";
import { actions, type Child, h, itemList, quiet, strong } from "../view/element.js";
import type { Messages } from "../view/messages.js";
import { navigate } from "../view/router.js";
import { createSection, type Section } from "../view/section.js";
import { relativeTime } from "../view/time.js";
import { ROLE_IN_WORDS } from "./roles.js";

/**
 * The invitations to the user's email address, to be accepted or turned down. The service shows
 * them when that email address is verified.
 */
export function receivedInvitationsSection(user: User): Section {
  const verifyFirst = (messages: Messages): readonly Child[] => [
    h(
      "p",
      {},
      "Please verify first that ",
      strong(user.email),
      " is your email address: open the link that we sent you, then come back.",
    ),
    verificationButton(user, messages),
  ];

  const section = createSection("Invitations for you", async (messages) => {
    if (!user.emailVerified) return verifyFirst(messages);
    const invitations = await call(routes.invitation.listMyInvitations);
    if (invitations.length > 0) return [itemList(invitations.map(item))];
    return [h("p", {}, "No invitation to ", strong(user.email), " is waiting for an answer.")];
  });

  function item({ id, organization, inviter, role, expiresAt }: ReceivedInvitation): HTMLElement {
    const accept = async () => {
      await call(routes.invitation.acceptInvitation, { invitationId: id });
      await navigate("/organization", {
        notice: `Welcome! You are ${ROLE_IN_WORDS[role]} of ${organization.name} now.`,
      });
    };
    const turnDown = async () => {
      await call(routes.invitation.rejectInvitation, { invitationId: id });
      await section.refresh();
      section.messages.say(`You turned the invitation to ${organization.name} down.`);
    };
    const who = inviter ? inviter.name || inviter.email : "Somebody";
    const from = inviter?.name ? ` (${inviter.email})` : "";
    const { messages } = section;
    return h(
      "li",
      {},
      h(
        "div",
        {},
        strong(organization.name),
        h("p", {}, `${who}${from} invites you to join as ${ROLE_IN_WORDS[role]}.`),
        quiet("Expires ", relativeTime(expiresAt)),
      ),
      actions(
        actionButton(
          "Accept",
          { messages, name: `Accept the invitation to ${organization.name}`, look: "primary" },
          accept,
        ),
        actionButton(
          "Turn down",
          { messages, name: `Turn down the invitation to ${organization.name}` },
          turnDown,
        ),
      ),
    );
  }

  return section;
}
