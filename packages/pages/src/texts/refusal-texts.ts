import type { InEachLanguage } from "./in-each-language.js";
import { GERMAN_REFUSALS } from "./refusals/de.js";
import { ENGLISH_REFUSALS } from "./refusals/en.js";
import { SPANISH_REFUSALS } from "./refusals/es.js";
import { FRENCH_REFUSALS } from "./refusals/fr.js";
import { JAPANESE_REFUSALS } from "./refusals/ja.js";
import type { RefusalTexts } from "./refusals/refusal-table.js";

export const REFUSAL_TEXTS: InEachLanguage<RefusalTexts> = {
  en: ENGLISH_REFUSALS,
  de: GERMAN_REFUSALS,
  fr: FRENCH_REFUSALS,
  es: SPANISH_REFUSALS,
  ja: JAPANESE_REFUSALS,
};
