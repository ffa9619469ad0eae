import { type Html, html, htmlDocument } from "@acme/auth-http";
import type { Kit } from "../kit.js";
import { link } from "../parts/buttons.js";
import { element } from "../parts/element.js";
import { form, hiddenField } from "../parts/forms.js";
import { icon } from "../parts/icons.js";
import { menu } from "../parts/menu.js";
import { brandLine } from "./brand-line.js";
import { documentHead, type PageContent, skipLink, titleOf } from "./document.js";

/** A signed-out page as it is sent: mark and name, one card, and below it language and terms. */
export const entryLayout = (page: PageContent, kit: Kit): string =>
  htmlDocument({
    title: titleOf(page, kit),
    language: kit,
    theme: kit.theme,
    head: html`${kit.entryStyle} ${documentHead(page, kit)}
      <link rel="stylesheet" href="${kit.asset("pages.css").url}" media="not all" />`,
    body: html`${skipLink(kit)}
      <div class="entry">
        <header>${brandLine(kit)}</header>
        <main class="card" id="content" tabindex="-1">
          <div class="stack loose">${page.content}</div>
        </main>
        ${footer(kit)}
      </div>`,
  });

const footer = (kit: Kit): Html => {
  const { texts, brand, inbox } = kit;
  const { terms, privacy, support } = texts.frame;
  const links = [
    inbox && link(texts.frame.openInbox, inbox),
    brand.terms && link(terms, brand.terms),
    brand.privacy && link(privacy, brand.privacy),
    brand.support && link(support, brand.support),
  ].filter((each) => each !== null);
  return html`<footer>
    ${languageMenu(kit)}
    ${links.length > 0 ? html`<nav aria-label="${kit.appName}">${links}</nav>` : ""}
  </footer>`;
};

/** The languages, each in its own words, as buttons of a form that comes back to the page. */
const languageMenu = (kit: Kit): Html => {
  const { formats, locale, locales, texts } = kit;
  if (locales.length < 2) return html``;
  return menu({
    id: "languages",
    buttonClass: "button",
    name: `${texts.frame.language}: ${formats.language(locale)}`,
    label: html`${icon("globe", "small")}${formats.language(locale)}`,
    groups: [
      locales.map((each) =>
        form(
          {
            action: kit.page("look"),
            next: kit.here,
            layout: "line",
            content: [
              hiddenField("locale", each),
              element(
                "button",
                {
                  type: "submit",
                  lang: each,
                  "aria-current": each === locale ? "true" : null,
                },
                html`${formats.language(each)}${each === locale ? icon("check", "small") : ""}`,
              ),
            ],
          },
          kit,
        ),
      ),
    ],
  });
};
