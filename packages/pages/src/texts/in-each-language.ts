/** A language whose texts come with the package. */
export type BuiltInLocale = "en" | "de" | "fr" | "es" | "ja";

/**
 * The texts of one part of the pages, in every language that comes with the package. They stand in
 * one file, so that a sentence is read and changed beside its translations; a missing one does not
 * compile.
 */
export type InEachLanguage<Texts> = Readonly<Record<BuiltInLocale, Texts>>;
