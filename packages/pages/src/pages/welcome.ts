import { html } from "@acme/auth-http";
import { nameField, z } from "@acme/auth-http/routes";
import type { WithForm } from "../kernel/form-state.js";
import { go, type Kept } from "../kernel/outcome.js";
import { page } from "../kernel/page.js";
import { NEW_STEP, WELCOME } from "../kernel/step.js";
import type { AnyVisit } from "../kernel/visit.js";
import type { Kit } from "../kit.js";
import type { PageContent } from "../layouts/document.js";
import { button, type ButtonKind } from "../parts/buttons.js";
import { field } from "../parts/fields.js";
import { flashMessage, form, refusal } from "../parts/forms.js";
import { type OwnField, ownField } from "../parts/own-field.js";
import { heading } from "../parts/sections.js";
import { goOnAfter } from "./after-sign-in.js";
import { joinedFlash } from "./join.js";
import { askedFields, changedFields } from "./own-fields.js";

/** What the page after the first sign-in shows. */
export interface WelcomeView {
  readonly name: string;
  /** Which of the faster ways are offered. */
  readonly hasPasskey: boolean;
  readonly hasPassword: boolean;
  /** The application's own fields that people are asked for. */
  readonly ownFields: readonly OwnField[];
}

const template = (view: WelcomeView & WithForm, kit: Kit): PageContent => {
  const texts = kit.texts.welcome;
  const { form: state } = view;
  const isFaster = view.hasPasskey || view.hasPassword;
  const choice = (label: string, value: string, kind: ButtonKind) =>
    button({
      label,
      name: "choice",
      value,
      kind,
      isWide: true,
    });
  return {
    title: texts.title,
    content: html`${heading({ title: texts.title })} ${flashMessage(kit)} ${refusal(state)}
    ${form(
      {
        action: kit.page("welcome"),
        layout: "stack loose",
        content: [
          field(
            {
              name: "name",
              label: texts.name,
              value: state.values["name"] ?? view.name,
              error: state.errors["name"] ?? null,
              autocomplete: "name",
              isOptional: true,
              hasFocus:
                state.message === null && (Object.keys(state.errors)[0] ?? "name") === "name",
            },
            kit,
          ),
          ...view.ownFields.map((own) => ownField(own, state, kit)),
          html`<div class="stack">
            ${isFaster ? html`<h2>${texts.faster}</h2>` : ""}
            <div class="stack tight">
              ${view.hasPasskey ? choice(texts.addPasskey, "passkey", "primary") : ""}
              ${
                view.hasPassword
                  ? choice(
                      texts.choosePassword,
                      "password",
                      view.hasPasskey ? "secondary" : "primary",
                    )
                  : ""
              }
              ${choice(texts.notNow, "later", isFaster ? "quiet" : "primary")}
            </div>
          </div>`,
        ],
      },
      kit,
    )}`,
  };
};

/** Where a user who has just joined goes on, it is said as to any other. */
const joinedBefore = ({ step }: AnyVisit): Pick<Kept, "flash"> =>
  step?.purpose === null && step.invitation ? { flash: joinedFlash(step.invitation) } : {};

/**
 * `/welcome`: after the sign-in of a user who is new or has no name, and whenever it is opened: a
 * name, the application's own fields, and a faster way for the next time.
 */
export const welcome = page({
  name: "welcome",
  access: "in",
  layout: "entry",
  fields: () =>
    z.looseObject({
      name: nameField().optional(),
      choice: z.enum(["passkey", "password", "later"]).catch("later"),
    }),
  async load({ auth, caller }): Promise<WelcomeView> {
    const { passkey, password } = auth.signInMethods.offered();
    const hasPassword = password && (await auth.passwords.setSince(caller)) === null;
    const ownFields = askedFields(auth, caller.user);
    return { name: caller.user.name, hasPasskey: passkey, hasPassword, ownFields };
  },
  template,
  async post(visit, { name, choice, ...typed }) {
    const { auth, caller, client, page: href } = visit;
    const fields = changedFields(askedFields(auth, caller.user), typed);
    if (name || Object.keys(fields).length > 0)
      await auth.profiles.update(caller, { ...(name && { name }), fields }, client);
    const next = visit.next ?? visit.step?.next ?? null;
    if (choice === "later") return go(goOnAfter(visit), { step: null, ...joinedBefore(visit) });
    const to = choice === "passkey" ? href("newPasskey") : href("password");
    return go(to, { step: { ...NEW_STEP, next, purpose: WELCOME } });
  },
});
