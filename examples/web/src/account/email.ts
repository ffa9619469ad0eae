import type { User } from "@acme/auth-client";
import * as routes from "@acme/auth-client/routes";
import type { AccountContext } from "../pages/account.js";
import { withFreshSession } from "../reauthentication.js";
import { call, pageUrl } from "../service.js";
import { actionButton } from "../view/attempt.js";
import { cancelButton, openDialog } from "../view/dialog.js";
import { badge, h, strong } from "../view/element.js";
import { createField, createForm } from "../view/form.js";
import { createSection, type Section } from "../view/section.js";
import { verificationButton } from "./verification-button.js";

const RESUME = "change-email";

export function emailSection({ user, resume }: AccountContext): Section {
  const resuming = resume === RESUME;

  const section = createSection("Email address", async (messages) => {
    const unverified = h(
      "div",
      { class: "note" },
      h("p", {}, `Please verify your email address: open the link that we sent to ${user.email}.`),
      verificationButton(user, messages),
    );
    const label = resuming ? "Continue changing the email address" : "Change email address";
    return [
      h(
        "p",
        {},
        strong(user.email),
        " ",
        user.emailVerified ? badge("Verified", "good") : badge("Not verified"),
      ),
      user.emailVerified ? null : unverified,
      actionButton(label, { messages, resumed: resuming, sign: "mail" }, change),
    ];
  });

  async function change(): Promise<void> {
    const to = await askForNewEmail(user);
    if (to !== null)
      section.messages.say(
        `We sent a link to ${to}. Open it to finish. Until then your email address stays as it is.`,
      );
  }

  return section;
}

const askForNewEmail = (user: User): Promise<string | null> =>
  openDialog<string>("Change your email address", (close) => {
    const email = createField({
      name: "newEmail",
      label: "New email address",
      hint: "We send a link there. Your other sessions end when you confirm the change.",
      attributes: { type: "email", autocomplete: "email", autofocus: true },
    });
    const interruption = {
      user,
      purpose: "change your email address",
      resumeAt: `/account?continue=${RESUME}`,
    };
    return [
      createForm({
        fields: [email],
        submit: "Send the link",
        beside: cancelButton(() => close(null)),
        async work() {
          const to = email.input.value.trim();
          await withFreshSession(interruption, () =>
            call(routes.profile.changeEmail, {
              newEmail: to,
              callbackURL: pageUrl("/email-changed"),
            }),
          );
          close(to);
        },
      }),
    ];
  });
