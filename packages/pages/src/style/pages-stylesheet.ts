import { minified, SHARED_RULES, type StyleBrand, tokenStyles } from "@acme/auth-http";
import { CONTENT_STYLES } from "./content.js";
import { FRAME_STYLES } from "./frame.js";
import { HUE_STYLES } from "./hues.js";

/** Stands before the rules that signed-out pages do without. */
const SIGNED_IN = "/* Signed-in pages */";

/** Every rule of the pages but their custom properties: those of signed-out pages first. */
export const PAGE_RULES: string = [
  SHARED_RULES,
  SIGNED_IN,
  FRAME_STYLES,
  CONTENT_STYLES,
  HUE_STYLES,
].join("\n");

/** The two stylesheets of the pages. */
export interface Stylesheets {
  /** Stands in signed-out pages. */
  readonly entry: string;
  /** A file: it has all that `entry` has. */
  readonly pages: string;
}

/**
 * Makes the stylesheets of a brand, once at start.
 * @param rules in place of those of the package
 */
export function stylesheetsOf(brand: StyleBrand, rules = PAGE_RULES): Stylesheets {
  const tokens = tokenStyles(brand);
  const [entry = ""] = rules.split(SIGNED_IN, 1);
  return { entry: minified(tokens + entry), pages: minified(tokens + rules) };
}

/** Returns the stylesheet of signed-in pages, with the rules of the package. */
export const pagesStylesheet = (brand: StyleBrand): string => stylesheetsOf(brand).pages;
