import type { InEachLanguage } from "./in-each-language.js";

/** What `/confirm` says where a second factor is missing. */
export interface ProofTexts {
  readonly submit: string;
  /** Of users who have no other second factor. */
  readonly byPasskey: string;
}

export const PROOF_TEXTS: InEachLanguage<ProofTexts> = {
  en: { submit: "Confirm", byPasskey: "Use your passkey to go on." },
  de: { submit: "Bestätigen", byPasskey: "Verwende deinen Passkey, um fortzufahren." },
  fr: { submit: "Confirmer", byPasskey: "Utilisez votre clé d’accès pour continuer." },
  es: { submit: "Confirmar", byPasskey: "Usa tu llave de acceso para continuar." },
  ja: { submit: "確認", byPasskey: "続けるにはパスキーを使ってください。" },
};
