import * as routes from "@acme/auth-client/routes";
import { call, sendCode } from "../service.js";
import { resendButton } from "../view/countdown.js";
import { h, strong } from "../view/element.js";
import { codeField, createForm } from "../view/form.js";
import { createMessages } from "../view/messages.js";
import { linkWith, type Page } from "../view/router.js";
import { enter } from "../ways.js";

export const enterCodePage: Page = ({ state }) => {
  const { email } = state;
  if (email === undefined) return { redirect: "/" };
  const messages = createMessages();
  const code = codeField();
  const again = resendButton("Send a new code", messages, async () => {
    await sendCode(email);
    messages.say("A new code is on its way. It replaces the one before.");
  });
  const form = createForm({
    fields: [code],
    messages,
    submit: "Sign in",
    after: [again],
    work: () =>
      call(routes.emailOtp.signIn, { email, otp: code.input.value }).then(() =>
        enter("code", state),
      ),
  });
  return {
    title: "Enter the code",
    content: [
      h(
        "p",
        { class: "lead" },
        "We sent a six-digit code to ",
        strong(email),
        ". It works for ten minutes.",
      ),
      form,
      h(
        "p",
        {},
        linkWith("/password", "Sign in another way", () => state),
      ),
    ],
  };
};
