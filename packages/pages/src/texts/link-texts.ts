import type { InEachLanguage } from "./in-each-language.js";

/** The page of a mailed link. */
export interface LinkTexts {
  readonly title: string;
  /** "We emailed a link to {email}. Open it to sign in." */
  readonly lead: (email: string) => string;
  readonly resendHint: string;
}

export const LINK_TEXTS: InEachLanguage<LinkTexts> = {
  en: {
    title: "Check your email",
    lead: (email) => `We emailed a link to ${email}. Open it to sign in.`,
    resendHint: "No mail after a minute?",
  },
  de: {
    title: "Sieh in deinen E‑Mails nach",
    lead: (email) => `Wir haben einen Link an ${email} gesendet. Öffne ihn, um dich anzumelden.`,
    resendHint: "Nach einer Minute keine E-Mail?",
  },
  fr: {
    title: "Consultez vos e‑mails",
    lead: (email) => `Nous avons envoyé un lien à ${email}. Ouvrez-le pour vous connecter.`,
    resendHint: "Pas d’e-mail après une minute ?",
  },
  es: {
    title: "Revisa tu correo",
    lead: (email) => `Enviamos un enlace a ${email}. Ábrelo para iniciar sesión.`,
    resendHint: "¿No llegó en un minuto?",
  },
  ja: {
    title: "メールを確認してください",
    lead: (email) => `${email} にリンクを送信しました。開いてログインしてください。`,
    resendHint: "1分たっても届かない場合",
  },
};
