import { importBundled } from "../../scripts/bundle.mjs";

/** That of the pictures. */
const BRAND = "#0f766e";

/** The theme's names for the colors of the ready pages. */
const NAMES = /** @type {const} */ ({
  "--vp-c-bg": "card",
  "--vp-c-bg-alt": "page",
  "--vp-c-bg-elv": "card",
  "--vp-c-bg-soft": "page",
  "--vp-c-text-1": "text",
  "--vp-c-text-2": "quiet",
  "--vp-c-text-3": "quiet",
  "--vp-c-border": "line",
  "--vp-c-divider": "line",
  "--vp-c-gutter": "line",
  "--vp-c-default-soft": "hover",
  "--vp-c-default-1": "line",
  "--vp-c-default-2": "line",
  "--vp-c-default-3": "hover",
  "--vp-c-tip-soft": "goodSoft",
  "--vp-c-warning-1": "warn",
  "--vp-c-warning-soft": "warnSoft",
  "--vp-c-danger-1": "bad",
  "--vp-c-danger-soft": "badSoft",
});

/** The stylesheet with the colors of both themes: those of the ready pages. @returns {Promise<string>} */
export async function colors() {
  const { brandTokens, PALETTE } = await importBundled("packages/core/src/surface.ts");
  const rules = (/** @type {"light" | "dark"} */ theme) => {
    const { fill, hover, onFill, soft, text, ring } = brandTokens(BRAND)[theme];
    const shared = Object.entries(NAMES).map(([name, color]) => [name, PALETTE[theme][color]]);
    const brand = [
      ["--vp-c-brand-1", text],
      ["--vp-c-brand-2", text],
      ["--vp-c-brand-3", fill],
      ["--vp-c-brand-soft", soft],
      ["--vp-button-brand-bg", fill],
      ["--vp-button-brand-hover-bg", hover],
      ["--vp-button-brand-active-bg", hover],
      ["--vp-button-brand-text", onFill],
      ["--ring", ring],
      ["--edge", PALETTE[theme].edge],
      ["--ground", PALETTE[theme].page],
      ["--raised", PALETTE[theme].card],
    ];
    return [...shared, ...brand].map(([name, color]) => `${name}: ${color};`).join("\n");
  };
  return `:root {\n${rules("light")}\n}\n.dark {\n${rules("dark")}\n}\n`;
}
