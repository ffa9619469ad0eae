import type { InEachLanguage } from "./in-each-language.js";

/** The page of users who need a second factor and have none. */
export interface NeededTexts {
  readonly title: string;
  readonly lead: string;
  /** Of an organization. */
  readonly requires: string;
}

export const NEEDED_TEXTS: InEachLanguage<NeededTexts> = {
  en: {
    title: "Two‑step verification needed",
    lead: "Turn on two-step verification to go on. Your account itself works as before.",
    requires: "Requires two-step verification of its members",
  },
  de: {
    title: "Bestätigung in zwei Schritten nötig",
    lead: "Schalte die Bestätigung in zwei Schritten ein, um fortzufahren. Dein Konto selbst funktioniert wie bisher.",
    requires: "Verlangt von Mitgliedern die Bestätigung in zwei Schritten",
  },
  fr: {
    title: "Vérification en deux étapes requise",
    lead: "Activez la vérification en deux étapes pour continuer. Votre compte lui-même fonctionne comme avant.",
    requires: "Exige de ses membres la vérification en deux étapes",
  },
  es: {
    title: "Se necesita la verificación en dos pasos",
    lead: "Activa la verificación en dos pasos para continuar. Tu cuenta funciona como antes.",
    requires: "Exige a sus miembros la verificación en dos pasos",
  },
  ja: {
    title: "2段階認証が必要です",
    lead: "続けるには2段階認証を有効にしてください。アカウント自体はこれまでどおり使えます。",
    requires: "メンバーに2段階認証を必須としています",
  },
};
