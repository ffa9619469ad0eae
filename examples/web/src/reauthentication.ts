import { type User, withFreshSession as signInAndGoOn } from "@acme/auth-client";
import * as routes from "@acme/auth-client/routes";
import { signInByPasskey } from "./passkey.js";
import { GivenUp } from "./problems.js";
import { call, listMethods, type Methods, sendCode, sendLink } from "./service.js";
import { actionButton } from "./view/attempt.js";
import { cancelButton, openDialog } from "./view/dialog.js";
import { actions, type Child, h, present } from "./view/element.js";
import { codeField, createForm, knownAddress, passwordField } from "./view/form.js";
import { createMessages } from "./view/messages.js";

/** What a stale session interrupts. */
export interface Interruption {
  readonly user: User;
  /** What the person was about to do: "add a passkey". */
  readonly purpose: string;
  /** The page that goes on with it after a mailed link. */
  readonly resumeAt: string;
}

/**
 * Does what needs a fresh session. When the session is stale the person authenticates again, by an
 * ordinary sign-in that carries the session, and it is done then. Throws `GivenUp` when they would
 * rather not.
 */
export const withFreshSession = <Result>(
  interruption: Interruption,
  work: () => Promise<Result>,
): Promise<Result> => signInAndGoOn(work, () => authenticateAgain(interruption));

async function authenticateAgain(interruption: Interruption): Promise<void> {
  const [methods, passkeys] = await Promise.all([
    listMethods(),
    call(routes.passkey.listUserPasskeys).catch(() => []),
  ]);
  const offered = { ...methods, passkey: methods.passkey && passkeys.length > 0 };
  const authenticated = await openDialog<true>("Confirm that it is you", (close) => {
    const step = h("div");
    const show = (content: readonly Child[]) => step.replaceChildren(...present(content));
    show(chooseWay({ interruption, offered, show, done: () => close(true) }));
    const why = `Your last sign-in was a while ago. To ${interruption.purpose}, sign in once more as ${interruption.user.email}.`;
    return [h("p", {}, why), step, actions(cancelButton(() => close(null)))];
  });
  if (!authenticated) throw new GivenUp();
}

interface Ways {
  readonly interruption: Interruption;
  readonly offered: Methods;
  readonly show: (content: readonly Child[]) => void;
  readonly done: () => void;
}

function chooseWay({
  interruption: {
    user: { email },
    resumeAt,
  },
  offered,
  show,
  done,
}: Ways): readonly Child[] {
  const messages = createMessages();
  const passkey = async () => {
    await signInByPasskey();
    done();
  };
  const code = async () => {
    await sendCode(email);
    show(enterCode(email, done));
    focusFirst("dialog input");
  };
  const link = async () => {
    await sendLink(email, resumeAt, "/account");
    show([
      h(
        "p",
        { role: "status", class: "message done", tabindex: "-1" },
        `We sent a link to ${email}. Open it in this browser: it goes on from here.`,
      ),
    ]);
    focusFirst("dialog [role=status]");
  };
  return [
    offered.password ? enterPassword(email, done) : null,
    h(
      "div",
      { class: "ways" },
      offered.passkey ? actionButton("Use a passkey", { messages, sign: "key" }, passkey) : null,
      offered.emailOtp ? actionButton("Email me a code", { messages, sign: "mail" }, code) : null,
      offered.magicLink ? actionButton("Email me a link", { messages, sign: "mail" }, link) : null,
    ),
    ...messages.elements,
  ];
}

function enterPassword(email: string, done: () => void): HTMLElement {
  const password = passwordField({
    name: "password",
    label: "Password",
    refusals: ["INVALID_EMAIL_OR_PASSWORD"],
    attributes: { autocomplete: "current-password", autofocus: true },
  });
  return createForm({
    before: [knownAddress(email)],
    fields: [password],
    submit: "Continue",
    work: () => call(routes.password.signIn, { email, password: password.input.value }).then(done),
  });
}

function enterCode(email: string, done: () => void): readonly Child[] {
  const code = codeField();
  const form = createForm({
    fields: [code],
    submit: "Continue",
    work: () => call(routes.emailOtp.signIn, { email, otp: code.input.value }).then(done),
  });
  return [h("p", { role: "status" }, `We sent a six-digit code to ${email}.`), form];
}

const focusFirst = (selector: string): void =>
  document.querySelector<HTMLElement>(selector)?.focus();
