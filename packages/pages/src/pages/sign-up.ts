import { type Html, html } from "@acme/auth-http";
import { emailField, z } from "@acme/auth-http/routes";
import type { WithForm } from "../kernel/form-state.js";
import { go, type Kept, type Outcome, show } from "../kernel/outcome.js";
import { page } from "../kernel/page.js";
import type { AnyVisit } from "../kernel/visit.js";
import type { Kit } from "../kit.js";
import type { PageContent } from "../layouts/document.js";
import { button, link } from "../parts/buttons.js";
import { field } from "../parts/fields.js";
import { form, refusal } from "../parts/forms.js";
import { heading } from "../parts/sections.js";
import { typedPassword } from "./account/typed-password.js";
import { afterSignIn, beginning, destinationAfter, goOnAfter } from "./after-sign-in.js";
import { offeredWays } from "./mailed-ways.js";
import { verifyFirst } from "./verify-first.js";

/**
 * Whether accounts are made on a page of their own: a code and a link make them by themselves, so
 * only where a password is the one way that takes an address.
 */
export function hasSignUp({ choices, signInMethods }: AnyVisit["auth"]): boolean {
  const ways = offeredWays(signInMethods.offered());
  return choices.signUp.who === "open" && ways.length === 1 && ways[0] === "password";
}

/** "New here? Create an account": from a page of the sign-in, with where it leads. */
export const newHereLink = (next: string | null, kit: Kit): Html => {
  const { newHere, title } = kit.texts.passwordSignIn.signUp;
  return html`<p class="small quiet-text">
    ${newHere} ${link(title, kit.page("signUp", { query: { next } }))}
  </p>`;
};

/** What the page of the sign-up shows. */
export interface SignUpView {
  /** What was typed on the page of the sign-in; empty when nothing was. */
  readonly email: string;
  /** Where the sign-up leads. */
  readonly next: string | null;
  /** How many characters a password has at least. */
  readonly minLength: number;
}

const template = (view: SignUpView & WithForm, kit: Kit): PageContent => {
  const { passwordSignIn, signIn, password } = kit.texts;
  const texts = passwordSignIn.signUp;
  const { form: state } = view;
  const { email: wrongEmail, password: wrongPassword } = state.errors;
  return {
    title: texts.title,
    content: html`${heading({ title: texts.title })} ${refusal(state)}
      ${form(
        {
          action: kit.page("signUp"),
          content: [
            field(
              {
                name: "email",
                type: "email",
                label: signIn.email,
                value: state.values["email"] ?? view.email,
                error: wrongEmail ?? null,
                autocomplete: "username",
                hasFocus: wrongEmail !== undefined,
              },
              kit,
            ),
            field(
              {
                name: "password",
                type: "password",
                label: passwordSignIn.password,
                hint: password.nextHint(view.minLength),
                error: wrongPassword ?? null,
                autocomplete: "new-password",
                minLength: view.minLength,
                hasFocus: wrongEmail === undefined && wrongPassword !== undefined,
              },
              kit,
            ),
            button({ label: texts.title, kind: "primary", isWide: true }),
          ],
        },
        kit,
      )}
      <p class="small quiet-text">
        ${texts.hasAccount}
        ${link(texts.signIn, kit.page("signIn", { query: { next: view.next } }))}
      </p>`,
  };
};

const COMMON: Kept = { flash: { key: "savedCommonPassword" } };

/** `/sign-up`: an address and a password, where nothing else makes an account. */
export const signUp = page({
  name: "signUp",
  access: "any",
  fields: () => z.object({ email: emailField(), password: typedPassword() }),
  at: {
    USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: "email",
    PASSWORD_TOO_SHORT: "password",
    PASSWORD_TOO_LONG: "password",
    PASSWORD_TOO_COMMON: "password",
  },
  load(visit): SignUpView | Outcome {
    const { auth, caller, next, step, page: href } = visit;
    if (caller) return go(goOnAfter(beginning(visit)));
    if (!hasSignUp(auth)) return go(href("signIn", { query: { next } }));
    const { passwordMinLength: minLength } = auth.policy;
    return { email: step?.email ?? "", next, minLength };
  },
  template,
  async post(visit, { email, password }) {
    const { auth, client, next, page: href } = visit;
    if (!hasSignUp(auth)) return go(href("signIn", { query: { next } }));
    const redirectTo = destinationAfter(visit, beginning(visit).step);
    const { signedIn, isCommon } = await auth.passwords.signUp(
      { email, password, name: "", image: null, redirectTo },
      client,
    );
    if (!signedIn) return show(verifyFirst, { email, next, isCommon });
    return afterSignIn(beginning(visit), signedIn, "password", isCommon ? COMMON : {});
  },
});
