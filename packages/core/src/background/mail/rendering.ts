import { escapeHtml } from "../../kernel/escape-html.js";
import type { Draft, Piece } from "./drafts.js";
import { buttonText, type MailBrand } from "./mail-brand.js";

/** What an HTML mail shows around its content. */
export interface Frame {
  readonly appName: string;
  readonly brand: MailBrand;
  readonly locale: string;
  readonly direction?: "rtl";
  /** Above the URL of a button. */
  readonly orOpen: string;
}

/** Codes and links stand alone on their lines, so that people and programs find them. */
export const renderText = ({ pieces, footer, colon }: Draft): string =>
  `${pieces.map((piece) => pieceText(piece, colon)).join("\n\n")}\n\n--\n${footer}\n`;

function pieceText(piece: Piece, colon: string): string {
  if ("text" in piece) return piece.text;
  if ("facts" in piece) return piece.facts.map((fact) => fact.join(colon)).join("\n");
  return "code" in piece ? piece.code : `${piece.label}${colon.trimEnd()}\n${piece.link}`;
}

// Styles stand on the elements: many mail programs drop a style sheet. The colors suit light and
// dark backgrounds.
const QUIET = "color:#767676;font-size:13px";
const BREAKS = "overflow-wrap:anywhere;word-break:break-word";

/**
 * Shows the pieces one below the other, never wider than the screen. It loads nothing but the logo
 * of the brand.
 */
export function renderHtml(draft: Draft, frame: Frame): string {
  const { locale, direction, appName, brand } = frame;
  const title = escapeHtml(draft.subject);
  const [preview] = draft.pieces;
  const name = escapeHtml(appName);
  const logo = brand.logoUrl
    ? `<img src="${escapeHtml(brand.logoUrl)}" alt="" height="32" style="height:32px;max-width:100%;vertical-align:middle;border:0"> `
    : "";
  return (
    `<!doctype html><html lang="${escapeHtml(locale)}"${direction ? ` dir="${direction}"` : ""}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><title>${title}</title></head>` +
    `<body style="margin:0;padding:24px 16px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;${BREAKS}">` +
    `<div style="display:none;max-height:0;overflow:hidden">${preview && "text" in preview ? escapeHtml(preview.text) : ""}</div>` +
    `<div style="max-width:32em;margin:auto"><p style="margin:0 0 24px;font-weight:700;font-size:18px">${logo}${name}</p>` +
    draft.pieces.map((piece) => pieceHtml(piece, frame)).join("") +
    `<p style="margin:32px 0 0;padding-top:16px;border-top:1px solid #8885;${QUIET}">${escapeHtml(draft.footer)}</p></div></body></html>`
  );
}

function pieceHtml(piece: Piece, { brand, orOpen }: Frame): string {
  if ("text" in piece) return `<p>${escapeHtml(piece.text)}</p>`;
  if ("facts" in piece)
    return `<table role="presentation" style="border-collapse:collapse;margin:16px 0">${piece.facts.map(factHtml).join("")}</table>`;
  if ("code" in piece)
    return `<p style="margin:24px 0;font:700 32px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:.15em">${escapeHtml(piece.code)}</p>`;
  const link = escapeHtml(piece.link);
  const button = `display:inline-block;padding:12px 24px;border-radius:8px;background:${brand.color};color:${buttonText(brand.color)};font-weight:600;text-decoration:none`;
  return (
    `<p style="margin:24px 0"><a href="${link}" style="${button}">${escapeHtml(piece.label)}</a></p>` +
    `<p style="${QUIET}">${escapeHtml(orOpen)}<br><span style="word-break:break-all">${link}</span></p>`
  );
}

const factHtml = ([label, value]: readonly [label: string, value: string]): string =>
  `<tr><td style="padding:2px 16px 2px 0;vertical-align:top;${QUIET}">${escapeHtml(label)}</td><td style="padding:2px 0;vertical-align:top">${escapeHtml(value)}</td></tr>`;
