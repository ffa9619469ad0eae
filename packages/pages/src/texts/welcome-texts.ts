import type { InEachLanguage } from "./in-each-language.js";

/** The page after the first sign-in. */
export interface WelcomeTexts {
  readonly title: string;
  readonly name: string;
  readonly faster: string;
  readonly addPasskey: string;
  readonly choosePassword: string;
  readonly notNow: string;
}

export const WELCOME_TEXTS: InEachLanguage<WelcomeTexts> = {
  en: {
    title: "What should we call you?",
    name: "Name",
    faster: "Sign in faster next time",
    addPasskey: "Add a passkey",
    choosePassword: "Choose a password",
    notNow: "Not now",
  },
  de: {
    title: "Wie sollen wir dich nennen?",
    name: "Name",
    faster: "Beim nächsten Mal schneller anmelden",
    addPasskey: "Passkey hinzufügen",
    choosePassword: "Passwort wählen",
    notNow: "Jetzt nicht",
  },
  fr: {
    title: "Comment devons-nous vous appeler ?",
    name: "Nom",
    faster: "Se connecter plus vite la prochaine fois",
    addPasskey: "Ajouter une clé d’accès",
    choosePassword: "Choisir un mot de passe",
    notNow: "Plus tard",
  },
  es: {
    title: "¿Cómo te llamamos?",
    name: "Nombre",
    faster: "Inicia sesión más rápido la próxima vez",
    addPasskey: "Añadir una llave de acceso",
    choosePassword: "Elegir una contraseña",
    notNow: "Ahora no",
  },
  ja: {
    title: "お名前を教えてください",
    name: "名前",
    faster: "次回からすばやくログイン",
    addPasskey: "パスキーを追加",
    choosePassword: "パスワードを設定",
    notNow: "後で",
  },
};
