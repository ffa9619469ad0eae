import { explainRedirect } from "../problems.js";
import { h, link } from "../view/element.js";
import type { Page } from "../view/router.js";

/** Where the button of the mailed verification link leads. */
export const verifiedPage: Page = ({ url }) => {
  const refused = explainRedirect(url);
  return {
    title: refused === null ? "Your address is verified" : "Your address could not be verified",
    content: [
      refused === null
        ? h("p", {}, "Thank you. Nothing more is to be done.")
        : h("p", { class: "message refused", role: "alert" }, refused),
      h("p", {}, link("/account", "Continue to your account")),
    ],
  };
};
