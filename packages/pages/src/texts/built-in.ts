import { ERROR_TEXTS } from "./error-texts.js";
import { FIELD_TEXTS } from "./field-texts.js";
import { FLASH_TEXTS } from "./flash-texts.js";
import { FRAME_TEXTS } from "./frame-texts.js";
import type { BuiltInLocale, InEachLanguage } from "./in-each-language.js";
import type { PagesTexts } from "./pages-texts.js";
import { PROFILE_TEXTS } from "./profile-texts.js";
import { RAIL_TEXTS } from "./rail-texts.js";
import { REFUSAL_TEXTS } from "./refusal-texts.js";
import { SIGN_IN_TEXTS } from "./sign-in-texts.js";
import { SIGN_OUT_TEXTS } from "./sign-out-texts.js";
import { WELCOME_TEXTS } from "./welcome-texts.js";

const textsIn = (locale: BuiltInLocale): PagesTexts => ({
  frame: FRAME_TEXTS[locale],
  rail: RAIL_TEXTS[locale],
  flash: FLASH_TEXTS[locale],
  fields: FIELD_TEXTS[locale],
  refusals: REFUSAL_TEXTS[locale],
  errors: ERROR_TEXTS[locale],
  signIn: SIGN_IN_TEXTS[locale],
  welcome: WELCOME_TEXTS[locale],
  signOut: SIGN_OUT_TEXTS[locale],
  profile: PROFILE_TEXTS[locale],
});

/** The texts that come with the package. */
export const BUILT_IN_TEXTS: InEachLanguage<PagesTexts> = {
  en: textsIn("en"),
  de: textsIn("de"),
  fr: textsIn("fr"),
  es: textsIn("es"),
  ja: textsIn("ja"),
};
