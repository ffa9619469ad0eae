import type { InEachLanguage } from "./in-each-language.js";

/** The pages that say why there is nothing else to see. */
export interface ErrorTexts {
  readonly notFound: { readonly title: string; readonly lead: string };
  /** Above what a refusal says. */
  readonly title: string;
  /** The same where the visitor's role is why. */
  readonly noAccess: string;
  /** The same where the fault is ours. */
  readonly ours: string;
  /** Leads people who are signed in to their account. */
  readonly toAccount: string;
  /** Where "start again" leads: the first page. */
  readonly goOn: string;
  /** What to name to the people who run the service. */
  readonly requestId: (id: string) => string;
  /** "Try again in 2 minutes." */
  readonly retryIn: (seconds: number) => string;
}

/** In whole minutes from two on, as people say it. */
const time = (locale: string, seconds: number): string => {
  const [value, unit] = seconds < 90 ? [seconds, "second"] : [Math.ceil(seconds / 60), "minute"];
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(value);
};

export const ERROR_TEXTS: InEachLanguage<ErrorTexts> = {
  en: {
    notFound: {
      title: "Page not found",
      lead: "It may have moved, or you may not be allowed to see it.",
    },
    title: "That didn't work",
    noAccess: "You don't have access",
    ours: "Something went wrong on our side",
    toAccount: "Go to your account",
    goOn: "Continue",
    requestId: (id) => `If you ask for help, give this number: ${id}`,
    retryIn: (seconds) => `Try again in ${time("en", seconds)}.`,
  },
  de: {
    notFound: {
      title: "Seite nicht gefunden",
      lead: "Sie ist vielleicht umgezogen, oder du darfst sie nicht sehen.",
    },
    title: "Das hat nicht geklappt",
    noAccess: "Kein Zugriff",
    ours: "Bei uns ist etwas schiefgegangen",
    toAccount: "Zu deinem Konto",
    goOn: "Weiter",
    requestId: (id) => `Wenn du um Hilfe bittest, nenne diese Nummer: ${id}`,
    retryIn: (seconds) => `Versuche es in ${time("de", seconds)} noch einmal.`,
  },
  fr: {
    notFound: {
      title: "Page introuvable",
      lead: "Elle a peut-être changé d’adresse, ou vous n’y avez pas accès.",
    },
    title: "Cela n’a pas fonctionné",
    noAccess: "Vous n’avez pas accès",
    ours: "Une erreur s’est produite de notre côté",
    toAccount: "Aller à votre compte",
    goOn: "Continuer",
    requestId: (id) => `Si vous demandez de l’aide, indiquez ce numéro : ${id}`,
    retryIn: (seconds) => `Réessayez dans ${time("fr", seconds)}.`,
  },
  es: {
    notFound: {
      title: "Página no encontrada",
      lead: "Puede que haya cambiado de dirección o que no tengas acceso.",
    },
    title: "No ha funcionado",
    noAccess: "No tienes acceso",
    ours: "Algo falló por nuestra parte",
    toAccount: "Ir a tu cuenta",
    goOn: "Continuar",
    requestId: (id) => `Si pides ayuda, indica este número: ${id}`,
    retryIn: (seconds) => `Inténtalo de nuevo en ${time("es", seconds)}.`,
  },
  ja: {
    notFound: {
      title: "ページが見つかりません",
      lead: "移動したか、表示する権限がない可能性があります。",
    },
    title: "うまくいきませんでした",
    noAccess: "アクセスできません",
    ours: "サーバー側で問題が発生しました",
    toAccount: "アカウントへ移動",
    goOn: "続ける",
    requestId: (id) => `お問い合わせの際は、この番号をお伝えください：${id}`,
    retryIn: (seconds) => `${time("ja", seconds)}後にもう一度お試しください。`,
  },
};
