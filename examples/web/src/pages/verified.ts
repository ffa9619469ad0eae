import { explainRedirect } from "../problems.js";
import { h, link } from "../view/element.js";
import { refusedMessage } from "../view/messages.js";
import type { Page } from "../view/router.js";

/** What the button of a mailed link redirects to. */
const confirmedPage =
  (done: string, failed: string): Page =>
  ({ url }) => {
    const refused = explainRedirect(url);
    return {
      title: refused === null ? done : failed,
      content: [
        refused === null
          ? h("p", { class: "lead" }, "Thank you. There is nothing more to do.")
          : refusedMessage(refused),
        h("p", {}, link("/account", "Continue to your account")),
      ],
    };
  };

export const verifiedPage = confirmedPage(
  "Your email address is verified",
  "Your email address could not be verified",
);
export const emailChangedPage = confirmedPage(
  "Your email address is changed",
  "Your email address could not be changed",
);
