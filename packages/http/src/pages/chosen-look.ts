import type { PageTheme } from "./look.js";

/** How a browser wants its pages. */
export interface ChosenLook {
  readonly theme: PageTheme;
  /** One of the offered languages; null: that of the user, or of the browser. */
  readonly locale: string | null;
}

const THEMES: readonly PageTheme[] = ["system", "light", "dark"];
/** How a browser is shown pages before it says anything. */
export const USUAL_LOOK: ChosenLook = { theme: "system", locale: null };

/** Returns the theme of that name; null when there is none. */
export const parseTheme = (text: string | undefined): PageTheme | null =>
  THEMES.find((theme) => theme === text) ?? null;

/** Returns the offered language of that tag; null when there is none. */
export const parseLocale = (text: string | undefined, locales: readonly string[]): string | null =>
  locales.find((locale) => locale === text) ?? null;

/** The value of the cookie: `dark.de`, or `dark.` without a language. */
export const lookValue = ({ theme, locale }: ChosenLook): string => `${theme}.${locale ?? ""}`;

/** Reads that value. What is on no list counts as not chosen. */
export function readLook(value: string | null, locales: readonly string[]): ChosenLook {
  const [theme, locale] = (value ?? "").split(".");
  return {
    theme: parseTheme(theme) ?? USUAL_LOOK.theme,
    locale: parseLocale(locale, locales),
  };
}
