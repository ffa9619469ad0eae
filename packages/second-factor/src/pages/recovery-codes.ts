import { html } from "@acme/auth-http";
import { z } from "@acme/auth-http/routes";
import { PROVED, typedPassword } from "@acme/auth-pages";
import { actions, button, form, heading, linkButton, refusal } from "@acme/auth-pages/templates";
import { page } from "./define.js";
import { passwordAsked, passwordFields } from "./password-field.js";
import { showCodes } from "./shown-codes.js";

/** `/account/security/second-factor/codes`: makes new recovery codes, and shows them once. */
export const recoveryCodes = page({
  name: "recoveryCodes",
  access: "fresh",
  demands: [PROVED],
  fields: () => z.object({ password: typedPassword().optional() }),
  at: { INVALID_PASSWORD: "password" },
  load: passwordAsked,
  template(view, kit) {
    const { codes: texts } = kit.ownTexts;
    return {
      title: texts.newTitle,
      within: [texts.section, kit.texts.security.title],
      content: html`<div class="confirmation stack loose">
        ${heading({ title: texts.newTitle, lead: texts.newLead })} ${refusal(view.form)}
        ${form(
          {
            action: kit.page("recoveryCodes"),
            content: [
              ...passwordFields(view, view.form, kit),
              actions([
                button({ label: texts.make, kind: "primary" }),
                linkButton({
                  label: kit.texts.frame.cancel,
                  href: kit.page("security", { section: "second-factor" }),
                }),
              ]),
            ],
          },
          kit,
        )}
      </div>`,
    };
  },
  async post({ auth, caller, client, ownTexts }, { password = null }) {
    const made = await auth.secondFactor.generateBackupCodes(caller, { password }, client);
    return showCodes(made.backupCodes, ownTexts.codes, { session: made });
  },
});
