import { POLICY } from "../../kernel/policy.js";
import type { Catalogue } from "./catalogue.js";
import { fillTexts } from "./fill-texts.js";

/** A language that comes with the library. */
export type BuiltInLocale = "en" | "de" | "fr" | "es" | "ja";

/**
 * The languages that come with the library, English first. Each is loaded with the first text that
 * needs it.
 */
const BUILT_IN = {
  en: async () => (await import("./english/english.js")).ENGLISH,
  de: async () => (await import("./german/german.js")).GERMAN,
  fr: async () => (await import("./french/french.js")).FRENCH,
  es: async () => (await import("./spanish/spanish.js")).SPANISH,
  ja: async () => (await import("./japanese/japanese.js")).JAPANESE,
} as const satisfies Readonly<Record<BuiltInLocale, () => Promise<Catalogue>>>;

/** A language that an application adds. */
export interface OwnLanguage {
  /** The BCP 47 tag of the language, such as `nl` or `pt-BR`. */
  readonly locale: string;
  /**
   * Returns its texts. Called with the first text that needs them. Where one is missing after all,
   * because a later version of the library has more of them, it is in English.
   */
  readonly load: () => Catalogue | Promise<Catalogue>;
}

/** A language of mails: one that comes with the library by its tag, or an application's own. */
export type Language = BuiltInLocale | OwnLanguage;

/** The languages that an application offers. */
export interface Languages {
  /** Their BCP 47 tags. The first is for people whose languages are not among them. */
  readonly locales: readonly [string, ...string[]];
  /**
   * Returns the offered tag that fits best.
   * @param preference a tag, or a header `Accept-Language` (RFC 9110 §12.5.4); null when nothing is
   * known
   */
  match(preference: string | null): string;
  /** Returns the texts of an offered language; those of the first for any other tag. */
  load(locale: string): Promise<Catalogue>;
}

/**
 * Describes the offered languages, and loads none.
 * @throws {RangeError} for a list that is empty or names a language twice, and for a tag that is
 * none of BCP 47 or not among the built-in ones
 */
export function createLanguages(offered?: readonly Language[]): Languages {
  const loaders = new Map<string, () => Catalogue | Promise<Catalogue>>();
  for (const { locale, load } of offered?.map(withTexts) ?? builtIn) {
    if (!isTag(locale)) throw new RangeError(`mails.locales: ${locale} is no language tag`);
    if (loaders.has(locale)) throw new RangeError(`mails.locales: ${locale} is given twice`);
    loaders.set(locale, load);
  }
  const loaded = new Map<string, Catalogue>();
  const [first, ...others] = loaders.keys();
  if (first === undefined) throw new RangeError("mails.locales: no language is given");
  const locales = [first, ...others] as const;
  return {
    locales,
    match: (preference) => matchLocale(preference, locales),
    async load(locale) {
      const known = loaders.has(locale) ? locale : first;
      const catalogue = loaded.get(known) ?? (await loaders.get(known)!());
      loaded.set(known, catalogue);
      return catalogue;
    },
  };
}

const builtIn: readonly OwnLanguage[] = Object.entries(BUILT_IN).map(([locale, load]) => ({
  locale,
  load,
}));

const withTexts = (language: Language): OwnLanguage =>
  typeof language === "string" ? findBuiltIn(language) : withEnglish(language);

function findBuiltIn(locale: string): OwnLanguage {
  const found = builtIn.find((language) => language.locale === locale);
  if (found) return found;
  throw new RangeError(
    `mails.locales: ${locale} does not come with the library: give { locale, load }`,
  );
}

/** A mail that is in part in English is better than none. */
const withEnglish = ({ locale, load }: OwnLanguage): OwnLanguage => ({
  locale,
  load: async () => fillTexts(await load(), { ...(await BUILT_IN.en()), locale }),
});

function isTag(locale: string): boolean {
  try {
    return Intl.getCanonicalLocales(locale)[0] === locale;
  } catch {
    return false;
  }
}

/**
 * Returns the offered tag that fits a preference best (RFC 4647 §3.4): the same one, the same
 * without its last parts, or else another of the same language; the first one when none fits.
 */
export function matchLocale(
  preference: string | null,
  offered: readonly [string, ...string[]],
): string {
  for (const range of rangesOf(preference ?? "")) {
    const fitting = longestFit(range, offered);
    if (fitting !== undefined) return fitting;
  }
  return offered[0];
}

function longestFit(range: string, offered: readonly string[]): string | undefined {
  const parts = range.split("-");
  for (let length = parts.length; length > 0; length--) {
    const shorter = parts.slice(0, length).join("-");
    const same = offered.find((locale) => locale.toLowerCase() === shorter);
    if (same !== undefined) return same;
  }
  return offered.find((locale) => locale.toLowerCase().split("-")[0] === parts[0]);
}

/**
 * The ranges of a header `Accept-Language`, the most wanted first. What is no range is left out.
 */
const rangesOf = (header: string): readonly string[] =>
  header
    .slice(0, POLICY.languagePreferenceLength.value)
    .toLowerCase()
    .split(",")
    .map((entry) =>
      /^\s*([a-z]{1,8}(?:-[a-z\d]{1,8})*)\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?$/.exec(entry),
    )
    .flatMap((found) => (found ? [{ range: found[1]!, weight: Number(found[2] ?? 1) }] : []))
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ range }) => range);
