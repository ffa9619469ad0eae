import type { Catalogue } from "./catalogue.js";
import { ENGLISH } from "./english/english.js";

const { "magic-link": _mail, ...mails } = ENGLISH.mails;
const { suspended: _text, ...pages } = ENGLISH.pages;
const { unknown: _word, ...facts } = ENGLISH.facts;
const { subject: _subject, ...magicLink } = ENGLISH.mails["magic-link"];

/** Every text is there. */
export const WHOLE: Catalogue = { ...ENGLISH, locale: "nl" };

// @ts-expect-error -- a mail is missing
export const WITHOUT_A_MAIL: Catalogue = { ...ENGLISH, mails };

// @ts-expect-error -- a text of a page is missing
export const WITHOUT_A_PAGE: Catalogue = { ...ENGLISH, pages };

// @ts-expect-error -- a word for a fact is missing
export const WITHOUT_A_FACT: Catalogue = { ...ENGLISH, facts };

export const WITHOUT_A_SUBJECT: Catalogue = {
  ...ENGLISH,
  // @ts-expect-error -- a mail has no subject
  mails: { ...ENGLISH.mails, "magic-link": magicLink },
};
