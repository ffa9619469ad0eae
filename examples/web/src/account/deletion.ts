import { AuthClientError, type PendingDeletion } from "@acme/auth-client";
import * as routes from "@acme/auth-client/routes";
import type { AccountContext } from "../pages/account.js";
import { call } from "../service.js";
import { actionButton } from "../view/attempt.js";
import { type Child, h, quiet, strong } from "../view/element.js";
import { navigate } from "../view/router.js";
import { createSection, type Section } from "../view/section.js";
import { timeElement } from "../view/time.js";
import { askToLeave, graceInWords, RESUME, showOrganizations } from "./deletion-dialogs.js";

/** The end of the account, and the way back as long as there is time. */
export function deletionSection({ user, resume }: AccountContext, graceDays: number): Section {
  const grace = graceInWords(graceDays);
  const resumed = resume === RESUME;
  const label = resumed ? "Continue deleting my account" : "Delete my account";
  const section = createSection(
    "Delete your account",
    async () => {
      const { pending } = await call(routes.accountDeletion.readDeletion);
      return pending ? comingUp(pending) : offer();
    },
    "deletion",
  );

  const offer = (): readonly Child[] => [
    h(
      "p",
      {},
      grace === null
        ? "Your account is deleted at once, and cannot be brought back."
        : `Your account is deleted after ${grace}. Until then you can sign in and keep it.`,
    ),
    quiet(
      "While you are the only owner of an organization, your account cannot be deleted: transfer the ownership, or delete the organization first.",
    ),
    actionButton(label, { messages: section.messages, look: "danger", resumed }, request),
  ];

  const comingUp = ({ requestedAt, scheduledFor }: PendingDeletion): readonly Child[] => [
    h("p", {}, strong("Your account will be deleted on ", timeElement(scheduledFor), ".")),
    quiet(
      "You asked for this on ",
      timeElement(requestedAt),
      ". Until it is deleted, you can sign in and keep it.",
    ),
    actionButton("Keep my account", { messages: section.messages, look: "primary" }, keep),
  ];

  async function request(): Promise<void> {
    const preview = await call(routes.accountDeletion.previewDeletion);
    // Asked for now, it would be refused when it is due.
    if (preview.soleOwnerOf.length > 0) return showOrganizations(preview.soleOwnerOf);
    const outcome = await askToLeave(user, preview);
    if (outcome === null) return;
    if (outcome === "requested" && grace === null)
      return navigate("/account-deleted", { email: user.email });
    await section.refresh();
    if (outcome === "requested")
      section.messages.say(
        "Your account is scheduled for deletion. We sent you an email about it.",
      );
    else section.messages.complain(outcome.refused);
  }

  async function keep(): Promise<void> {
    try {
      await call(routes.accountDeletion.cancelDeletion);
    } catch (problem) {
      // Somewhere else it was cancelled, or it is too late: what is shown is no longer so.
      if (AuthClientError.is(problem, "DELETION_NOT_PENDING")) await section.refresh();
      throw problem;
    }
    await section.refresh();
    section.messages.say("Your account stays. Everything is as it was.");
  }

  return section;
}
