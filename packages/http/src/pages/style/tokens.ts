import type { AppBrand } from "@acme/auth-core";
import { brandTokens, PALETTE, type Theme } from "@acme/auth-core/surface";
import { css } from "./css.js";

/** What of a brand is in a stylesheet. */
export type StyleBrand = Pick<AppBrand, "color" | "corners">;

/** The radius of controls, of cards, and of what is smaller than a control. */
const RADII: Readonly<
  Record<AppBrand["corners"], readonly [control: string, card: string, chip: string]>
> = {
  sharp: ["0", "0", "0"],
  soft: ["8px", "12px", "6px"],
  round: ["16px", "24px", "99px"],
};

/**
 * Returns the custom properties that every other rule is made of. A reader's choice, `data-theme`
 * on `html`, goes before that of the device.
 */
export function tokenStyles({ color, corners }: StyleBrand): string {
  const [control, card, chip] = RADII[corners];
  const dark = colorsOf("dark", color);
  return css`
    :root {
      color-scheme: light dark;
      --corner: ${control};
      --corner-card: ${card};
      --corner-chip: ${chip};
      --mono: ui-monospace, "SF Mono", Menlo, Consolas, monospace;
      ${colorsOf("light", color)}
    }
    @media (prefers-color-scheme: dark) {
      :root:not([data-theme="light"]) {
        ${dark}
      }
    }
    :root[data-theme="dark"] {
      ${dark}
      color-scheme: dark;
    }
    :root[data-theme="light"] {
      color-scheme: light;
    }
  `;
}

function colorsOf(theme: Theme, color: string): string {
  const { fill, onFill, hover, text, ring, soft, onSoft, border } = brandTokens(color)[theme];
  const { goodSoft, badSoft, warnSoft, ...plain } = PALETTE[theme];
  const colors = {
    ...plain,
    "good-soft": goodSoft,
    "bad-soft": badSoft,
    "warn-soft": warnSoft,
    fill,
    "on-fill": onFill,
    "fill-hover": hover,
    "fill-edge": border ?? "transparent",
    brand: text,
    ring,
    soft,
    "on-soft": onSoft,
    shade: theme === "light" ? "#14182014" : "#0006",
  };
  return Object.entries(colors)
    .map(([name, value]) => `--${name}: ${value};`)
    .join("");
}
