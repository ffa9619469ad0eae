import * as auth from "../auth.js";
import { offerAutofill, signInByPasskey } from "../passkey.js";
import { explainRedirect } from "../problems.js";
import { actionButton } from "../view/attempt.js";
import { h, link, type Child } from "../view/element.js";
import { createField, createForm, emailField, type Field } from "../view/form.js";
import { createMessages, doneMessage, refusedMessage, type Messages } from "../view/messages.js";
import { providerLogo } from "../view/provider-logo.js";
import { navigate, type Luggage, type Page } from "../view/router.js";

/** Every way in that the service has, on one page. */
export const signInPage: Page = async ({ url, luggage, leaving }) => {
  const [session, methods] = await Promise.all([auth.findSession(), auth.listMethods()]);
  if (session) return { redirect: `/account${url.search}` };
  const messages = createMessages();
  const enter = () => navigate(luggage.next ?? "/account");
  // "webauthn" has the browser offer passkeys in this field.
  const email = emailField({ autocomplete: "username webauthn", value: luggage.email ?? "" });
  const password = createField({
    name: "password",
    label: "Password",
    attributes: { type: "password", autocomplete: "current-password" },
  });
  const entry: Entry = { email, password, messages, luggage, enter };
  const refused = explainRedirect(url);
  return {
    title: "Sign in",
    content: [
      refusedMessage(refused),
      doneMessage(luggage.notice),
      methods.password ? passwordForm(entry) : h("div", {}, email.element, ...messages.elements),
      otherWays(methods, entry),
      h("p", {}, "New here? ", link("/sign-up", "Create an account")),
    ],
    shown() {
      if (methods.passkey)
        void offerAutofill({
          signal: leaving,
          signedIn: () => void enter(),
          refused: (problem) => messages.complain(problem),
        });
    },
  };
};

interface Entry {
  readonly email: Field;
  readonly password: Field;
  readonly messages: Messages;
  readonly luggage: Luggage;
  /** Goes on to where the person wants to be. */
  readonly enter: () => Promise<void>;
}

function passwordForm({ email, password, messages, enter }: Entry): HTMLElement {
  return createForm({
    fields: [email, password],
    messages,
    submit: "Sign in",
    after: [link("/forgot-password", "Forgot your password?")],
    work: () => auth.signInByPassword(email.input.value, password.input.value).then(enter),
  });
}

function otherWays(
  methods: auth.Methods,
  { email, password, messages, luggage, enter }: Entry,
): HTMLElement {
  const mailCode = async () => {
    await auth.sendCode(email.input.value);
    await navigate("/enter-code", { ...luggage, email: email.input.value });
  };
  const mailLink = async () => {
    await auth.sendLink(email.input.value, { path: luggage.next ?? "/account", failPath: "/" });
    await navigate("/link-sent", { email: email.input.value });
  };
  const byMail = { messages, fields: [email, password], wanted: [email] };
  const ways: readonly Child[] = [
    methods.passkey
      ? actionButton("Use a passkey", { messages, sign: "key" }, () =>
          signInByPasskey().then(enter),
        )
      : null,
    methods.emailOtp ? actionButton("Mail me a code", { ...byMail, sign: "mail" }, mailCode) : null,
    methods.magicLink
      ? actionButton("Mail me a link", { ...byMail, sign: "mail" }, mailLink)
      : null,
    ...methods.providers.map(({ id, name }) =>
      actionButton(`Continue with ${name}`, { messages, sign: providerLogo(id) }, () =>
        goToProvider(id, luggage),
      ),
    ),
  ];
  return h(
    "div",
    { class: "ways", role: "group", "aria-label": "Other ways to sign in" },
    h("p", { class: "divider" }, "or without a password"),
    ...ways,
  );
}

async function goToProvider(id: string, { next = "/account" }: Luggage): Promise<void> {
  const { url } = await auth.signInAtProvider(id, next);
  location.assign(url);
}
