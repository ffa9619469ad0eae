import type { InEachLanguage } from "./in-each-language.js";

/** The way back of a user who has lost every second factor. */
export interface RecoveryTexts {
  readonly title: string;
  readonly lead: string;
  readonly mailboxFirst: string;
  readonly signInByCode: string;
  readonly waits: (hours: number) => string;
  readonly told: string;
  /** The same, once the wait has begun. */
  readonly toldMeanwhile: string;
  readonly comeBack: string;
  /** What completing it removes. */
  readonly removes: string;
  readonly start: string;
  /** "You can get back in from {date}." */
  readonly opensAt: (date: string) => string;
  /** What to do then, by {date}. */
  readonly untilThen: (date: string) => string;
  /** "Open until {date}." */
  readonly openUntil: (date: string) => string;
  readonly complete: string;
  /** After it was completed. */
  readonly completed: string;
  readonly back: string;
}

export const RECOVERY_TEXTS: InEachLanguage<RecoveryTexts> = {
  en: {
    title: "Get back into your account",
    lead: "For when you've lost your authenticator app, your passkeys and your recovery codes.",
    mailboxFirst:
      "Sign in by a code or link that we email you first: it shows that the mailbox is yours.",
    signInByCode: "Sign in by code",
    waits: (hours) => `You wait ${hours} hours.`,
    told: "We email you now, every day, and when the wait is over. Each mail has a link that stops it.",
    toldMeanwhile: "We email you every day until then. Each mail has a link that stops it.",
    comeBack: "After that, you sign in again by a code or link and finish here.",
    removes:
      "Finishing removes your password, passkeys, linked accounts and second step, and signs you out everywhere else.",
    start: "Start the wait",
    opensAt: (date) => `You can get back in from ${date}.`,
    untilThen: (date) =>
      `Then sign in again by a code or link, come back to this page and finish, by ${date}.`,
    openUntil: (date) => `You can finish until ${date}.`,
    complete: "Get back in",
    completed:
      "You're back in. Your password, passkeys, linked accounts and second step were removed: set them up again under Security.",
    back: "Back to the second step",
  },
  de: {
    title: "Zurück in dein Konto",
    lead: "Wenn du Authenticator-App, Passkeys und Wiederherstellungscodes verloren hast.",
    mailboxFirst:
      "Melde dich zuerst mit einem Code oder Link an, den wir dir mailen: Das zeigt, dass das Postfach dir gehört.",
    signInByCode: "Mit Code anmelden",
    waits: (hours) => `Du wartest ${hours} Stunden.`,
    told: "Wir schreiben dir jetzt, jeden Tag und am Ende der Wartezeit. Jede Mail hat einen Link, der den Vorgang stoppt.",
    toldMeanwhile:
      "Bis dahin schreiben wir dir jeden Tag. Jede Mail hat einen Link, der den Vorgang stoppt.",
    comeBack: "Danach meldest du dich noch einmal mit Code oder Link an und schließt hier ab.",
    removes:
      "Der Abschluss entfernt Passwort, Passkeys, verknüpfte Konten und den zweiten Schritt und meldet dich überall sonst ab.",
    start: "Wartezeit beginnen",
    opensAt: (date) => `Ab ${date} kommst du wieder hinein.`,
    untilThen: (date) =>
      `Melde dich dann noch einmal mit Code oder Link an, komm auf diese Seite zurück und schließe bis ${date} ab.`,
    openUntil: (date) => `Du kannst bis ${date} abschließen.`,
    complete: "Zurück ins Konto",
    completed:
      "Du bist wieder drin. Passwort, Passkeys, verknüpfte Konten und der zweite Schritt wurden entfernt: Richte sie unter „Sicherheit“ neu ein.",
    back: "Zurück zum zweiten Schritt",
  },
  fr: {
    title: "Retrouver l’accès à votre compte",
    lead: "Si vous avez perdu votre application, vos clés d’accès et vos codes de récupération.",
    mailboxFirst:
      "Connectez-vous d’abord avec un code ou un lien envoyé par e-mail : cela montre que la boîte est la vôtre.",
    signInByCode: "Se connecter avec un code",
    waits: (hours) => `Vous attendez ${hours} heures.`,
    told: "Nous vous écrivons maintenant, chaque jour et à la fin de l’attente. Chaque e-mail contient un lien pour tout arrêter.",
    toldMeanwhile:
      "D’ici là, nous vous écrivons chaque jour. Chaque e-mail contient un lien pour tout arrêter.",
    comeBack: "Ensuite, reconnectez-vous avec un code ou un lien et terminez ici.",
    removes:
      "Terminer supprime mot de passe, clés d’accès, comptes liés et seconde étape, et vous déconnecte partout ailleurs.",
    start: "Commencer l’attente",
    opensAt: (date) => `Vous pourrez revenir à partir du ${date}.`,
    untilThen: (date) =>
      `Reconnectez-vous alors avec un code ou un lien, revenez sur cette page et terminez avant le ${date}.`,
    openUntil: (date) => `Vous pouvez terminer jusqu’au ${date}.`,
    complete: "Retrouver l’accès",
    completed:
      "Vous avez retrouvé l’accès. Mot de passe, clés d’accès, comptes liés et seconde étape ont été supprimés : configurez-les à nouveau sous « Sécurité ».",
    back: "Retour à la seconde étape",
  },
  es: {
    title: "Recupera el acceso a tu cuenta",
    lead: "Si has perdido la aplicación, las llaves de acceso y los códigos de recuperación.",
    mailboxFirst:
      "Inicia sesión primero con un código o enlace que te enviamos: así se ve que el buzón es tuyo.",
    signInByCode: "Iniciar sesión con un código",
    waits: (hours) => `Esperas ${hours} horas.`,
    told: "Te escribimos ahora, cada día y al acabar la espera. Cada correo tiene un enlace que lo detiene.",
    toldMeanwhile:
      "Hasta entonces te escribimos cada día. Cada correo tiene un enlace que lo detiene.",
    comeBack: "Después vuelves a iniciar sesión con un código o enlace y terminas aquí.",
    removes:
      "Al terminar se eliminan la contraseña, las llaves de acceso, las cuentas vinculadas y el segundo paso, y se cierra tu sesión en los demás sitios.",
    start: "Empezar la espera",
    opensAt: (date) => `Podrás volver a entrar a partir del ${date}.`,
    untilThen: (date) =>
      `Entonces vuelve a iniciar sesión con un código o enlace, regresa a esta página y termina antes del ${date}.`,
    openUntil: (date) => `Puedes terminar hasta el ${date}.`,
    complete: "Recuperar el acceso",
    completed:
      "Has recuperado el acceso. Se eliminaron la contraseña, las llaves de acceso, las cuentas vinculadas y el segundo paso: configúralos de nuevo en «Seguridad».",
    back: "Volver al segundo paso",
  },
  ja: {
    title: "アカウントへのアクセスを回復",
    lead: "認証アプリ、パスキー、リカバリーコードをすべて失くした場合の手続きです。",
    mailboxFirst:
      "まず、メールで届くコードまたはリンクでログインしてください。メールボックスの持ち主であることの確認になります。",
    signInByCode: "コードでログイン",
    waits: (hours) => `${hours}時間お待ちいただきます。`,
    told: "開始時、毎日、待ち時間の終了時にメールでお知らせします。どのメールのリンクからでも中止できます。",
    toldMeanwhile: "それまで毎日メールでお知らせします。どのメールのリンクからでも中止できます。",
    comeBack: "その後、もう一度コードまたはリンクでログインし、ここで手続きを完了します。",
    removes:
      "完了すると、パスワード、パスキー、連携アカウント、2段階目の認証が削除され、ほかのすべての場所からログアウトします。",
    start: "待ち時間を開始",
    opensAt: (date) => `${date}からアクセスを回復できます。`,
    untilThen: (date) =>
      `その後、コードまたはリンクで再度ログインし、${date}までにこのページで手続きを完了してください。`,
    openUntil: (date) => `${date}まで完了できます。`,
    complete: "アクセスを回復",
    completed:
      "アクセスを回復しました。パスワード、パスキー、連携アカウント、2段階目の認証は削除されました。「セキュリティ」で再度設定してください。",
    back: "2段階目の認証に戻る",
  },
};
