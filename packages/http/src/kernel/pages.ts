import { html, Html } from "./html.js";
import type { Site } from "./site.js";

/** The one stylesheet of every page. Its hash below is what lets the browser use it. */
export const STYLESHEET =
  ":root{color-scheme:light dark}" +
  "body{margin:0;font:1.0625rem/1.5 system-ui,sans-serif;background:Canvas;color:CanvasText}" +
  "main{max-width:34rem;margin:0 auto;padding:3rem 1.25rem}" +
  "main.wide{max-width:60rem}" +
  "h1{font-size:1.5rem;line-height:1.2;margin:0 0 1rem}" +
  "h2{font-size:1.125rem;margin:2rem 0 .5rem}" +
  "p{margin:0 0 1rem}" +
  "code{font:.9em ui-monospace,monospace;overflow-wrap:anywhere}" +
  "table{border-collapse:collapse;width:100%}" +
  "th,td{text-align:left;vertical-align:top;padding:.375rem .75rem .375rem 0;border-bottom:1px solid color-mix(in srgb,CanvasText 20%,Canvas)}" +
  "button{font:inherit;font-weight:600;padding:.625rem 1.25rem;border:0;border-radius:.5rem;background:#1d4ed8;color:#fff;cursor:pointer}" +
  "button:hover{background:#1e40af}" +
  "a:focus-visible,button:focus-visible{outline:3px solid #60a5fa;outline-offset:2px}";

/** SHA-256 of `STYLESHEET`, base64; a test recomputes it. */
export const STYLESHEET_HASH = "nmGYbhz/fWJOs4EZYCK3xHIEZ6s4SwDe/IuW+64y0mI=";

/** Pages load nothing, run nothing, cannot be framed, and their forms go to us or to the front end only. */
export const pageHeaders = ({ allowedOrigins }: Site): readonly string[] => [
  "Content-Type",
  "text/html; charset=utf-8",
  // A form's page lets the browser send the true Origin, never the path or the token.
  "Referrer-Policy",
  "strict-origin",
  "Content-Security-Policy",
  `default-src 'none'; style-src 'sha256-${STYLESHEET_HASH}'; form-action 'self' ${[...allowedOrigins].join(" ")}; base-uri 'none'; frame-ancestors 'none'`,
];

export interface Page {
  readonly title: string;
  readonly content: Html;
  readonly wide?: boolean;
}

export const renderPage = ({ title, content, wide = false }: Page): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <style>${new Html(STYLESHEET)}</style>
      </head>
      <body>
        <main class="${wide ? "wide" : "narrow"}">
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`.text;
