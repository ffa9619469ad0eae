import type { Passkey } from "@acme/auth-client";
import * as routes from "@acme/auth-client/routes";
import type { AccountContext } from "../pages/account.js";
import { addPasskey } from "../passkey.js";
import { withFreshSession } from "../reauthentication.js";
import { call } from "../service.js";
import { actionButton } from "../view/attempt.js";
import { cancelButton, confirmAndDo, openDialog } from "../view/dialog.js";
import { actions, h, itemList, quiet, strong } from "../view/element.js";
import { createField, createForm } from "../view/form.js";
import { icon } from "../view/icon.js";
import { createSection, resumedButton, type Section } from "../view/section.js";
import { relativeTime } from "../view/time.js";

const RESUME = "add-passkey";

export function passkeysSection({ user, resume }: AccountContext): Section {
  let resuming = resume === RESUME;

  const section = createSection(
    "Passkeys",
    async (messages) => {
      const passkeys = await call(routes.passkey.listUserPasskeys);
      return [
        quiet(
          "Sign in with your fingerprint, your face or your screen lock instead of a password.",
        ),
        passkeys.length === 0
          ? h("p", {}, "You have no passkeys yet.")
          : itemList(passkeys.map(item)),
        actionButton(
          resuming ? "Continue adding the passkey" : "Add a passkey",
          { messages, look: "primary", resumed: resuming },
          addOne,
        ),
      ];
    },
    "passkeys",
  );

  async function addOne(): Promise<void> {
    const interruption = {
      user,
      purpose: "add a passkey",
      resumeAt: `/account/security?continue=${RESUME}`,
    };
    await withFreshSession(interruption, addPasskey);
    resuming = false;
    await section.refresh();
    section.messages.say("The passkey is added. You can sign in with it from now on.");
  }

  function item(passkey: Passkey): HTMLElement {
    const name = nameOf(passkey);
    const { provider, backedUp, createdAt, lastUsedAt } = passkey;
    const facts = [
      provider !== null && provider !== name ? `${provider} · ` : "",
      backedUp ? "Synced" : "On one device",
      " · Added ",
      relativeTime(createdAt),
    ];
    const used = lastUsedAt === null ? ["Not used yet"] : ["Last used ", relativeTime(lastUsedAt)];
    const remove = async () => {
      const question = {
        title: `Delete “${name}”?`,
        text: "It cannot sign in any more, and your other sessions end.",
        yes: "Delete passkey",
      };
      if (
        !(await confirmAndDo(question, () =>
          call(routes.passkey.deletePasskey, { id: passkey.id }),
        ))
      )
        return;
      await section.refresh();
      section.messages.say(`“${name}” is deleted.`);
    };
    return h(
      "li",
      { "data-item": passkey.id, tabindex: "-1" },
      icon("key"),
      h("div", {}, strong(name), quiet(...facts), quiet(...used)),
      actions(
        actionButton("Rename", { messages: section.messages, name: `Rename ${name}` }, () =>
          rename(passkey),
        ),
        actionButton(
          "Delete",
          { messages: section.messages, name: `Delete ${name}`, look: "danger" },
          remove,
        ),
      ),
    );
  }

  async function rename(passkey: Passkey): Promise<void> {
    const renamed = await openDialog<true>("Rename the passkey", (close) => {
      const name = createField({
        name: "name",
        label: "Name of the passkey",
        attributes: { value: nameOf(passkey), autofocus: true, maxlength: "200" },
      });
      const work = () =>
        call(routes.passkey.updatePasskey, { id: passkey.id, name: name.input.value }).then(() =>
          close(true),
        );
      const beside = cancelButton(() => close(null));
      return [createForm({ fields: [name], submit: "Save", work, beside })];
    });
    if (!renamed) return;
    await section.refresh();
    section.messages.say("The new name is saved.");
  }

  // Goes on by itself. Browsers that want a click first refuse; then the button is there, and has
  // the focus.
  if (resuming) void section.loaded.then(() => resumedButton(section)?.click());
  return section;
}

const nameOf = ({ name, provider }: Passkey): string => name || provider || "Passkey";
