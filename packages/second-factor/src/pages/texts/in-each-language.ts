/** The texts of one part of the pages, in every language that comes with them. */
export type InEachLanguage<Texts> = Readonly<Record<"en" | "de" | "fr" | "es" | "ja", Texts>>;
