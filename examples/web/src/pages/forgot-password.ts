import * as auth from "../auth.js";
import { h, link } from "../view/element.js";
import { createForm, emailField } from "../view/form.js";
import type { Page } from "../view/router.js";

export const forgotPasswordPage: Page = () => {
  const email = emailField();
  const form = createForm({
    fields: [email],
    submit: "Mail me a link",
    async work(messages) {
      await auth.requestPasswordReset(email.input.value);
      messages.say(
        "If there is an account with this email address, a link to set a new password is on its way.",
      );
    },
  });
  return {
    title: "Set a new password",
    content: [
      h("p", {}, "We mail you a link that lets you choose a new password."),
      form,
      h("p", {}, link("/", "Back to sign-in")),
    ],
  };
};
