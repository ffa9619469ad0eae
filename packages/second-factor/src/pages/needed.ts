import { html } from "@acme/auth-http";
import { go, type Outcome } from "@acme/auth-pages";
import {
  actions,
  avatar,
  dialogLink,
  heading,
  linkButton,
  list,
  row,
} from "@acme/auth-pages/templates";
import { page } from "./define.js";

/** What is said of organizations in which nothing works without two factors. */
export interface NeededView {
  readonly organizations: readonly {
    readonly id: string;
    readonly slug: string;
    readonly name: string;
  }[];
}

/**
 * `/account/security/second-factor/needed`: where a session of one factor is not enough, and its
 * user has no second one: how to set it up, or leave.
 */
export const neededSecondFactor = page({
  name: "neededSecondFactor",
  access: "in",
  async load({ auth, caller, page: href }): Promise<NeededView | Outcome> {
    if (caller.secondFactor.since !== null || caller.session.secondFactorAt !== null)
      return go(href("security", { section: "second-factor" }));
    const own = await auth.organizations.list(caller);
    const organizations = own
      .map(({ organization }) => organization)
      .filter(({ requireSecondFactor }) => requireSecondFactor);
    return { organizations };
  },
  template({ organizations }, kit) {
    const { needed: texts } = kit.ownTexts;
    const { title, lead } = texts;
    const turnOn = linkButton({
      label: kit.ownTexts.setUp.title,
      kind: "primary",
      href: kit.page("newSecondFactor"),
    });
    const rows = organizations.map(({ id, slug, name }) =>
      row({
        start: avatar({ id, name }),
        title: name,
        facts: [texts.requires],
        action: dialogLink({
          label: kit.texts.settings.leave,
          kind: "quiet",
          href: kit.page("leave", { slug }),
          about: name,
        }),
      }),
    );
    return {
      title,
      within: [kit.texts.security.title],
      content: html`${heading({ title, lead })}
        <div class="stack loose">
          ${actions([turnOn])} ${rows.length > 0 ? list(rows, title) : ""}
        </div>`,
    };
  },
});
