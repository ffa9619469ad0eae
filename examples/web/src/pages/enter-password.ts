import * as routes from "@acme/auth-client/routes";
import { call, listMethods, type Methods } from "../service.js";
import { actionButton } from "../view/attempt.js";
import { divider, h, strong } from "../view/element.js";
import { createForm, knownAddress, passwordField } from "../view/form.js";
import { createMessages, type Messages } from "../view/messages.js";
import { linkWith, type Page, type PageState } from "../view/router.js";
import { begin, enter, lastWay, type MailedWay, mailedWays } from "../ways.js";

/**
 * The second step of signing in: the password, or another way with the same email address. Who may
 * have none is not asked for one first.
 */
export const enterPasswordPage: Page = async ({ state }) => {
  const { email } = state;
  if (email === undefined) return { redirect: "/" };
  const methods = await listMethods();
  const messages = createMessages();
  const others = otherWays(email, { methods, messages, state });
  const change = linkWith("/", "Change", () => state);
  change.setAttribute("aria-label", "Change the email address");
  const whose = h("p", { class: "whose" }, strong(email), change);
  if (!methods.password)
    return { title: CHOICE, content: [whose, ...others, ...messages.elements] };
  const isExpected = others.length === 0 || lastWay() === "password";
  const password = passwordField({
    name: "password",
    label: "Password",
    attributes: { autocomplete: "current-password", "data-first": isExpected },
  });
  const form = createForm({
    before: [knownAddress(email)],
    fields: [password],
    messages,
    submit: "Sign in",
    after: [linkWith("/forgot-password", "Forgot your password?", () => state)],
    work: () =>
      call(routes.password.signIn, { email, password: password.input.value }).then(() =>
        enter("password", state),
      ),
  });
  const ways = others.length > 0 ? h("div", { class: "ways" }, ...others) : null;
  return isExpected
    ? { title: "Enter your password", content: [whose, form, ways && divider(), ways] }
    : { title: CHOICE, content: [whose, ways, divider(), form] };
};

const CHOICE = "Choose how to sign in";

interface Others {
  readonly methods: Methods;
  readonly messages: Messages;
  readonly state: PageState;
}

function otherWays(
  email: string,
  { methods, messages, state }: Others,
): readonly HTMLButtonElement[] {
  const button = (label: string, way: MailedWay) =>
    actionButton(label, { messages, sign: "mail" }, () => begin(way, email, state));
  return mailedWays(methods)
    .filter((way) => way !== "password")
    .map((way) => button(way === "code" ? "Email me a code" : "Email me a link", way));
}
