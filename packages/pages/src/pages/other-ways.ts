import { type Html, html } from "@acme/auth-http";
import type { MailedWay } from "../kernel/step.js";
import type { Kit } from "../kit.js";
import { wayButton, wayLink } from "../parts/buttons.js";
import { form } from "../parts/forms.js";
import { icon } from "../parts/icons.js";
import { divider } from "../parts/sections.js";

/**
 * "Use another way": buttons that mail a code or a link, and a link to the page of the password.
 * Nothing where no other way is given.
 * @param ways the offered ones, without that of the page
 */
export const otherWays = (ways: readonly MailedWay[], kit: Kit): Html =>
  ways.length === 0
    ? html``
    : html`${divider(kit.texts.ways.title)}
        <div class="stack tight">${ways.map((way) => WAYS[way](kit))}</div>`;

const WAYS: Readonly<Record<MailedWay, (kit: Kit) => Html>> = {
  code: (kit) => {
    const content = wayButton({ label: kit.texts.ways.sendCode, mark: icon("mail") }, kit);
    return form({ action: kit.page("resendCode"), content }, kit);
  },
  link: (kit) => {
    const content = wayButton({ label: kit.texts.ways.sendLink, mark: icon("mail") }, kit);
    return form({ action: kit.page("signInLink"), content }, kit);
  },
  password: (kit) =>
    wayLink({
      label: kit.texts.ways.usePassword,
      mark: icon("lock"),
      href: kit.page("signInPassword"),
    }),
};
