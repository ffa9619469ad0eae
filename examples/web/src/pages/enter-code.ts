import * as auth from "../auth.js";
import { actionButton } from "../view/attempt.js";
import { h, link } from "../view/element.js";
import { codeField, createForm } from "../view/form.js";
import { createMessages } from "../view/messages.js";
import { navigate, type Page } from "../view/router.js";

export const enterCodePage: Page = ({ luggage: { email, next = "/account" } }) => {
  if (email === undefined) return { redirect: "/" };
  const messages = createMessages();
  const code = codeField();
  const again = async () => {
    await auth.sendCode(email);
    messages.say("Another code is on its way. It takes the place of the first.");
  };
  const form = createForm({
    fields: [code],
    messages,
    submit: "Sign in",
    after: [actionButton("Send another code", { messages, look: "plain" }, again)],
    work: () => auth.signInByCode(email, code.input.value).then(() => navigate(next)),
  });
  return {
    title: "Enter the code",
    content: [
      h("p", {}, "We sent six digits to ", h("strong", {}, email), ". They work for ten minutes."),
      form,
      h("p", {}, link("/", "Back to sign-in")),
    ],
  };
};
