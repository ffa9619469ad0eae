import type { User } from "@acme/auth-client";
import { sendVerification } from "../service.js";
import { actionButton } from "../view/attempt.js";
import type { Messages } from "../view/messages.js";

/** For who has not opened the link that verifies the email address. */
export const verificationButton = ({ email }: User, messages: Messages): HTMLButtonElement =>
  actionButton("Send the link again", { messages }, async () => {
    await sendVerification(email);
    messages.say(`A link is on its way to ${email}.`);
  });
