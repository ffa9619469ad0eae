import type { InEachLanguage } from "./in-each-language.js";

/** Language and theme. */
export interface PreferenceTexts {
  readonly title: string;
  readonly languageHint: string;
  readonly themeHint: string;
  readonly themes: Readonly<
    Record<"system" | "light" | "dark", { readonly label: string; readonly description: string }>
  >;
}

export const PREFERENCE_TEXTS: InEachLanguage<PreferenceTexts> = {
  en: {
    title: "Preferences",
    languageHint: "Of these pages, and of the mails we send you.",
    themeHint: "In this browser.",
    themes: {
      system: { label: "System", description: "Follows your device." },
      light: { label: "Light", description: "Dark text on a light page." },
      dark: { label: "Dark", description: "Light text on a dark page." },
    },
  },
  de: {
    title: "Sprache und Darstellung",
    languageHint: "Dieser Seiten und der Mails, die wir dir senden.",
    themeHint: "In diesem Browser.",
    themes: {
      system: { label: "System", description: "Richtet sich nach deinem Gerät." },
      light: { label: "Hell", description: "Dunkle Schrift auf hellem Grund." },
      dark: { label: "Dunkel", description: "Helle Schrift auf dunklem Grund." },
    },
  },
  fr: {
    title: "Préférences",
    languageHint: "De ces pages et des e-mails que nous vous envoyons.",
    themeHint: "Dans ce navigateur.",
    themes: {
      system: { label: "Système", description: "Suit votre appareil." },
      light: { label: "Clair", description: "Texte foncé sur fond clair." },
      dark: { label: "Sombre", description: "Texte clair sur fond sombre." },
    },
  },
  es: {
    title: "Preferencias",
    languageHint: "De estas páginas y de los correos que te enviamos.",
    themeHint: "En este navegador.",
    themes: {
      system: { label: "Sistema", description: "Sigue a tu dispositivo." },
      light: { label: "Claro", description: "Texto oscuro sobre fondo claro." },
      dark: { label: "Oscuro", description: "Texto claro sobre fondo oscuro." },
    },
  },
  ja: {
    title: "環境設定",
    languageHint: "ページとメールの言語です。",
    themeHint: "このブラウザでの表示です。",
    themes: {
      system: { label: "システム", description: "デバイスの設定に従います。" },
      light: { label: "ライト", description: "明るい背景に暗い文字で表示します。" },
      dark: { label: "ダーク", description: "暗い背景に明るい文字で表示します。" },
    },
  },
};
