import * as auth from "../auth.js";
import { explainRedirect } from "../problems.js";
import { h, link } from "../view/element.js";
import { createForm, newPasswordField } from "../view/form.js";
import { refusedMessage } from "../view/messages.js";
import { navigate, type Page } from "../view/router.js";

/** The mailed link for a new password redirects here. */
export const resetPasswordPage: Page = async ({ url }) => {
  const token = url.searchParams.get("token");
  if (token === null) {
    const refused = explainRedirect(url) ?? "This page is opened by a link in a mail.";
    return {
      title: "Choose a new password",
      content: [
        refusedMessage(refused),
        h("p", {}, link("/forgot-password", "Ask for a new link")),
      ],
    };
  }
  // Out of the URL, the history and anything that is copied from them.
  history.replaceState(null, "", url.pathname);
  const policy = await auth.findPolicy();
  const password = newPasswordField("newPassword", "New password", policy);
  async function setPassword() {
    await auth.resetPassword(token!, password.input.value);
    await navigate("/", { notice: "Your new password is set. Sign in with it." });
  }
  return {
    title: "Choose a new password",
    content: [
      h("p", {}, "Setting it ends every session of your account, on all devices."),
      createForm({ fields: [password], submit: "Set password", work: setPassword }),
      h("p", {}, link("/forgot-password", "Ask for a new link")),
    ],
  };
};
