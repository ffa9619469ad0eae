import type { Frame, Kit } from "../kit.js";
import type { PageContent } from "./document.js";

/** What stands around every page: a whole document each. */
export interface Layouts {
  /** Of a page in one card. */
  readonly entry: (page: PageContent, kit: Kit) => string;
  /** Of a page below the bar, beside the rail. */
  readonly account: (page: PageContent, frame: Frame, kit: Kit) => string;
}
