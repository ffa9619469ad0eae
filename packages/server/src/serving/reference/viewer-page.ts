import { css, html, htmlDocument } from "@acme/auth-http";
import type { Page } from "../pages/page.js";

/** The script of the viewer, the one that starts it, and the page for browsers without script. */
export const VIEWER_SCRIPT = "/docs/viewer.js";
export const START_SCRIPT = "/docs/start.js";
export const PLAIN_PAGE = "/docs?plain";

/**
 * As on the other pages, which have it in their stylesheet. Between a page that has it and one that
 * has not, Chromium reports an error.
 */
const TRANSITION = css`
  @media (prefers-reduced-motion: no-preference) {
    @view-transition {
      navigation: auto;
    }
    ::view-transition-group(*),
    ::view-transition-old(*),
    ::view-transition-new(*) {
      animation-duration: 0.12s;
    }
  }
`;

/**
 * The page of the viewer. It loads and calls nothing but this server. Its styles are the viewer's
 * own, which writes them while it runs.
 */
export const createViewerPage = (title: string): Page => ({
  contentSecurityPolicy:
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  body: htmlDocument({
    title,
    head: html`<link rel="icon" href="data:," />
      <style>
        ${TRANSITION}
      </style>
      <noscript><meta http-equiv="refresh" content="0; url=${PLAIN_PAGE}" /></noscript>`,
    body: html`<div id="reference"></div>
      <script src="${VIEWER_SCRIPT}"></script>
      <script src="${START_SCRIPT}"></script>`,
  }),
});

/** Names break between words only, and commands are read without scrolling. */
const STYLES =
  "a[href^='#tag/'] wbr{display:none}.introduction-description pre code{white-space:pre-wrap!important;overflow-wrap:anywhere}";

/**
 * Starts the viewer: our document and nothing from elsewhere, no fonts, no proxy, no assistant, no
 * word to its makers.
 */
export const START_TEXT = `Scalar.createApiReference("#reference", {
  url: "/api/v1/openapi.json",
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: "never",
  agent: { disabled: true },
  mcp: { disabled: true },
  customCss: ${JSON.stringify(STYLES)},
});
`;
