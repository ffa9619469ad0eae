import * as routes from "@acme/auth-client/routes";
import { explainRedirect } from "../problems.js";
import { call } from "../service.js";
import { h, link } from "../view/element.js";
import { createForm, newPasswordField } from "../view/form.js";
import { refusedMessage } from "../view/messages.js";
import { clearState, navigate, type Page } from "../view/router.js";
import { rememberWay } from "../ways.js";

/** The mailed link for a new password redirects here. */
export const resetPasswordPage: Page = async (visit) => {
  const { url } = visit;
  const token = url.searchParams.get("token");
  const title = "Choose a new password";
  if (token === null) {
    const refused = explainRedirect(url) ?? "This page is opened by a link in a mail.";
    return {
      title,
      content: [
        refusedMessage(refused),
        h("p", {}, link("/forgot-password", "Ask for a new link")),
      ],
    };
  }
  const policy = await call(routes.service.readPolicy);
  // The page needs nothing more, so the token leaves the URL, the history and anything that is
  // copied from them.
  clearState(visit);
  const password = newPasswordField("newPassword", "New password", policy);
  async function setPassword(token: string) {
    await call(routes.passwordReset.resetPassword, { token, newPassword: password.input.value });
    rememberWay("password");
    await navigate("/", { notice: "Your new password is set. Sign in with it." });
  }
  return {
    title,
    content: [
      h("p", {}, "Setting it ends every session of your account, on all devices."),
      createForm({ fields: [password], submit: "Set password", work: () => setPassword(token) }),
      h("p", {}, link("/forgot-password", "Ask for a new link")),
    ],
  };
};
