import type { InEachLanguage } from "./in-each-language.js";

/** The copies of the user's data. */
export interface DataTexts {
  readonly title: string;
  readonly copies: string;
  /** What is in the file. */
  readonly copiesHint: string;
  readonly prepare: string;
  readonly none: string;
  /** By the status of a copy. */
  readonly states: Readonly<Record<"pending" | "ready" | "failed" | "expired", string>>;
  /** "Requested {time}" */
  readonly askedOn: (time: string) => string;
  /** "Available until {time}" */
  readonly until: (time: string) => string;
  readonly download: string;
  readonly checkAgain: string;
  readonly limit: string;
}

export const DATA_TEXTS: InEachLanguage<DataTexts> = {
  en: {
    title: "Data",
    copies: "Your data",
    copiesHint:
      "A file with your profile, memberships, sessions, activity, and export and deletion requests.",
    prepare: "Prepare a copy",
    none: "You haven't asked for a copy yet.",
    states: { pending: "Being prepared", ready: "Ready", failed: "Failed", expired: "Expired" },
    askedOn: (time) => `Requested ${time}`,
    until: (time) => `Available until ${time}`,
    download: "Download",
    checkAgain: "Check again",
    limit: "You've asked for as many copies as a day allows.",
  },
  de: {
    title: "Daten",
    copies: "Deine Daten",
    copiesHint:
      "Eine Datei mit deinem Profil, deinen Mitgliedschaften, Sitzungen und Aktivitäten sowie Export- und Löschanfragen.",
    prepare: "Kopie vorbereiten",
    none: "Du hast noch keine Kopie angefordert.",
    states: {
      pending: "Wird vorbereitet",
      ready: "Bereit",
      failed: "Fehlgeschlagen",
      expired: "Abgelaufen",
    },
    askedOn: (time) => `Angefordert am ${time}`,
    until: (time) => `Verfügbar bis ${time}`,
    download: "Herunterladen",
    checkAgain: "Erneut prüfen",
    limit: "Du hast für heute genug Kopien angefordert.",
  },
  fr: {
    title: "Données",
    copies: "Vos données",
    copiesHint:
      "Un fichier avec votre profil, vos organisations, sessions et activités, et vos demandes d’export et de suppression.",
    prepare: "Préparer une copie",
    none: "Vous n’avez pas encore demandé de copie.",
    states: { pending: "En préparation", ready: "Prête", failed: "Échec", expired: "Expirée" },
    askedOn: (time) => `Demandée le ${time}`,
    until: (time) => `Disponible jusqu’au ${time}`,
    download: "Télécharger",
    checkAgain: "Vérifier à nouveau",
    limit: "Vous avez demandé assez de copies pour aujourd’hui.",
  },
  es: {
    title: "Datos",
    copies: "Tus datos",
    copiesHint:
      "Un archivo con tu perfil, organizaciones, sesiones y actividad, y tus solicitudes de copia y de eliminación.",
    prepare: "Preparar una copia",
    none: "Todavía no has pedido ninguna copia.",
    states: { pending: "En preparación", ready: "Lista", failed: "Fallida", expired: "Caducada" },
    askedOn: (time) => `Pedida el ${time}`,
    until: (time) => `Disponible hasta el ${time}`,
    download: "Descargar",
    checkAgain: "Comprobar de nuevo",
    limit: "Ya has pedido todas las copias de hoy.",
  },
  ja: {
    title: "データ",
    copies: "あなたのデータ",
    copiesHint:
      "プロフィール、所属組織、セッション、アクティビティ、エクスポートと削除の申請を含むファイルです。",
    prepare: "コピーを準備",
    none: "コピーはまだ申請されていません。",
    states: { pending: "準備中", ready: "準備完了", failed: "失敗", expired: "期限切れ" },
    askedOn: (time) => `${time}に申請`,
    until: (time) => `${time}まで利用可能`,
    download: "ダウンロード",
    checkAgain: "状態を確認",
    limit: "本日申請できるコピーの上限に達しました。",
  },
};
