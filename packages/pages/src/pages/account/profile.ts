import { type Html, html } from "@acme/auth-http";
import { nameField, z } from "@acme/auth-http/routes";
import type { WithForm } from "../../kernel/form-state.js";
import { loadSections } from "../../kernel/load-sections.js";
import { go } from "../../kernel/outcome.js";
import { page } from "../../kernel/page.js";
import type { SectionDrawing } from "../../kernel/visit.js";
import type { Kit } from "../../kit.js";
import type { PageContent } from "../../layouts/document.js";
import { badge } from "../../parts/badge.js";
import { button, linkButton } from "../../parts/buttons.js";
import { form, hiddenField, refusal } from "../../parts/forms.js";
import { actions, doneIn, heading, list, row, rowIcon, section } from "../../parts/sections.js";
import { filled, time } from "../../parts/times.js";
import { nameForm } from "./name-form.js";

/** What the page of the account shows. */
export interface ProfileView {
  readonly name: string;
  readonly email: string;
  readonly isVerified: boolean;
  /** The change of the email address that waits to be confirmed; null when there is none. */
  readonly pending: { readonly to: string; readonly expiresAt: Date } | null;
  /** What features add, ready to be drawn. */
  readonly sections: readonly SectionDrawing[];
}

const template = (view: ProfileView & WithForm, kit: Kit): PageContent => {
  const { title } = kit.texts.profile;
  return {
    title,
    content: html`${heading({ title })} ${refusal(view.form)} ${nameSection(view, kit)}
    ${emailSection(view, kit)} ${view.sections.map((each) => each(kit))}`,
  };
};

const nameSection = ({ name, form: state }: ProfileView & WithForm, kit: Kit): Html => {
  const { profile: texts } = kit.texts;
  return section({
    id: "name",
    title: texts.name,
    description: texts.nameHint,
    content: nameForm(
      {
        action: kit.page("name"),
        next: null,
        label: texts.name,
        autocomplete: "name",
        name,
        state,
      },
      kit,
    ),
  });
};

const emailSection = (view: ProfileView, kit: Kit): Html => {
  const { profile: texts, frame } = kit.texts;
  const { email, isVerified, pending } = view;
  const present = row({
    start: rowIcon("mail"),
    title: email,
    badges: [badge(isVerified ? texts.verified : texts.unverified, isVerified ? "good" : "warn")],
    facts: [],
    action: actions([
      ...(isVerified
        ? []
        : [
            form(
              {
                action: kit.page("verifyEmail"),
                content: button({ label: texts.verify, kind: "quiet", about: email }),
              },
              kit,
            ),
          ]),
      linkButton({
        label: frame.change,
        kind: "quiet",
        href: kit.page("email"),
        about: texts.aboutEmail,
      }),
    ]),
  });
  return section({
    id: "email",
    title: texts.email,
    description: texts.emailHint,
    content: [
      doneIn("email", kit),
      list([present, ...(pending ? [waitingRow(pending, kit)] : [])], texts.email),
    ],
  });
};

const waitingRow = ({ to, expiresAt }: NonNullable<ProfileView["pending"]>, kit: Kit): Html => {
  const { profile: texts, frame } = kit.texts;
  return row({
    start: rowIcon("mail"),
    title: to,
    badges: [badge(texts.waiting, "warn")],
    facts: [filled(texts.openLink, time(expiresAt, "dateTime", kit))],
    action: actions([
      form(
        {
          action: kit.page("email"),
          content: [
            hiddenField("email", to),
            button({ label: texts.resend, kind: "quiet", about: to }),
          ],
        },
        kit,
      ),
      form(
        {
          action: kit.page("cancelEmail"),
          content: button({ label: frame.cancel, kind: "quiet", about: to }),
        },
        kit,
      ),
    ]),
  });
};

/** `/account`: what the user is called, and where mail reaches them. */
export const profile = page({
  name: "profile",
  access: "in",
  async load(visit): Promise<ProfileView> {
    const { auth, caller } = visit;
    const [pending, sections] = await Promise.all([
      auth.emailChange.findPending(caller),
      loadSections("profile", visit),
    ]);
    const { name: called, email, emailVerified } = caller.user;
    return { name: called, email, isVerified: emailVerified, pending, sections };
  },
  template,
});

/** `/account/name`: takes the form of the name. */
export const name = page({
  name: "name",
  access: "in",
  form: "profile",
  fields: () => z.object({ name: nameField().min(1) }),
  async post({ auth, caller, client, page: href }, fields) {
    await auth.profiles.update(caller, fields, client);
    return go(href("profile", { section: "name" }), { flash: { key: "saved", section: "name" } });
  },
});
