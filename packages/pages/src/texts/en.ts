import { BUILT_IN_TEXTS } from "./built-in.js";
import type { PagesTexts } from "./pages-texts.js";

/** English. */
export const ENGLISH: PagesTexts = BUILT_IN_TEXTS.en;
