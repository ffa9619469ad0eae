import type { Auth, Caller, Client } from "@acme/auth-core";
import type { ChosenLook } from "@acme/auth-http/pages-host";
import { BUILT_IN_TEXTS } from "../texts/built-in.js";
import { withIsolatedNames } from "../texts/isolated.js";
import type { PagesTexts } from "../texts/pages-texts.js";

/** The languages of pages. */
export interface Languages {
  /** Their tags: those of mails. */
  readonly locales: readonly string[];
  /** Returns the language of a page: the user's, else that of `look`, else the browser's. */
  choose(reader: {
    readonly caller: Caller | null;
    readonly look: ChosenLook;
    readonly client: Client;
  }): Promise<string>;
  textsOf(locale: string): PagesTexts;
  /** Which way the language is written. */
  directionOf(locale: string): Promise<"ltr" | "rtl">;
}

/** What features say in a language, by the names of what they say it of. */
export interface FeatureWords {
  /** Of refusals, by their codes. */
  readonly refusalsIn: (locale: string) => Readonly<Record<string, string>>;
  /** Of events, by their names. */
  readonly eventsIn: (locale: string) => Readonly<Record<string, string>>;
}

const NO_WORDS: FeatureWords = { refusalsIn: () => ({}), eventsIn: () => ({}) };

/**
 * Returns the languages of the pages of an `Auth`.
 * @param own the texts of languages that the application has added to its mails, by their tags
 * @throws {RangeError} for a language of mails that has no texts for pages
 */
export function createPageLanguages(
  { languages, profiles }: Pick<Auth, "languages" | "profiles">,
  own: Readonly<Record<string, PagesTexts>>,
  { refusalsIn, eventsIn }: FeatureWords = NO_WORDS,
): Languages {
  const known = new Map(
    Object.entries({ ...BUILT_IN_TEXTS, ...own }).map(([locale, texts]) => [
      locale,
      withIsolatedNames({
        ...texts,
        refusals: { ...refusalsIn(locale), ...texts.refusals },
        events: { ...eventsIn(locale), ...texts.events },
      }),
    ]),
  );
  const missing = languages.locales.filter((locale) => !known.has(locale));
  if (missing.length > 0)
    throw new RangeError(`createPages({ texts }): no texts in ${missing.join(", ")}`);
  const [usual] = languages.locales;

  return {
    locales: languages.locales,
    async choose({ caller, look, client }) {
      const chosen = caller && (await profiles.findPreferences(caller)).locale;
      return languages.match(chosen ?? look.locale ?? client.acceptLanguage ?? null);
    },
    textsOf: (locale) => known.get(locale) ?? known.get(usual) ?? BUILT_IN_TEXTS.en,
    async directionOf(locale) {
      return (await languages.load(locale)).direction ?? "ltr";
    },
  };
}
