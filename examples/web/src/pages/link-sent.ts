import { resendButton } from "../view/countdown.js";
import { h, quiet, strong } from "../view/element.js";
import { createMessages } from "../view/messages.js";
import { linkWith, type Page } from "../view/router.js";
import { mailLink } from "../ways.js";

export const linkSentPage: Page = ({ state }) => {
  const { email } = state;
  if (email === undefined) return { redirect: "/" };
  const messages = createMessages();
  const again = resendButton("Send a new link", messages, async () => {
    await mailLink(email, state);
    messages.say("A new link is on its way.");
  });
  return {
    title: "Check your email",
    content: [
      h(
        "p",
        { class: "lead" },
        "We sent a link to ",
        strong(email),
        ". Open it in this browser: it works once, for ten minutes.",
      ),
      quiet("Nothing there? Look in your spam folder, or check the address."),
      ...messages.elements,
      again,
      h(
        "p",
        {},
        linkWith("/password", "Sign in another way", () => state),
      ),
    ],
  };
};
