import { h, link } from "../view/element.js";
import type { Page } from "../view/router.js";

export const linkSentPage: Page = ({ luggage: { email } }) => {
  if (email === undefined) return { redirect: "/" };
  return {
    title: "Look in your mail",
    content: [
      h(
        "p",
        {},
        "We sent a link to ",
        h("strong", {}, email),
        ". Open it in this browser; it works once and for ten minutes.",
      ),
      h(
        "p",
        { class: "quiet" },
        "Nothing there? Look among the unwanted mail, or check the email address.",
      ),
      h("p", {}, link("/", "Back to sign-in")),
    ],
  };
};
