import { html } from "@acme/auth-http";
import { nameField, slugField, z } from "@acme/auth-http/routes";
import type { WithForm } from "../../kernel/form-state.js";
import { loadSections } from "../../kernel/load-sections.js";
import { go } from "../../kernel/outcome.js";
import { page } from "../../kernel/page.js";
import type { SectionDrawing } from "../../kernel/visit.js";
import type { Kit } from "../../kit.js";
import type { PageContent } from "../../layouts/document.js";
import { button, dialogLink, linkButton } from "../../parts/buttons.js";
import { field } from "../../parts/fields.js";
import { form, message } from "../../parts/forms.js";
import { actions, heading, savedIn, section } from "../../parts/sections.js";
import { alsoGranted, mayDo, ownOrganization } from "./own-organization.js";

/** What the settings of an organization show. */
export interface SettingsView {
  readonly name: string;
  readonly slug: string;
  /** Members see name and URL. */
  readonly mayUpdate: boolean;
  readonly mayTransfer: boolean;
  readonly mayDelete: boolean;
  /** What features add, ready to be drawn. */
  readonly sections: readonly SectionDrawing[];
}

const template = (view: SettingsView & WithForm, kit: Kit): PageContent => {
  const { settings: texts } = kit.texts;
  const { slug } = view;
  const end = (id: string, title: string, description: string, content: PageContent["content"]) =>
    section({ id, title, description, content: actions([content]) });
  return {
    title: texts.title,
    within: [view.name],
    content: html`${heading({ title: texts.title })}
    ${view.form.message ? message(view.form.message, "bad", { hasFocus: true }) : ""}
    ${section({ id: "general", title: texts.general, content: general(view, kit) })}
    ${view.sections.map((each) => each(kit))}
    ${
      view.mayTransfer
        ? end(
            "transfer",
            texts.transfer,
            texts.transferHint,
            linkButton({ label: texts.transfer, href: kit.page("transfer", { slug }) }),
          )
        : ""
    }
    ${end(
      "leave",
      texts.leave,
      texts.leaveHint,
      dialogLink({ label: texts.leave, kind: "danger", href: kit.page("leave", { slug }) }),
    )}
    ${
      view.mayDelete
        ? end(
            "delete",
            texts.delete,
            texts.deleteHint,
            dialogLink({
              label: texts.delete,
              kind: "danger",
              href: kit.page("deleteOrganization", { slug }),
            }),
          )
        : ""
    }`,
  };
};

const general = ({ name, slug, mayUpdate, form: state }: SettingsView & WithForm, kit: Kit) => {
  const { organizations: texts, frame } = kit.texts;
  const faulty = ["name", "slug"].find((name) => state.errors[name] !== undefined);
  const fields = [
    { name: "name", label: texts.name, autocomplete: "organization", value: name },
    { name: "slug", label: texts.url, autocomplete: "off", value: slug },
  ].map((each) =>
    field(
      {
        ...each,
        value: state.values[each.name] ?? each.value,
        error: state.errors[each.name] ?? null,
        hasFocus: each.name === faulty,
        isReadonly: !mayUpdate,
      },
      kit,
    ),
  );
  if (!mayUpdate) return fields;
  const save = actions([button({ label: frame.save, kind: "primary" }), savedIn("general", kit)]);
  return form({ action: kit.page("settings", { slug }), content: [...fields, save] }, kit);
};

/** `/organizations/:slug/settings`: name and URL, and the ways out. */
export const settings = page({
  name: "settings",
  access: { permission: "org:read" },
  fields: () => z.object({ name: nameField().min(1), slug: slugField() }),
  at: { SLUG_TAKEN: "slug" },
  async load(visit): Promise<SettingsView> {
    const { organization } = await ownOrganization(visit);
    return {
      name: organization.name,
      slug: organization.slug,
      mayUpdate: mayDo(visit, "org:update"),
      mayTransfer: mayDo(visit, "org:ownership:transfer"),
      mayDelete: mayDo(visit, "org:delete"),
      sections: await loadSections("settings", visit),
    };
  },
  template,
  async post(visit, fields) {
    const granted = await alsoGranted(visit, "org:update");
    const { slug } = await visit.auth.organizations.update(granted, fields, visit.client);
    return go(visit.page("settings", { slug }, { section: "general" }), {
      flash: { key: "saved", section: "general" },
    });
  },
});
