import type { User } from "@acme/auth-client";
import * as routes from "@acme/auth-client/routes";
import type { AccountContext } from "../pages/account.js";
import { withFreshSession } from "../reauthentication.js";
import { call, pageUrl, sendVerification } from "../service.js";
import { actionButton } from "../view/attempt.js";
import { cancelButton, openDialog } from "../view/dialog.js";
import { h, strong } from "../view/element.js";
import { createField, createForm } from "../view/form.js";
import { createSection, focusResumed, type Section } from "../view/section.js";

const RESUME = "change-email";

export function emailSection({ user, resume }: AccountContext): Section {
  const resuming = resume === RESUME;

  const section = createSection("Email address", async (messages) => {
    const sendAgain = async () => {
      await sendVerification(user.email);
      messages.say(`A link is on its way to ${user.email}.`);
    };
    const unverified = h(
      "div",
      { class: "note" },
      h("p", {}, `Please verify your email address: open the link that we sent to ${user.email}.`),
      actionButton("Send the link again", { messages }, sendAgain),
    );
    const badge = user.emailVerified
      ? h("span", { class: "badge good" }, "Verified")
      : h("span", { class: "badge" }, "Not verified");
    const label = resuming ? "Continue changing the email address" : "Change email address";
    const button = actionButton(label, { messages, sign: "mail" }, change);
    button.toggleAttribute("data-resumed", resuming);
    return [
      h("p", {}, strong(user.email), " ", badge),
      user.emailVerified ? null : unverified,
      button,
    ];
  });

  async function change(): Promise<void> {
    const to = await askForNewEmail(user);
    if (to !== null)
      section.messages.say(
        `We sent a link to ${to}. Open it to finish. Until then your email address stays as it is.`,
      );
  }

  void section.loaded.then(() => focusResumed(section));
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
