import { type Html, html } from "@acme/auth-http";
import type { WithForm } from "../../kernel/form-state.js";
import type { Kit } from "../../kit.js";
import { button, dialogLink, linkButton } from "../../parts/buttons.js";
import { form, message, refusal } from "../../parts/forms.js";
import { providerMark } from "../../parts/provider-marks.js";
import { actions, doneIn, emptyState, list, row, rowIcon, section } from "../../parts/sections.js";
import { filled, time } from "../../parts/times.js";
import { passkeyFacts, passkeyTitle, type PasskeyView } from "./passkey-words.js";
import type { AccountView, SecurityView } from "./security-view.js";

/** The passkeys; nothing where there is no such way. */
export const passkeysSection = ({ passkeys, canAddPasskey }: SecurityView, kit: Kit): Html => {
  const texts = kit.texts.passkeys;
  if (passkeys === null) return html``;
  const add = linkButton({ label: texts.add, icon: "plus", href: kit.page("newPasskey") });
  return section({
    id: "passkeys",
    title: texts.title,
    description: texts.hint,
    content: [
      doneIn("passkeys", kit),
      ...(passkeys.length === 0
        ? [emptyState(texts.none, add)]
        : [
            list(
              passkeys.map((each) => passkeyRow(each, kit)),
              texts.title,
            ),
            ...(canAddPasskey ? [actions([add])] : []),
          ]),
    ],
  });
};

const passkeyRow = (passkey: PasskeyView, kit: Kit): Html => {
  const title = passkeyTitle(passkey, kit);
  return row({
    start: rowIcon("key"),
    title,
    facts: passkeyFacts(passkey, kit),
    action: linkButton({
      label: kit.texts.passkeys.edit,
      kind: "quiet",
      href: kit.page("passkey", { id: passkey.id }),
      about: title,
    }),
  });
};

/** The password; nothing where there is no such way. */
export const passwordSection = ({ password }: SecurityView, kit: Kit): Html => {
  const { password: texts, frame } = kit.texts;
  if (password === null) return html``;
  const href = kit.page("password");
  const { since } = password;
  return section({
    id: "password",
    title: texts.title,
    content: [
      doneIn("password", kit),
      since === null
        ? emptyState(texts.none, linkButton({ label: texts.chooseTitle, href }))
        : list(
            [
              row({
                start: rowIcon("lock"),
                title: texts.title,
                facts: [filled(texts.changedOn, time(since, "date", kit))],
                action: linkButton({
                  label: frame.change,
                  kind: "quiet",
                  href,
                  about: texts.about,
                }),
              }),
            ],
            texts.title,
          ),
    ],
  });
};

/** The accounts at providers; nothing where there is none, and no provider. */
export const accountsSection = (
  { accounts, failure, form: state }: SecurityView & WithForm,
  kit: Kit,
): Html => {
  const texts = kit.texts.security.accounts;
  if (accounts.length === 0) return html``;
  return section({
    id: "linked-accounts",
    title: texts.title,
    description: texts.hint,
    content: [
      doneIn("linked-accounts", kit),
      state.message === null && failure !== null ? message(failure, "bad") : refusal(state),
      list(
        accounts.map((each) => accountRow(each, kit)),
        texts.title,
      ),
    ],
  });
};

const accountRow = ({ provider, linked }: AccountView, kit: Kit): Html => {
  const texts = kit.texts.security.accounts;
  const { id, name } = provider;
  return row({
    start: rowIcon(providerMark(id)),
    title: name,
    facts: [linked ? filled(texts.linkedOn, time(linked.since, "date", kit)) : texts.notLinked],
    action: linked
      ? dialogLink({
          label: texts.unlink,
          kind: "quiet",
          href: kit.page("unlinkAccount", { id: linked.id }),
          about: name,
        })
      : form(
          {
            action: kit.page("linkAccount", { provider: id }),
            content: button({ label: texts.link, kind: "quiet", about: name }),
          },
          kit,
        ),
  });
};
