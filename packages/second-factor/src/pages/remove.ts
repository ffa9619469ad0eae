import { z } from "@acme/auth-http/routes";
import { go, PROVED, typedPassword } from "@acme/auth-pages";
import { confirmation } from "@acme/auth-pages/templates";
import { page } from "./define.js";
import { passwordAsked, passwordFields } from "./password-field.js";

/** `/account/security/second-factor/remove`: asks, and turns two-step verification off. */
export const removeSecondFactor = page({
  name: "removeSecondFactor",
  access: "fresh",
  demands: [PROVED],
  fields: () => z.object({ password: typedPassword().optional() }),
  at: { INVALID_PASSWORD: "password" },
  load: passwordAsked,
  template(view, kit) {
    const { section: texts } = kit.ownTexts;
    return {
      title: texts.turnOff,
      within: [kit.texts.security.title],
      content: confirmation(
        {
          title: texts.turnOff,
          lead: texts.turnOffLead,
          action: kit.page("removeSecondFactor"),
          confirm: texts.turnOff,
          cancel: kit.page("security", { section: "second-factor" }),
          error: view.form.message,
          fields: passwordFields(view, view.form, kit),
        },
        kit,
      ),
    };
  },
  async post({ auth, caller, client, ownTexts, page: href }, { password = null }) {
    const session = await auth.secondFactor.disable(caller, { password }, client);
    return go(href("security", { section: "second-factor" }), {
      ...(session && { session }),
      flash: { text: ownTexts.section.turnedOff, section: "second-factor" },
    });
  },
});
