import type { InEachLanguage } from "./in-each-language.js";

/** The question before a sign-out. */
export interface SignOutTexts {
  readonly title: string;
  readonly lead: string;
  readonly submit: string;
}

export const SIGN_OUT_TEXTS: InEachLanguage<SignOutTexts> = {
  en: { title: "Sign out", lead: "You'll be signed out on this device.", submit: "Sign out" },
  de: { title: "Abmelden", lead: "Du wirst auf diesem Gerät abgemeldet.", submit: "Abmelden" },
  fr: {
    title: "Se déconnecter",
    lead: "Vous serez déconnecté sur cet appareil.",
    submit: "Se déconnecter",
  },
  es: {
    title: "Cerrar sesión",
    lead: "Se cerrará la sesión en este dispositivo.",
    submit: "Cerrar sesión",
  },
  ja: {
    title: "ログアウト",
    lead: "このデバイスからログアウトします。",
    submit: "ログアウト",
  },
};
