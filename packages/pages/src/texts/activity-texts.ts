import type { InEachLanguage } from "./in-each-language.js";

/** The list of what happened to the account. */
export interface ActivityTexts {
  readonly title: string;
  readonly lead: string;
  readonly kind: string;
  readonly everything: string;
  readonly show: string;
  /** What the service itself did. */
  readonly by: (service: string) => string;
  readonly older: string;
  readonly newest: string;
  readonly none: string;
}

export const ACTIVITY_TEXTS: InEachLanguage<ActivityTexts> = {
  en: {
    title: "Activity",
    lead: "What happened in your account.",
    kind: "Kind",
    everything: "Everything",
    show: "Show",
    by: (service) => `by ${service}`,
    older: "Older",
    newest: "Newest",
    none: "Nothing has happened yet.",
  },
  de: {
    title: "Aktivität",
    lead: "Was in deinem Konto geschehen ist.",
    kind: "Art",
    everything: "Alles",
    show: "Anzeigen",
    by: (service) => `durch ${service}`,
    older: "Ältere",
    newest: "Neueste",
    none: "Es ist noch nichts geschehen.",
  },
  fr: {
    title: "Activité",
    lead: "Ce qui s’est passé dans votre compte.",
    kind: "Type",
    everything: "Tout",
    show: "Afficher",
    by: (service) => `par ${service}`,
    older: "Plus anciennes",
    newest: "Plus récentes",
    none: "Rien ne s’est encore passé.",
  },
  es: {
    title: "Actividad",
    lead: "Lo que ha ocurrido en tu cuenta.",
    kind: "Tipo",
    everything: "Todo",
    show: "Mostrar",
    by: (service) => `por ${service}`,
    older: "Anteriores",
    newest: "Más recientes",
    none: "Todavía no ha ocurrido nada.",
  },
  ja: {
    title: "アクティビティ",
    lead: "アカウントで行われた操作です。",
    kind: "種類",
    everything: "すべて",
    show: "表示",
    by: (service) => `${service}による操作`,
    older: "以前の記録",
    newest: "最新の記録",
    none: "まだ記録はありません。",
  },
};
