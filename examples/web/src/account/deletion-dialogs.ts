import {
  type AccountDeletionPreviewDeletionReply,
  AuthClientError,
  type User,
} from "@acme/auth-client";
import * as routes from "@acme/auth-client/routes";
import { withFreshSession } from "../reauthentication.js";
import { call } from "../service.js";
import { cancelButton, openDialog } from "../view/dialog.js";
import { actions, h, link, quiet, strong } from "../view/element.js";
import { createField, createForm, knownAddress, passwordField } from "../view/form.js";

const MAX_REASON_LENGTH = "500";

/** What a mailed link comes back to go on with. */
export const RESUME = "delete-account";

type Preview = AccountDeletionPreviewDeletionReply;

/** How long there is a way back, as a person would say it; null when there is none. */
export const graceInWords = (days: number): string | null =>
  days === 0 ? null : days === 1 ? "one day" : `${days} days`;

/** Names what stands in the way, and leads to it. */
export async function showOrganizations(organizations: Preview["soleOwnerOf"]): Promise<void> {
  await openDialog("Your account cannot be deleted yet", (close) => [
    h(
      "p",
      {},
      "You are the only owner of these organizations. Transfer the ownership, or delete them first.",
    ),
    h(
      "ul",
      {},
      ...organizations.map(({ name, members }) =>
        h("li", {}, strong(name), members === 1 ? " (only you)" : ` (${members} members)`),
      ),
    ),
    h("p", {}, link("/organizations", "Open your organizations")),
    actions(cancelButton(() => close(null))),
  ]);
}

/** That it was asked for somewhere else before is a refusal that the dialog has no more use for. */
export type Outcome = "requested" | { readonly refused: unknown };

/**
 * Asks for what the deletion takes: the password, or of a person without one a sign-in of today.
 * Resolves with null when they would rather stay.
 */
export const askToLeave = (user: User, { graceDays, needs }: Preview): Promise<Outcome | null> =>
  openDialog<Outcome>("Delete your account?", (close) => {
    const grace = graceInWords(graceDays);
    const password = needs === "password" ? currentPassword() : null;
    const reason = reasonField();
    const interruption = {
      user,
      purpose: "delete your account",
      resumeAt: `/account/data?continue=${RESUME}`,
    };
    async function work(): Promise<void> {
      try {
        await withFreshSession(interruption, () =>
          call(routes.accountDeletion.requestDeletion, {
            ...(password && { password: password.input.value }),
            reason: reason.input.value,
          }),
        );
        close("requested");
      } catch (problem) {
        if (!AuthClientError.is(problem, "DELETION_ALREADY_PENDING")) throw problem;
        close({ refused: problem });
      }
    }
    return [
      h(
        "p",
        {},
        grace === null
          ? "You and everything that belongs to you are removed at once. This cannot be undone."
          : `You have ${grace} to change your mind. Then you and everything that belongs to you are removed, and that cannot be undone.`,
      ),
      createForm({
        before: password ? [knownAddress(user.email)] : [],
        fields: [...(password ? [password] : []), reason],
        submit: grace === null ? "Delete account now" : "Request deletion",
        look: "danger",
        work,
        beside: cancelButton(() => close(null)),
      }),
      password ? forgotten() : null,
    ];
  });

const currentPassword = () =>
  passwordField({
    name: "password",
    label: "Your password",
    refusals: ["INVALID_PASSWORD"],
    attributes: { autocomplete: "current-password", autofocus: true },
  });

const reasonField = () =>
  createField({
    name: "reason",
    label: "Why are you leaving? (optional)",
    hint: "Your answer is deleted together with your account.",
    attributes: { required: false, maxlength: MAX_REASON_LENGTH },
  });

const forgotten = () =>
  quiet("Forgot your password? ", link("/forgot-password", "Set a new one by email"));
