import { html } from "@acme/auth-http";
import { emailField, z } from "@acme/auth-http/routes";
import type { FlashKey } from "../../kernel/flash.js";
import type { WithForm } from "../../kernel/form-state.js";
import { go, type Leave } from "../../kernel/outcome.js";
import { page } from "../../kernel/page.js";
import { PROVED } from "../../kernel/proved.js";
import type { AnyVisit } from "../../kernel/visit.js";
import { wholeUrl } from "../../kernel/whole-url.js";
import type { Kit } from "../../kit.js";
import type { PageContent } from "../../layouts/document.js";
import { button, linkButton } from "../../parts/buttons.js";
import { field } from "../../parts/fields.js";
import { form, refusal } from "../../parts/forms.js";
import { actions, heading } from "../../parts/sections.js";

/** What the page of another email address shows. */
export interface EmailView {
  /** What was asked for before and waits to be confirmed; empty when there is nothing. */
  readonly email: string;
}

const template = ({ email, form: state }: EmailView & WithForm, kit: Kit): PageContent => {
  const { profile, frame } = kit.texts;
  const { title, lead, email: label, submit } = profile.change;
  return {
    title,
    within: [profile.title],
    content: html`<div class="confirmation stack loose">
      ${heading({ title, lead })} ${refusal(state)}
      ${form(
        {
          action: kit.page("email"),
          content: [
            field(
              {
                name: "email",
                type: "email",
                label,
                value: state.values["email"] ?? email,
                error: state.errors["email"] ?? null,
                autocomplete: "email",
                hasFocus: state.message === null,
              },
              kit,
            ),
            actions([
              button({ label: submit, kind: "primary" }),
              linkButton({ label: frame.cancel, href: kit.page("profile", { section: "email" }) }),
            ]),
          ],
        },
        kit,
      )}
    </div>`,
  };
};

const backToEmail = ({ page: href }: AnyVisit, key: FlashKey, values: readonly string[]): Leave =>
  go(href("profile", { section: "email" }), { flash: { key, values, section: "email" } });

/** `/account/email`: asks for another email address. A taken one looks the same. */
export const email = page({
  name: "email",
  access: "fresh",
  demands: [PROVED],
  fields: () => z.object({ email: emailField() }),
  load: async ({ auth, caller }): Promise<EmailView> => ({
    email: (await auth.emailChange.findPending(caller))?.to ?? "",
  }),
  template,
  async post(visit, { email: to }) {
    const { auth, caller, client, page: href } = visit;
    const redirectTo = wholeUrl(href("profile"), visit.site);
    await auth.emailChange.request(caller, { to, redirectTo }, client);
    return backToEmail(visit, "changeLinkSent", [to]);
  },
});

/** `/account/email/cancel`: the address stays as it is, and the mailed link is dead. */
export const cancelEmail = page({
  name: "cancelEmail",
  access: "in",
  form: "profile",
  async post(visit) {
    await visit.auth.emailChange.cancel(visit.caller, visit.client);
    return backToEmail(visit, "changeCancelled", []);
  },
});

/** `/account/email/verify`: mails the link that verifies the address. */
export const verifyEmail = page({
  name: "verifyEmail",
  access: "in",
  form: "profile",
  async post(visit) {
    const { auth, caller, client, page: href } = visit;
    const { email: to, emailVerified } = caller.user;
    if (emailVerified) return go(href("profile", { section: "email" }));
    await auth.emailVerification.resend(to, wholeUrl(href("profile"), visit.site), client);
    return backToEmail(visit, "verificationSent", [to]);
  },
});
