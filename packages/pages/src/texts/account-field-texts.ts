import type { FieldFault } from "./field-fault.js";
import type { InEachLanguage } from "./in-each-language.js";

/** What is said below fields of the account's forms. */
export interface AccountFieldTexts {
  readonly currentPassword: FieldFault;
  readonly newPassword: FieldFault;
  readonly password: FieldFault;
  readonly reason: FieldFault;
}

export const ACCOUNT_FIELD_TEXTS: InEachLanguage<AccountFieldTexts> = {
  en: fieldsIn(
    ["Enter your current password.", "Choose a password.", "Enter your password."],
    "This password has characters that we can't read.",
    "Write a shorter text.",
  ),
  de: fieldsIn(
    ["Gib dein aktuelles Passwort ein.", "Wähle ein Passwort.", "Gib dein Passwort ein."],
    "Dieses Passwort hat Zeichen, die wir nicht lesen können.",
    "Schreibe einen kürzeren Text.",
  ),
  fr: fieldsIn(
    [
      "Saisissez votre mot de passe actuel.",
      "Choisissez un mot de passe.",
      "Saisissez votre mot de passe.",
    ],
    "Ce mot de passe contient des caractères que nous ne pouvons pas lire.",
    "Écrivez un texte plus court.",
  ),
  es: fieldsIn(
    ["Introduce tu contraseña actual.", "Elige una contraseña.", "Introduce tu contraseña."],
    "Esta contraseña tiene caracteres que no podemos leer.",
    "Escribe un texto más corto.",
  ),
  ja: fieldsIn(
    [
      "現在のパスワードを入力してください。",
      "パスワードを設定してください。",
      "パスワードを入力してください。",
    ],
    "このパスワードには読み取れない文字が含まれています。",
    "もっと短く入力してください。",
  ),
};

function fieldsIn(
  [current, next, password]: readonly [current: string, next: string, password: string],
  unreadable: string,
  tooLong: string,
): AccountFieldTexts {
  return {
    currentPassword: { missing: current, invalid: unreadable },
    newPassword: { missing: next, invalid: unreadable },
    password: { missing: password, invalid: unreadable },
    reason: { missing: tooLong, invalid: tooLong },
  };
}
