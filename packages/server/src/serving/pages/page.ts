import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { Surface } from "@acme/auth-express";
import { Html, html, htmlDocument } from "@acme/auth-http";

/** A page of the server itself, as it is sent. */
export interface Page {
  readonly body: string;
  readonly contentSecurityPolicy: string;
}

/** The one stylesheet of these pages. */
const STYLESHEET =
  ":root{color-scheme:light dark;--page:#f5f6f8;--card:#fff;--text:#16181d;--quiet:#555b66;--line:#d8dbe1;--link:#1d4ed8}" +
  "@media(prefers-color-scheme:dark){:root{--page:#0d0f13;--card:#171a20;--text:#eceef2;--quiet:#a8afbb;--line:#343a45;--link:#93b8ff}}" +
  "body{margin:0;font:1rem/1.55 system-ui,sans-serif;background:var(--page);color:var(--text)}" +
  "main{max-width:44rem;margin:0 auto;padding:2.5rem 1rem;overflow-wrap:anywhere}" +
  "h1{font-size:1.5rem;line-height:1.25;margin:0 0 .25rem}" +
  "h2{font-size:1.0625rem;margin:0}" +
  "h2+p,h1+p{color:var(--quiet);margin:.125rem 0 1rem}" +
  "p{margin:0 0 .75rem}" +
  "a{color:var(--link)}" +
  "a:focus-visible,iframe:focus-visible,pre:focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:.25rem}" +
  "ul,dl{margin:0;padding:0;list-style:none}" +
  "nav{margin-bottom:1.5rem}" +
  "section,article,dl{background:var(--card);border:1px solid var(--line);border-radius:.75rem;padding:1rem 1.25rem;margin:0 0 1rem}" +
  "dl{display:grid;grid-template-columns:max-content 1fr;gap:.5rem 1.5rem}" +
  "dt{color:var(--quiet)}dd{margin:0}" +
  ".code{font:700 1.5rem/1.4 ui-monospace,monospace;letter-spacing:.12em;user-select:all}" +
  "pre{font:.875rem/1.5 ui-monospace,monospace;white-space:pre-wrap;margin:0}" +
  "iframe{box-sizing:border-box;width:100%;height:32rem;border:1px solid var(--line);border-radius:.75rem;background:var(--card)}";

/**
 * The hash by which the browser accepts the stylesheet. It is that of every character between the
 * tags.
 */
const STYLE_HASH = createHash("sha256").update(STYLESHEET).digest("base64");
// Not in the template below, where a formatter would put white space around it.
const STYLE = new Html(`<style>${STYLESHEET}</style>`);

/** Makes a page. It loads nothing but frames of this server, runs nothing, and cannot be framed. */
export const createPage = (title: string, content: Html): Page => ({
  contentSecurityPolicy: `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; frame-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`,
  body: htmlDocument({ title, head: STYLE, body: html`<main>${content}</main>` }),
});

/** Sends a page with the headers that every other response has. */
export function sendPage(response: ServerResponse, { http }: Surface, page: Page): void {
  const headers = http.guardedHeaders(http.newRequestId());
  for (let index = 0; index < headers.length; index += 2)
    response.setHeader(headers[index] ?? "", headers[index + 1] ?? "");
  response.setHeader("Content-Security-Policy", page.contentSecurityPolicy);
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  response.end(page.body);
}
