import type { InEachLanguage } from "./in-each-language.js";

/** What must not be overlooked, in the bar below the head of every signed-in page. */
export interface BannerTexts {
  /** "Your account will be deleted on {date}." */
  readonly deletion: (date: string) => string;
  readonly keep: string;
  /** "Verify {email}: open the link in your mail." */
  readonly unverified: (email: string) => string;
  readonly verify: string;
  /** The inviter is gone: null. */
  readonly invited: (inviter: string | null, organization: string) => string;
  /** "{count} invitations are waiting for you." */
  readonly invitedToMany: (count: number) => string;
  readonly open: string;
}

export const BANNER_TEXTS: InEachLanguage<BannerTexts> = {
  en: {
    deletion: (date) => `Your account will be deleted on ${date}.`,
    keep: "Keep my account",
    unverified: (email) => `Verify ${email}: open the link in your mail.`,
    verify: "Resend link",
    invited: (inviter, organization) =>
      inviter === null
        ? `You've been invited to join ${organization}.`
        : `${inviter} invited you to join ${organization}.`,
    invitedToMany: (count) => `${count} invitations are waiting for you.`,
    open: "Show",
  },
  de: {
    deletion: (date) => `Dein Konto wird am ${date} gelöscht.`,
    keep: "Konto behalten",
    unverified: (email) => `Bestätige ${email}: Öffne den Link in deiner Mail.`,
    verify: "Link erneut senden",
    invited: (inviter, organization) =>
      inviter === null
        ? `Du wurdest eingeladen, ${organization} beizutreten.`
        : `${inviter} hat dich eingeladen, ${organization} beizutreten.`,
    invitedToMany: (count) => `${count} Einladungen warten auf dich.`,
    open: "Anzeigen",
  },
  fr: {
    deletion: (date) => `Votre compte sera supprimé le ${date}.`,
    keep: "Garder mon compte",
    unverified: (email) => `Vérifiez ${email} : ouvrez le lien reçu par e-mail.`,
    verify: "Renvoyer le lien",
    invited: (inviter, organization) =>
      inviter === null
        ? `Vous êtes invité à rejoindre ${organization}.`
        : `${inviter} vous invite à rejoindre ${organization}.`,
    invitedToMany: (count) => `${count} invitations vous attendent.`,
    open: "Afficher",
  },
  es: {
    deletion: (date) => `Tu cuenta se eliminará el ${date}.`,
    keep: "Conservar mi cuenta",
    unverified: (email) => `Verifica ${email}: abre el enlace de tu correo.`,
    verify: "Reenviar enlace",
    invited: (inviter, organization) =>
      inviter === null
        ? `Te han invitado a unirte a ${organization}.`
        : `${inviter} te ha invitado a unirte a ${organization}.`,
    invitedToMany: (count) => `Te esperan ${count} invitaciones.`,
    open: "Ver",
  },
  ja: {
    deletion: (date) => `アカウントは${date}に削除されます。`,
    keep: "アカウントを残す",
    unverified: (email) => `${email}を確認してください。メールのリンクを開いてください。`,
    verify: "リンクを再送信",
    invited: (inviter, organization) =>
      inviter === null
        ? `${organization}に招待されています。`
        : `${inviter}さんから${organization}に招待されています。`,
    invitedToMany: (count) => `${count}件の招待が届いています。`,
    open: "表示",
  },
};
