import * as auth from "../auth.js";
import type { AccountContext } from "../pages/account.js";
import { actionButton } from "../view/attempt.js";
import { h } from "../view/element.js";
import { createField, createForm } from "../view/form.js";
import { createSection, type Section } from "../view/section.js";

export const profileSection = ({ user, changed }: AccountContext): Section =>
  createSection("Profile", async (messages) => {
    const name = createField({
      name: "name",
      label: "Name",
      attributes: { autocomplete: "name", value: user.name },
    });
    const rename = createForm({
      fields: [name],
      submit: "Save name",
      async work(saved) {
        await auth.changeName(name.input.value);
        saved.say("Your name is saved.");
        changed();
      },
    });
    const sendAgain = async () => {
      await auth.sendVerification(user.email);
      messages.say(`A link is on its way to ${user.email}.`);
    };
    const unverified = h(
      "div",
      { class: "note" },
      h("p", {}, `Please verify your email address: open the link that we sent to ${user.email}.`),
      actionButton("Send the link again", { messages }, sendAgain),
    );
    const badge = user.emailVerified
      ? h("span", { class: "badge good" }, "Verified")
      : h("span", { class: "badge" }, "Not verified");
    return [
      h("p", { class: "address" }, h("strong", {}, user.email), " ", badge),
      user.emailVerified ? null : unverified,
      rename,
    ];
  });
