import * as auth from "../auth.js";
import type { AccountContext } from "../pages/account.js";
import { h, link } from "../view/element.js";
import { createForm, knownAddress, newPasswordField, passwordField } from "../view/form.js";
import { createSection, type Section } from "../view/section.js";

export const passwordSection = ({ user, changed }: AccountContext): Section =>
  createSection("Password", async () => {
    const current = passwordField({
      name: "currentPassword",
      label: "Current password",
      refusals: ["INVALID_PASSWORD"],
      attributes: { autocomplete: "current-password" },
    });
    const next = newPasswordField("newPassword", "New password");
    const form = createForm({
      before: [knownAddress(user.email)],
      fields: [current, next],
      submit: "Change password",
      async work(messages) {
        await auth.changePassword({
          currentPassword: current.input.value,
          newPassword: next.input.value,
        });
        form.reset();
        messages.say("Your password is changed, and your other sessions are ended.");
        changed();
      },
    });
    return [
      form,
      h(
        "p",
        { class: "quiet" },
        "Forgot it, or never had one? ",
        link("/forgot-password", "Set a password by mail"),
      ),
    ];
  });
