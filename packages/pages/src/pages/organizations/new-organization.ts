import type { OrganizationId } from "@acme/auth-core";
import { html } from "@acme/auth-http";
import { idField, nameField, slugField, z } from "@acme/auth-http/routes";
import { webHref } from "../../href.js";
import type { WithForm } from "../../kernel/form-state.js";
import { go } from "../../kernel/outcome.js";
import { page } from "../../kernel/page.js";
import type { Kit } from "../../kit.js";
import type { PageContent } from "../../layouts/document.js";
import { button, linkButton } from "../../parts/buttons.js";
import { field } from "../../parts/fields.js";
import { form, message } from "../../parts/forms.js";
import { actions, folded, heading } from "../../parts/sections.js";

const template = ({ form: state }: WithForm, kit: Kit): PageContent => {
  const { organizations: texts, frame } = kit.texts;
  const { name: wrongName, slug: wrongSlug } = state.errors;
  const slug = field(
    {
      name: "slug",
      label: texts.url,
      hint: texts.urlHint,
      value: state.values["slug"] ?? "",
      error: wrongSlug ?? null,
      autocomplete: "off",
      hasFocus: wrongName === undefined && wrongSlug !== undefined,
      isOptional: true,
    },
    kit,
  );
  return {
    title: frame.createOrganization,
    content: html`${heading({ title: frame.createOrganization })}
    ${state.message ? message(state.message, "bad", { hasFocus: true }) : ""}
    ${form(
      {
        action: kit.page("newOrganization"),
        content: [
          field(
            {
              name: "name",
              label: texts.name,
              value: state.values["name"] ?? "",
              error: wrongName ?? null,
              autocomplete: "organization",
              hasFocus: wrongName !== undefined || wrongSlug === undefined,
            },
            kit,
          ),
          wrongSlug || state.values["slug"] ? slug : folded(texts.changeUrl, slug),
          actions([
            button({ label: frame.createOrganization, kind: "primary" }),
            linkButton({ label: frame.cancel, href: kit.page("organizations") }),
          ]),
        ],
      },
      kit,
    )}`,
  };
};

/** `/new-organization`: a name, and a URL for who wants another one. */
export const newOrganization = page({
  name: "newOrganization",
  access: "in",
  fields: () =>
    z.object({
      name: nameField().min(1),
      slug: z.union([z.literal(""), slugField()]).optional(),
    }),
  at: { SLUG_TAKEN: "slug" },
  load: () => ({}),
  template,
  async post({ auth, caller, client, page: href }, { name, slug }) {
    const input = { name, slug: slug || null, logo: null, metadata: {} };
    const { organization } = await auth.organizations.create(caller, input, client);
    return go(href("members", { slug: organization.slug }), {
      activeOrganization: organization.id,
    });
  },
});

/** `/switch-organization`: makes an organization the active one. */
export const switchOrganization = page({
  name: "switchOrganization",
  access: "in",
  form: "organizations",
  fields: () => z.object({ id: idField<OrganizationId>() }),
  async post({ auth, caller, next, page: href }, { id }) {
    const organization = await auth.organizations.activate(caller, { id });
    const to = next === null ? href("members", { slug: organization.slug }) : webHref(next);
    return go(to, { activeOrganization: organization.id });
  },
});
