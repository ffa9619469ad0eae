import { AuthError, type RegistrationResponse } from "@acme/auth-core";
import { html } from "@acme/auth-http";
import { registrationBody } from "@acme/auth-http/pages-host";
import { nameField, textField, z } from "@acme/auth-http/routes";
import { page } from "../../kernel/page.js";
import { PROVED } from "../../kernel/proved.js";
import { button, linkButton } from "../../parts/buttons.js";
import { field } from "../../parts/fields.js";
import { form, hiddenField, refusal } from "../../parts/forms.js";
import { actions, heading } from "../../parts/sections.js";
import { afterSetup } from "./after-setup.js";

/** `/account/security/passkeys/new`: the script makes the passkey, and the form brings it. */
export const newPasskey = page({
  name: "newPasskey",
  access: "fresh",
  demands: [PROVED],
  fields: () => z.object({ credential: textField(), name: nameField().optional() }),
  load({ auth }) {
    if (!auth.signInMethods.offered().passkey) throw new AuthError("NOT_FOUND");
    return {};
  },
  template({ form: state }, kit) {
    const { passkeys: texts, security, frame } = kit.texts;
    return {
      title: texts.add,
      within: [security.title],
      content: html`<div class="confirmation stack loose">
        ${heading({ title: texts.add, lead: texts.newLead })} ${refusal(state)}
        <noscript><p>${texts.needsScript}</p></noscript>
        ${form(
          {
            action: kit.page("newPasskey"),
            content: [
              hiddenField("credential", ""),
              field(
                {
                  name: "name",
                  label: texts.name,
                  value: state.values["name"] ?? "",
                  error: state.errors["name"] ?? null,
                  hasFocus: state.message === null,
                  hint: texts.nameHint,
                  autocomplete: "off",
                  isOptional: true,
                },
                kit,
              ),
              actions([
                button({ label: texts.add, kind: "primary", passkey: "add", isHidden: true }),
                linkButton({
                  label: frame.cancel,
                  href: kit.page("security", { section: "passkeys" }),
                }),
              ]),
            ],
          },
          kit,
        )}
      </div>`,
    };
  },
  async post(visit, { credential, name = "" }) {
    const { auth, caller, client } = visit;
    await auth.passkeys.register(caller, { response: credentialIn(credential), name }, client);
    return afterSetup(visit, "passkeys", "passkeyAdded");
  },
});

/** What the browser has made, as the script writes it into the form. */
function credentialIn(text: string): RegistrationResponse {
  try {
    const { success, data } = registrationBody().safeParse(JSON.parse(text));
    if (success) return data.response;
  } catch {
    // Not JSON.
  }
  throw new AuthError("FAILED_TO_VERIFY_REGISTRATION");
}
