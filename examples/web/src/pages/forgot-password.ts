import { requestPasswordReset } from "../service.js";
import { h } from "../view/element.js";
import { createForm, emailField } from "../view/form.js";
import { linkWith, type Page } from "../view/router.js";

export const forgotPasswordPage: Page = ({ state }) => {
  const email = emailField({ value: state.email ?? "", "data-first": true });
  const form = createForm({
    fields: [email],
    submit: "Email me a link",
    async work(messages) {
      await requestPasswordReset(email.input.value);
      messages.say(
        "If there is an account with this email address, a link to set a new password is on its way.",
      );
    },
  });
  return {
    title: "Set a new password",
    content: [
      h("p", { class: "lead" }, "We email you a link that lets you choose a new password."),
      form,
      h(
        "p",
        {},
        linkWith("/", "Back to sign-in", () => ({ ...state, email: email.input.value })),
      ),
    ],
  };
};
