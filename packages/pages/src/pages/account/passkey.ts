import { AuthError, type Caller, type Passkey } from "@acme/auth-core";
import { html } from "@acme/auth-http";
import { nameField, z } from "@acme/auth-http/routes";
import type { WithForm } from "../../kernel/form-state.js";
import { go } from "../../kernel/outcome.js";
import { page } from "../../kernel/page.js";
import { PROVED } from "../../kernel/proved.js";
import type { AnyVisit } from "../../kernel/visit.js";
import type { Kit } from "../../kit.js";
import type { PageContent } from "../../layouts/document.js";
import { dialogLink } from "../../parts/buttons.js";
import { confirmation } from "../../parts/confirmation.js";
import { refusal } from "../../parts/forms.js";
import { actions, heading, list, row, rowIcon, section } from "../../parts/sections.js";
import { nameForm } from "./name-form.js";
import { passkeyFacts, passkeyTitle, type PasskeyView, passkeyView } from "./passkey-words.js";

/** The caller's passkey that the path names. */
async function ownPasskey({
  auth,
  caller,
  params,
}: AnyVisit & { readonly caller: Caller }): Promise<Passkey> {
  const found = (await auth.passkeys.list(caller)).find(({ id }) => id === params["id"]);
  if (!found) throw new AuthError("NOT_FOUND");
  return found;
}

const template = (view: PasskeyView & WithForm, kit: Kit): PageContent => {
  const { passkeys: texts, security } = kit.texts;
  const { id, form: state } = view;
  const title = passkeyTitle(view, kit);
  return {
    title,
    within: [texts.title, security.title],
    content: html`${heading({ title: html`<bdi>${title}</bdi>` })}
      <div class="stack">
        ${refusal(state)}
        ${list(
          [
            row({
              start: rowIcon("key"),
              title: view.isSynced ? texts.synced : texts.onDevice,
              facts: passkeyFacts(view, kit),
            }),
          ],
          title,
        )}
      </div>
      ${section({
        id: "name",
        title: texts.name,
        content: nameForm(
          {
            action: kit.page("passkey", { id }),
            label: texts.name,
            autocomplete: "off",
            name: view.name,
            state,
          },
          kit,
        ),
      })}
      ${section({
        id: "remove",
        title: texts.remove,
        description: texts.removeLead,
        content: actions([
          dialogLink({
            label: texts.remove,
            kind: "danger",
            href: kit.page("removePasskey", { id }),
          }),
        ]),
      })}`,
  };
};

/** `/account/security/passkeys/:id`: what is known of a passkey, and its name. */
export const passkey = page({
  name: "passkey",
  access: "in",
  fields: () => z.object({ name: nameField().min(1) }),
  load: async (visit): Promise<PasskeyView> => passkeyView(await ownPasskey(visit), visit.auth),
  template,
  async post(visit, { name }) {
    const { auth, caller, client, page: href } = visit;
    const { id } = await ownPasskey(visit);
    await auth.passkeys.rename(caller, { id, name }, client);
    return go(href("passkey", { id }, { section: "name" }), {
      flash: { key: "saved", section: "name" },
    });
  },
});

/** `/account/security/passkeys/:id/remove`: asks, and removes it. */
export const removePasskey = page({
  name: "removePasskey",
  access: "in",
  demands: [PROVED],
  load: async (visit): Promise<PasskeyView> => passkeyView(await ownPasskey(visit), visit.auth),
  template: (view, kit) => {
    const { passkeys: texts, security } = kit.texts;
    return {
      title: texts.remove,
      within: [texts.title, security.title],
      content: confirmation(
        {
          title: texts.remove,
          lead: html`<strong><bdi>${passkeyTitle(view, kit)}</bdi></strong
            ><br />${texts.removeLead}`,
          action: kit.page("removePasskey", { id: view.id }),
          confirm: texts.remove,
          cancel: kit.page("passkey", { id: view.id }),
          error: view.form.message,
        },
        kit,
      ),
    };
  },
  async post(visit) {
    const { auth, caller, client, page: href } = visit;
    const { id } = await ownPasskey(visit);
    const session = await auth.passkeys.remove(caller, id, client);
    return go(href("security", { section: "passkeys" }), {
      session,
      flash: { key: "passkeyRemoved", section: "passkeys" },
    });
  },
});
