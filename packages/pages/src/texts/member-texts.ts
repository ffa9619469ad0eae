import type { InEachLanguage } from "./in-each-language.js";

/** The members of an organization, and each of them. */
export interface MemberTexts {
  readonly title: string;
  readonly invite: string;
  readonly search: string;
  readonly searchButton: string;
  /** What to type at least. */
  readonly tooShort: string;
  readonly you: string;
  /** What those who may change a member open them for, and what all others do. */
  readonly manage: string;
  readonly view: string;
  readonly next: string;
  readonly first: string;
  readonly none: string;
  /** "What this person may do in {organization}." */
  readonly roleHint: (organization: string) => string;
  readonly remove: string;
  readonly removeHint: string;
  /** "Remove from {organization}" */
  readonly removeFrom: (organization: string) => string;
  /** "{name} will lose access to {organization} right away." */
  readonly removeQuestion: (name: string, organization: string) => string;
}

export const MEMBER_TEXTS: InEachLanguage<MemberTexts> = {
  en: {
    title: "Members",
    invite: "Invite people",
    search: "Name or email",
    searchButton: "Search",
    tooShort: "Type the first two characters or more of a name or an email address.",
    you: "You",
    manage: "Manage",
    view: "View",
    next: "Next",
    first: "First page",
    none: "No member matches.",
    roleHint: (organization) => `What this person may do in ${organization}.`,
    remove: "Remove",
    removeHint: "They lose access right away.",
    removeFrom: (organization) => `Remove from ${organization}`,
    removeQuestion: (name, organization) =>
      `${name} will lose access to ${organization} right away.`,
  },
  de: {
    title: "Mitglieder",
    invite: "Personen einladen",
    search: "Name oder E-Mail",
    searchButton: "Suchen",
    tooShort: "Gib mindestens die ersten zwei Zeichen eines Namens oder einer Adresse ein.",
    you: "Du",
    manage: "Verwalten",
    view: "Ansehen",
    next: "Weiter",
    first: "Erste Seite",
    none: "Kein Mitglied passt dazu.",
    roleHint: (organization) => `Was diese Person in ${organization} darf.`,
    remove: "Entfernen",
    removeHint: "Der Zugriff endet sofort.",
    removeFrom: (organization) => `Aus ${organization} entfernen`,
    removeQuestion: (name, organization) =>
      `${name} verliert sofort den Zugriff auf ${organization}.`,
  },
  fr: {
    title: "Membres",
    invite: "Inviter des personnes",
    search: "Nom ou e-mail",
    searchButton: "Rechercher",
    tooShort: "Saisissez au moins les deux premiers caractères d’un nom ou d’une adresse.",
    you: "Vous",
    manage: "Gérer",
    view: "Voir",
    next: "Suivante",
    first: "Première page",
    none: "Aucun membre ne correspond.",
    roleHint: (organization) => `Ce que cette personne peut faire dans ${organization}.`,
    remove: "Retirer",
    removeHint: "L’accès prend fin immédiatement.",
    removeFrom: (organization) => `Retirer de ${organization}`,
    removeQuestion: (name, organization) =>
      `${name} perdra immédiatement l’accès à ${organization}.`,
  },
  es: {
    title: "Miembros",
    invite: "Invitar a personas",
    search: "Nombre o correo",
    searchButton: "Buscar",
    tooShort: "Escribe al menos los dos primeros caracteres de un nombre o de un correo.",
    you: "Tú",
    manage: "Gestionar",
    view: "Ver",
    next: "Siguiente",
    first: "Primera página",
    none: "Ningún miembro coincide.",
    roleHint: (organization) => `Lo que esta persona puede hacer en ${organization}.`,
    remove: "Quitar",
    removeHint: "Pierde el acceso de inmediato.",
    removeFrom: (organization) => `Quitar de ${organization}`,
    removeQuestion: (name, organization) =>
      `${name} perderá el acceso a ${organization} de inmediato.`,
  },
  ja: {
    title: "メンバー",
    invite: "メンバーを招待",
    search: "名前またはメールアドレス",
    searchButton: "検索",
    tooShort: "名前またはメールアドレスの先頭2文字以上を入力してください。",
    you: "あなた",
    manage: "管理",
    view: "表示",
    next: "次へ",
    first: "最初のページ",
    none: "該当するメンバーはいません。",
    roleHint: (organization) => `${organization}でこの人ができることです。`,
    remove: "削除",
    removeHint: "すぐにアクセスできなくなります。",
    removeFrom: (organization) => `${organization}から削除`,
    removeQuestion: (name, organization) =>
      `${name}さんはすぐに${organization}にアクセスできなくなります。`,
  },
};
