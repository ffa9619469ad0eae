import type { AppBrand } from "../../kernel/app-brand.js";
import { escapeHtml } from "../../kernel/escape-html.js";
import type { BrandLinkTexts } from "../language/catalogue.js";
import type { Draft, Piece } from "./drafts.js";
import { type BrandLink, brandLinks, type MailPaint, mailPaint, markCell } from "./mail-frame.js";

/** What a mail shows around its content. */
export interface Frame {
  readonly appName: string;
  readonly brand: AppBrand;
  readonly locale: string;
  readonly direction?: "rtl";
  /** Above the URL of a button. */
  readonly orOpen: string;
  readonly brandLinks: BrandLinkTexts;
}

/** Codes and links stand alone on their lines, so that people and programs find them. */
export function renderText(
  { pieces, footer, colon }: Draft,
  frame: Pick<Frame, "brand" | "brandLinks">,
): string {
  const links = brandLinks(frame.brand, frame.brandLinks).map(
    ({ label, url }) => `\n${label}${colon}${url}`,
  );
  const said = pieces.map((piece) => pieceText(piece, colon));
  return `${said.join("\n\n")}\n\n--\n${footer}${links.join("")}\n`;
}

function pieceText(piece: Piece, colon: string): string {
  if ("text" in piece) return piece.text;
  if ("facts" in piece) return piece.facts.map((fact) => fact.join(colon)).join("\n");
  return "code" in piece ? piece.code : `${piece.label}${colon.trimEnd()}\n${piece.link}`;
}

/**
 * Shows the pieces one below the other, on a card that is never wider than the screen. It loads
 * nothing but the logo of the brand.
 */
export function renderHtml(draft: Draft, frame: Frame): string {
  const { locale, direction, appName, brand } = frame;
  const title = escapeHtml(draft.subject);
  const [preview] = draft.pieces;
  const name = escapeHtml(appName);
  const paint = mailPaint(brand);
  const links = brandLinks(brand, frame.brandLinks);
  const firstLink = draft.pieces.find((piece) => "link" in piece);
  const pieces = draft.pieces.map((piece) =>
    pieceHtml(piece, { ...frame, paint, isFirst: piece === firstLink }),
  );
  return (
    `<!doctype html><html lang="${escapeHtml(locale)}"${direction ? ` dir="${direction}"` : ""}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${title}</title><style>${paint.dark}</style></head>` +
    `<body ${paint.page}>` +
    `<div style="display:none;max-height:0;overflow:hidden">${preview && "text" in preview ? escapeHtml(preview.text) : ""}</div>` +
    `<div style="max-width:560px;margin:auto">` +
    `<table role="presentation" style="border-spacing:0;margin:0 0 16px"><tr>${markCell(brand, paint, appName)}<td style="padding:0 12px;font-weight:700;font-size:18px">${name}</td></tr></table>` +
    `<div ${paint.card}>${pieces.join("")}</div>` +
    `<p ${paint.quiet("margin:16px 0 0")}>${escapeHtml(draft.footer)}</p>${linksHtml(links, paint)}</div></body></html>`
  );
}

/** What one piece is shown with. */
interface PieceFrame extends Pick<Frame, "orOpen"> {
  readonly paint: MailPaint;
  /** Whether it is the first link: that of the main button. */
  readonly isFirst: boolean;
}

function pieceHtml(piece: Piece, { orOpen, paint, isFirst }: PieceFrame): string {
  if ("text" in piece) return `<p>${escapeHtml(piece.text)}</p>`;
  if ("facts" in piece)
    return `<table role="presentation" style="border-spacing:0;margin:16px 0">${piece.facts.map((fact) => factHtml(fact, paint)).join("")}</table>`;
  if ("code" in piece)
    return `<p style="margin:24px 0;font:700 32px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:.15em">${escapeHtml(piece.code)}</p>`;
  const link = escapeHtml(piece.link);
  return (
    `<p style="margin:24px 0 12px"><a href="${link}" ${isFirst ? paint.button : paint.secondButton}>${escapeHtml(piece.label)}</a></p>` +
    `<p ${paint.quiet("margin:0 0 24px")}>${escapeHtml(orOpen)}<br><span style="word-break:break-all">${link}</span></p>`
  );
}

const factHtml = (
  [label, value]: readonly [label: string, value: string],
  { quiet }: MailPaint,
): string =>
  `<tr><td ${quiet("padding:4px 16px 4px 0;vertical-align:top")}>${escapeHtml(label)}</td><td style="padding:2px 0;vertical-align:top">${escapeHtml(value)}</td></tr>`;

const linksHtml = (links: readonly BrandLink[], { quiet }: MailPaint): string =>
  links.length === 0
    ? ""
    : `<p ${quiet("margin:12px 0 0")}>${links.map(({ label, url }) => `<a href="${escapeHtml(url)}" style="color:inherit">${escapeHtml(label)}</a>`).join(" · ")}</p>`;
