import type { InEachLanguage } from "./in-each-language.js";

/** The ways to sign in besides the one that is shown. */
export interface WayTexts {
  readonly title: string;
  readonly sendCode: string;
  readonly sendLink: string;
  readonly usePassword: string;
  /** A provider that does not answer. */
  readonly unreachable: (provider: string) => string;
  /** A provider that led back without signing in. */
  readonly declined: (provider: string) => string;
}

export const WAY_TEXTS: InEachLanguage<WayTexts> = {
  en: {
    title: "Use another way",
    sendCode: "Email me a code",
    sendLink: "Email me a link",
    usePassword: "Use your password",
    unreachable: (provider) => `${provider} can't be reached right now. Use another way.`,
    declined: (provider) => `${provider} didn't sign you in. Try again, or use another way.`,
  },
  de: {
    title: "Anderen Weg wählen",
    sendCode: "Code per E-Mail senden",
    sendLink: "Link per E-Mail senden",
    usePassword: "Passwort verwenden",
    unreachable: (provider) => `${provider} ist gerade nicht erreichbar. Wähle einen anderen Weg.`,
    declined: (provider) =>
      `${provider} hat dich nicht angemeldet. Versuche es noch einmal oder wähle einen anderen Weg.`,
  },
  fr: {
    title: "Utiliser une autre méthode",
    sendCode: "Recevoir un code par e-mail",
    sendLink: "Recevoir un lien par e-mail",
    usePassword: "Utiliser votre mot de passe",
    unreachable: (provider) =>
      `${provider} est injoignable pour le moment. Utilisez une autre méthode.`,
    declined: (provider) =>
      `${provider} ne vous a pas connecté. Réessayez ou utilisez une autre méthode.`,
  },
  es: {
    title: "Usar otro método",
    sendCode: "Recibir un código por correo",
    sendLink: "Recibir un enlace por correo",
    usePassword: "Usar tu contraseña",
    unreachable: (provider) =>
      `No se puede contactar con ${provider} ahora mismo. Usa otro método.`,
    declined: (provider) =>
      `${provider} no inició tu sesión. Inténtalo de nuevo o usa otro método.`,
  },
  ja: {
    title: "別の方法を使う",
    sendCode: "コードをメールで受け取る",
    sendLink: "リンクをメールで受け取る",
    usePassword: "パスワードを使う",
    unreachable: (provider) => `現在${provider}に接続できません。別の方法を使ってください。`,
    declined: (provider) =>
      `${provider}でログインできませんでした。もう一度試すか、別の方法を使ってください。`,
  },
};
