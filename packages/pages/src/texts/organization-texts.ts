import type { InEachLanguage } from "./in-each-language.js";

/** The list of one's organizations, and a new one. */
export interface OrganizationTexts {
  /** Above the invitations that wait for an answer. */
  readonly waiting: string;
  /** "Invited by {inviter}" */
  readonly invitedBy: (inviter: string) => string;
  /** The inviter is gone. */
  readonly invited: string;
  readonly accept: string;
  readonly decline: string;
  readonly open: string;
  readonly none: string;
  readonly name: string;
  /** The name in URLs. */
  readonly url: string;
  readonly urlHint: string;
  readonly changeUrl: string;
}

export const ORGANIZATION_TEXTS: InEachLanguage<OrganizationTexts> = {
  en: {
    waiting: "Invitations for you",
    invitedBy: (inviter) => `Invited by ${inviter}`,
    invited: "You've been invited",
    accept: "Join",
    decline: "Decline",
    open: "Open",
    none: "You're not in an organization yet.",
    name: "Name",
    url: "Organization URL",
    urlHint: "Lowercase letters, digits and dashes. Without one, we make it from the name.",
    changeUrl: "Change the URL",
  },
  de: {
    waiting: "Einladungen für dich",
    invitedBy: (inviter) => `Eingeladen von ${inviter}`,
    invited: "Du wurdest eingeladen",
    accept: "Beitreten",
    decline: "Ablehnen",
    open: "Öffnen",
    none: "Du bist noch in keiner Organisation.",
    name: "Name",
    url: "URL der Organisation",
    urlHint: "Kleinbuchstaben, Ziffern und Bindestriche. Ohne Angabe entsteht sie aus dem Namen.",
    changeUrl: "URL ändern",
  },
  fr: {
    waiting: "Vos invitations",
    invitedBy: (inviter) => `Invitation de ${inviter}`,
    invited: "Vous avez reçu une invitation",
    accept: "Rejoindre",
    decline: "Refuser",
    open: "Ouvrir",
    none: "Vous ne faites encore partie d’aucune organisation.",
    name: "Nom",
    url: "URL de l’organisation",
    urlHint: "Minuscules, chiffres et tirets. Sans indication, elle est créée à partir du nom.",
    changeUrl: "Modifier l’URL",
  },
  es: {
    waiting: "Invitaciones para ti",
    invitedBy: (inviter) => `Invitación de ${inviter}`,
    invited: "Has recibido una invitación",
    accept: "Unirme",
    decline: "Rechazar",
    open: "Abrir",
    none: "Todavía no estás en ninguna organización.",
    name: "Nombre",
    url: "URL de la organización",
    urlHint: "Minúsculas, cifras y guiones. Si la dejas vacía, se crea a partir del nombre.",
    changeUrl: "Cambiar la URL",
  },
  ja: {
    waiting: "あなたへの招待",
    invitedBy: (inviter) => `${inviter}さんからの招待`,
    invited: "招待が届いています",
    accept: "参加する",
    decline: "辞退する",
    open: "開く",
    none: "まだどの組織にも所属していません。",
    name: "名前",
    url: "組織のURL",
    urlHint: "半角の小文字、数字、ハイフン。空欄の場合は名前から作成します。",
    changeUrl: "URLを変更",
  },
};
