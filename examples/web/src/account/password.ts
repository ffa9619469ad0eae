import type { ServiceReadPolicyReply } from "@acme/auth-client";
import * as routes from "@acme/auth-client/routes";
import type { AccountContext } from "../pages/account.js";
import { call, requestPasswordReset } from "../service.js";
import { actionButton } from "../view/attempt.js";
import { cancelButton, openDialog } from "../view/dialog.js";
import { h, link, quiet } from "../view/element.js";
import { createForm, knownAddress, newPasswordField, passwordField } from "../view/form.js";
import { createSection, type Section } from "../view/section.js";
import { relativeTime } from "../view/time.js";

export function passwordSection({ user }: AccountContext): Section {
  const section = createSection("Password", async (messages) => {
    const password = (await call(routes.oauth.listAccounts)).find(
      ({ providerId }) => providerId === "credential",
    );
    if (!password)
      return [
        h("p", {}, "You have no password. We email you a link to choose one."),
        actionButton("Add a password", { messages }, add),
      ];
    return [
      h("p", {}, "Last changed ", relativeTime(password.updatedAt), "."),
      actionButton("Change password", { messages }, change),
    ];
  });

  async function add(): Promise<void> {
    await requestPasswordReset(user.email);
    section.messages.say(
      `We sent a link to ${user.email}. Open it to choose a password; then sign in with it.`,
    );
  }

  async function change(): Promise<void> {
    const policy = await call(routes.service.readPolicy);
    if (!(await askForPasswords(user.email, policy))) return;
    await section.refresh();
    section.messages.say("Your password is changed, and your other sessions are ended.");
  }

  return section;
}

const askForPasswords = (email: string, policy: ServiceReadPolicyReply): Promise<true | null> =>
  openDialog<true>("Change your password", (close) => {
    const current = passwordField({
      name: "currentPassword",
      label: "Current password",
      refusals: ["INVALID_PASSWORD"],
      attributes: { autocomplete: "current-password", autofocus: true },
    });
    const next = newPasswordField("newPassword", "New password", policy);
    return [
      createForm({
        before: [knownAddress(email)],
        fields: [current, next],
        submit: "Save password",
        beside: cancelButton(() => close(null)),
        async work() {
          await call(routes.password.changePassword, {
            currentPassword: current.input.value,
            newPassword: next.input.value,
          });
          close(true);
        },
      }),
      quiet("Forgot it? ", link("/forgot-password", "Set a new one by email")),
    ];
  });
