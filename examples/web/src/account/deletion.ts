import { AuthClientError, type PendingDeletion } from "@acme/auth-client";
import * as routes from "@acme/auth-client/routes";
import type { AccountContext } from "../pages/account.js";
import { call } from "../service.js";
import { actionButton } from "../view/attempt.js";
import { cancelButton, openDialog } from "../view/dialog.js";
import { h, link, quiet, strong, type Child } from "../view/element.js";
import { createField, createForm, knownAddress, passwordField } from "../view/form.js";
import { navigate } from "../view/router.js";
import { createSection, type Section } from "../view/section.js";
import { timeElement } from "../view/time.js";

const MAX_REASON_LENGTH = "500";

/** How long there is a way back, as a person would say it; null when there is none. */
const inWords = (days: number): string | null =>
  days === 0 ? null : days === 1 ? "one day" : `${days} days`;

/** The end of the account, and the way back as long as there is time. */
export function deletionSection({ user }: AccountContext, graceDays: number): Section {
  const grace = inWords(graceDays);
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
    actionButton("Delete my account", { messages: section.messages, look: "danger" }, request),
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
    const outcome = await askForPassword(user.email, grace);
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

/** That it was asked for somewhere else before is a refusal that the dialog has no more use for. */
type Outcome = "requested" | { readonly refused: unknown };

const askForPassword = (email: string, grace: string | null): Promise<Outcome | null> =>
  openDialog<Outcome>("Delete your account?", (close) => {
    const password = passwordField({
      name: "password",
      label: "Your password",
      refusals: ["INVALID_PASSWORD"],
      attributes: { autocomplete: "current-password", autofocus: true },
    });
    const reason = createField({
      name: "reason",
      label: "Why are you leaving? (optional)",
      hint: "Your answer is deleted together with your account.",
      attributes: { required: false, maxlength: MAX_REASON_LENGTH },
    });
    async function work(): Promise<void> {
      try {
        await call(routes.accountDeletion.requestDeletion, {
          password: password.input.value,
          reason: reason.input.value,
        });
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
        before: [knownAddress(email)],
        fields: [password, reason],
        submit: grace === null ? "Delete account now" : "Request deletion",
        look: "danger",
        work,
        beside: cancelButton(() => close(null)),
      }),
      quiet(
        "Forgot your password, or never had one? ",
        link("/forgot-password", "Set one by email"),
      ),
    ];
  });
