import type { InEachLanguage } from "./in-each-language.js";

interface Heading {
  readonly title: string;
  readonly lead: string;
}

/** The page that asks for the second proof, and what `/confirm` has of it. */
export interface AskingTexts {
  readonly byCode: Heading;
  readonly byPasskey: Heading;
  readonly byRecoveryCode: Heading;
  readonly code: string;
  readonly submit: string;
  readonly useRecoveryCode: string;
  readonly recoveryCode: string;
  readonly recoveryHint: string;
  readonly lost: string;
  readonly startAgain: string;
  /** The sign-in took too long, or something has ended it. */
  readonly ended: string;
  /** Too many proofs of the sign-in were wrong. */
  readonly spent: string;
}

export const ASKING_TEXTS: InEachLanguage<AskingTexts> = {
  en: {
    byCode: {
      title: "Enter your authenticator code",
      lead: "Open your authenticator app and enter the six digits it shows.",
    },
    byPasskey: { title: "Use your passkey", lead: "This account needs a second step." },
    byRecoveryCode: {
      title: "Enter a recovery code",
      lead: "You saved these codes when you turned on two-step verification.",
    },
    code: "Authenticator code",
    submit: "Sign in",
    useRecoveryCode: "Use a recovery code",
    recoveryCode: "Recovery code",
    recoveryHint: "24 characters. Each code works once.",
    lost: "Have none of these?",
    startAgain: "Back to sign in",
    ended: "That took too long. Sign in again.",
    spent: "Too many wrong codes. Sign in again.",
  },
  de: {
    byCode: {
      title: "Gib den Code deiner Authenticator-App ein",
      lead: "Öffne deine Authenticator-App und gib die sechs Ziffern ein, die sie zeigt.",
    },
    byPasskey: {
      title: "Verwende deinen Passkey",
      lead: "Dieses Konto verlangt einen zweiten Schritt.",
    },
    byRecoveryCode: {
      title: "Gib einen Wiederherstellungscode ein",
      lead: "Du hast diese Codes gespeichert, als du die Bestätigung in zwei Schritten eingeschaltet hast.",
    },
    code: "Code der Authenticator-App",
    submit: "Anmelden",
    useRecoveryCode: "Wiederherstellungscode nutzen",
    recoveryCode: "Wiederherstellungscode",
    recoveryHint: "24 Zeichen. Jeder Code gilt einmal.",
    lost: "Nichts davon da?",
    startAgain: "Zurück zur Anmeldung",
    ended: "Das hat zu lange gedauert. Melde dich noch einmal an.",
    spent: "Zu viele falsche Codes. Melde dich noch einmal an.",
  },
  fr: {
    byCode: {
      title: "Saisissez le code de votre application",
      lead: "Ouvrez votre application d’authentification et saisissez les six chiffres affichés.",
    },
    byPasskey: {
      title: "Utilisez votre clé d’accès",
      lead: "Ce compte demande une seconde étape.",
    },
    byRecoveryCode: {
      title: "Saisissez un code de récupération",
      lead: "Vous avez enregistré ces codes en activant la vérification en deux étapes.",
    },
    code: "Code de l’application",
    submit: "Se connecter",
    useRecoveryCode: "Utiliser un code de récupération",
    recoveryCode: "Code de récupération",
    recoveryHint: "24 caractères. Chaque code sert une seule fois.",
    lost: "Rien de tout cela ?",
    startAgain: "Retour à la connexion",
    ended: "Cela a pris trop de temps. Reconnectez-vous.",
    spent: "Trop de codes erronés. Reconnectez-vous.",
  },
  es: {
    byCode: {
      title: "Introduce el código de tu aplicación",
      lead: "Abre tu aplicación de autenticación e introduce los seis dígitos que muestra.",
    },
    byPasskey: {
      title: "Usa tu llave de acceso",
      lead: "Esta cuenta pide un segundo paso.",
    },
    byRecoveryCode: {
      title: "Introduce un código de recuperación",
      lead: "Guardaste estos códigos al activar la verificación en dos pasos.",
    },
    code: "Código de la aplicación",
    submit: "Iniciar sesión",
    useRecoveryCode: "Usar un código de recuperación",
    recoveryCode: "Código de recuperación",
    recoveryHint: "24 caracteres. Cada código sirve una vez.",
    lost: "¿Nada de esto?",
    startAgain: "Volver a iniciar sesión",
    ended: "Ha tardado demasiado. Vuelve a iniciar sesión.",
    spent: "Demasiados códigos incorrectos. Vuelve a iniciar sesión.",
  },
  ja: {
    byCode: {
      title: "認証アプリのコードを入力",
      lead: "認証アプリを開き、表示されている6桁の数字を入力してください。",
    },
    byPasskey: {
      title: "パスキーを使用",
      lead: "このアカウントには2段階目の認証が必要です。",
    },
    byRecoveryCode: {
      title: "リカバリーコードを入力",
      lead: "2段階認証を有効にしたときに保存したコードです。",
    },
    code: "認証アプリのコード",
    submit: "ログイン",
    useRecoveryCode: "リカバリーコードを使う",
    recoveryCode: "リカバリーコード",
    recoveryHint: "24文字です。1つのコードは1回だけ使えます。",
    lost: "どれも手元にない場合",
    startAgain: "ログインに戻る",
    ended: "時間がかかりすぎました。もう一度ログインしてください。",
    spent: "誤ったコードが多すぎます。もう一度ログインしてください。",
  },
};
