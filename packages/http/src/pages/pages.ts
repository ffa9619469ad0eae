import { brandLinks } from "@acme/auth-core/surface";
import type { Catalogue } from "@acme/auth-core/texts";
import type { RenderedPage } from "../kernel/route.js";
import type { NamedSite } from "../kernel/site.js";
import { type Html, html } from "./html.js";
import { htmlDocument } from "./html-document.js";
import { createLook, type Look, type PageTheme } from "./look.js";
import { DOCUMENT_STYLES } from "./style/document.js";

/** The look of the pages in one card, and of those to read. */
type Looks = Readonly<Record<"card" | "document", Look>>;

const looks = new WeakMap<NamedSite, Looks>();

/** The looks of a site's pages, made once. */
function looksOf(site: NamedSite): Looks {
  const made = looks.get(site);
  if (made) return made;
  const both = { card: createLook(site), document: createLook(site, DOCUMENT_STYLES) };
  looks.set(site, both);
  return both;
}

const lookOf = (site: NamedSite, { wide }: Page): Look => looksOf(site)[wide ? "document" : "card"];

/**
 * Pages load nothing but the logo, run nothing, cannot be framed, and the form of one goes to us or
 * to the front end only.
 */
export const pageHeaders = (site: NamedSite, page: Page): readonly string[] => [
  "Content-Type",
  "text/html; charset=utf-8",
  // A form's page lets the browser send the true Origin, never the path or the token. Other pages
  // send no referrer at all.
  "Referrer-Policy",
  page.form ? "strict-origin" : "no-referrer",
  "Content-Security-Policy",
  `default-src 'none'; ${lookOf(site, page).policy}; form-action ${page.form ? ["'self'", ...site.allowedOrigins].join(" ") : "'none'"}; base-uri 'none'; frame-ancestors 'none'`,
];

/** A page that a mailed link leads to: what is on it. */
export interface Page {
  readonly title: string;
  readonly content: Html;
  /** The only form of the page, below the content. */
  readonly form?: Html;
  /** Below the form. */
  readonly note?: Html;
  readonly wide?: boolean;
  /**
   * The language of the texts, chosen by that of the browser. Without it, the page is in English
   * for all readers.
   */
  readonly language?: Pick<Catalogue, "locale" | "direction" | "brandLinks">;
  /** As the reader has chosen it. Without it, the page follows the device. */
  readonly theme?: PageTheme | undefined;
}

/** The page as it is sent. */
export const showPage = (page: Page, site: NamedSite): RenderedPage => ({
  headers: pageHeaders(site, page),
  body: renderPage(page, site),
  ...(page.language && { byLanguage: true }),
});

/** Mark and name above one card, and below it the host that the browser should show. */
export function renderPage(page: Page, site: NamedSite): string {
  const { title, content, form, note, wide = false, language, theme } = page;
  const { style, mark } = lookOf(site, page);
  return htmlDocument({
    title,
    head: style,
    ...(language && { language }),
    ...(theme && { theme }),
    body: html`<div class="${wide ? "document" : "entry"}">
      <header>
        <span class="brand-line">${mark(theme)}<span>${site.appName}</span></span>
      </header>
      <main class="card">
        <div class="${wide ? "text" : "stack loose"}">
          <h1>${title}</h1>
          ${[content, form, note].filter((part) => part !== undefined)}
        </div>
      </main>
      <footer>
        <span>${site.links.host}</span>
        ${language ? linksOf(site, language) : ""}
      </footer>
    </div>`,
  });
}

function linksOf(
  { appName, brand }: NamedSite,
  language: Pick<Catalogue, "brandLinks">,
): Html | "" {
  const links = brandLinks(brand, language.brandLinks);
  return links.length === 0
    ? ""
    : html`<nav aria-label="${appName}">
        ${links.map(({ label, url }) => html`<a href="${url}">${label}</a>`)}
      </nav>`;
}
