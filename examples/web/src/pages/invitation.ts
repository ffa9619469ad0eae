import * as routes from "@acme/auth-client/routes";
import { receivedInvitationsSection } from "../organization/received-invitations.js";
import { call, listMethods, sendCode } from "../service.js";
import { actionButton } from "../view/attempt.js";
import { h, strong } from "../view/element.js";
import { createForm, emailField } from "../view/form.js";
import { createMessages } from "../view/messages.js";
import { clearState, navigate, type Page, type View } from "../view/router.js";
import type { SignedInVisit } from "./signed-in.js";

// The mailed link of an invitation redirects here, with a token. A user who has verified the
// invited email address is shown the invitation without it, and no other user may accept it: so the
// token is kept neither in the URL nor in the history.
const PATH = "/invitation";

/**
 * For people who are signed out: a code to the invited email address signs them in, and verifies
 * it.
 */
export const invitedPage: Page = async (visit) => {
  clearState(visit);
  const { emailOtp } = await listMethods();
  const email = emailField({ "data-first": true });
  const mailCode = async () => {
    await sendCode(email.input.value);
    await navigate("/enter-code", { email: email.input.value, next: PATH });
  };
  const otherWay = actionButton(
    "Sign in another way",
    { messages: createMessages(), look: "plain" },
    () => navigate("/", { next: PATH, email: email.input.value }),
  );
  return {
    title: "You are invited",
    content: [
      h(
        "p",
        {},
        "Sign in with the email address that the invitation was sent to. You need no account yet: if there is none, signing in makes one.",
      ),
      emailOtp
        ? createForm({
            fields: [email],
            submit: "Email me a code",
            work: mailCode,
            after: [otherWay],
          })
        : otherWay,
    ],
  };
};

export function answerInvitationPage(visit: SignedInVisit): View {
  const { user } = visit;
  clearState(visit);
  const messages = createMessages();
  const change = async () => {
    await call(routes.session.signOut);
    await navigate(PATH);
  };
  return {
    title: "Your invitation",
    wide: true,
    content: [
      h("p", {}, "You are signed in as ", strong(user.email), "."),
      receivedInvitationsSection(user).element,
      h(
        "section",
        { "aria-labelledby": "not-here" },
        h("h2", { id: "not-here", tabindex: "-1" }, "Not the one you look for?"),
        ...messages.elements,
        h(
          "div",
          {},
          h(
            "p",
            {},
            "It may have gone to another email address of yours. It may also have been cancelled, answered already, or have expired: then ask for another one.",
          ),
          actionButton("Sign in with another email address", { messages }, change),
        ),
      ),
    ],
  };
}
