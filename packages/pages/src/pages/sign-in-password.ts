import { AuthError, parseEmailAddress } from "@acme/auth-core";
import { html } from "@acme/auth-http";
import { z } from "@acme/auth-http/routes";
import type { WithForm } from "../kernel/form-state.js";
import { tookTooLong } from "../kernel/lacks-step.js";
import { go, type Outcome, show } from "../kernel/outcome.js";
import { page } from "../kernel/page.js";
import type { MailedWay } from "../kernel/step.js";
import type { Kit } from "../kit.js";
import type { PageContent } from "../layouts/document.js";
import { button, link } from "../parts/buttons.js";
import { checkbox } from "../parts/checkbox.js";
import { field } from "../parts/fields.js";
import { flashMessage, form, refusal } from "../parts/forms.js";
import { heading } from "../parts/sections.js";
import { typedPassword } from "./account/typed-password.js";
import { afterSignIn, destinationAfter } from "./after-sign-in.js";
import { offeredWays } from "./mailed-ways.js";
import { otherWays } from "./other-ways.js";
import { hasSignUp, newHereLink } from "./sign-up.js";
import { verifyFirst } from "./verify-first.js";

/** What the page of the password of a sign-in shows. */
export interface SignInPasswordView {
  /** As it was typed. */
  readonly email: string;
  /** Where the sign-in leads. */
  readonly next: string | null;
  /** The ways that mail something, in the order in which pages offer them. */
  readonly others: readonly MailedWay[];
  /** Whether accounts are made on a page of their own. */
  readonly hasSignUp: boolean;
}

const template = (view: SignInPasswordView & WithForm, kit: Kit): PageContent => {
  const { passwordSignIn: texts, signIn, frame } = kit.texts;
  const { form: state } = view;
  const wrong = state.errors["password"];
  const isRefused = wrong !== undefined || state.message !== null;
  return {
    title: texts.title,
    content: html`${heading({ title: texts.title })} ${flashMessage(kit)} ${refusal(state)}
    ${form(
      {
        action: kit.page("signInPassword"),
        content: [
          field(
            {
              name: "username",
              type: "email",
              label: signIn.email,
              value: view.email,
              aside: link(frame.change, kit.page("signIn", { query: { next: view.next } })),
              autocomplete: "username",
              isReadonly: true,
            },
            kit,
          ),
          field(
            {
              name: "password",
              type: "password",
              label: texts.password,
              aside: link(texts.forgot, kit.page("forgotPassword")),
              error: wrong ?? null,
              autocomplete: "current-password",
              hasFocus: state.message === null,
            },
            kit,
          ),
          checkbox({
            name: "remember",
            label: texts.remember,
            isChecked: !isRefused || state.values["remember"] !== undefined,
          }),
          button({ label: texts.submit, kind: "primary", isWide: true }),
        ],
      },
      kit,
    )}
    ${otherWays(view.others, kit)} ${view.hasSignUp ? newHereLink(view.next, kit) : ""}`,
  };
};

/** `/sign-in/password`: the password of the address that was typed before. */
export const signInPassword = page({
  name: "signInPassword",
  access: "step",
  fields: () => z.object({ password: typedPassword(), remember: z.string().optional() }),
  at: { INVALID_EMAIL_OR_PASSWORD: "password" },
  load({ auth, step, page: href }): SignInPasswordView | Outcome {
    const offered = auth.signInMethods.offered();
    if (step.email === null || !offered.password) return go(href("signIn"));
    return {
      email: step.email,
      next: step.next,
      others: offeredWays(offered).filter((way) => way !== "password"),
      hasSignUp: hasSignUp(auth),
    };
  },
  template,
  async post(visit, { password, remember }) {
    const { auth, client, step } = visit;
    const email = parseEmailAddress(step.email ?? "");
    if (!email) return tookTooLong(visit);
    const remembered = remember !== undefined;
    const redirectTo = destinationAfter(visit, step);
    try {
      const signedIn = await auth.passwords.signIn(
        { email, password, remembered, redirectTo },
        client,
      );
      return await afterSignIn(visit, signedIn, "password");
    } catch (refused) {
      if (AuthError.is(refused) && refused.code === "EMAIL_NOT_VERIFIED")
        return show(verifyFirst, { email, next: step.next }, { status: 403 });
      throw refused;
    }
  },
});
