import { ACCOUNT_FLASH_TEXTS, type AccountFlashTexts } from "./account-flash-texts.js";
import type { FlashText } from "./flash-text.js";
import type { InEachLanguage } from "./in-each-language.js";
import {
  ORGANIZATION_FLASH_TEXTS,
  type OrganizationFlashTexts,
} from "./organization-flash-texts.js";

/** What a page says once about the step before it. Each may have up to three values. */
export interface FlashTexts extends AccountFlashTexts, OrganizationFlashTexts {
  readonly saved: FlashText;
  readonly signedOut: FlashText;
  readonly tookTooLong: FlashText;
  readonly newCodeSent: FlashText;
  readonly tooManyCodes: FlashText;
  /** Also to an address without an account. */
  readonly resetLinkSent: FlashText;
  readonly passwordChosen: FlashText;
  /** A sentence that a page before has chosen. */
  readonly said: FlashText;
}

export const FLASH_TEXTS: InEachLanguage<FlashTexts> = {
  en: {
    ...ACCOUNT_FLASH_TEXTS.en,
    ...ORGANIZATION_FLASH_TEXTS.en,
    saved: () => "Saved",
    signedOut: () => "You're signed out.",
    tookTooLong: () => "That took too long. Start again.",
    newCodeSent: () => "New code sent",
    tooManyCodes: () => "Too many codes. The last one still works.",
    resetLinkSent: () => "If there is an account, we've sent a link.",
    passwordChosen: () => "Password changed. Sign in with it.",
    said: (sentence) => sentence,
  },
  de: {
    ...ACCOUNT_FLASH_TEXTS.de,
    ...ORGANIZATION_FLASH_TEXTS.de,
    saved: () => "Gespeichert",
    signedOut: () => "Du bist abgemeldet.",
    tookTooLong: () => "Das hat zu lange gedauert. Beginne noch einmal.",
    newCodeSent: () => "Neuer Code gesendet",
    tooManyCodes: () => "Zu viele Codes. Der letzte gilt noch.",
    resetLinkSent: () => "Wenn es ein Konto gibt, haben wir einen Link gesendet.",
    passwordChosen: () => "Passwort geändert. Melde dich damit an.",
    said: (sentence) => sentence,
  },
  fr: {
    ...ACCOUNT_FLASH_TEXTS.fr,
    ...ORGANIZATION_FLASH_TEXTS.fr,
    saved: () => "Enregistré",
    signedOut: () => "Vous êtes déconnecté.",
    tookTooLong: () => "Cela a pris trop de temps. Recommencez.",
    newCodeSent: () => "Nouveau code envoyé",
    tooManyCodes: () => "Trop de codes. Le dernier reste valable.",
    resetLinkSent: () => "S’il existe un compte, nous avons envoyé un lien.",
    passwordChosen: () => "Mot de passe modifié. Connectez-vous avec.",
    said: (sentence) => sentence,
  },
  es: {
    ...ACCOUNT_FLASH_TEXTS.es,
    ...ORGANIZATION_FLASH_TEXTS.es,
    saved: () => "Guardado",
    signedOut: () => "Has cerrado sesión.",
    tookTooLong: () => "Tardó demasiado. Empieza de nuevo.",
    newCodeSent: () => "Nuevo código enviado",
    tooManyCodes: () => "Demasiados códigos. El último sigue siendo válido.",
    resetLinkSent: () => "Si existe una cuenta, hemos enviado un enlace.",
    passwordChosen: () => "Contraseña cambiada. Inicia sesión con ella.",
    said: (sentence) => sentence,
  },
  ja: {
    ...ACCOUNT_FLASH_TEXTS.ja,
    ...ORGANIZATION_FLASH_TEXTS.ja,
    saved: () => "保存しました",
    signedOut: () => "ログアウトしました。",
    tookTooLong: () => "時間がかかりすぎました。最初からやり直してください。",
    newCodeSent: () => "新しいコードを送信しました",
    tooManyCodes: () => "コードの送信回数が多すぎます。最後のコードはまだ使えます。",
    resetLinkSent: () => "アカウントがある場合は、リンクを送信しました。",
    passwordChosen: () => "パスワードを変更しました。新しいパスワードでログインしてください。",
    said: (sentence) => sentence,
  },
};
