import type { Draft, Piece } from "./templates.js";

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);

/** Codes and links stand alone on their lines, so that people and programs find them. */
export const renderText = ({ pieces }: Draft): string => `${pieces.map(pieceText).join("\n\n")}\n`;

function pieceText(piece: Piece): string {
  if ("text" in piece) return piece.text;
  return "code" in piece ? piece.code : `${piece.label}:\n${piece.link}`;
}

export const renderHtml = ({ subject, pieces }: Draft): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title></head>` +
  `<body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif"><div style="max-width:32em;margin:auto">${pieces.map(pieceHtml).join("")}</div></body></html>`;

function pieceHtml(piece: Piece): string {
  if ("text" in piece) return `<p>${escapeHtml(piece.text)}</p>`;
  if ("code" in piece)
    return `<p style="font:700 32px/1.2 ui-monospace,monospace;letter-spacing:.15em">${escapeHtml(piece.code)}</p>`;
  const link = escapeHtml(piece.link);
  return `<p><a href="${link}">${escapeHtml(piece.label)}</a></p><p style="font-size:13px">Or open this address:<br>${link}</p>`;
}
