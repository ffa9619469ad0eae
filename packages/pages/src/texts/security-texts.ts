import type { InEachLanguage } from "./in-each-language.js";

/** How one signs in: the page, and its linked accounts. */
export interface SecurityTexts {
  readonly title: string;
  readonly lead: string;
  readonly accounts: {
    readonly title: string;
    readonly hint: string;
    /** "Linked {date}" */
    readonly linkedOn: (date: string) => string;
    readonly notLinked: string;
    readonly link: string;
    readonly unlink: string;
    /** "Unlink {provider}" */
    readonly unlinkTitle: (provider: string) => string;
    /** "You can't sign in with {provider} any more." */
    readonly unlinkLead: (provider: string) => string;
    /** The account is linked to another user. */
    readonly taken: string;
    /** The session that started the linking has ended. */
    readonly ended: string;
    /** The provider led back without linking. */
    readonly failed: string;
  };
}

export const SECURITY_TEXTS: InEachLanguage<SecurityTexts> = {
  en: {
    title: "Security",
    lead: "How you sign in.",
    accounts: {
      title: "Linked accounts",
      hint: "Accounts elsewhere that sign you in here.",
      linkedOn: (date) => `Linked ${date}`,
      notLinked: "Not linked",
      link: "Link",
      unlink: "Unlink",
      unlinkTitle: (provider) => `Unlink ${provider}`,
      unlinkLead: (provider) => `You can't sign in with ${provider} any more.`,
      taken: "That account is linked to another user here.",
      ended: "You were signed out meanwhile. Sign in and link it again.",
      failed: "That account wasn't linked. Try again.",
    },
  },
  de: {
    title: "Sicherheit",
    lead: "Wie du dich anmeldest.",
    accounts: {
      title: "Verknüpfte Konten",
      hint: "Konten bei anderen Anbietern, mit denen du dich hier anmeldest.",
      linkedOn: (date) => `Verknüpft am ${date}`,
      notLinked: "Nicht verknüpft",
      link: "Verknüpfen",
      unlink: "Trennen",
      unlinkTitle: (provider) => `${provider} trennen`,
      unlinkLead: (provider) => `Du kannst dich nicht mehr mit ${provider} anmelden.`,
      taken: "Dieses Konto ist hier mit einem anderen Nutzer verknüpft.",
      ended: "Du wurdest inzwischen abgemeldet. Melde dich an und verknüpfe es erneut.",
      failed: "Das Konto wurde nicht verknüpft. Versuche es noch einmal.",
    },
  },
  fr: {
    title: "Sécurité",
    lead: "Comment vous vous connectez.",
    accounts: {
      title: "Comptes associés",
      hint: "Les comptes externes qui vous connectent ici.",
      linkedOn: (date) => `Associé le ${date}`,
      notLinked: "Non associé",
      link: "Associer",
      unlink: "Dissocier",
      unlinkTitle: (provider) => `Dissocier ${provider}`,
      unlinkLead: (provider) => `Vous ne pourrez plus vous connecter avec ${provider}.`,
      taken: "Ce compte est associé ici à un autre utilisateur.",
      ended: "Vous avez été déconnecté entre-temps. Connectez-vous et recommencez.",
      failed: "Ce compte n’a pas été associé. Réessayez.",
    },
  },
  es: {
    title: "Seguridad",
    lead: "Cómo inicias sesión.",
    accounts: {
      title: "Cuentas vinculadas",
      hint: "Cuentas externas con las que inicias sesión aquí.",
      linkedOn: (date) => `Vinculada el ${date}`,
      notLinked: "Sin vincular",
      link: "Vincular",
      unlink: "Desvincular",
      unlinkTitle: (provider) => `Desvincular ${provider}`,
      unlinkLead: (provider) => `Ya no podrás iniciar sesión con ${provider}.`,
      taken: "Esa cuenta está vinculada aquí a otro usuario.",
      ended: "Tu sesión terminó entretanto. Inicia sesión y vincúlala de nuevo.",
      failed: "No se vinculó esa cuenta. Inténtalo de nuevo.",
    },
  },
  ja: {
    title: "セキュリティ",
    lead: "ログイン方法を管理します。",
    accounts: {
      title: "連携アカウント",
      hint: "ここへのログインに使える外部アカウントです。",
      linkedOn: (date) => `${date}に連携`,
      notLinked: "未連携",
      link: "連携する",
      unlink: "連携を解除",
      unlinkTitle: (provider) => `${provider}の連携を解除`,
      unlinkLead: (provider) => `${provider}でログインできなくなります。`,
      taken: "そのアカウントはすでに別のユーザーと連携されています。",
      ended: "途中でログアウトされました。ログインしてもう一度連携してください。",
      failed: "アカウントを連携できませんでした。もう一度お試しください。",
    },
  },
};
