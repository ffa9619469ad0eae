import type { ServerResponse } from "node:http";
import type { Surface } from "@acme/auth-express";
import {
  type Branded,
  createLook,
  css,
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

/** What these pages have besides the stylesheet of all signed-out ones. */
const LAYOUT = css`
  .service {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 16px;
    max-inline-size: 720px;
    margin: auto;
    padding: max(16px, min(11vh, 96px)) 16px 32px;
  }
  .service > header {
    display: flex;
    align-items: center;
    gap: 10px;
    min-block-size: 44px;
  }
  .service :is(h1, h2) + p {
    color: var(--quiet);
    font-size: 0.875rem;
    line-height: 1.25rem;
  }
  .service > h1 + p {
    margin-block-start: -12px;
  }
  .service h2 a {
    color: inherit;
  }
  .service > :is(section, article, dl) {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 8px;
    padding: 16px 24px;
    background: var(--card);
    border: 1px solid var(--line);
    border-radius: var(--corner-card);
  }
  .service > dl {
    grid-template-columns: max-content minmax(0, 1fr);
    gap: 8px 24px;
  }
  .service dt {
    color: var(--quiet);
  }
  .service ul {
    display: grid;
    gap: 8px;
    list-style: none;
  }
  .service :is(code, pre) {
    font: 0.875rem/1.5 var(--mono);
  }
  .service pre {
    margin: 0;
    white-space: pre-wrap;
  }
  .service .code {
    font: 500 1.75rem/2.25rem var(--mono);
    letter-spacing: 0.12em;
    user-select: all;
  }
  .service iframe {
    inline-size: 100%;
    block-size: 36rem;
    border: 1px solid var(--line);
    border-radius: var(--corner-card);
    background: var(--page);
  }
`;

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
    body: html`<main class="service">
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
