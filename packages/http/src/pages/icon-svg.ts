import { brandTokens, markLetter } from "@acme/auth-core/surface";
import { html } from "./html.js";
import type { StyleBrand } from "./style/tokens.js";

/** How round the square is, in 32nds of its width. */
const RADII: Readonly<Record<StyleBrand["corners"], number>> = { sharp: 0, soft: 8, round: 16 };

/** Returns the icon of the browser's tab: a square of the color with the first letter. */
export function iconSvg(appName: string, { color, corners }: StyleBrand): string {
  const { fill, onFill } = brandTokens(color).light;
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
    <rect width="32" height="32" rx="${RADII[corners]}" fill="${fill}" />
    <text
      x="16"
      y="22"
      fill="${onFill}"
      font-family="system-ui, sans-serif"
      font-size="17"
      font-weight="650"
      text-anchor="middle"
    >
      ${markLetter(appName)}
    </text>
  </svg>`.text;
}
