import type { InEachLanguage } from "./in-each-language.js";

/** The page that asks a signed-in user for another proof. */
export interface ConfirmTexts {
  readonly title: string;
  /** Why, and whose proof it is. */
  readonly lead: (email: string) => string;
  readonly password: string;
  readonly submit: string;
  readonly codeSent: string;
  readonly linkSent: string;
  /** A passkey that is not the user's. */
  readonly otherPasskey: string;
}

export const CONFIRM_TEXTS: InEachLanguage<ConfirmTexts> = {
  en: {
    title: "Confirm it's you",
    lead: (email) =>
      `This protects your account before important changes. You're signed in as ${email}.`,
    password: "Password",
    submit: "Confirm",
    codeSent: "We've emailed you a code with six digits.",
    linkSent: "We've emailed you a link. Open it in this browser to go on.",
    otherPasskey: "This passkey isn't one of yours. Use another way.",
  },
  de: {
    title: "Bestätige deine Identität",
    lead: (email) =>
      `Vor wichtigen Änderungen schützt das dein Konto. Du bist als ${email} angemeldet.`,
    password: "Passwort",
    submit: "Bestätigen",
    codeSent: "Wir haben dir einen Code mit sechs Ziffern gesendet.",
    linkSent: "Wir haben dir einen Link gesendet. Öffne ihn in diesem Browser, um fortzufahren.",
    otherPasskey: "Dieser Passkey gehört nicht zu deinem Konto. Wähle einen anderen Weg.",
  },
  fr: {
    title: "Confirmez votre identité",
    lead: (email) =>
      `Cela protège votre compte avant les modifications importantes. Vous êtes connecté avec ${email}.`,
    password: "Mot de passe",
    submit: "Confirmer",
    codeSent: "Nous vous avons envoyé un code à six chiffres.",
    linkSent: "Nous vous avons envoyé un lien. Ouvrez-le dans ce navigateur pour continuer.",
    otherPasskey: "Cette clé d’accès n’est pas liée à votre compte. Utilisez une autre méthode.",
  },
  es: {
    title: "Confirma tu identidad",
    lead: (email) =>
      `Así protegemos tu cuenta antes de cambios importantes. Has iniciado sesión como ${email}.`,
    password: "Contraseña",
    submit: "Confirmar",
    codeSent: "Te enviamos un código de seis dígitos.",
    linkSent: "Te enviamos un enlace. Ábrelo en este navegador para continuar.",
    otherPasskey: "Esta llave de acceso no es de tu cuenta. Usa otro método.",
  },
  ja: {
    title: "本人確認",
    lead: (email) =>
      `重要な変更の前に、アカウントを保護するための確認です。${email} でログイン中です。`,
    password: "パスワード",
    submit: "確認",
    codeSent: "6桁のコードをメールで送信しました。",
    linkSent: "リンクをメールで送信しました。このブラウザーで開いて続けてください。",
    otherPasskey:
      "このパスキーはお使いのアカウントのものではありません。別の方法を使ってください。",
  },
};
