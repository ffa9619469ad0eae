import type { InEachLanguage } from "./in-each-language.js";

/** The page of an invitation, for the person who is invited. */
export interface JoiningTexts {
  /** "Join {organization}" */
  readonly title: (organization: string) => string;
  /** Above the role. */
  readonly role: (role: string) => string;
  /** The button that joins with the invited email address. */
  readonly join: (email: string) => string;
  /** The reader is signed in with another email address than the invited one. */
  readonly otherAccount: (email: string, signedInAs: string) => string;
  /** The button that ends that session and continues with the invited email address. */
  readonly switchAccount: (email: string) => string;
  /** The link that leaves the invitation as it is. */
  readonly stay: (signedInAs: string) => string;
  /** Below the button, for a reader who is not signed in. */
  readonly note: string;
  /** On the page of the sign-in, where it is for an invitation. */
  readonly signIn: (organization: string, email: string) => string;
  /** The invitation was used, cancelled or replaced, or it has expired. */
  readonly gone: { readonly title: string; readonly lead: string };
}

export const JOINING_TEXTS: InEachLanguage<JoiningTexts> = {
  en: {
    title: (organization) => `Join ${organization}`,
    role: (role) => `Your role: ${role}`,
    join: (email) => `Join as ${email}`,
    otherAccount: (email, signedInAs) =>
      `The invitation is for ${email}. You're signed in as ${signedInAs}.`,
    switchAccount: (email) => `Sign out and continue as ${email}`,
    stay: (signedInAs) => `Stay signed in as ${signedInAs}`,
    note: "Don't know who sent it? Close this page: nothing happens until you join.",
    signIn: (organization, email) => `Sign in as ${email} to join ${organization}.`,
    gone: {
      title: "This invitation has ended",
      lead: "It was used, cancelled or replaced, or it has expired. Ask the person who invited you for a new one.",
    },
  },
  de: {
    title: (organization) => `${organization} beitreten`,
    role: (role) => `Deine Rolle: ${role}`,
    join: (email) => `Als ${email} beitreten`,
    otherAccount: (email, signedInAs) =>
      `Die Einladung gilt für ${email}. Du bist als ${signedInAs} angemeldet.`,
    switchAccount: (email) => `Abmelden und als ${email} fortfahren`,
    stay: (signedInAs) => `Als ${signedInAs} angemeldet bleiben`,
    note: "Du weißt nicht, von wem sie ist? Schließe diese Seite: Bis du beitrittst, passiert nichts.",
    signIn: (organization, email) => `Melde dich als ${email} an, um ${organization} beizutreten.`,
    gone: {
      title: "Diese Einladung gilt nicht mehr",
      lead: "Sie wurde verwendet, zurückgezogen oder ersetzt, oder sie ist abgelaufen. Bitte die Person, die dich eingeladen hat, um eine neue.",
    },
  },
  fr: {
    title: (organization) => `Rejoindre ${organization}`,
    role: (role) => `Votre rôle : ${role}`,
    join: (email) => `Rejoindre en tant que ${email}`,
    otherAccount: (email, signedInAs) =>
      `L’invitation est destinée à ${email}. Vous êtes connecté en tant que ${signedInAs}.`,
    switchAccount: (email) => `Se déconnecter et continuer en tant que ${email}`,
    stay: (signedInAs) => `Rester connecté en tant que ${signedInAs}`,
    note: "Vous ne savez pas qui l’a envoyée ? Fermez cette page : rien ne se passe tant que vous n’avez pas accepté.",
    signIn: (organization, email) =>
      `Connectez-vous en tant que ${email} pour rejoindre ${organization}.`,
    gone: {
      title: "Cette invitation n’est plus valable",
      lead: "Elle a été utilisée, annulée ou remplacée, ou elle a expiré. Demandez-en une nouvelle à la personne qui vous a invité.",
    },
  },
  es: {
    title: (organization) => `Unirse a ${organization}`,
    role: (role) => `Tu rol: ${role}`,
    join: (email) => `Unirme como ${email}`,
    otherAccount: (email, signedInAs) =>
      `La invitación es para ${email}. Has iniciado sesión como ${signedInAs}.`,
    switchAccount: (email) => `Cerrar sesión y continuar como ${email}`,
    stay: (signedInAs) => `Seguir como ${signedInAs}`,
    note: "¿No sabes quién la envió? Cierra esta página: no pasará nada hasta que te unas.",
    signIn: (organization, email) => `Inicia sesión como ${email} para unirte a ${organization}.`,
    gone: {
      title: "Esta invitación ya no es válida",
      lead: "Se ha usado, cancelado o sustituido, o ha caducado. Pide una nueva a la persona que te invitó.",
    },
  },
  ja: {
    title: (organization) => `${organization}に参加`,
    role: (role) => `あなたの役割：${role}`,
    join: (email) => `${email} として参加`,
    otherAccount: (email, signedInAs) =>
      `この招待は ${email} 宛てです。現在 ${signedInAs} でログインしています。`,
    switchAccount: (email) => `ログアウトして ${email} で続ける`,
    stay: (signedInAs) => `${signedInAs} のまま続ける`,
    note: "送信者に心当たりがない場合は、このページを閉じてください。参加するまで何も行われません。",
    signIn: (organization, email) =>
      `${organization}に参加するには、${email} でログインしてください。`,
    gone: {
      title: "この招待は無効です",
      lead: "使用済み、取り消し済み、再送信済み、または期限切れです。招待した人に、新しい招待を依頼してください。",
    },
  },
};
