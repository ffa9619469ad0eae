import { brandLinks } from "@acme/auth-core/surface";
import type { Catalogue } from "@acme/auth-core/texts";
import type { RenderedPage } from "../kernel/route.js";
import type { NamedSite } from "../kernel/site.js";
import { type Html, html } from "./html.js";
import { htmlDocument } from "./html-document.js";
import { createLook, type Look } from "./look.js";

/** The one stylesheet of every page; its colors and corners are those of the brand. */
const LAYOUT =
  "*{box-sizing:border-box}" +
  'body{margin:0;padding:2rem 1rem;font:1rem/1.5 system-ui,"Segoe UI",Roboto,"Noto Sans","Hiragino Sans",sans-serif;background:var(--page);color:var(--text);overflow-wrap:anywhere}' +
  ".narrow,.wide{max-width:25rem;margin:0 auto}" +
  ".wide{max-width:65rem}" +
  "header{display:flex;align-items:center;gap:.75rem;margin-bottom:1.5rem}" +
  "header p{margin:0;line-height:1.25rem}" +
  "header b{display:block;font-weight:650}" +
  "header span,footer,form~p,p:has(>.button)~p{color:var(--quiet);font-size:.875rem;line-height:1.25rem}" +
  "main{padding:1.5rem;background:var(--card);border:1px solid var(--line);border-radius:var(--corner)}" +
  "h1{font-size:1.5rem;line-height:2rem;font-weight:650;margin:0 0 .75rem;text-wrap:balance}" +
  "h2{font-size:1.125rem;line-height:1.5rem;margin:3rem 0 .5rem}" +
  "p{margin:0 0 1rem}" +
  "main>:last-child{margin-bottom:0}" +
  "form,p:has(>.button){margin:1.5rem 0}" +
  "a{color:var(--link)}" +
  "code{font:.875em ui-monospace,monospace}" +
  "table{border-collapse:collapse;width:100%}" +
  "tr{border-bottom:1px solid var(--line)}" +
  "th,td{text-align:start;vertical-align:top;padding:.5rem 0;padding-inline-end:1.25rem}" +
  // The edge shows where a reader's own colors replace ours.
  "button,.button{display:block;width:100%;min-height:2.75rem;padding:.5625rem 1.25rem;font:inherit;font-weight:600;text-align:center;text-decoration:none;border:1px solid var(--fill-edge);border-radius:var(--corner);background:var(--fill);color:var(--on-fill);cursor:pointer}" +
  "button:hover,button:active,.button:hover,.button:active{background:var(--fill-hover)}" +
  ":focus-visible{outline:2px solid var(--ring);outline-offset:2px}" +
  "a:not(.button):focus-visible{border-radius:.125rem}" +
  "footer{margin-top:1rem;display:flex;flex-wrap:wrap;gap:.25rem 1.25rem}" +
  "footer a{color:inherit;padding:.5rem 0}" +
  "@media(min-width:40rem){" +
  "body{padding:4rem 2rem}" +
  "main{padding:2rem}" +
  "td:first-child{width:48%}td:nth-child(2){overflow-wrap:normal}}" +
  "@media(max-width:39.99rem){thead{display:none}tr,td{display:block}tr{padding:.75rem 0}td{padding:.125rem 0}td:nth-child(2){color:var(--quiet)}}" +
  "@media(prefers-reduced-motion:no-preference){button,.button{transition:background-color .15s}}";

const looks = new WeakMap<NamedSite, Look>();

/** The look of a site's pages, made once. */
function lookOf(site: NamedSite): Look {
  const made = looks.get(site);
  if (made) return made;
  const look = createLook(site, LAYOUT);
  looks.set(site, look);
  return look;
}

/**
 * Pages load nothing but the logo, run nothing, cannot be framed, and the form of one goes to us or
 * to the front end only.
 */
export const pageHeaders = (site: NamedSite, { form }: Page): readonly string[] => [
  "Content-Type",
  "text/html; charset=utf-8",
  // A form's page lets the browser send the true Origin, never the path or the token. Other pages
  // send no referrer at all.
  "Referrer-Policy",
  form ? "strict-origin" : "no-referrer",
  "Content-Security-Policy",
  `default-src 'none'; ${lookOf(site).policy}; form-action ${form ? ["'self'", ...site.allowedOrigins].join(" ") : "'none'"}; base-uri 'none'; frame-ancestors 'none'`,
];

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
}

/** The page as it is sent. */
export const showPage = (page: Page, site: NamedSite): RenderedPage => ({
  headers: pageHeaders(site, page),
  body: renderPage(page, site),
  ...(page.language && { byLanguage: true }),
});

/**
 * Whose page it is stands above all: the application's mark and name, and the host that the browser
 * should show.
 */
export function renderPage(
  { title, content, form, note, wide = false, language }: Page,
  site: NamedSite,
): string {
  const { style, mark } = lookOf(site);
  return htmlDocument({
    title,
    head: style,
    ...(language && { language }),
    body: html`<div class="${wide ? "wide" : "narrow"}">
      <header>
        ${mark}
        <p><b>${site.appName}</b> <span>${site.links.host}</span></p>
      </header>
      <main>
        <h1>${title}</h1>
        ${[content, form, note].filter((part) => part !== undefined)}
      </main>
      ${language ? footerOf(site, language) : []}
    </div>`,
  });
}

function footerOf(
  { brand }: NamedSite,
  language: Pick<Catalogue, "brandLinks">,
): Html | readonly Html[] {
  const links = brandLinks(brand, language.brandLinks);
  return links.length === 0
    ? []
    : html`<footer>${links.map(({ label, url }) => html`<a href="${url}">${label}</a>`)}</footer>`;
}
