import type { InEachLanguage } from "./in-each-language.js";

/** The page of the account, and that of another email address. */
export interface ProfileTexts {
  readonly title: string;
  readonly name: string;
  readonly nameHint: string;
  readonly email: string;
  readonly emailHint: string;
  /** Reads after "Change". */
  readonly aboutEmail: string;
  readonly verified: string;
  readonly unverified: string;
  readonly verify: string;
  readonly waiting: string;
  /** `until` is when the mailed link expires. */
  readonly openLink: (until: string) => string;
  readonly resend: string;
  readonly change: {
    readonly title: string;
    readonly lead: string;
    readonly email: string;
    readonly submit: string;
  };
}

export const PROFILE_TEXTS: InEachLanguage<ProfileTexts> = {
  en: {
    title: "Profile",
    name: "Name",
    nameHint: "Members of your organizations see it.",
    email: "Email address",
    emailHint: "You sign in with it, and we write to it.",
    aboutEmail: "email address",
    verified: "Verified",
    unverified: "Not verified",
    verify: "Verify",
    waiting: "Waiting",
    openLink: (until) => `Open the link we sent there, until ${until}.`,
    resend: "Resend",
    change: {
      title: "Change email address",
      lead: "We'll send a link to the new address. It becomes yours when you open the link.",
      email: "New email address",
      submit: "Send link",
    },
  },
  de: {
    title: "Profil",
    name: "Name",
    nameHint: "Die Mitglieder deiner Organisationen sehen ihn.",
    email: "E-Mail-Adresse",
    emailHint: "Damit meldest du dich an, und dorthin schreiben wir dir.",
    aboutEmail: "E-Mail-Adresse",
    verified: "Bestätigt",
    unverified: "Nicht bestätigt",
    verify: "Bestätigen",
    waiting: "Ausstehend",
    openLink: (until) => `Öffne bis ${until} den Link, den wir dorthin gesendet haben.`,
    resend: "Erneut senden",
    change: {
      title: "E‑Mail-Adresse ändern",
      lead: "Wir senden einen Link an die neue Adresse. Sie gilt, sobald du ihn öffnest.",
      email: "Neue E-Mail-Adresse",
      submit: "Link senden",
    },
  },
  fr: {
    title: "Profil",
    name: "Nom",
    nameHint: "Les membres de vos organisations le voient.",
    email: "Adresse e-mail",
    emailHint: "Elle sert à vous connecter et à vous écrire.",
    aboutEmail: "l’adresse e-mail",
    verified: "Vérifiée",
    unverified: "Non vérifiée",
    verify: "Vérifier",
    waiting: "En attente",
    openLink: (until) => `Ouvrez le lien que nous y avons envoyé, avant le ${until}.`,
    resend: "Renvoyer",
    change: {
      title: "Modifier l’adresse e‑mail",
      lead: "Nous enverrons un lien à la nouvelle adresse. Elle sera la vôtre une fois le lien ouvert.",
      email: "Nouvelle adresse e-mail",
      submit: "Envoyer le lien",
    },
  },
  es: {
    title: "Perfil",
    name: "Nombre",
    nameHint: "Lo ven los miembros de tus organizaciones.",
    email: "Correo electrónico",
    emailHint: "Con él inicias sesión y a él te escribimos.",
    aboutEmail: "correo electrónico",
    verified: "Verificado",
    unverified: "Sin verificar",
    verify: "Verificar",
    waiting: "Pendiente",
    openLink: (until) => `Abre el enlace que enviamos allí, hasta el ${until}.`,
    resend: "Reenviar",
    change: {
      title: "Cambiar correo electrónico",
      lead: "Enviaremos un enlace a la nueva dirección. Será la tuya cuando lo abras.",
      email: "Nuevo correo electrónico",
      submit: "Enviar enlace",
    },
  },
  ja: {
    title: "プロフィール",
    name: "名前",
    nameHint: "組織のメンバーに表示されます。",
    email: "メールアドレス",
    emailHint: "ログインとご連絡に使います。",
    aboutEmail: "メールアドレス",
    verified: "確認済み",
    unverified: "未確認",
    verify: "確認する",
    waiting: "確認待ち",
    openLink: (until) => `${until}までに、送信したリンクを開いてください。`,
    resend: "再送信",
    change: {
      title: "メールアドレスを変更",
      lead: "新しいアドレスにリンクを送信します。リンクを開くと変更が完了します。",
      email: "新しいメールアドレス",
      submit: "リンクを送信",
    },
  },
};
