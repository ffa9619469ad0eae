import {
  cancelDeletion,
  findDeletion,
  requestDeletion,
  type PendingDeletion,
} from "../account-deletion.js";
import { isRefusal } from "../api.js";
import type { AccountContext } from "../pages/account.js";
import { actionButton } from "../view/attempt.js";
import { cancelButton, openDialog } from "../view/dialog.js";
import { h, type Child } from "../view/element.js";
import { createField, createForm, knownAddress, passwordField } from "../view/form.js";
import { createSection, type Section } from "../view/section.js";
import { timeElement } from "../view/time.js";

const MAX_REASON_LENGTH = "500";

/** The way out for good, and back as long as there is time. */
export function deletionSection({ user, changed }: AccountContext): Section {
  const section = createSection("Delete your account", async () => {
    const pending = await findDeletion();
    return pending ? comingUp(pending) : offer();
  });

  const offer = (): readonly Child[] => [
    h(
      "p",
      {},
      "Your account does not go at once: you are told the day, and can keep it until then.",
    ),
    h(
      "p",
      { class: "quiet" },
      "As long as you are the only owner of an organization, your account cannot be deleted: transfer the ownership, or delete the organization.",
    ),
    actionButton("Delete my account", { messages: section.messages, look: "danger" }, request),
  ];

  const comingUp = ({ requestedAt, scheduledFor }: PendingDeletion): readonly Child[] => [
    h("p", {}, h("strong", {}, "Your account will be deleted on ", timeElement(scheduledFor), ".")),
    h(
      "p",
      { class: "quiet" },
      "You asked for it on ",
      timeElement(requestedAt),
      ". Until it is deleted, you can sign in and keep it.",
    ),
    actionButton("Keep my account", { messages: section.messages, look: "primary" }, keep),
  ];

  async function request(): Promise<void> {
    const outcome = await askForPassword(user.email);
    if (outcome === null) return;
    await section.refresh();
    if (outcome === "requested")
      section.messages.say("The deletion is on its way. We sent you a mail about it.");
    else section.messages.complain(outcome.refused);
    changed();
  }

  async function keep(): Promise<void> {
    try {
      await cancelDeletion();
    } catch (problem) {
      // Somewhere else it was cancelled, or it is too late: what is shown is no longer so.
      if (isRefusal(problem, "DELETION_NOT_PENDING")) await section.refresh();
      throw problem;
    }
    await section.refresh();
    section.messages.say("Your account stays. Everything is as it was.");
    changed();
  }

  return section;
}

/** That it was asked for somewhere else before is a refusal that the dialog has no more use for. */
type Outcome = "requested" | { readonly refused: unknown };

const askForPassword = (email: string): Promise<Outcome | null> =>
  openDialog<Outcome>("Delete your account?", (close) => {
    const password = passwordField({
      name: "password",
      label: "Your password",
      refusals: ["INVALID_PASSWORD"],
      attributes: { autocomplete: "current-password", autofocus: true },
    });
    const reason = createField({
      name: "reason",
      label: "Why are you leaving?",
      hint: "Only if you want to say. We keep it when your account is gone, so leave out who you are.",
      attributes: { required: false, maxlength: MAX_REASON_LENGTH },
    });
    async function work(): Promise<void> {
      try {
        await requestDeletion({ password: password.input.value, reason: reason.input.value });
        close("requested");
      } catch (problem) {
        if (!isRefusal(problem, "DELETION_ALREADY_PENDING")) throw problem;
        close({ refused: problem });
      }
    }
    const leave = () => close(null);
    const byMail = h("a", { href: "/forgot-password", onclick: leave }, "Set one by mail");
    return [
      h(
        "p",
        {},
        "You are given some time to change your mind. Then you and all that belongs to you are removed, and that cannot be undone.",
      ),
      createForm({
        before: [knownAddress(email)],
        fields: [password, reason],
        submit: "Request deletion",
        look: "danger",
        work,
        beside: cancelButton(leave),
      }),
      h("p", { class: "quiet" }, "Forgot your password, or never had one? ", byMail),
    ];
  });
