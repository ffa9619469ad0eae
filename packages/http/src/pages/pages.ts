import type { Catalogue } from "@acme/auth-core/texts";
import type { RenderedPage } from "../kernel/route.js";
import type { NamedSite, Site } from "../kernel/site.js";
import { Html, html } from "./html.js";
import { htmlDocument } from "./html-document.js";

/** The one stylesheet of every page. Its hash below is what lets the browser use it. */
export const STYLESHEET =
  ":root{color-scheme:light dark;--page:#f3f4f6;--card:#fff;--text:#16181d;--quiet:#555b66;--line:#d8dbe1;--link:#1d4ed8;--button:#1d4ed8;--pressed:#1e3a8a}" +
  "@media(prefers-color-scheme:dark){" +
  ":root{--page:#0d0f13;--card:#171a20;--text:#eceef2;--quiet:#a8afbb;--line:#343a45;--link:#93b8ff;--button:#2563eb;--pressed:#1d4ed8}}" +
  "body{margin:0;font:1.0625rem/1.55 system-ui,sans-serif;background:var(--card);color:var(--text)}" +
  "main{max-width:32rem;margin:0 auto;padding:2.5rem 1.5rem;overflow-wrap:anywhere}" +
  "main.wide{max-width:64rem}" +
  "h1{font-size:1.5rem;line-height:1.25;margin:0 0 1rem;text-wrap:balance}" +
  "h2{font-size:1.125rem;margin:2.5rem 0 .5rem}" +
  "p{margin:0 0 1rem}" +
  ".from{margin-bottom:1.5rem;color:var(--quiet);font-size:.9375rem}" +
  ".from b{margin-right:.375rem;color:var(--text);font-size:1.0625rem}" +
  "main>:last-child{margin-bottom:0}" +
  "form{margin:1.5rem 0}" +
  "form~p{color:var(--quiet);font-size:.9375rem}" +
  "a{color:var(--link)}" +
  "code{font:.875em ui-monospace,monospace}" +
  "table{border-collapse:collapse;width:100%}" +
  "tr{border-bottom:1px solid var(--line)}" +
  "th,td{text-align:left;vertical-align:top;padding:.5rem 1.25rem .5rem 0}" +
  // The edge shows where a reader's own colours replace ours.
  "button{font:inherit;font-weight:600;padding:.6875rem 1.375rem;border:1px solid transparent;border-radius:.5rem;background:var(--button);color:#fff;cursor:pointer}" +
  "button:hover,button:active{background:var(--pressed)}" +
  "a:focus-visible,button:focus-visible{outline:3px solid var(--link);outline-offset:3px}" +
  "a:focus-visible{border-radius:.125rem}" +
  "@media(min-width:40rem){" +
  "body{background:var(--page)}" +
  "main{margin:4rem auto;padding:2.5rem;background:var(--card);border:1px solid var(--line);border-radius:.875rem}" +
  "main.wide{margin:2rem auto}" +
  "td:first-child{width:48%}td:nth-child(2){overflow-wrap:normal}}" +
  "@media(max-width:39.99rem){thead{display:none}tr,td{display:block}tr{padding:.75rem 0}td{padding:.125rem 0}td:nth-child(2){color:var(--quiet)}}";

/** SHA-256 of `STYLESHEET`, base64; a test recomputes it. */
export const STYLESHEET_HASH = "N/ekLG5EiGWMEwKNc0/L+k8W/ZNV0H3/VhiIMpk+qrU=";

// Not in the template below, where a formatter would put white space around it: the hash is that of
// every character between the tags.
const STYLE = new Html(`<style>${STYLESHEET}</style>`);

/**
 * Pages load nothing, run nothing, cannot be framed, and the form of one goes to us or to the front
 * end only.
 */
export const pageHeaders = ({ allowedOrigins }: Site, { form }: Page): readonly string[] => [
  "Content-Type",
  "text/html; charset=utf-8",
  // A form's page lets the browser send the true Origin, never the path or the token. Other pages
  // send no referrer at all.
  "Referrer-Policy",
  form ? "strict-origin" : "no-referrer",
  "Content-Security-Policy",
  `default-src 'none'; style-src 'sha256-${STYLESHEET_HASH}'; form-action ${form ? ["'self'", ...allowedOrigins].join(" ") : "'none'"}; base-uri 'none'; frame-ancestors 'none'`,
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
  readonly language?: Pick<Catalogue, "locale" | "direction">;
}

/** The page as it is sent. */
export const showPage = (page: Page, site: NamedSite): RenderedPage => ({
  headers: pageHeaders(site, page),
  body: renderPage(page, site),
  ...(page.language && { byLanguage: true }),
});

/**
 * Whose page it is stands above all: the application's name, and the host that the browser should
 * show.
 */
export const renderPage = (
  { title, content, form, note, wide = false, language }: Page,
  { appName, links }: NamedSite,
): string =>
  htmlDocument({
    title,
    head: STYLE,
    ...(language && { language }),
    body: html`<main class="${wide ? "wide" : "narrow"}">
      <p class="from"><b>${appName}</b> ${links.host}</p>
      <h1>${title}</h1>
      ${[content, form, note].filter((part) => part !== undefined)}
    </main>`,
  });
