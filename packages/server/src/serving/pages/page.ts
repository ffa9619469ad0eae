import type { ServerResponse } from "node:http";
import type { Surface } from "@acme/auth-express";
import {
  type Branded,
  createLook,
  type Html,
  html,
  htmlDocument,
  type Look,
} from "@acme/auth-http";

/** A page of the server itself, as it is sent. */
export interface Page {
  readonly body: string;
  readonly contentSecurityPolicy: string;
  /** After how many seconds a browser loads it again. Default: never. */
  readonly renewedEvery?: number;
}

/** The one stylesheet of these pages; its colors and corners are those of the brand. */
const LAYOUT =
  "*{box-sizing:border-box}" +
  'body{margin:0;padding:2rem 1rem;font:1rem/1.5 system-ui,"Segoe UI",Roboto,"Noto Sans","Hiragino Sans",sans-serif;background:var(--page);color:var(--text)}' +
  "main{max-width:45rem;margin:0 auto;overflow-wrap:anywhere}" +
  "header{display:flex;align-items:center;gap:.75rem;margin-bottom:1.5rem}" +
  "h1{font-size:1.5rem;line-height:2rem;font-weight:650;margin:0 0 .25rem}" +
  "header h1{margin:0}" +
  "h2{font-size:1.125rem;line-height:1.5rem;margin:0}" +
  "h2+p,h1+p{color:var(--quiet);font-size:.875rem;line-height:1.25rem;margin:.25rem 0 1rem}" +
  "p{margin:0 0 1rem}" +
  "a{color:var(--link)}" +
  "h2 a{color:inherit}" +
  ":focus-visible{outline:2px solid var(--ring);outline-offset:2px}" +
  "a:focus-visible{border-radius:.125rem}" +
  "ul,dl{margin:0;padding:0;list-style:none}" +
  "li+li{margin-top:.5rem}" +
  "section,article,dl{background:var(--card);border:1px solid var(--line);border-radius:var(--corner);padding:1rem 1.5rem;margin:0 0 1rem}" +
  "section>:last-child,article>:last-child{margin-bottom:0}" +
  "dl{display:grid;grid-template-columns:max-content 1fr;gap:.5rem 1.5rem}" +
  "dt{color:var(--quiet)}dd{margin:0}" +
  "code{font:.875em ui-monospace,monospace}" +
  ".code{font:700 1.75rem/2.25rem ui-monospace,monospace;letter-spacing:.12em;user-select:all}" +
  "pre{font:.875rem/1.5 ui-monospace,monospace;white-space:pre-wrap;margin:0}" +
  "iframe{width:100%;height:36rem;border:1px solid var(--line);border-radius:var(--corner);background:var(--page)}" +
  "@media(min-width:40rem){body{padding:4rem 2rem}}";

/** Makes the look of these pages, once for each server. */
export const createPageLook = (branded: Branded): Look => createLook(branded, LAYOUT);

/** Makes a page. It loads nothing but its logo and frames of this server, and runs nothing. */
export const createPage = (
  { style, policy }: Look,
  { title, header, content }: { title: string; header: Html; content: Html },
): Page => ({
  contentSecurityPolicy: `default-src 'none'; ${policy}; frame-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`,
  body: htmlDocument({
    title,
    head: style,
    body: html`<main>
      <header>${header}</header>
      ${content}
    </main>`,
  }),
});

/** Sends a page with the headers that every other response has. */
export function sendPage(response: ServerResponse, surface: Surface, page: Page): void {
  setHeaders(response, surface);
  response.setHeader("Content-Security-Policy", page.contentSecurityPolicy);
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  if (page.renewedEvery !== undefined) response.setHeader("Refresh", page.renewedEvery);
  response.end(page.body);
}

/** Sends what a page shows to a program. */
export function sendJson(response: ServerResponse, surface: Surface, value: unknown): void {
  setHeaders(response, surface);
  response.setHeader("Content-Type", "application/json; charset=utf-8");
  response.end(JSON.stringify(value));
}

function setHeaders(response: ServerResponse, { http }: Surface): void {
  const headers = http.guardedHeaders(http.newRequestId());
  for (let index = 0; index < headers.length; index += 2)
    response.setHeader(headers[index] ?? "", headers[index + 1] ?? "");
}
