import { type Html, html } from "./html.js";

/** What a whole page is made of. */
export interface HtmlDocument {
  /** What the tab of the browser says. */
  readonly title: string;
  /**
   * What else is inside of `head`. A `style` stays as it is, to the character: a
   * Content-Security-Policy may name its hash.
   */
  readonly head: Html;
  /** What is inside of `body`. */
  readonly body: Html;
  /** The language of the texts. Default: English. */
  readonly language?: { readonly locale: string; readonly direction?: "ltr" | "rtl" };
  /** As the reader has chosen it. Without it, the page follows the device. */
  readonly theme?: "light" | "dark" | "system";
}

const ENGLISH: NonNullable<HtmlDocument["language"]> = { locale: "en" };

/** Returns a page as it is sent: what every page of ours has around its content. */
export function htmlDocument(document: HtmlDocument): string {
  const { title, head, body, language = ENGLISH, theme } = document;
  const { locale, direction = "ltr" } = language;
  const content = html`<head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width,initial-scale=1" />
      <meta name="robots" content="noindex" />
      <title>${title}</title>
      ${head}
    </head>
    <body>
      ${body}
    </body>`;
  return theme
    ? html`<!doctype html>
        <html lang="${locale}" dir="${direction}" data-theme="${theme}">
          ${content}
        </html>`.text
    : html`<!doctype html>
        <html lang="${locale}" dir="${direction}">
          ${content}
        </html>`.text;
}
