import type { User } from "@acme/auth-client";
import * as routes from "@acme/auth-client/routes";
import type { AccountContext } from "../pages/account.js";
import { call } from "../service.js";
import { h } from "../view/element.js";
import { createField, createForm } from "../view/form.js";
import { createSection, type Section } from "../view/section.js";

export const profileSection = ({ user }: AccountContext): Section =>
  createSection("Personal details", async () => {
    const name = createField({
      name: "name",
      label: "Name",
      attributes: { autocomplete: "name", value: user.name },
    });
    const picture = h("span", { class: "avatar", "aria-hidden": "true" }, initials(user));
    const form = createForm({
      fields: [name],
      submit: "Save name",
      async work(messages) {
        await call(routes.profile.updateUser, { name: name.input.value });
        messages.say("Your name is saved.");
        picture.textContent = initials({ ...user, name: name.input.value });
      },
    });
    return [h("div", { class: "beside" }, picture, form)];
  });

/** At most two letters, to stand for a person. */
function initials({ name, email }: User): string {
  const words = (name.trim() || email).split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return ends
    .map((word) => word?.match(/^./u)?.[0] ?? "")
    .join("")
    .toUpperCase();
}
