import type { InEachLanguage } from "./in-each-language.js";

/** The page that leads away to a provider. */
export interface LeadingTexts {
  /** "Taking you to {provider}…" */
  readonly title: (provider: string) => string;
  readonly lead: string;
  readonly goOn: string;
}

export const LEADING_TEXTS: InEachLanguage<LeadingTexts> = {
  en: {
    title: (provider) => `Taking you to ${provider}…`,
    lead: "Nothing happens? Continue by hand.",
    goOn: "Continue",
  },
  de: {
    title: (provider) => `Weiter zu ${provider} …`,
    lead: "Passiert nichts? Dann geht es hier weiter.",
    goOn: "Weiter",
  },
  fr: {
    title: (provider) => `Redirection vers ${provider}…`,
    lead: "Rien ne se passe ? Continuez ici.",
    goOn: "Continuer",
  },
  es: {
    title: (provider) => `Te llevamos a ${provider}…`,
    lead: "¿No ocurre nada? Continúa aquí.",
    goOn: "Continuar",
  },
  ja: {
    title: (provider) => `${provider}に移動しています…`,
    lead: "自動的に移動しない場合は、こちらからお進みください。",
    goOn: "続ける",
  },
};
