import { type Html, html } from "@acme/auth-http";
import { page } from "../../kernel/page.js";
import type { Kit } from "../../kit.js";
import type { PageContent } from "../../layouts/document.js";
import { button } from "../../parts/buttons.js";
import { choice, select } from "../../parts/fields.js";
import { form } from "../../parts/forms.js";
import { actions, heading, section } from "../../parts/sections.js";

/** Up to as many stand side by side; more are behind a list. */
const MOST_CHOICES = 5;
const THEMES = ["system", "light", "dark"] as const;

const template = (_view: object, kit: Kit): PageContent => {
  const { preferences: texts, frame } = kit.texts;
  const { title } = texts;
  return {
    title,
    content: html`${heading({ title })}
    ${
      kit.locales.length > 1
        ? section({
            id: "language",
            title: frame.language,
            description: texts.languageHint,
            content: lookForm(languages(kit), kit),
          })
        : ""
    }
    ${section({
      id: "theme",
      title: frame.theme,
      description: texts.themeHint,
      content: lookForm(
        choice({
          name: "theme",
          label: frame.theme,
          isLabelHidden: true,
          value: kit.theme,
          options: THEMES.map((value) => ({ value, ...texts.themes[value] })),
        }),
        kit,
      ),
    })}`,
  };
};

const lookForm = (control: Html, kit: Kit): Html =>
  form(
    {
      action: kit.page("look"),
      next: kit.here,
      content: [control, actions([button({ label: kit.texts.frame.save, script: "save" })])],
    },
    kit,
  );

const languages = (kit: Kit): Html => {
  const { formats, locale, locales, texts } = kit;
  const options = locales.map((value) => ({ value, label: formats.language(value) }));
  const given = { name: "locale", label: texts.frame.language, isLabelHidden: true, value: locale };
  return locales.length > MOST_CHOICES
    ? select({ ...given, options }, kit)
    : choice({ ...given, options });
};

/** `/account/preferences`: the language of the user, and the theme of the browser. */
export const preferences = page({
  name: "preferences",
  access: "in",
  load: () => ({}),
  template,
});
