import { AuthError } from "@acme/auth-core";
import { html } from "@acme/auth-http";
import { emailField, z } from "@acme/auth-http/routes";
import type { WithForm } from "../kernel/form-state.js";
import { go } from "../kernel/outcome.js";
import { page } from "../kernel/page.js";
import { wholeUrl } from "../kernel/whole-url.js";
import type { Kit } from "../kit.js";
import type { PageContent } from "../layouts/document.js";
import { button, link } from "../parts/buttons.js";
import { field } from "../parts/fields.js";
import { flashMessage, form, refusal } from "../parts/forms.js";
import { heading } from "../parts/sections.js";

/** What the page of a forgotten password shows. */
export interface ForgotPasswordView {
  /** What was typed on the page of the sign-in; empty when nothing was. */
  readonly email: string;
  /** Where the sign-in leads. */
  readonly next: string | null;
}

const template = (view: ForgotPasswordView & WithForm, kit: Kit): PageContent => {
  const { passwordSignIn: texts, signIn } = kit.texts;
  const { form: state } = view;
  return {
    title: texts.forgot,
    content: html`${heading({ title: texts.forgot, lead: texts.forgotten.lead })}
      ${flashMessage(kit)} ${refusal(state)}
      ${form(
        {
          action: kit.page("forgotPassword"),
          content: [
            field(
              {
                name: "email",
                type: "email",
                label: signIn.email,
                value: state.values["email"] ?? view.email,
                error: state.errors["email"] ?? null,
                autocomplete: "username",
                hasFocus: state.message === null,
              },
              kit,
            ),
            button({ label: texts.forgotten.submit, kind: "primary", isWide: true }),
          ],
        },
        kit,
      )}
      <p class="small">
        ${link(texts.verify.back, kit.page("signIn", { query: { next: view.next } }))}
      </p>`,
  };
};

/** `/forgot-password`: mails a link, and says the same for every address. */
export const forgotPassword = page({
  name: "forgotPassword",
  access: "any",
  fields: () => z.object({ email: emailField() }),
  load({ auth, step }): ForgotPasswordView {
    if (!auth.signInMethods.offered().password) throw new AuthError("NOT_FOUND");
    return { email: step?.email ?? "", next: step?.next ?? null };
  },
  template,
  async post({ auth, client, site, page: href }, { email }) {
    const target = wholeUrl(href("resetPassword"), site);
    await auth.passwordReset.requestLink(email, target, client);
    return go(href("forgotPassword"), { flash: { key: "resetLinkSent" } });
  },
});
