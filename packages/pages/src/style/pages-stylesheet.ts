import { minified, sharedStyles, type StyleBrand } from "@acme/auth-http";
import { CONTENT_STYLES } from "./content.js";
import { FRAME_STYLES } from "./frame.js";
import { HUE_STYLES } from "./hues.js";

/**
 * Returns the stylesheet of signed-in pages, to be made once at start and served as a file. It has
 * all that `entryStylesheet` has.
 */
export const pagesStylesheet = (brand: StyleBrand): string =>
  minified(sharedStyles(brand) + FRAME_STYLES + CONTENT_STYLES + HUE_STYLES);
