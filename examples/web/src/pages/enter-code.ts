import * as auth from "../auth.js";
import { resendButton } from "../view/countdown.js";
import { h } from "../view/element.js";
import { codeField, createForm } from "../view/form.js";
import { createMessages } from "../view/messages.js";
import { linkWith, type Page } from "../view/router.js";
import { enter } from "../ways.js";

export const enterCodePage: Page = ({ luggage, leaving }) => {
  const { email } = luggage;
  if (email === undefined) return { redirect: "/" };
  const messages = createMessages();
  const code = codeField();
  const again = resendButton("Send a new code", { messages, leaving }, async () => {
    await auth.sendCode(email);
    messages.say("A new code is on its way. It replaces the one before.");
  });
  const form = createForm({
    fields: [code],
    messages,
    submit: "Sign in",
    after: [again],
    work: () => auth.signInByCode(email, code.input.value).then(() => enter("code", luggage)),
  });
  return {
    title: "Enter the code",
    content: [
      h(
        "p",
        { class: "lead" },
        "We sent a six-digit code to ",
        h("strong", {}, email),
        ". It works for ten minutes.",
      ),
      form,
      h(
        "p",
        {},
        linkWith("/password", "Sign in another way", () => luggage),
      ),
    ],
  };
};
