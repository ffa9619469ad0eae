import type { InEachLanguage } from "./in-each-language.js";

/** What every signed-in page says while a way back is under way. */
export interface BannerTexts {
  readonly started: (startedAt: string, dueAt: string) => string;
  readonly notMe: string;
  readonly stopped: string;
}

export const BANNER_TEXTS: InEachLanguage<BannerTexts> = {
  en: {
    started: (at, due) =>
      `On ${at}, someone asked to get into your account without its second step. From ${due} on, they can.`,
    notMe: "That wasn't me",
    stopped: "Stopped. Someone can read your mail: secure your mailbox now.",
  },
  de: {
    started: (at, due) =>
      `Am ${at} wollte jemand ohne den zweiten Schritt in dein Konto. Ab ${due} ist das möglich.`,
    notMe: "Das war ich nicht",
    stopped: "Gestoppt. Jemand kann deine Mails lesen: Sichere jetzt dein Postfach.",
  },
  fr: {
    started: (at, due) =>
      `Le ${at}, quelqu’un a demandé à entrer dans votre compte sans la seconde étape. Ce sera possible à partir du ${due}.`,
    notMe: "Ce n’était pas moi",
    stopped:
      "Arrêté. Quelqu’un peut lire vos e-mails : protégez votre boîte de réception maintenant.",
  },
  es: {
    started: (at, due) =>
      `El ${at} alguien pidió entrar en tu cuenta sin el segundo paso. Podrá hacerlo a partir del ${due}.`,
    notMe: "No he sido yo",
    stopped: "Detenido. Alguien puede leer tu correo: protege tu buzón ahora.",
  },
  ja: {
    started: (at, due) =>
      `${at}に、2段階目なしでこのアカウントに入るための手続きが始まりました。${due}から可能になります。`,
    notMe: "心当たりがない",
    stopped:
      "中止しました。メールを読まれている恐れがあります。すぐにメールボックスを保護してください。",
  },
};
