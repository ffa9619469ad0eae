import * as routes from "@acme/auth-client/routes";
import type { OrganizationContext } from "../pages/organization.js";
import { call } from "../service.js";
import { h, strong } from "../view/element.js";
import { createField, createForm, type Field } from "../view/form.js";
import { revisit } from "../view/router.js";
import { createSection, type Section } from "../view/section.js";

export const nameField = (value = ""): Field =>
  createField({
    name: "name",
    label: "Name of the organization",
    attributes: { autocomplete: "organization", maxlength: "200", value },
  });

interface ShortName {
  readonly value?: string;
  readonly hint: string;
  readonly required: boolean;
}

export const shortNameField = ({ value = "", hint, required }: ShortName): Field =>
  createField({
    name: "slug",
    label: "Short name",
    hint,
    refusals: ["SLUG_TAKEN"],
    attributes: {
      autocomplete: "off",
      autocapitalize: "none",
      spellcheck: "false",
      maxlength: "63",
      value,
      required,
    },
  });

export const detailsSection = ({ organization, can }: OrganizationContext): Section =>
  createSection("Details", async () => {
    if (!can("org:update")) return [h("p", {}, "Short name: ", strong(organization.slug))];
    const name = nameField(organization.name);
    const slug = shortNameField({
      value: organization.slug,
      hint: "For URLs: lower-case letters, digits and dashes.",
      required: true,
    });
    const work = async () => {
      await call(routes.organization.updateOrganization, {
        id: organization.id,
        name: name.input.value,
        slug: slug.input.value,
      });
      // The name stands in many places.
      await revisit({ notice: "The details are saved." });
    };
    return [createForm({ fields: [name, slug], submit: "Save details", work })];
  });
