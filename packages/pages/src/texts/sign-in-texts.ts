import type { InEachLanguage } from "./in-each-language.js";

/** The pages of a sign-in by code. */
export interface SignInTexts {
  readonly title: string;
  /** Where nobody may create an account without an invitation. */
  readonly titleClosed: string;
  readonly newHere: string;
  /** Where a link is mailed, and no code. */
  readonly newHereLink: string;
  /** "Continue with {provider}" */
  readonly continueWith: (provider: string) => string;
  readonly email: string;
  readonly go: string;
  readonly usePasskey: string;
  /** A provider, or a mailed link or form, that did not sign in. */
  readonly failed: string;
  /** The sign-in at a provider was begun in another browser, or long ago. */
  readonly expired: string;
  /** There is an account with the address, and the provider does not vouch for it. */
  readonly notLinked: string;
  /** Why there is no new account: there are none, or not for the domain of the address. */
  readonly closed: string;
  readonly otherDomain: string;
  readonly code: {
    readonly title: string;
    /** `email` is marked, and shown in bold. */
    readonly lead: (email: string) => string;
    readonly code: string;
    readonly submit: string;
    /** Before "Resend". */
    readonly notArrived: string;
    readonly resend: string;
    readonly resendHint: string;
  };
}

export const SIGN_IN_TEXTS: InEachLanguage<SignInTexts> = {
  en: {
    title: "Sign in or create an account",
    titleClosed: "Sign in",
    newHere: "New here? The code also creates your account.",
    newHereLink: "New here? The link also creates your account.",
    continueWith: (provider) => `Continue with ${provider}`,
    email: "Email address",
    go: "Continue",
    usePasskey: "Use a passkey",
    failed: "That didn't sign you in. Try again, or use another way.",
    expired: "That sign-in expired or started in another browser. Start again.",
    notLinked:
      "There's already an account with this address. Sign in another way, then link it in Security.",
    closed: "New accounts are closed.",
    otherDomain: "New accounts are closed for your domain.",
    code: {
      title: "Enter the code",
      lead: (email) => `We emailed a code with six digits to ${email}.`,
      code: "Code",
      submit: "Sign in",
      notArrived: "Didn't get it?",
      resend: "Resend",
      resendHint: "You can ask for a new code in a minute.",
    },
  },
  de: {
    title: "Anmelden oder Konto erstellen",
    titleClosed: "Anmelden",
    newHere: "Neu hier? Der Code erstellt auch dein Konto.",
    newHereLink: "Neu hier? Der Link erstellt auch dein Konto.",
    continueWith: (provider) => `Weiter mit ${provider}`,
    email: "E-Mail-Adresse",
    go: "Weiter",
    usePasskey: "Passkey verwenden",
    failed:
      "Die Anmeldung hat nicht geklappt. Versuche es noch einmal oder wähle einen anderen Weg.",
    expired:
      "Diese Anmeldung ist abgelaufen oder wurde in einem anderen Browser begonnen. Beginne noch einmal.",
    notLinked:
      "Mit dieser Adresse gibt es schon ein Konto. Melde dich anders an und verknüpfe es unter Sicherheit.",
    closed: "Neue Konten gibt es hier derzeit nicht.",
    otherDomain: "Für die Domain deiner E-Mail-Adresse gibt es hier keine neuen Konten.",
    code: {
      title: "Code eingeben",
      lead: (email) => `Wir haben einen Code mit sechs Ziffern an ${email} gesendet.`,
      code: "Code",
      submit: "Anmelden",
      notArrived: "Nichts angekommen?",
      resend: "Erneut senden",
      resendHint: "In einer Minute kannst du einen neuen Code anfordern.",
    },
  },
  fr: {
    title: "Se connecter ou créer un compte",
    titleClosed: "Se connecter",
    newHere: "Première visite ? Le code crée aussi votre compte.",
    newHereLink: "Nouveau ici ? Le lien crée aussi votre compte.",
    continueWith: (provider) => `Continuer avec ${provider}`,
    email: "Adresse e-mail",
    go: "Continuer",
    usePasskey: "Utiliser une clé d’accès",
    failed: "La connexion n’a pas abouti. Réessayez ou utilisez une autre méthode.",
    expired: "Cette connexion a expiré ou a commencé dans un autre navigateur. Recommencez.",
    notLinked:
      "Un compte existe déjà avec cette adresse. Connectez-vous autrement, puis liez-le dans Sécurité.",
    closed: "La création de comptes est fermée.",
    otherDomain: "La création de comptes est fermée pour votre domaine.",
    code: {
      title: "Saisissez le code",
      lead: (email) => `Nous avons envoyé un code à six chiffres à ${email}.`,
      code: "Code",
      submit: "Se connecter",
      notArrived: "Rien reçu ?",
      resend: "Renvoyer",
      resendHint: "Vous pourrez demander un nouveau code dans une minute.",
    },
  },
  es: {
    title: "Inicia sesión o crea una cuenta",
    titleClosed: "Iniciar sesión",
    newHere: "¿Es tu primera vez? El código también crea tu cuenta.",
    newHereLink: "¿Es tu primera vez aquí? El enlace también crea tu cuenta.",
    continueWith: (provider) => `Continuar con ${provider}`,
    email: "Correo electrónico",
    go: "Continuar",
    usePasskey: "Usar una llave de acceso",
    failed: "No se inició la sesión. Inténtalo de nuevo o usa otro método.",
    expired: "Ese inicio de sesión caducó o empezó en otro navegador. Empieza de nuevo.",
    notLinked:
      "Ya hay una cuenta con esta dirección. Inicia sesión de otro modo y vincúlala en Seguridad.",
    closed: "No se admiten cuentas nuevas.",
    otherDomain: "No se admiten cuentas nuevas para tu dominio.",
    code: {
      title: "Introduce el código",
      lead: (email) => `Enviamos un código de seis dígitos a ${email}.`,
      code: "Código",
      submit: "Iniciar sesión",
      notArrived: "¿No te ha llegado?",
      resend: "Reenviar",
      resendHint: "Puedes pedir un código nuevo dentro de un minuto.",
    },
  },
  ja: {
    title: "ログインまたはアカウント作成",
    titleClosed: "ログイン",
    newHere: "初めての方は、コードでアカウントも作成されます。",
    newHereLink: "初めての方は、リンクでアカウントも作成されます。",
    continueWith: (provider) => `${provider}で続ける`,
    email: "メールアドレス",
    go: "続ける",
    usePasskey: "パスキーを使う",
    failed: "ログインできませんでした。もう一度試すか、別の方法を使ってください。",
    expired:
      "ログインの有効期限が切れたか、別のブラウザーで開始されました。最初からやり直してください。",
    notLinked:
      "このアドレスのアカウントはすでに存在します。別の方法でログインし、「セキュリティ」で連携してください。",
    closed: "新しいアカウントは受け付けていません。",
    otherDomain: "お使いのドメインでは新しいアカウントを受け付けていません。",
    code: {
      title: "コードを入力",
      lead: (email) => `${email} に6桁のコードを送信しました。`,
      code: "コード",
      submit: "ログイン",
      notArrived: "届きませんか？",
      resend: "再送信",
      resendHint: "1分後に新しいコードを取得できます。",
    },
  },
};
