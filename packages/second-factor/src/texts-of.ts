import { de } from "./texts/de.js";
import { en } from "./texts/en.js";
import { es } from "./texts/es.js";
import { fr } from "./texts/fr.js";
import { ja } from "./texts/ja.js";
import type { FactorTexts } from "./texts/mail-texts.js";

/** Returns the texts of one mail in every language. */
export const textsOf = <K extends keyof FactorTexts>(
  mail: K,
): Readonly<Record<"en" | "de" | "es" | "fr" | "ja", FactorTexts[K]>> => ({
  en: en[mail],
  de: de[mail],
  es: es[mail],
  fr: fr[mail],
  ja: ja[mail],
});
