import { createLanguages } from "@acme/auth-core/texts";
import { ENGLISH } from "../../src/texts/en.js";
import type { PagesTexts } from "../../src/texts/pages-texts.js";
import type { CastOptions } from "./cast.js";

/** The letters a to z, each by one of Arabic. */
const LETTERS = "ابتثجحخدذرزسشصضطظعغفقكلمنه";

const inArabicLetters = (text: string): string =>
  text.replaceAll(/[a-z]/gi, (letter) => LETTERS[letter.toLowerCase().charCodeAt(0) - 97] ?? "");

/** Texts, and functions that return them, at any depth. */
function spelled(texts: unknown): unknown {
  if (typeof texts === "string") return inArabicLetters(texts);
  if (typeof texts === "function")
    return (...values: readonly unknown[]) => spelled(Reflect.apply(texts, null, values));
  if (typeof texts !== "object" || texts === null) return texts;
  return Object.fromEntries(Object.entries(texts).map(([key, each]) => [key, spelled(each)]));
}

const english = await createLanguages().load("en");

/** A language of the application, from right to left: English words in Arabic letters. */
export const RIGHT_TO_LEFT: CastOptions = {
  headers: { "accept-language": "ar" },
  world: {
    auth: {
      mails: {
        locales: [
          "en",
          { locale: "ar", load: async () => ({ ...english, locale: "ar", direction: "rtl" }) },
        ],
      },
    },
    pages: { texts: { ar: spelled(ENGLISH) as PagesTexts } },
  },
};
