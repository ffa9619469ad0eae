import type { InEachLanguage } from "./in-each-language.js";

/** The audit log of an organization. */
export interface AuditLogTexts {
  readonly title: string;
  /** Opens the fields that choose entries. */
  readonly filter: string;
  readonly event: string;
  readonly everything: string;
  readonly actor: string;
  readonly everyone: string;
  readonly from: string;
  readonly until: string;
  readonly details: string;
  /** "Download {format}" */
  readonly download: (format: string) => string;
  readonly none: string;
}

export const AUDIT_LOG_TEXTS: InEachLanguage<AuditLogTexts> = {
  en: {
    title: "Audit log",
    filter: "Filter",
    event: "Event",
    everything: "Everything",
    actor: "By",
    everyone: "Everyone",
    from: "From",
    until: "Until",
    details: "Details",
    download: (format) => `Download ${format}`,
    none: "No entries match.",
  },
  de: {
    title: "Audit-Protokoll",
    filter: "Filtern",
    event: "Ereignis",
    everything: "Alles",
    actor: "Durch",
    everyone: "Alle",
    from: "Von",
    until: "Bis",
    details: "Details",
    download: (format) => `${format} herunterladen`,
    none: "Keine Einträge passen dazu.",
  },
  fr: {
    title: "Journal d’audit",
    filter: "Filtrer",
    event: "Événement",
    everything: "Tout",
    actor: "Par",
    everyone: "Tout le monde",
    from: "Du",
    until: "Au",
    details: "Détails",
    download: (format) => `Télécharger en ${format}`,
    none: "Aucune entrée ne correspond.",
  },
  es: {
    title: "Registro de auditoría",
    filter: "Filtrar",
    event: "Evento",
    everything: "Todo",
    actor: "Por",
    everyone: "Todos",
    from: "Desde",
    until: "Hasta",
    details: "Detalles",
    download: (format) => `Descargar ${format}`,
    none: "Ninguna entrada coincide.",
  },
  ja: {
    title: "監査ログ",
    filter: "絞り込み",
    event: "イベント",
    everything: "すべて",
    actor: "実行者",
    everyone: "全員",
    from: "開始日",
    until: "終了日",
    details: "詳細",
    download: (format) => `${format}をダウンロード`,
    none: "該当する記録はありません。",
  },
};
