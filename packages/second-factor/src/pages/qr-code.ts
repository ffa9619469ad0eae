import { type Html, html } from "@acme/auth-http";
import { qrModules } from "../platform/qr-modules.js";

/**
 * Returns a QR code as it stands in a page: black on white in every theme, for cameras. It holds a
 * secret, so it is never a file of its own.
 * @param label what readers of the screen hear
 */
export function qrCode(text: string, label: string): Html {
  const rows = qrModules(text);
  const path = rows.flatMap((row, y) =>
    runsOf(row).map(({ from, length }) => `M${from} ${y}h${length}v1h-${length}z`),
  );
  const size = rows.length;
  return html`<svg
    class="qr"
    viewBox="0 0 ${size} ${size}"
    width="208"
    height="208"
    role="img"
    aria-label="${label}"
    shape-rendering="crispEdges"
  >
    <rect width="${size}" height="${size}" fill="#fff" />
    <path d="${path.join("")}" fill="#000" />
  </svg>`;
}

interface Run {
  readonly from: number;
  readonly length: number;
}

/** The dark modules of a row that follow each other. */
function runsOf(row: readonly boolean[]): readonly Run[] {
  const dark = row.map((isDark) => (isDark ? "1" : "0")).join("");
  return [...dark.matchAll(/1+/g)].map(({ 0: { length }, index: from }) => ({ from, length }));
}
