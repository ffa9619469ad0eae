import * as routes from "@acme/auth-client/routes";
import { offerAutofill, signInByPasskey } from "../passkey.js";
import { explainRedirect } from "../problems.js";
import { call, listMethods, type Methods } from "../service.js";
import { actionButton } from "../view/attempt.js";
import { badge, type Child, divider, h } from "../view/element.js";
import { createForm, emailField, type Field } from "../view/form.js";
import { createMessages, doneMessage, type Messages, refusedMessage } from "../view/messages.js";
import { providerLogo } from "../view/provider-logo.js";
import { linkWith, type Page, type PageState } from "../view/router.js";
import { begin, enter, goToProvider, lastWay, mailedWays, nextWay } from "../ways.js";

/** The first step: who comes by a provider or a passkey is in; others say their email address. */
export const signInPage: Page = async ({ url, state, leaving }) => {
  const [session, methods] = await Promise.all([call(routes.session.getSession), listMethods()]);
  if (session) return { redirect: state.next ?? `/account${url.search}` };
  const messages = createMessages();
  // "webauthn" has the browser offer passkeys in this field.
  const email = emailField({
    autocomplete: "username webauthn",
    value: state.email ?? "",
    "data-first": true,
  });
  const entry: Entry = { methods, email, messages, state };
  return {
    title: "Sign in",
    content: [
      refusedMessage(explainRedirect(url)),
      doneMessage(state.notice),
      ...providers(entry),
      emailForm(entry),
      methods.passkey ? h("div", { class: "ways" }, passkeyButton(entry)) : null,
      h(
        "p",
        {},
        "New here? ",
        linkWith("/sign-up", "Create an account", () => stateFrom(entry)),
      ),
    ],
    shown() {
      if (methods.passkey)
        void offerAutofill({
          signal: leaving,
          signedIn: () => void enter("passkey", state),
          refused: (problem) => messages.complain(problem),
        });
    },
  };
};

interface Entry {
  readonly methods: Methods;
  readonly email: Field;
  readonly messages: Messages;
  readonly state: PageState;
}

/** What is typed goes along, and so does the page that the person wants to see. */
const stateFrom = ({ email, state: { next } }: Entry): PageState => ({
  email: email.input.value,
  next,
});

function providers({ methods, messages, state }: Entry): readonly Child[] {
  if (methods.providers.length === 0) return [];
  const buttons = methods.providers.map(({ id, name }) =>
    withLast(
      `provider-${id}`,
      actionButton(`Continue with ${name}`, { messages, sign: providerLogo(id) }, () =>
        goToProvider(id, state),
      ),
    ),
  );
  return [h("div", { class: "ways" }, ...buttons, divider())];
}

function emailForm({ methods, email, messages, state }: Entry): HTMLElement {
  const ways = mailedWays(methods);
  if (ways.length === 0) return h("div", {}, ...messages.elements);
  return createForm({
    fields: [email],
    messages,
    submit: "Continue",
    work: () => begin(nextWay(ways), email.input.value.trim(), state),
  });
}

const passkeyButton = ({ messages, state }: Entry): HTMLElement =>
  withLast(
    "passkey",
    actionButton("Use a passkey", { messages, sign: "key" }, () =>
      signInByPasskey().then(() => enter("passkey", state)),
    ),
  );

function withLast(way: string, button: HTMLButtonElement): HTMLButtonElement {
  if (way === lastWay()) button.append(" ", badge("Last used"));
  return button;
}
