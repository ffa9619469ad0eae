import { AuthError, Secret } from "@acme/auth-core";
import { html } from "@acme/auth-http";
import { z } from "@acme/auth-http/routes";
import type { WithForm } from "../kernel/form-state.js";
import { go, type Outcome, show } from "../kernel/outcome.js";
import { page } from "../kernel/page.js";
import { joiningIn, NEW_STEP } from "../kernel/step.js";
import type { AnyVisit } from "../kernel/visit.js";
import type { Kit } from "../kit.js";
import type { PageContent } from "../layouts/document.js";
import { button, linkButton } from "../parts/buttons.js";
import { field, hiddenUsername } from "../parts/fields.js";
import { form, refusal } from "../parts/forms.js";
import { heading } from "../parts/sections.js";
import { typedPassword } from "./account/typed-password.js";

/** No token that was mailed is longer; the cookie of the step takes no more than it can hold. */
const MAX_TOKEN = 256;

/** What the page of a new password shows. */
export interface ResetPasswordView {
  /** Whose password it is: the owner of the mailed link. */
  readonly email: string;
  /** How many characters a password has at least. */
  readonly minLength: number;
}

const template = (view: ResetPasswordView & WithForm, kit: Kit): PageContent => {
  const { passwordSignIn, password } = kit.texts;
  const { title, lead } = passwordSignIn.reset;
  const { form: state } = view;
  return {
    title,
    content: html`${heading({ title, lead })} ${refusal(state)}
    ${form(
      {
        action: kit.page("resetPassword"),
        content: [
          hiddenUsername(view.email),
          field(
            {
              name: "password",
              type: "password",
              label: password.next,
              hint: password.nextHint(view.minLength),
              error: state.errors["password"] ?? null,
              autocomplete: "new-password",
              minLength: view.minLength,
              hasFocus: state.message === null,
            },
            kit,
          ),
          button({ label: title, kind: "primary", isWide: true }),
        ],
      },
      kit,
    )}`,
  };
};

/** Instead of the page, for a link that has been used or replaced. */
export const deadLink = (_view: object, kit: Kit): PageContent => {
  const { title, lead, again } = kit.texts.passwordSignIn.dead;
  return {
    title,
    content: html`${heading({ title, lead })}
    ${linkButton({
      label: again,
      href: kit.page("forgotPassword"),
      kind: "primary",
      isWide: true,
    })}`,
  };
};

const dead = (): Outcome => show(deadLink, {}, { status: 400 });

/** `/reset-password`: a new password, by the link that was mailed. */
export const resetPassword = page({
  name: "resetPassword",
  access: "any",
  fields: () => z.object({ password: typedPassword() }),
  at: {
    PASSWORD_TOO_SHORT: "password",
    PASSWORD_TOO_LONG: "password",
    PASSWORD_TOO_COMMON: "password",
  },
  async load(visit): Promise<ResetPasswordView | Outcome> {
    const { auth, query, step, page: href } = visit;
    if (!auth.signInMethods.offered().password) throw new AuthError("NOT_FOUND");
    const { token, error } = query;
    if (error !== undefined || (token !== undefined && token.length > MAX_TOKEN)) return dead();
    if (token) return go(href("resetPassword"), { step: { ...(step ?? NEW_STEP), token } });
    const email = await ownerOf(visit);
    return email === null ? dead() : { email, minLength: auth.policy.passwordMinLength };
  },
  template,
  async post({ auth, client, step, page: href }, { password }) {
    if (!step?.token) return dead();
    const { isCommon } = await auth.passwordReset.byLink(
      { token: new Secret(step.token), next: password },
      client,
    );
    const key = isCommon ? "savedCommonPassword" : "passwordChosen";
    const joining = joiningIn(step) ? { ...step, token: null } : null;
    return go(href("signIn", { query: { next: step.next } }), { step: joining, flash: { key } });
  },
});

/** Returns whose link is in the step; null for a dead link, or none. */
async function ownerOf({ auth, step }: AnyVisit): Promise<string | null> {
  if (!step?.token) return null;
  try {
    return (await auth.passwordReset.inspectLink(new Secret(step.token))).email;
  } catch (refused) {
    if (AuthError.is(refused) && refused.code === "INVALID_TOKEN") return null;
    throw refused;
  }
}
