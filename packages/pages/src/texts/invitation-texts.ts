import type { InEachLanguage } from "./in-each-language.js";

/** The invitations of an organization. */
export interface InvitationTexts {
  readonly title: string;
  readonly pending: string;
  readonly ended: string;
  readonly none: string;
  readonly noneEnded: string;
  /** "Invited by {inviter}" */
  readonly invitedBy: (inviter: string) => string;
  /** "Expires {date}" */
  readonly expires: (date: string) => string;
  readonly accepted: string;
  readonly rejected: string;
  readonly canceled: string;
  readonly expired: string;
  /** It was answered, cancelled, or has expired meanwhile. */
  readonly gone: string;
  readonly resend: string;
  readonly cancel: string;
  readonly emails: string;
  readonly emailsHint: string;
  readonly noEmails: string;
  readonly tooMany: string;
  readonly send: string;
  readonly notAnAddress: string;
  /** Some were mailed, and the others are in the field again. */
  readonly someInvited: (count: number) => string;
}

export const INVITATION_TEXTS: InEachLanguage<InvitationTexts> = {
  en: {
    title: "Invitations",
    pending: "Pending",
    ended: "Ended",
    none: "No pending invitations",
    noneEnded: "None yet.",
    invitedBy: (inviter) => `Invited by ${inviter}`,
    expires: (date) => `Expires ${date}`,
    accepted: "Accepted",
    rejected: "Declined",
    canceled: "Cancelled",
    expired: "Expired",
    gone: "This invitation isn't pending any more.",
    resend: "Resend",
    cancel: "Cancel invitation",
    emails: "Email addresses",
    emailsHint: "Up to 20, separated by lines, commas or spaces.",
    noEmails: "Enter one email address or more.",
    tooMany: "Enter 20 email addresses at most.",
    send: "Send invitations",
    notAnAddress: "This isn't an email address.",
    someInvited: (count) => `${count} invited. The others are still in the field:`,
  },
  de: {
    title: "Einladungen",
    pending: "Offen",
    ended: "Beendet",
    none: "Keine offenen Einladungen",
    noneEnded: "Noch keine.",
    invitedBy: (inviter) => `Eingeladen von ${inviter}`,
    expires: (date) => `Läuft ab am ${date}`,
    accepted: "Angenommen",
    rejected: "Abgelehnt",
    canceled: "Zurückgezogen",
    expired: "Abgelaufen",
    gone: "Diese Einladung ist nicht mehr offen.",
    resend: "Erneut senden",
    cancel: "Zurückziehen",
    emails: "E-Mail-Adressen",
    emailsHint: "Bis zu 20, getrennt durch Zeilen, Kommas oder Leerzeichen.",
    noEmails: "Gib mindestens eine E-Mail-Adresse ein.",
    tooMany: "Gib höchstens 20 E-Mail-Adressen ein.",
    send: "Einladungen senden",
    notAnAddress: "Das ist keine E-Mail-Adresse.",
    someInvited: (count) => `${count} eingeladen. Die übrigen stehen noch im Feld:`,
  },
  fr: {
    title: "Invitations",
    pending: "En attente",
    ended: "Terminées",
    none: "Aucune invitation en attente",
    noneEnded: "Aucune pour l’instant.",
    invitedBy: (inviter) => `Invitation de ${inviter}`,
    expires: (date) => `Expire le ${date}`,
    accepted: "Acceptée",
    rejected: "Refusée",
    canceled: "Annulée",
    expired: "Expirée",
    gone: "Cette invitation n’est plus en attente.",
    resend: "Renvoyer",
    cancel: "Annuler l’invitation",
    emails: "Adresses e-mail",
    emailsHint: "Jusqu’à 20, séparées par des lignes, des virgules ou des espaces.",
    noEmails: "Saisissez au moins une adresse e-mail.",
    tooMany: "Saisissez 20 adresses e-mail au maximum.",
    send: "Envoyer les invitations",
    notAnAddress: "Ce n’est pas une adresse e-mail.",
    someInvited: (count) => `Invitations envoyées : ${count}. Les autres restent dans le champ :`,
  },
  es: {
    title: "Invitaciones",
    pending: "Pendientes",
    ended: "Finalizadas",
    none: "No hay invitaciones pendientes",
    noneEnded: "Ninguna todavía.",
    invitedBy: (inviter) => `Invitación de ${inviter}`,
    expires: (date) => `Caduca el ${date}`,
    accepted: "Aceptada",
    rejected: "Rechazada",
    canceled: "Cancelada",
    expired: "Caducada",
    gone: "Esta invitación ya no está pendiente.",
    resend: "Reenviar",
    cancel: "Cancelar la invitación",
    emails: "Correos electrónicos",
    emailsHint: "Hasta 20, separados por líneas, comas o espacios.",
    noEmails: "Introduce al menos un correo electrónico.",
    tooMany: "Introduce 20 correos electrónicos como máximo.",
    send: "Enviar invitaciones",
    notAnAddress: "Esto no es un correo electrónico.",
    someInvited: (count) => `Invitaciones enviadas: ${count}. Los demás siguen en el campo:`,
  },
  ja: {
    title: "招待",
    pending: "保留中",
    ended: "終了",
    none: "保留中の招待はありません",
    noneEnded: "まだありません。",
    invitedBy: (inviter) => `${inviter}さんが招待`,
    expires: (date) => `有効期限：${date}`,
    accepted: "承諾済み",
    rejected: "辞退",
    canceled: "取り消し済み",
    expired: "期限切れ",
    gone: "この招待はすでに終了しています。",
    resend: "再送信",
    cancel: "招待を取り消す",
    emails: "メールアドレス",
    emailsHint: "改行、カンマ、スペースで区切って20件まで。",
    noEmails: "メールアドレスを1件以上入力してください。",
    tooMany: "メールアドレスは20件までです。",
    send: "招待を送信",
    notAnAddress: "メールアドレスではありません。",
    someInvited: (count) => `${count}件招待しました。残りは入力欄にあります：`,
  },
};
