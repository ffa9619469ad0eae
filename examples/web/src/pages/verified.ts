import { explainRedirect } from "../problems.js";
import { h, link } from "../view/element.js";
import { refusedMessage } from "../view/messages.js";
import type { Page } from "../view/router.js";

/** The button of the mailed verification link redirects here. */
export const verifiedPage: Page = ({ url }) => {
  const refused = explainRedirect(url);
  return {
    title:
      refused === null
        ? "Your email address is verified"
        : "Your email address could not be verified",
    content: [
      refused === null
        ? h("p", {}, "Thank you. Nothing more is to be done.")
        : refusedMessage(refused),
      h("p", {}, link("/account", "Continue to your account")),
    ],
  };
};
