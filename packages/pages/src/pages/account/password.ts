import { AuthError, type Secret } from "@acme/auth-core";
import { html } from "@acme/auth-http";
import { z } from "@acme/auth-http/routes";
import type { WithForm } from "../../kernel/form-state.js";
import { page } from "../../kernel/page.js";
import type { Kit } from "../../kit.js";
import type { PageContent } from "../../layouts/document.js";
import { button, linkButton } from "../../parts/buttons.js";
import { field, hiddenUsername } from "../../parts/fields.js";
import { form, refusal } from "../../parts/forms.js";
import { actions, heading } from "../../parts/sections.js";
import { afterSetup } from "./after-setup.js";
import { typedPassword } from "./typed-password.js";

/** What the page of the password shows. */
export interface PasswordView {
  readonly email: string;
  /** Whether there is one, which the form asks for. */
  readonly isSet: boolean;
  /** How many characters a new one has at least. */
  readonly minLength: number;
}

const template = (view: PasswordView & WithForm, kit: Kit): PageContent => {
  const { password: texts, security, frame } = kit.texts;
  const { form: state, isSet } = view;
  const { currentPassword: wrong, newPassword: refused } = state.errors;
  const title = isSet ? texts.changeTitle : texts.chooseTitle;
  const current = field(
    {
      name: "currentPassword",
      type: "password",
      label: texts.current,
      error: wrong ?? null,
      hasFocus: wrong !== undefined,
      autocomplete: "current-password",
    },
    kit,
  );
  const next = field(
    {
      name: "newPassword",
      type: "password",
      label: texts.next,
      hint: texts.nextHint(view.minLength),
      error: refused ?? null,
      hasFocus: wrong === undefined && (refused !== undefined || (!isSet && !state.message)),
      autocomplete: "new-password",
      minLength: view.minLength,
    },
    kit,
  );
  return {
    title,
    within: [security.title],
    content: html`<div class="confirmation stack loose">
      ${heading({ title, lead: texts.lead })} ${refusal(state)}
      ${form(
        {
          action: kit.page("password"),
          content: [
            hiddenUsername(view.email),
            ...(isSet ? [current] : []),
            next,
            actions([
              button({ label: title, kind: "primary" }),
              linkButton({
                label: frame.cancel,
                href: kit.page("security", { section: "password" }),
              }),
            ]),
          ],
        },
        kit,
      )}
    </div>`,
  };
};

/**
 * `/account/security/password`: changes the password. A user without one chooses it in a session
 * that is fresh, for there is none to ask for.
 */
export const password = page({
  name: "password",
  access: "in",
  fields: () =>
    z.object({ currentPassword: typedPassword().optional(), newPassword: typedPassword() }),
  at: {
    INVALID_PASSWORD: "currentPassword",
    PASSWORD_TOO_SHORT: "newPassword",
    PASSWORD_TOO_LONG: "newPassword",
    PASSWORD_TOO_COMMON: "newPassword",
  },
  async load({ auth, caller }): Promise<PasswordView> {
    const isSet = (await auth.passwords.setSince(caller)) !== null;
    if (!isSet) {
      if (!auth.signInMethods.offered().password) throw new AuthError("NOT_FOUND");
      auth.sessions.requireFresh(caller);
      await auth.sessions.requireProved(caller);
    }
    return { email: caller.user.email, isSet, minLength: auth.policy.passwordMinLength };
  },
  template,
  async post(visit, { currentPassword: current, newPassword: next }) {
    const { auth, caller, client } = visit;
    const isSet = (await auth.passwords.setSince(caller)) !== null;
    if (!isSet) await auth.sessions.requireProved(caller);
    const changed = isSet
      ? await auth.passwords.change(caller, { current: given(current), next }, client)
      : await auth.passwords.set(auth.sessions.requireFresh(caller), next, client);
    const key = changed.isCommon ? "savedCommonPassword" : "saved";
    return afterSetup(visit, "password", key, { session: changed });
  },
});

function given(password: Secret | undefined): Secret {
  if (password) return password;
  const issues = [{ path: "currentPassword", message: "Enter your current password." }];
  throw new AuthError("VALIDATION_ERROR", { issues });
}
