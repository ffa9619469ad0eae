import { GERMAN_EVENTS } from "./events/de.js";
import { ENGLISH_EVENTS } from "./events/en.js";
import { SPANISH_EVENTS } from "./events/es.js";
import type { EventTexts } from "./events/event-table.js";
import { FRENCH_EVENTS } from "./events/fr.js";
import { JAPANESE_EVENTS } from "./events/ja.js";
import type { InEachLanguage } from "./in-each-language.js";

export const EVENT_TEXTS: InEachLanguage<EventTexts> = {
  en: ENGLISH_EVENTS,
  de: GERMAN_EVENTS,
  fr: FRENCH_EVENTS,
  es: SPANISH_EVENTS,
  ja: JAPANESE_EVENTS,
};
