import type { InEachLanguage } from "./in-each-language.js";

/** The password: its section and its page. */
export interface PasswordTexts {
  readonly title: string;
  /** "Set {date}" */
  readonly changedOn: (date: string) => string;
  readonly none: string;
  /** Reads after "Change". */
  readonly about: string;
  readonly changeTitle: string;
  readonly chooseTitle: string;
  readonly lead: string;
  readonly current: string;
  readonly next: string;
  /** "At least {characters} characters." */
  readonly nextHint: (characters: number) => string;
}

export const PASSWORD_TEXTS: InEachLanguage<PasswordTexts> = {
  en: {
    title: "Password",
    changedOn: (date) => `Set ${date}`,
    none: "You don't have a password.",
    about: "password",
    changeTitle: "Change password",
    chooseTitle: "Choose a password",
    lead: "You'll be signed out everywhere else.",
    current: "Current password",
    next: "New password",
    nextHint: (characters) => `At least ${characters} characters.`,
  },
  de: {
    title: "Passwort",
    changedOn: (date) => `Festgelegt am ${date}`,
    none: "Du hast kein Passwort.",
    about: "Passwort",
    changeTitle: "Passwort ändern",
    chooseTitle: "Passwort wählen",
    lead: "Du wirst überall sonst abgemeldet.",
    current: "Aktuelles Passwort",
    next: "Neues Passwort",
    nextHint: (characters) => `Mindestens ${characters} Zeichen.`,
  },
  fr: {
    title: "Mot de passe",
    changedOn: (date) => `Défini le ${date}`,
    none: "Vous n’avez pas de mot de passe.",
    about: "le mot de passe",
    changeTitle: "Modifier le mot de passe",
    chooseTitle: "Choisir un mot de passe",
    lead: "Vous serez déconnecté partout ailleurs.",
    current: "Mot de passe actuel",
    next: "Nouveau mot de passe",
    nextHint: (characters) => `Au moins ${characters} caractères.`,
  },
  es: {
    title: "Contraseña",
    changedOn: (date) => `Establecida el ${date}`,
    none: "No tienes contraseña.",
    about: "contraseña",
    changeTitle: "Cambiar contraseña",
    chooseTitle: "Elegir una contraseña",
    lead: "Se cerrará tu sesión en los demás sitios.",
    current: "Contraseña actual",
    next: "Nueva contraseña",
    nextHint: (characters) => `Al menos ${characters} caracteres.`,
  },
  ja: {
    title: "パスワード",
    changedOn: (date) => `${date}に設定`,
    none: "パスワードは設定されていません。",
    about: "パスワード",
    changeTitle: "パスワードを変更",
    chooseTitle: "パスワードを設定",
    lead: "ほかのすべてのデバイスからログアウトします。",
    current: "現在のパスワード",
    next: "新しいパスワード",
    nextHint: (characters) => `${characters}文字以上で入力してください。`,
  },
};
